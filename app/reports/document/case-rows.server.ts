import { and, sql } from "drizzle-orm";
import type { AgeUnit } from "~/diary/cases/codes";
import { cases, type StoredOption } from "~/diary/cases/table.server";
import { sessionName } from "~/diary/sessions/outside-plan.server";
import { sessions } from "~/diary/sessions/table.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { refersTo } from "~/platform/db/columns.server";
import { nearText } from "~/platform/db/near-texts.server";
import { listsCases } from "./choices";
import type { ReportScope } from "./section.server";

/** Join of a case to its session: it counts on the day in London on which the session begins. */
export const OF_SESSION = refersTo(cases.session_ref, sessions);

/** The fields of a case from which tables are counted. */
export interface CountedCase {
  session_start_at: number;
  /** Start of the case, or of its session if the case has no start time. */
  at: number;
  /** Of an element, or a kind of work outside the plan. */
  element_ref: string | null;
  asa: number | null;
  urgency: number | null;
  age: number | null;
  age_unit: AgeUnit;
  gender: number | null;
  supervision: number | null;
}

type PackedCase = [
  start_at: number | null,
  asa: number | null,
  urgency: number | null,
  age: number | null,
  age_unit: AgeUnit,
  gender: number | null,
  supervision: number | null,
];

/**
 * Statement: the counted fields of the cases of the period, read once for all tables, so that their figures agree. The
 * cases of a session are packed into one text: as rows, the cases of decades would not fit into the memory of a Worker.
 */
export function countedSessions(scope: ReportScope) {
  // The columns are named in full: in a statement on one table the query builder leaves out the table's name, and the
  // subquery would read its own columns instead.
  const packed = sql<string>`(SELECT json_group_array(json_array(c.start_at, c.asa, c.urgency, c.age, c.age_unit,
    c.gender, c.supervision)) FROM cases AS c
    WHERE c.session_ref = sessions.unique_ref AND c.user_id = sessions.user_id)`;
  return scope.once("counted sessions", () =>
    scope.db
      .select({
        start_at: sessions.start_at,
        element_ref: sql<string | null>`coalesce(${sessions.element_ref}, ${sessions.work_kind})`.as("tag"),
        packed: packed.as("packed_cases"),
      })
      .from(sessions)
      .where(scope.chosen),
  );
}

/** The cases of sessions, unpacked once for all sections. */
export function countedCases(
  rows: Awaited<ReturnType<typeof countedSessions>>,
  { once }: Pick<ReportScope, "once">,
): CountedCase[] {
  return once("counted cases", () =>
    rows.flatMap(({ start_at, element_ref, packed }) =>
      (JSON.parse(packed) as PackedCase[]).map(([at, asa, urgency, age, age_unit, gender, supervision]) => ({
        ...{ session_start_at: start_at, at: at ?? start_at, element_ref },
        ...{ asa, urgency, age, age_unit, gender, supervision },
      })),
    ),
  );
}

/** The elements that the sessions of the period are tagged with. */
export function elementsUsed(scope: ReportScope) {
  return scope.once("elements used", () =>
    scope.db
      .selectDistinct({
        unique_ref: jobPlanElements.unique_ref,
        description: jobPlanElements.description,
        specialty: jobPlanElements.specialty,
      })
      .from(sessions)
      .innerJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
      .where(scope.chosen),
  );
}

export type UsedElement = Awaited<ReturnType<typeof elementsUsed>>[number];

/** Empty options, read in place of a case's own: only the case list shows them. */
const noOptions = sql<readonly StoredOption[]>`'[]'`;

/** Statement: the number of cases in the period, and the number of those with a text. */
export function caseCounts(scope: ReportScope) {
  return scope.once("case counts", () =>
    scope.db
      .select({
        all: sql<number>`count(*)`.mapWith(Number).as("all_n"),
        written: sql<number>`count(${cases.text_encrypted})`.mapWith(Number).as("written_n"),
      })
      .from(sessions)
      .innerJoin(cases, OF_SESSION)
      .where(scope.chosen),
  );
}

export type CaseCounts = Awaited<ReturnType<typeof caseCounts>>[number];

/** Most cases that are listed, or whose texts are searched: more would not fit into the memory of a Worker. */
const MAX_LISTED = 2000;
const MAX_WRITTEN = 10_000;
const MAX_TEXT_BYTES = 8_000_000;

/** By session, then by the start of the case; cases without a start time last. */
const FIRST_TO_LAST = sql`${sessions.start_at}, ${cases.start_at} IS NULL, ${cases.start_at}, ${cases.unique_ref}`;

/**
 * Statement: the first cases of the period that have a text, or the first of all cases if the report lists cases; those
 * that `listedOf` takes.
 */
export function writtenCases(scope: ReportScope) {
  const listed = listsCases(scope.choices);
  return scope.once("written cases", () =>
    scope.db
      .select({
        session_start_at: sql<number>`${sessions.start_at}`.as("session_start_at"),
        site: sessions.site,
        element: sessionName(),
        unique_ref: cases.unique_ref,
        session_ref: cases.session_ref,
        start_at: cases.start_at,
        end_at: cases.end_at,
        age: cases.age,
        age_unit: cases.age_unit,
        gender: cases.gender,
        asa: cases.asa,
        urgency: cases.urgency,
        supervision: cases.supervision,
        reflection_type: cases.reflection_type,
        reflection_domains: cases.reflection_domains,
        ...nearText(cases.text_encrypted, FIRST_TO_LAST, MAX_TEXT_BYTES),
        options: (listed ? sql`${cases.options}` : noOptions).mapWith(cases.options).as("chosen_options"),
      })
      .from(sessions)
      .innerJoin(cases, OF_SESSION)
      .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
      .where(listed ? scope.chosen : and(scope.chosen, sql`${cases.text_encrypted} IS NOT NULL`))
      .orderBy(FIRST_TO_LAST)
      .limit(listed ? MAX_LISTED : MAX_WRITTEN),
  );
}

export type WrittenCase = Awaited<ReturnType<typeof writtenCases>>[number];

/** The cases up to the first whose text is left out, so that a report has the first of its period. */
export function listedOf(rows: readonly WrittenCase[]): readonly WrittenCase[] {
  const far = rows.findIndex(({ far_bytes }) => far_bytes > 0);
  return far === -1 ? rows : rows.slice(0, far);
}
