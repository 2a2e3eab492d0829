import { button, column, row, text } from "styled-system/recipes";
import { dateRange } from "~/planning/job-plans/plan-dates";
import { type DaysToLock, LOCKED_PERIODS } from "../rules";

/** Shown on the report of days that can be locked. Plain links, since the pages of reports have no script. */
export function LockDays({ days }: { days: DaysToLock }) {
  const { date_start, date_end, isLocked, locked } = days;
  const words = dateRange(days);
  if (isLocked) {
    return (
      <p className={text({ kind: "hint" })}>
        You locked {words}, so sessions, cases and leave on these days cannot be changed.{" "}
        <a href={LOCKED_PERIODS}>Locked periods</a>
      </p>
    );
  }
  return (
    <div className={column({ gap: "2" })}>
      {locked.length > 0 && (
        <p>
          You have locked only some of these days: {locked.map(dateRange).join(", ")}. Sessions, cases and leave on the
          other days can still be changed. <a href={LOCKED_PERIODS}>Locked periods</a>
        </p>
      )}
      <div className={row({ gap: "2" })}>
        <a
          href={`${LOCKED_PERIODS}?from=${date_start}&until=${date_end}`}
          className={button()}
          aria-describedby="lock-hint"
        >
          Lock {words}
        </a>
        <p id="lock-hint" className={text({ kind: "hint" })}>
          Once your appraiser has this report, lock its days so that sessions, cases and leave on them cannot be
          changed.
        </p>
      </div>
    </div>
  );
}
