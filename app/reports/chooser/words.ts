import { counted } from "~/time/counted";
import { longDate } from "~/time/dates";
import { PERIODS, type ReportChoices } from "../document/choices";
import { SECTION_NAMES, SECTIONS } from "../document/types";

/** What a report is of, in one line: `This appraisal year · 11 sections · 1 filter`. @param plan what its plan is called */
export function choiceWords(choices: ReportChoices, plan: string | null): string {
  const { sections, employers, elements, sites, small } = choices;
  const filters = employers.length + elements.length + sites.length;
  return [
    periodOf(choices, plan),
    sectionWords(sections),
    filters > 0 ? counted(filters, "filter") : "",
    small ? "counts under 5 kept back" : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

function periodOf({ period, from, until }: ReportChoices, plan: string | null): string {
  if (period === "plan" && plan !== null) return plan;
  return from && until ? `${longDate(from)} to ${longDate(until)}` : PERIODS[period];
}

/** One is named; all of them are "all sections". */
function sectionWords(sections: ReportChoices["sections"]): string {
  if (sections.length === SECTION_NAMES.length) return "all sections";
  return sections.length === 1 && sections[0] ? SECTIONS[sections[0]] : counted(sections.length, "section");
}
