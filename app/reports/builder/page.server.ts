import { asc, desc, eq, sql } from "drizzle-orm";
import { locksOf } from "~/diary/locks/locked-days.server";
import { daysToLock, type LockedPeriod } from "~/diary/locks/rules";
import { dateRange } from "~/planning/job-plans/plan-dates";
import { NEWEST_PLAN_FIRST } from "~/planning/job-plans/queries.server";
import { jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import type { Actor } from "~/platform/context";
import type { Database } from "~/platform/db/database.server";
import type { FormState } from "~/platform/http/action-result";
import { readDate, ukDate } from "~/platform/time/dates";
import { addDays, type LondonDate, londonToday } from "~/platform/time/london";
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
import { type Bounds, boundsOf } from "../document/period.server";
import { savedReportsOf } from "../saved/saved.server";

const GONE_PLAN = "Choose another period: the job plan of this report is deleted";
const NO_SECTION = "Select at least one section";

/** Reads the page of the report form: the options, and the choices in an address. */
export async function reportBuilderPage({ db, userId, now }: Actor, search: URLSearchParams) {
  const [plans, elements, profiles, saved, locks] = await db.batch([
    db
      .select({
        unique_ref: jobPlans.unique_ref,
        title: jobPlans.title,
        employer: jobPlans.employer,
        date_start: jobPlans.date_start,
        date_end: jobPlans.date_end,
      })
      .from(jobPlans)
      .where(eq(jobPlans.user_id, userId))
      .orderBy(...NEWEST_PLAN_FIRST),
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
    profileRow(db, userId),
    savedReportsOf(db, userId),
    locksOf(db, userId),
  ]);
  const { choices, problems } = readChoices(search);
  const { sites } = profiles[0] ?? DEFAULT_PROFILE;
  const named = namedElements(elements, choices.elements);
  const planNames = new Map(plans.map((plan) => [plan.unique_ref, plan.title]));
  const kept = saved.map((report) => ({
    ...report,
    choices: readChoices(new URLSearchParams(report.choices)).choices,
  }));
  const reports = kept.map((report) => report.choices);
  const locked = await lockedReports({ db, userId, today: londonToday(now) }, reports, locks);
  const isGone = ({ plan }: ReportChoices) => plan !== "" && !planNames.has(plan);
  return {
    form: stateOf(choices, named.ticked, search, problems, isGone(choices)),
    preset: presetOf(search),
    plans: plans.map((plan) => ({ value: `plan:${plan.unique_ref}`, label: `${plan.title}, ${dateRange(plan)}` })),
    elements: named.choices,
    specialties: specialtiesOf(elements, choices.specialties),
    employers: listOf([...plans.map(({ employer }) => employer), ...choices.employers]),
    sites: listOf([...sites, ...elements.map(({ location }) => location), ...choices.sites]),
    saved: kept.map(({ unique_ref, name, choices: report }, at) => ({
      ...{ unique_ref, name },
      query: writeChoices(report).toString(),
      words: formatChoice(report, planNames.get(report.plan) ?? null),
      /** Its job plan is deleted: it cannot be shown until another period is chosen. */
      isGone: isGone(report),
      /** All its days that are over are locked. */
      isLocked: locked[at] === true,
    })),
    /** The current choices as a query and in words, for the form that saves them under a name. */
    chosen: {
      query: writeChoices(choices).toString(),
      words: formatChoice(choices, planNames.get(choices.plan) ?? null),
    },
  };
}

export type ReportBuilderPage = Awaited<ReturnType<typeof reportBuilderPage>>;

interface Reader {
  db: Database;
  userId: number;
  today: LondonDate;
}

/**
 * Whether the days of each report are locked. Only the database knows which days these are: a second batch, for
 * somebody who has locked any.
 */
async function lockedReports(
  { db, userId, today }: Reader,
  reports: readonly ReportChoices[],
  locks: readonly LockedPeriod[],
): Promise<boolean[]> {
  const [first, ...others] = reports.map((choices) => periodRow(db, boundsOf(userId, choices, today)));
  if (locks.length === 0 || !first) return [];
  const found = await db.batch([first, ...others]);
  return found.map(([row]) => {
    if (!row?.from || !row.end) return false;
    return daysToLock({ date_start: row.from, date_end: addDays(row.end, -1) }, locks, today)?.isLocked === true;
  });
}

function periodRow(db: Database, { from, end }: Bounds) {
  return db
    .select({
      from: sql<LondonDate | null>`${from}`.as("period_from"),
      end: sql<LondonDate | null>`${end}`.as("period_end"),
    })
    .from(sql`(SELECT 1)`);
}

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
