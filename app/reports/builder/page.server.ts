import { asc, desc, eq } from "drizzle-orm";
import { workKind } from "~/diary/fees/kinds";
import { locksOf } from "~/diary/locks/locked-days.server";
import { OUTSIDE_PLAN } from "~/diary/sessions/element-choices";
import { lastOutsidePlan } from "~/diary/sessions/outside-plan.server";
import { dateRange } from "~/planning/job-plans/plan-dates";
import { plansOf } from "~/planning/job-plans/queries.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import type { Actor } from "~/platform/context";
import type { FormState } from "~/platform/http/action-result";
import { readDate, ukDate } from "~/platform/time/dates";
import { londonToday } from "~/platform/time/london";
import { DEFAULT_PROFILE, profileRow } from "~/profile/queries.server";
import {
  formatChoice,
  lacksSections,
  PRESETS,
  type PresetName,
  type ReportChoices,
  readChoices,
  writeChoices,
} from "../document/choices";
import { isGonePlan, savedReportLines } from "../saved/lines.server";
import { savedReportsOf } from "../saved/saved.server";

const GONE_PLAN = "Choose another period: the job plan of this report is deleted";
const NO_SECTION = "Select at least one section";

/** Reads the page of the report form: the options, and the choices in an address. */
export async function reportBuilderPage({ db, userId, now }: Actor, search: URLSearchParams) {
  const today = londonToday(now);
  const [plans, elements, outside, profiles, saved, locks] = await db.batch([
    plansOf(db, userId),
    db
      .select({
        unique_ref: jobPlanElements.unique_ref,
        description: jobPlanElements.description,
        location: jobPlanElements.location,
        specialty: jobPlanElements.specialty,
      })
      .from(jobPlanElements)
      .where(eq(jobPlanElements.user_id, userId))
      .orderBy(asc(jobPlanElements.description), desc(jobPlanElements.created_at)),
    lastOutsidePlan(db, userId),
    profileRow(db, userId),
    savedReportsOf(db, userId),
    locksOf(db, userId),
  ]);
  const { choices, problems } = readChoices(search);
  const { sites, appraisal_month } = profiles[0] ?? DEFAULT_PROFILE;
  const kinds = OUTSIDE_PLAN.choices.filter(({ value }) => {
    return (
      choices.elements.includes(value) || outside.some(({ kind, start_at }) => kind === value && start_at !== null)
    );
  });
  const named = namedElements(elements, choices.elements);
  const planNames = new Map(plans.map((plan) => [plan.unique_ref, plan.title]));
  const isGone = isGonePlan(choices, planNames);
  return {
    form: stateOf(choices, [...named.ticked, ...choices.elements.filter(workKind)], search, problems, isGone),
    preset: presetOf(search),
    plans: plans.map((plan) => ({ value: `plan:${plan.unique_ref}`, label: `${plan.title}, ${dateRange(plan)}` })),
    elements: [...named.choices, ...kinds],
    specialties: specialtiesOf(elements, choices.specialties),
    employers: listOf([...plans.map(({ employer }) => employer), ...choices.employers]),
    sites: listOf([...sites, ...elements.map(({ location }) => location), ...choices.sites]),
    saved: savedReportLines(saved, { planNames, locks, plans, appraisal_month, today }),
    /** The current choices as a query and in words, for the form that saves them under a name. */
    chosen: {
      query: writeChoices(choices).toString(),
      words: formatChoice(choices, planNames.get(choices.plan) ?? null),
    },
  };
}

export type ReportBuilderPage = Awaited<ReturnType<typeof reportBuilderPage>>;

/** The state of the form: the choices as values, and errors by field. */
function stateOf(
  choices: ReportChoices,
  elements: string[],
  search: URLSearchParams,
  problems: Record<string, string>,
  isGone: boolean,
): FormState {
  const { period, plan } = choices;
  const typed = (name: "from" | "until") => {
    const text = search.get(name) ?? "";
    const date = readDate(text);
    return date ? ukDate(date) : text;
  };
  const none = lacksSections(search);
  const errors = { ...problems, ...(none && { section: NO_SECTION }), ...(isGone && { period: GONE_PLAN }) };
  return {
    values: {
      period: isGone ? [] : [plan ? `${period}:${plan}` : period],
      from: [typed("from")],
      until: [typed("until")],
      section: none ? [] : choices.sections,
      employer: choices.employers,
      specialty: choices.specialties,
      element: elements,
      site: choices.sites,
      small: choices.small ? ["1"] : [],
    },
    errors: Object.fromEntries(Object.entries(errors).map(([name, message]) => [name, [message]])),
  };
}

/** The preset that an address names; `appraisal` for an address without a query. */
function presetOf(search: URLSearchParams): PresetName | null {
  const asked = search.size === 0 ? "appraisal" : (search.get("preset") ?? "");
  return Object.hasOwn(PRESETS, asked) ? (asked as PresetName) : null;
}

/** One option for each name, across all plans: a filter takes all elements of the name. */
function namedElements(elements: readonly { unique_ref: string; description: string }[], chosen: readonly string[]) {
  const byName = new Map<string, { value: string; label: string }>();
  const ticked = new Set<string>();
  for (const { unique_ref, description } of elements) {
    const key = description.toLowerCase();
    const one = byName.get(key) ?? { value: unique_ref, label: description };
    byName.set(key, one);
    if (chosen.includes(unique_ref)) ticked.add(one.value);
  }
  return { choices: [...byName.values()], ticked: [...ticked] };
}

/** One option for each specialty, ignoring upper and lower case; a chosen one keeps its spelling. */
function specialtiesOf(elements: readonly { specialty: string }[], chosen: readonly string[]): string[] {
  const names = [...elements.map(({ specialty }) => specialty), ...chosen];
  return listOf(new Map(names.map((name) => [name.toLowerCase(), name])).values());
}

function listOf(names: Iterable<string>): string[] {
  return [...new Set(names)].filter((name) => name !== "").toSorted((one, other) => one.localeCompare(other, "en-GB"));
}
