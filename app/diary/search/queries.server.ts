import { and, asc, desc, eq, exists, gte, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { CustomOption } from "~/diary/cases/options.server";
import { STANDARD } from "~/diary/cases/standard-options";
import { CHOSEN, cases, chosenIn } from "~/diary/cases/table.server";
import { fees } from "~/diary/fees/table.server";
import { planLabel } from "~/diary/sessions/element-choices";
import { sessions } from "~/diary/sessions/table.server";
import type { ElementChoice } from "~/planning/job-plans/queries.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import type { ChoiceGroup } from "~/ui/forms/choice-fields";
import type { SearchCriteria } from "./form";
import type { SearchBounds, SearchRange } from "./rules";

/** True when the filters apply to cases, so that sessions' own texts are not searched. */
export function filtersApplyToCases({ missing, asa, urgency, option }: SearchCriteria): boolean {
  return asa !== null || urgency !== null || option !== "" || (missing !== null && missing !== "no_element");
}

function sessionMatches(userId: number, { element, category, missing }: SearchCriteria) {
  return and(
    eq(sessions.user_id, userId),
    element ? eq(sessions.element_ref, element) : undefined,
    category ? eq(jobPlanElements.category, category) : undefined,
    missing === "no_element" ? isNull(sessions.element_ref) : undefined,
  );
}

function caseMatches({ missing, asa, urgency, option }: SearchCriteria) {
  const isChosen = sql`EXISTS (SELECT 1 FROM ${chosenIn(cases.options)} WHERE ${CHOSEN.id} = ${option})`;
  return and(
    asa ? eq(cases.asa, Number(asa)) : undefined,
    urgency ? eq(cases.urgency, Number(urgency)) : undefined,
    missing === "no_asa" ? isNull(cases.asa) : undefined,
    missing === "no_end" ? and(isNotNull(cases.start_at), isNull(cases.end_at)) : undefined,
    missing === "identifier" ? eq(cases.identifier_suspected, true) : undefined,
    option ? isChosen : undefined,
  );
}

function startsIn({ from, until }: SearchRange) {
  return and(gte(sessions.start_at, from), lt(sessions.start_at, until));
}

/** Columns of the fee of a row: its reference, which its notes are bound to, and the notes, still encrypted. */
const ownFee = {
  fee_ref: sql<string | null>`${fees.unique_ref}`.as("fee_ref"),
  fee_notes_encrypted: sql<Uint8Array | null>`${fees.text_encrypted}`
    .mapWith(fees.text_encrypted)
    .as("fee_notes_encrypted"),
};

/** Query for a batch: the sessions of a stretch that match the filters, newest first. */
export function sessionsInRange(db: Database, userId: number, criteria: SearchCriteria, range: SearchRange) {
  return db
    .select({
      unique_ref: sessions.unique_ref,
      start_at: sessions.start_at,
      end_at: sessions.end_at,
      text_encrypted: sessions.text_encrypted,
      element: jobPlanElements.description,
      category: jobPlanElements.category,
      ...ownFee,
    })
    .from(sessions)
    .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .leftJoin(fees, and(refersTo(fees.session_ref, sessions), eq(fees.user_id, userId)))
    .where(and(sessionMatches(userId, criteria), startsIn(range)))
    .orderBy(desc(sessions.start_at), asc(sessions.unique_ref));
}

export type FoundSession = Awaited<ReturnType<typeof sessionsInRange>>[number];

/** Query for a batch: the cases of a stretch that match the filters, first to last within a session. */
export function casesInRange(db: Database, userId: number, criteria: SearchCriteria, range: SearchRange) {
  return db
    .select({
      unique_ref: cases.unique_ref,
      session_ref: cases.session_ref,
      age: cases.age,
      age_unit: cases.age_unit,
      gender: cases.gender,
      asa: cases.asa,
      urgency: cases.urgency,
      text_encrypted: cases.text_encrypted,
      ...ownFee,
    })
    .from(sessions)
    .innerJoin(cases, refersTo(cases.session_ref, sessions))
    .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .leftJoin(fees, and(refersTo(fees.case_ref, cases), eq(fees.user_id, userId)))
    .where(and(sessionMatches(userId, criteria), startsIn(range), caseMatches(criteria)))
    .orderBy(desc(sessions.start_at), sql`${cases.start_at} IS NULL`, asc(cases.start_at), asc(cases.created_at));
}

export type FoundCase = Awaited<ReturnType<typeof casesInRange>>[number];

/** Query for a batch: the element of the filter, if it is the user's. */
export function filteredElement(db: Database, userId: number, element: string) {
  return db
    .select({ unique_ref: jobPlanElements.unique_ref })
    .from(jobPlanElements)
    .where(and(eq(jobPlanElements.user_id, userId), eq(jobPlanElements.unique_ref, element)));
}

/**
 * Most sessions before an answer that are checked against the filters: without a limit, a search for something rare
 * would read them all.
 */
export const MAX_EXAMINED = 500;

/**
 * Two statements for a batch, on the sessions before those that an answer searched: the newest of the next `MAX_EXAMINED`
 * that matches the filters; and the session after these, where the search continues if none matches. So sessions that
 * cannot match are skipped.
 */
export function earlierMatches(
  db: Database,
  userId: number,
  criteria: SearchCriteria,
  { from, notBefore }: SearchBounds,
) {
  const before = { from: notBefore, until: from };
  const mine = and(eq(sessions.user_id, userId), startsIn(before));
  const newest = db
    .select({ unique_ref: sessions.unique_ref, start_at: sessions.start_at })
    .from(sessions)
    .where(mine)
    .orderBy(desc(sessions.start_at));
  const near = newest.limit(MAX_EXAMINED).as("near");
  const itsCases = db
    .select({ one: sql`1` })
    .from(cases)
    .where(and(refersTo(cases.session_ref, sessions), caseMatches(criteria)));
  const passing = db
    .select({ start_at: near.start_at })
    .from(near)
    .innerJoin(sessions, and(eq(sessions.user_id, userId), eq(sessions.unique_ref, near.unique_ref)))
    .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .where(and(sessionMatches(userId, criteria), filtersApplyToCases(criteria) ? exists(itsCases) : undefined))
    .orderBy(desc(near.start_at))
    .limit(1);
  const beyond = db
    .select({ start_at: sessions.start_at })
    .from(sessions)
    .where(mine)
    .orderBy(desc(sessions.start_at))
    .limit(1)
    .offset(MAX_EXAMINED);
  return [passing, beyond] as const;
}

interface SearchChoices {
  elements: ChoiceGroup[];
  options: ChoiceGroup[];
}

/** The choices of the search's lists: everything that work may be recorded under, also archived. */
export function searchChoices(elements: readonly ElementChoice[], custom: readonly CustomOption[]): SearchChoices {
  const plans = [...new Set(elements.map(({ plan_ref }) => plan_ref))].flatMap((planRef) => {
    const rows = elements.filter(({ plan_ref }) => plan_ref === planRef);
    const [first] = rows;
    if (!first) return [];
    const choices = rows.map(({ unique_ref, description, category }) => {
      return { value: unique_ref, label: `${description} (${category})` };
    });
    return [{ label: planLabel({ ...first, title: first.plan_title }), choices }];
  });
  const own = custom.map(({ unique_ref, label }) => ({ value: unique_ref, label }));
  const standard = [...STANDARD.airway, ...STANDARD.procedure].map(({ name, options }) => {
    return { label: name, choices: options.map(({ id, label }) => ({ value: id, label })) };
  });
  return {
    elements: plans,
    options: own.length > 0 ? [{ label: "Your own options", choices: own }, ...standard] : standard,
  };
}
