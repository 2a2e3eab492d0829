import { daysToLock, type LockedPeriod } from "~/diary/locks/rules";
import { formatChoice, type ReportChoices, readChoices, writeChoices } from "../document/choices";
import { type PeriodTerms, periodOfReport } from "../document/period";

type PlanNames = ReadonlyMap<string, string>;

interface ReadWith extends PeriodTerms {
  /** Titles by reference. */
  planNames: PlanNames;
  locks: readonly LockedPeriod[];
}

export type SavedReportLine = ReturnType<typeof savedReportLines>[number];

/** The saved reports as the page of reports lists them. */
export function savedReportLines(
  saved: readonly { unique_ref: string; name: string; choices: string }[],
  { planNames, locks, ...terms }: ReadWith,
) {
  return saved.map(({ unique_ref, name, choices: written }) => {
    const { choices } = readChoices(new URLSearchParams(written));
    return {
      ...{ unique_ref, name },
      query: writeChoices(choices).toString(),
      words: formatChoice(choices, planNames.get(choices.plan) ?? null),
      /** Its job plan is deleted: it cannot be shown until another period is chosen. */
      isGone: isGonePlan(choices, planNames),
      /** All its days that are over are locked. */
      isLocked: isLockedReport(choices, terms, locks),
    };
  });
}

/** Whether a report is of a job plan that is deleted. */
export function isGonePlan({ plan }: ReportChoices, planNames: PlanNames): boolean {
  return plan !== "" && !planNames.has(plan);
}

/** Whether the days of a report that are over are all locked. */
export function isLockedReport(choices: ReportChoices, terms: PeriodTerms, locks: readonly LockedPeriod[]): boolean {
  const period = periodOfReport(choices, terms);
  return (
    period !== null &&
    daysToLock({ date_start: period.from, date_end: period.until }, locks, terms.today)?.isLocked === true
  );
}
