import { workKind } from "~/diary/fees/kinds";
import { formatCounted, formatCountedIfAny } from "~/platform/time/counted";
import { longDate, readDate } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";
import { SECTION_NAMES, SECTIONS, type SectionName } from "./types";

/** The periods of reports. Those without fixed dates move on with the calendar. */
export const PERIODS = {
  appraisal: "This appraisal year",
  last_appraisal: "Last appraisal year",
  tax: "This tax year",
  last_tax: "Last tax year",
  plan: "Job plan",
  custom: "Dates of your own",
} as const;
type PeriodKind = keyof typeof PERIODS;

/** The choices of a report. They are the same in an address and in a saved report. */
export interface ReportChoices {
  period: PeriodKind;
  /** Reference of the job plan of a `plan` period; empty: the one that contains today, or is nearest to it. */
  plan: string;
  /** First and last day of a `custom` period, both included. */
  from: LondonDate | null;
  until: LondonDate | null;
  sections: SectionName[];
  /** Employers of job plans, by their names. */
  employers: string[];
  /** References of elements: each selects all elements of its name, in any plan. And kinds of work outside the plan. */
  elements: string[];
  /** Sites of sessions, by their names. */
  sites: string[];
  /** Specialties of elements, by their names. */
  specialties: string[];
  /** Whether counts of cases under 5 are hidden, others rounded and single cases left out. */
  small: boolean;
  /**
   * Whether the report is shown although texts look as if they identified a person. It is for a single request: never
   * saved.
   */
  confirmed: boolean;
}

interface Preset {
  label: string;
  /** Title of a report with exactly these sections. */
  title: string;
  period: PeriodKind;
  sections: SectionName[];
}

/** Presets to start from. */
export const PRESETS = {
  appraisal: {
    label: "Appraisal",
    title: "Appraisal report",
    period: "appraisal",
    sections: SECTION_NAMES.filter((name) => name !== "extra-work" && name !== "cases"),
  },
  "job-plan": {
    label: "Job plan review",
    title: "Job plan review",
    period: "plan",
    sections: ["scope", "job-plan", "leave", "gaps"],
  },
  "extra-work": {
    label: "Additional paid work for an accountant",
    title: "Additional paid work",
    period: "last_tax",
    sections: ["extra-work"],
  },
  logbook: {
    label: "Logbook summary",
    title: "Logbook summary",
    period: "appraisal",
    sections: ["caseload", "airway", "procedures", "supervision"],
  },
  everything: { label: "Everything", title: "Full report", period: "appraisal", sections: SECTION_NAMES },
} as const satisfies Record<string, Preset>;
export type PresetName = keyof typeof PRESETS;

const MAX_OF_A_FILTER = 50;
const LONGEST_NAME = 200;

/**
 * Reads the choices from an address, or from the text of a saved report. Unknown values are treated as not given;
 * errors in typed dates are returned by field. A preset supplies what is not given.
 */
export function readChoices(search: URLSearchParams): { choices: ReportChoices; problems: Record<string, string> } {
  const asked = search.get("preset") ?? "";
  const preset: Preset | null = Object.hasOwn(PRESETS, asked) ? PRESETS[asked as PresetName] : null;
  const [kind = "", plan = ""] = (search.get("period") || preset?.period || "appraisal").split(":");
  const period = Object.hasOwn(PERIODS, kind) ? (kind as PeriodKind) : "appraisal";
  const named = SECTION_NAMES.filter((name) => search.getAll("section").includes(name));
  const { from, until, problems } = period === "custom" ? readDates(search) : { from: null, until: null, problems: {} };
  return {
    choices: {
      ...{ period, from, until },
      plan: period === "plan" && /^[\w-]{22}$/.test(plan) ? plan : "",
      sections: named.length > 0 ? named : [...(preset ?? PRESETS.appraisal).sections],
      employers: namesOf(search, "employer"),
      elements: namesOf(search, "element").filter((ref) => /^[\w-]{22}$/.test(ref) || workKind(ref)),
      sites: namesOf(search, "site"),
      specialties: namesOf(search, "specialty"),
      small: search.get("small") === "1",
      confirmed: search.get("confirmed") === "1",
    },
    problems,
  };
}

