import { counted } from "~/platform/time/counted";
import { longDate } from "~/platform/time/dates";
import { filtersOf, PERIODS, type ReportChoices } from "../document/choices";
import { SECTION_NAMES, SECTIONS } from "../document/types";

const GONE_PLAN = "A job plan that is deleted";

/** What a report is of, in one line: `This appraisal year · 11 sections · 1 filter`. @param plan what its plan is called */
export function formatChoice(choices: ReportChoices, plan: string | null): string {
  const { sections, small } = choices;
  const filters = filtersOf(choices);
  return [
    periodOf(choices, plan),
    formatSection(sections),
    filters > 0 ? counted(filters, "filter") : "",
    small ? "counts under 5 kept back" : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** @param plan null where it is not there any more */
function periodOf({ period, plan: named, from, until }: ReportChoices, plan: string | null): string {
  if (named) return plan ?? GONE_PLAN;
  return from && until ? `${longDate(from)} to ${longDate(until)}` : PERIODS[period];
}

/** One is named; all of them are "all sections". */
function formatSection(sections: ReportChoices["sections"]): string {
  if (sections.length === SECTION_NAMES.length) return "all sections";
  return sections.length === 1 && sections[0] ? SECTIONS[sections[0]] : counted(sections.length, "section");
}
