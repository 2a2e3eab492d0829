import { and, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import { jobPlanElements } from "~/job-plans/table.server";
import { sessions } from "~/sessions/table.server";
import { londonToday } from "~/time/london";
import type { ReportChoices } from "./choices";
import { aYearEarlierOf, boundsOf, doneAndToCome, type Stretch } from "./period.server";
import type { ReportScope } from "./section.server";

export function scopeOf(db: Database, userRef: string, choices: ReportChoices, now: number): ReportScope {
  const today = londonToday(now);
  const bounds = boundsOf(userRef, choices, today);
  const { done, toCome } = doneAndToCome(bounds, today);
  const kept = new Map<string, unknown>();
  return {
    ...{ db, userRef, now, today, choices, bounds },
    passes: passesFilters(userRef, choices),
    chosen: chosenSessions(userRef, choices, done),
    toCome: chosenSessions(userRef, choices, toCome),
    chosenAYearEarlier: chosenSessions(userRef, choices, aYearEarlierOf(bounds, today)),
    once<Made>(name: string, make: () => Made): Made {
      if (!kept.has(name)) kept.set(name, make());
      return kept.get(name) as Made;
    },
  };
}

/** What the elements of the filter are called. The plus leads to them alone, not to all that the user ever had. */
export function chosenElements({ db, userRef, choices, once }: ReportScope) {
  return once("chosen elements", () =>
    db
      .selectDistinct({ description: jobPlanElements.description })
      .from(jobPlanElements)
      .where(
        and(
          sql`+${jobPlanElements.user_ref} = ${userRef}`,
          inArray(jobPlanElements.unique_ref, listed(choices.elements)),
        ),
      ),
  );
}

function chosenSessions(userRef: string, choices: ReportChoices, { fromAt, endAt }: Stretch): SQL {
  return and(
    eq(sessions.user_ref, userRef),
    gte(sessions.start_at, fromAt),
    lt(sessions.start_at, endAt),
    passesFilters(userRef, choices),
  ) as SQL;
}

function passesFilters(userRef: string, { employers, elements, sites, specialties }: ReportChoices): SQL | undefined {
  // The plus leaves the index to the period: with one on the element SQLite would read every session of old years.
  const ofElement = sql`+${sessions.element_ref}`;
  return and(
    sites.length > 0 ? inArray(sql`+${sessions.site}`, listed(sites)) : undefined,
    elements.length > 0 ? inArray(ofElement, namedLike(userRef, elements)) : undefined,
    employers.length > 0 ? inArray(ofElement, ofEmployers(userRef, employers)) : undefined,
    specialties.length > 0 ? inArray(ofElement, ofSpecialties(userRef, specialties)) : undefined,
  );
}

/** A list as one bound value: a statement takes a hundred of them at most. */
function listed(values: readonly string[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
}

/** The elements of all plans that are called as these are: a list goes on from plan to plan under its name. */
function namedLike(userRef: string, refs: readonly string[]): SQL {
  return sql`(SELECT alike.unique_ref FROM job_plan_elements AS named
    JOIN job_plan_elements AS alike ON alike.user_ref = named.user_ref
      AND alike.description = named.description COLLATE NOCASE
    WHERE named.user_ref = ${userRef} AND named.unique_ref IN ${listed(refs)})`;
}

function ofEmployers(userRef: string, employers: readonly string[]): SQL {
  return sql`(SELECT e.unique_ref FROM job_plan_elements AS e JOIN job_plans AS p ON p.unique_ref = e.plan_ref
    WHERE e.user_ref = ${userRef} AND p.employer IN ${listed(employers)})`;
}

/** In whatever letters: a table of specialties counts them as one, too. */
function ofSpecialties(userRef: string, specialties: readonly string[]): SQL {
  return sql`(SELECT e.unique_ref FROM job_plan_elements AS e
    WHERE e.user_ref = ${userRef} AND e.specialty COLLATE NOCASE IN ${listed(specialties)})`;
}
