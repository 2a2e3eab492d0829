import { button, row, text } from "styled-system/recipes";
import { dateRange } from "~/planning/job-plans/plan-dates";
import { type DaysToLock, LOCKED_PERIODS } from "../rules";

/** Shown on the report of days that can be locked. Plain links, since the pages of reports have no script. */
export function LockDays({ days }: { days: DaysToLock }) {
  const { date_start, date_end, isLocked } = days;
  const words = dateRange(days);
  if (isLocked) {
    return (
      <p className={text({ kind: "hint" })}>
        {words} is locked: its sessions, cases and leave cannot be changed. <a href={LOCKED_PERIODS}>Locked periods</a>
      </p>
    );
  }
  return (
    <div className={row({ gap: "2" })}>
      <a
        href={`${LOCKED_PERIODS}?from=${date_start}&until=${date_end}`}
        className={button()}
        aria-describedby="lock-hint"
      >
        Lock {words}
      </a>
      <p id="lock-hint" className={text({ kind: "hint" })}>
        Once your appraiser has this report, lock its days so that sessions, cases and leave on them cannot be changed.
      </p>
    </div>
  );
}
