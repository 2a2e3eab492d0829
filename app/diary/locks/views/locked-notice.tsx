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

/** Marks an entry or a day in a list. */
export function LockedMark() {
  return (
    <span className={`${tag()} ${css({ verticalAlign: "baseline" })}`}>
      <Icon name="lock" size={14} />
      Locked
    </span>
  );
}
