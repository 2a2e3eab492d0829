import type { LockedPeriod } from "~/diary/locks/rules";
import type { LondonDate } from "~/platform/time/london";
import { formatChoice, type ReportChoices, readChoices, writeChoices } from "../document/choices";
import { isLockedReport, type ReadPeriod } from "./locked-reports.server";

type PlanNames = ReadonlyMap<string, string>;

interface ReadWith {
  /** Titles by reference. */
  planNames: PlanNames;
  /** Answers of `periodQueries`. */
  periods: readonly ReadPeriod[];
  locks: readonly LockedPeriod[];
  today: LondonDate;
}

export type SavedReportLine = ReturnType<typeof savedReportLines>[number];

/** The saved reports as the page of reports lists them. */
export function savedReportLines(
  saved: readonly { unique_ref: string; name: string; choices: string }[],
  { planNames, periods, locks, today }: ReadWith,
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
      isLocked: isLockedReport(choices, periods, locks, today),
    };
  });
}

/** Whether a report is of a job plan that is deleted. */
export function isGonePlan({ plan }: ReportChoices, planNames: PlanNames): boolean {
  return plan !== "" && !planNames.has(plan);
}
