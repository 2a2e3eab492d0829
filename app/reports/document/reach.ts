import { counted } from "~/platform/time/counted";
import { filtersOf, type ReportChoices } from "./choices";
import type { SectionName } from "./types";

/** Those that are not made from sessions alone: they say themselves what is booked or to come. */
const OF_OTHER_THINGS: readonly SectionName[] = ["leave", "cpd", "extra-work"];

/** What the head of a report says of sessions of its period that are not done yet; empty for none. */
export function formatToCome(sessions: number, sections: readonly SectionName[]): string {
  if (sessions === 0 || sections.every((name) => OF_OTHER_THINGS.includes(name))) return "";
  const are = sessions === 1 ? "is" : "are";
  return `${counted(sessions, "session")} of this period ${are} still to come and not counted: a day counts once it is over`;
}

/** Of what nothing is recorded: `in the work shown of this period`, `in this period so far`. */
export function formatInPeriod(isFiltered: boolean, isToCome: boolean): string {
  return `in ${isFiltered ? "the work shown of " : ""}this period${isToCome ? " so far" : ""}`;
}

/**
 * Of what a section is where the head of a report, which names the filters, says too little; empty where it is of the
 * work that they let pass. Employer, element and specialty are those of the element of a session, the site is its own.
 */
export function formatReach(name: SectionName, choices: ReportChoices): string {
  if (filtersOf(choices) === 0) return "";
  if (name === "leave" || name === "cpd") return "Of all work: the filter does not reach this section.";
  // A plan does not say at which site its elements are worked.
  if (name === "job-plan")
    return choices.sites.length === 0 ? "" : "Of all sites: that filter does not reach this section.";
  if (name === "extra-work") return "Fees of work without a session in the diary are left out: they pass no filter.";
  if (name === "gaps") return "Of the work shown alone. Months without work are told in a report of all work.";
  return "";
}