const DATE_FORM = "Enter a date, such as 27/3/2026";

function readDates(search: URLSearchParams) {
  const from = readDate(search.get("from") ?? "");
  const until = readDate(search.get("until") ?? "");
  const problems: Record<string, string> = {};
  if (!from) problems.from = from === null ? "Enter the first day of the report" : DATE_FORM;
  if (!until) problems.until = until === null ? "Enter the last day of the report" : DATE_FORM;
  if (from && until && until < from) problems.until = "The last day must be on or after the first day";
  return { from: from || null, until: until || null, problems };
}

function namesOf(search: URLSearchParams, name: string): string[] {
  const given = search.getAll(name).filter((each) => each !== "" && each.length <= LONGEST_NAME);
  return [...new Set(given)].slice(0, MAX_OF_A_FILTER);
}

/** Number of the filters' values; 0 for a report of all work. */
export function filtersOf({ employers, elements, sites, specialties }: ReportChoices): number {
  return employers.length + elements.length + sites.length + specialties.length;
}

/** The query from which `readChoices` reads the same choices, except `confirmed`; a saved report stores it. */
export function writeChoices(choices: ReportChoices): URLSearchParams {
  const search = new URLSearchParams();
  const { period, plan, from, until } = choices;
  search.set("period", plan ? `${period}:${plan}` : period);
  if (from) search.set("from", from);
  if (until) search.set("until", until);
  const { sections: section, employers: employer, elements: element, sites: site, specialties: specialty } = choices;
  for (const [name, values] of Object.entries({ section, employer, element, site, specialty })) {
    for (const value of values) search.append(name, value);
  }
  if (choices.small) search.set("small", "1");
  return search;
}

/** Title of a report by its sections: `Appraisal report`. */
export function reportTitle({ sections }: Pick<ReportChoices, "sections">): string {
  const preset = Object.values(PRESETS).find((each) => each.sections.join() === sections.join());
  if (preset) return preset.title;
  return sections.length === 1 && sections[0] ? SECTIONS[sections[0]] : "Report of work";
}

/** Whether a report lists its cases: it does not if small numbers are hidden. */
export function listsCases({ sections, small }: Pick<ReportChoices, "sections" | "small">): boolean {
  return sections.includes("cases") && !small;
}

/**
 * The choices in one line: `This appraisal year · 11 sections · 1 filter`.
 * @param plan title of the report's job plan
 */
export function formatChoice(choices: ReportChoices, plan: string | null): string {
  const { sections, small } = choices;
  const filters = filtersOf(choices);
  const kept = small ? "counts under 5 hidden, others rounded" : "";
  return [periodOf(choices, plan), formatSections(sections), formatCountedIfAny(filters, "filter"), kept]
    .filter(Boolean)
    .join(" · ");
}

/** @param plan title of the job plan; null if it is deleted */
function periodOf({ period, plan: named, from, until }: ReportChoices, plan: string | null): string {
  if (named) return plan ?? "A deleted job plan";
  return from && until ? `${longDate(from)} to ${longDate(until)}` : PERIODS[period];
}

/** The name of a single section, otherwise "all sections" or their number. */
function formatSections(sections: ReportChoices["sections"]): string {
  if (sections.length === SECTION_NAMES.length) return "all sections";
  return sections.length === 1 && sections[0] ? SECTIONS[sections[0]] : formatCounted(sections.length, "section");
}

/**
 * A field that the form of choices always sends. It distinguishes a form without a ticked section from an address that
 * does not name sections.
 */
export const FORM_MARK = "chosen";

/** Whether the form of choices was sent without a section. */
export function lacksSections(search: URLSearchParams): boolean {
  return search.has(FORM_MARK) && !search.has("section");
}
