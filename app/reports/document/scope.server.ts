import { and, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import { sessions } from "~/diary/sessions/table.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import type { Database } from "~/platform/db/database.server";
import { londonToday } from "~/platform/time/london";
import type { ReportChoices } from "./choices";
import { aYearEarlierOf, boundsOf, doneAndToCome, type Stretch } from "./period.server";
import type { ReportScope } from "./section.server";

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
