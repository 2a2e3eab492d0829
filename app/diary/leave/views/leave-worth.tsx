import { note } from "styled-system/recipes";
import { type LockedDays, lockOf } from "~/diary/locks/rules";
import { LockedAsTyped } from "~/diary/locks/views/locked-notice";
import type { FormView } from "~/ui/forms/form-state";
import { useFollowed } from "~/ui/forms/use-followed";
import { EnterSaves, SubmitButton } from "~/ui/layout/button";
import { formatWorth, typedSpan, type WorthBasis } from "../worth-words";

interface LeaveWorthProps {
  form: FormView;
  basis: WorthBasis;
}

/** Shows what the leave takes as its form is filled in: after each change, or without script by a button. */
export function LeaveWorth({ form, basis }: LeaveWorthProps) {
  const { place, shown: words } = useFollowed(form, basis, formatWorth);
  return (
    <div ref={place}>
      <p role="status" className={words ? note() : undefined} data-worth="">
        {words}
      </p>
      <noscript>
        <EnterSaves />
        <SubmitButton visual="normal" name="intent" value="worth">
          Show days and PAs
        </SubmitButton>
      </noscript>
    </div>
  );
}

interface LockedLeaveProps {
  form: FormView;
  locks: readonly LockedDays[];
}

/** Says beside the days of a leave that one of them is locked. */
export function LockedLeave({ form, locks }: LockedLeaveProps) {
  return (
    <LockedAsTyped form={form} locks={locks} read={lockedIn}>
      You cannot save leave on these days.
    </LockedAsTyped>
  );
}

function lockedIn(typed: FormView["value"], locks: readonly LockedDays[]): string | null {
  const span = typedSpan(typed);
  return (span && lockOf(locks, span.date_start, span.date_end)?.words) ?? null;
}
