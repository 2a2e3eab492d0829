import { and, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { sessions } from "~/diary/sessions/table.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import type { Asker } from "~/platform/context";
import type { Database } from "~/platform/db/database.server";
import { counted } from "~/platform/time/counted";
import { type LondonDate, londonToday } from "~/platform/time/london";
import type { Profile } from "~/profile/queries.server";
import { filtersOf, type ReportChoices } from "./choices";
import { aYearEarlierOf, type Bounds, boundsOf, doneAndToCome, type Stretch } from "./period.server";
import type { ReportPeriod, ReportSection, SectionName } from "./types";

/** What the statements of a section are made from, before anything was read. */
export interface ReportScope extends Pick<Asker, "db" | "userId" | "now"> {
  today: LondonDate;
  choices: ReportChoices;
  bounds: Bounds;
  /** Of rows of `sessions` by their own name: what the filters let pass; undefined without any. */
  passes: SQL | undefined;
  /** Of rows of `sessions` by their own name: the user's of the days that are over, as the filters let them pass. */
  chosen: SQL;
  /** As `chosen`: those of the period that are still to come. */
  toCome: SQL;
  /** As `chosen`, a year earlier. */
  chosenAYearEarlier: SQL;
  /** The same thing for all sections that ask for it: a statement that several need is in the batch once. */
  once<Made>(name: string, make: () => Made): Made;
}

/** What a section is made with, once the batch was read. */
export interface ReportWorld extends Omit<ReportScope, "db">, Pick<Asker, "cipher"> {
  profile: Profile;
  period: ReportPeriod;
  /** `in this period`, with what that leaves out: for a section in which there is nothing. */
  inPeriod: string;
}

type Statement = BatchItem<"sqlite">;
type AnswersOf<Statements extends readonly Statement[]> = { [At in keyof Statements]: Awaited<Statements[At]> };

/** A section of reports: statements for the one batch, and a function from their rows to what is printed. */
export interface Section {
  name: SectionName;
  statements(scope: ReportScope): readonly Statement[];
  /** @param answers of `statements`, in their order */
  make(answers: readonly unknown[], world: ReportWorld): Made | Promise<Made>;
}

/** What a section says; its name, its title and what it is of are the report's to add. */
type Made = Pick<ReportSection, "blocks" | "empty" | "inShort">;

/** A section, its rows typed by its own statements. */
export function section<Statements extends readonly Statement[]>(
  name: SectionName,
  statements: (scope: ReportScope) => Statements,
  make: (answers: AnswersOf<Statements>, world: ReportWorld) => Made | Promise<Made>,
): Section {
  // The batch answers each statement with its own rows: `readReport` hands them back in their order.
  return { name, statements, make: (answers, world) => make(answers as AnswersOf<Statements>, world) };
}

export function scopeOf(db: Database, userId: number, choices: ReportChoices, now: number): ReportScope {
  const today = londonToday(now);
  const bounds = boundsOf(userId, choices, today);
  const { done, toCome } = doneAndToCome(bounds, today);
  const kept = new Map<string, unknown>();
  return {
    ...{ db, userId, now, today, choices, bounds },
    passes: passesFilters(userId, choices),
    chosen: chosenSessions(userId, choices, done),
    toCome: chosenSessions(userId, choices, toCome),
    chosenAYearEarlier: chosenSessions(userId, choices, aYearEarlierOf(bounds, today)),
    once<Made>(name: string, make: () => Made): Made {
      if (!kept.has(name)) kept.set(name, make());
      return kept.get(name) as Made;
    },
  };
}

/** What the elements of the filter are called. */
export function chosenElements({ db, userId, choices, once }: ReportScope) {
  return once("chosen elements", () =>
    db
      .selectDistinct({ description: jobPlanElements.description })
      .from(jobPlanElements)
      .where(and(eq(jobPlanElements.user_id, userId), inArray(jobPlanElements.unique_ref, listed(choices.elements)))),
  );
}

function chosenSessions(userId: number, choices: ReportChoices, { fromAt, endAt }: Stretch): SQL {
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
    elements.length > 0 ? inArray(ofElement, namedLike(userId, elements)) : undefined,
    employers.length > 0 ? inArray(ofElement, ofEmployers(userId, employers)) : undefined,
    specialties.length > 0 ? inArray(ofElement, ofSpecialties(userId, specialties)) : undefined,
  );
}

/** A list as one bound value: a statement takes a hundred of them at most. */
function listed(values: readonly string[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
}

/** The elements of all plans that are called as these are: a list goes on from plan to plan under its name. */
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

/** In whatever letters: a table of specialties counts them as one, too. */
function ofSpecialties(userId: number, specialties: readonly string[]): SQL {
  return sql`(SELECT e.unique_ref FROM job_plan_elements AS e
    WHERE e.user_id = ${userId} AND e.specialty COLLATE NOCASE IN ${listed(specialties)})`;
}

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
  if (name === "leave" || name === "cpd") return "All work: the filter does not apply to this section.";
  // A plan does not say at which site its elements are worked.
  if (name === "job-plan")
    return choices.sites.length === 0 ? "" : "All sites: the site filter does not apply to this section.";
  if (name === "extra-work")
    return "Fees for work without a session in the diary are left out, because a filter needs a session.";
  if (name === "gaps") return "Only the work shown. A report of all work lists the months without work.";
  return "";
}
