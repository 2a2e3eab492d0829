import type { ReactNode } from "react";
import { css } from "styled-system/css";
import { note, tag } from "styled-system/recipes";
import type { FormView } from "~/ui/forms/form-state";
import { useFollowed } from "~/ui/forms/use-followed";
import { LinkButton } from "~/ui/layout/button";
import { LOCKED_PERIODS, type LockedDays } from "../rules";

interface LockedNoticeProps {
  /** `1 April 2025 to 31 March 2026`; nothing is shown for null. */
  words: string | null;
  /** What can and cannot be done. */
  children: ReactNode;
  /** Opens the link in a new tab, beside answers that are not saved yet. */
  besideAnswers?: boolean;
}

/** What can be done with a locked session or case. */
export const READ_AND_ADD_FEES = "You can read it and add fees, but not change it.";

/** Says, before anything is typed, that an entry or a day cannot be changed, and where it is unlocked. */
export function LockedNotice({ words, children, besideAnswers = false }: LockedNoticeProps) {
  if (words === null) return null;
  const tab = besideAnswers ? { target: "_blank", rel: "noreferrer" } : {};
  return (
    <div className={note({ icon: true })} data-locked="">
      <LockIcon size={16} />
      <p>
        <strong>Locked: {words}.</strong> {children}{" "}
        <a href={LOCKED_PERIODS} {...tab}>
          Show locked periods{besideAnswers && " (opens in a new tab)"}
        </a>
      </p>
    </div>
  );
}

/** As `LockedNotice`, for a day that is being chosen: screen readers read it out. */
export function LockedNow({ words, children }: Pick<LockedNoticeProps, "words" | "children">) {
  return (
    <div aria-live="polite" className={css({ "&:empty": { position: "absolute" } })}>
      <LockedNotice words={words} besideAnswers>
        {children}
      </LockedNotice>
    </div>
  );
}

/**
 * Marks an entry, a day or a week in a list.
 * @param narrow for a place with room for little more than the word
 */
export function LockedMark({ narrow = false }: { narrow?: boolean }) {
  return (
    <span className={narrow ? bare : `${tag()} ${css({ verticalAlign: "baseline" })}`}>
      <LockIcon size={narrow ? 12 : 14} />
      Locked
    </span>
  );
}

/** A padlock, always beside text. Not among the icons of `Icon`, which every page loads. */
export function LockIcon({ size }: { size: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      <path d="M5 11h14v9H5zM8 11V8a4 4 0 0 1 8 0v3" strokeLinejoin="round" />
    </svg>
  );
}

/** The way out of a dialog with a locked entry, which has nothing to cancel. */
export function CloseLink({ to }: { to: string }) {
  return (
    <LinkButton to={to} visual="plain">
      Close
    </LinkButton>
  );
}

const bare = css({
  display: "inline-flex",
  // On a phone the margin has no room for both side by side.
  flexDirection: { base: "column", wide: "row" },
  alignItems: { base: "flex-start", wide: "center" },
  gap: "half",
  fontSize: "xs",
  fontWeight: "normal",
  whiteSpace: "nowrap",
  color: "quiet",
});

interface LockedAsTypedProps {
  form: FormView;
  locks: readonly LockedDays[];
  /** Finds the locked period of the days that are typed, in words; null for none. Does not change. */
  read: (typed: FormView["value"], locks: readonly LockedDays[]) => string | null;
  /** What cannot be done on them. */
  children: ReactNode;
}

/** Says inside a form, beside the days that are typed, that one of them is locked. */
export function LockedAsTyped({ form, locks, read, children }: LockedAsTypedProps) {
  const { place, shown: words } = useFollowed(form, locks, read);
  return (
    <div ref={place} className={wholeLine}>
      <LockedNow words={words}>{children}</LockedNow>
    </div>
  );
}

// While it is empty it takes no gap, and it is there for screen readers to follow.
const wholeLine = css({ gridColumn: "1 / -1", "&:not(:has([data-locked]))": { position: "absolute" } });
