import type { ReactNode } from "react";
import { css } from "styled-system/css";
import { note, tag } from "styled-system/recipes";
import { Icon } from "~/ui/icon";
import { LOCKED_PERIODS } from "../rules";

interface LockedNoticeProps {
  /** `1 April 2025 to 31 March 2026`; nothing is shown for null. */
  words: string | null;
  /** What can and cannot be done. */
  children?: ReactNode;
  /** Opens the link in a new tab, beside answers that are not saved yet. */
  besideAnswers?: boolean;
}

/** Says, before anything is typed, that an entry or a day cannot be changed, and where it is unlocked. */
export function LockedNotice({ words, children, besideAnswers = false }: LockedNoticeProps) {
  if (words === null) return null;
  const tab = besideAnswers ? { target: "_blank", rel: "noreferrer" } : {};
  return (
    <div className={note({ icon: true })} data-locked="">
      <Icon name="lock" />
      <p>
        <strong>Locked: {words}.</strong> {children || "You can read it and add fees, but not change it."}{" "}
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
      <Icon name="lock" size={narrow ? 12 : 14} />
      Locked
    </span>
  );
}

const bare = css({
  display: "inline-flex",
  alignItems: "center",
  gap: "half",
  fontSize: "xs",
  fontWeight: "normal",
  whiteSpace: "nowrap",
  color: "quiet",
});
