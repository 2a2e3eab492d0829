import { and, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { sessions } from "~/diary/sessions/table.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import type { Actor } from "~/platform/context";
import { formatCounted } from "~/platform/time/counted";
import { type LondonDate, londonToday } from "~/platform/time/london";
import type { Profile } from "~/profile/queries.server";
import { filtersOf, type ReportChoices } from "./choices";
import { aYearEarlier, type Bounds, boundsOf, doneAndToCome, type ReportRange } from "./period";
import type { ReportPeriod, ReportSection, SectionName } from "./types";

/** Input for the statements of a section, before anything is read. */
export interface ReportScope extends Pick<Actor, "db" | "userId" | "now"> {
  today: LondonDate;
  choices: ReportChoices;
  period: ReportPeriod;
  bounds: Bounds;
  /** Condition on rows of `sessions`, not aliased: those that pass the filters; undefined without filters. */
  passes: SQL | undefined;
  /**
   * Condition on rows of `sessions`, not aliased: the user's on the days of the period that are over, if they pass the
   * filters.
   */
  chosen: SQL;
  /** As `chosen`, for the sessions of the period that are still to come. */
  toCome: SQL;
  /** As `chosen`, a year earlier. */
  chosenAYearEarlier: SQL;
  /** Makes a thing once, for all sections that ask for its name: a statement that several need is in the batch once. */
  once<Made>(name: string, make: () => Made): Made;
}

/** Input for the content of a section, after the batch is read. */
export interface ReportContext extends Omit<ReportScope, "db">, Pick<Actor, "cipher"> {
  profile: Profile;
  /** `in this period`, with what is left out of it: for the text of an empty section. */
  inPeriod: string;
}

type Statement = BatchItem<"sqlite">;
type AnswersOf<Statements extends readonly Statement[]> = { [At in keyof Statements]: Awaited<Statements[At]> };

/**
 * A section of reports: statements for the report's one batch, and a function that makes its content from their rows.
 */
export interface Section {
  name: SectionName;
  statements(scope: ReportScope): readonly Statement[];
  /** @param answers rows of `statements`, in their order */
  make(answers: readonly unknown[], context: ReportContext): SectionContent | Promise<SectionContent>;
}

/** Content of a section; the report adds its name, title and `reach`. */
type SectionContent = Pick<ReportSection, "blocks" | "empty" | "summary">;

/** Makes a section whose rows have the types of its own statements. */
export function section<Statements extends readonly Statement[]>(
  name: SectionName,
  statements: (scope: ReportScope) => Statements,
  make: (answers: AnswersOf<Statements>, context: ReportContext) => SectionContent | Promise<SectionContent>,
): Section {
  // `readReport` passes the rows of each statement, in the order of the statements.
  return { name, statements, make: (answers, context) => make(answers as AnswersOf<Statements>, context) };
}

/** What the statements of a report's sections share; `once` makes a part that several of them use. */
export function scopeOf(
  { db, userId, now }: Pick<Actor, "db" | "userId" | "now">,
  choices: ReportChoices,
  period: ReportPeriod,
): ReportScope {
  const today = londonToday(now);
  const bounds = boundsOf(period);
  const { done, toCome } = doneAndToCome(bounds, today);
  const before = aYearEarlier(period, today);
  const kept = new Map<string, unknown>();
  return {
    ...{ db, userId, now, today, choices, period, bounds },
    passes: passesFilters(userId, choices),
    chosen: chosenSessions(userId, choices, done),
    toCome: chosenSessions(userId, choices, toCome),
    chosenAYearEarlier: before ? chosenSessions(userId, choices, boundsOf(before)) : sql`FALSE`,
    once<Made>(name: string, make: () => Made): Made {
      if (!kept.has(name)) kept.set(name, make());
      return kept.get(name) as Made;
    },
  };
}

/** Statement: the names of the elements in the filter. */
export function chosenElements({ db, userId, choices, once }: ReportScope) {
  return once("chosen elements", () =>
    db
      .selectDistinct({ description: jobPlanElements.description })
      .from(jobPlanElements)
      .where(and(eq(jobPlanElements.user_id, userId), inArray(jobPlanElements.unique_ref, listed(choices.elements)))),
  );
}

function chosenSessions(userId: number, choices: ReportChoices, { fromAt, endAt }: ReportRange): SQL {
  return and(
    eq(sessions.user_id, userId),
    gte(sessions.start_at, fromAt),
    lt(sessions.start_at, endAt),
    passesFilters(userId, choices),
  ) as SQL;
}

function passesFilters(userId: number, { employers, elements, sites, specialties }: ReportChoices): SQL | undefined {
  const ofElement = sql`+${sessions.element_ref}`;
  return and(
    sites.length > 0 ? inArray(sql`+${sessions.site}`, listed(sites)) : undefined,
    elements.length > 0
      ? or(inArray(ofElement, namedLike(userId, elements)), inArray(sql`+${sessions.work_kind}`, listed(elements)))
      : undefined,
    employers.length > 0 ? inArray(ofElement, ofEmployers(userId, employers)) : undefined,
    specialties.length > 0 ? inArray(ofElement, ofSpecialties(userId, specialties)) : undefined,
  );
}

/** A list as one bound value: a statement takes at most a hundred of them. */
function listed(values: readonly string[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
}

/** The elements of all plans with the names of these: an element continues from plan to plan under its name. */
function namedLike(userId: number, refs: readonly string[]): SQL {
  return sql`(SELECT alike.unique_ref FROM job_plan_elements AS named
    JOIN job_plan_elements AS alike ON alike.user_id = named.user_id
      AND alike.description = named.description COLLATE NOCASE
    WHERE named.user_id = ${userId} AND named.unique_ref IN ${listed(refs)})`;
}

function ofEmployers(userId: number, employers: readonly string[]): SQL {
  return sql`(SELECT e.unique_ref FROM job_plan_elements AS e JOIN job_plans AS p ON p.user_id = e.user_id AND p.unique_ref = e.plan_ref
    WHERE e.user_id = ${userId} AND p.employer IN ${listed(employers)})`;
}

/** Upper and lower case are the same, as in the table of specialties. */
function ofSpecialties(userId: number, specialties: readonly string[]): SQL {
  return sql`(SELECT e.unique_ref FROM job_plan_elements AS e
    WHERE e.user_id = ${userId} AND e.specialty COLLATE NOCASE IN ${listed(specialties)})`;
}

/** Sections that are not made from sessions alone: they state themselves what is booked or to come. */
const SECTIONS_WITH_OWN_NOTE: readonly SectionName[] = ["leave", "cpd", "extra-work"];

/**
 * Text in the head of a report about sessions of its period that are still to come; empty if there are none, or if no
 * section is made from sessions alone.
 */
export function formatToCome(sessions: number, sections: readonly SectionName[]): string {
  if (sessions === 0 || sections.every((name) => SECTIONS_WITH_OWN_NOTE.includes(name))) return "";
  const are = sessions === 1 ? "is" : "are";
  return `${formatCounted(sessions, "session")} of this period ${are} still to come and not counted: a day counts once it is over`;
}

/** Ending of a sentence that nothing is recorded: `in the work shown of this period`, `in this period so far`. */
export function formatInPeriod(isFiltered: boolean, isToCome: boolean): string {
  return `in ${isFiltered ? "the work shown of " : ""}this period${isToCome ? " so far" : ""}`;
}

/**
 * Text on what a section covers, if not only the work that passes the filters named in the head of the report; empty
 * otherwise. Employer, element and specialty are those of a session's element, the site is the session's own.
 */
export function formatReach(name: SectionName, choices: ReportChoices): string {
  if (filtersOf(choices) === 0) return "";
  if (name === "leave" || name === "cpd") return "All work: the filter does not apply to this section.";
  // A plan does not say at which site its elements are worked.
  if (name === "job-plan")
    return choices.sites.length === 0 ? "" : "All sites: the site filter does not apply to this section.";
  if (name === "extra-work")
    return "Fees for work without a session in the logbook are left out, because a filter needs a session.";
  if (name === "gaps") return "Only the work shown. A report of all work lists the months without work.";
  return "";
}
