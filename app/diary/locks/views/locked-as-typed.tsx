import type { ReactNode } from "react";
import { css } from "styled-system/css";
import type { FormView } from "~/ui/forms/form-state";
import { useFollowed } from "~/ui/forms/use-followed";
import type { LockedDays } from "../rules";
import { LockedNow } from "./locked-notice";

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
