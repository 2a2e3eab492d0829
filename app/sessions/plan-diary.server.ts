import { and, eq, type SQL, sql } from "drizzle-orm";
import { isInUse, newRef } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { claimKey, type FormKey, madeBefore, once } from "~/db/idempotency.server";
import { insertRows } from "~/db/insert-rows.server";
import { keepForUndo } from "~/db/undo-steps.server";
import { FORM_WAS_USED, type Refusal } from "~/http/refusal.server";
import { elementsOfPlan, found, planOf, scheduleOfPlan, withTimes } from "~/job-plans/queries.server";
import { jobPlanElements } from "~/job-plans/table.server";
import { ofUser as ownSessions } from "./of-plan.server";
import {
  choiceErrors,
  columnsOf,
  countOf,
  type DiaryChoice,
  diaryLines,
  shownLine,
  timedElements,
  tooMany,
  usualChoice,
} from "./plan-diary";
import { sessionRow } from "./queries.server";
import { sessions } from "./table.server";

/** A plan with what its diary is made from, in one batch. @throws 404 */
async function wholeOf(db: Database, userRef: string, planRef: string) {
  const [plans, elements, times, there] = await db.batch([
    planOf(db, userRef, planRef),
    elementsOfPlan(db, userRef, planRef),
    scheduleOfPlan(db, userRef, planRef),
    db
      .select({
        element_ref: sessions.element_ref,
        start_at: sessions.start_at,
        recurring_uuid: sessions.recurring_uuid,
      })
      .from(jobPlanElements)
      .innerJoin(sessions, and(eq(sessions.element_ref, jobPlanElements.unique_ref), ownSessions(userRef)))
      .where(and(eq(jobPlanElements.user_ref, userRef), eq(jobPlanElements.plan_ref, planRef))),
  ]);
  return { plan: found(plans), elements: withTimes(elements, times), there };
}

/** What the page shows before anybody chose. @throws 404 */
export async function usualDiary(db: Database, userRef: string, planRef: string, now: number) {
  const { plan, elements, there } = await wholeOf(db, userRef, planRef);
  const choice = usualChoice(plan, elements, now);
  const offered = timedElements(elements).map(({ unique_ref, description, schedule }) => {
    return { ref: unique_ref, description, rows: schedule };
  });
  return { plan, choice, offered, lines: diaryLines(plan, elements, there, choice).map(shownLine) };
}

type Shown = ReturnType<typeof shownLine>[];

/** The sessions that a choice makes, or what is wrong with it. @throws 404 */
export async function chosenDiary(
  db: Database,
  userRef: string,
  planRef: string,
  choice: DiaryChoice,
): Promise<{ errors: Record<string, string>; lines: Shown }> {
  const { plan, elements, there } = await wholeOf(db, userRef, planRef);
  const errors = choiceErrors(plan, elements, choice);
  if (Object.keys(errors).length > 0) return { errors, lines: [] };
  const lines = diaryLines(plan, elements, there, choice);
  const many = tooMany(lines);
  return { errors: many ? { until: many } : {}, lines: lines.map(shownLine) };
}

const ELEMENT_GONE = "An element was deleted while you pressed. Nothing was made: look at the dates again";

export type MadeDiary =
  | { ok: true; sessionRef: string; made: number; undo: string | null }
  | ({ ok: false; lines: Shown } & Refusal);

/**
 * Makes the sessions that were shown, each line of times a series, all of them or none; once for each form, and
 * never one that is there by the same element and start.
 * @param shown how many the page said there would be. @throws 404
 */
export async function makeDiary(
  db: Database,
  userRef: string,
  planRef: string,
  form: FormKey,
  choice: DiaryChoice,
  shown: string,
  now: number,
): Promise<MadeDiary> {
  const { plan, elements, there } = await wholeOf(db, userRef, planRef);
  const errors = choiceErrors(plan, elements, choice);
  if (Object.keys(errors).length > 0) return { ok: false, errors, status: 422, lines: [] };
  const lines = diaryLines(plan, elements, there, choice);
  const seen = lines.map(shownLine);
  const many = tooMany(lines);
  if (many) return { ok: false, errors: { until: many }, status: 422, lines: seen };
  const rows = lines.flatMap((line) => {
    const recurring_uuid = line.series ?? newRef();
    const row = { user_ref: userRef, recurring_uuid, created_at: now, updated_at: now };
    return line.spans.map((span) => ({ ...row, ...columnsOf(plan, line.element, span), unique_ref: newRef() }));
  });
  const [first] = rows;
  if (String(countOf(lines)) !== shown || !first) {
    const before = await madeBefore(db, userRef, form);
    if (before) return { ok: true, sessionRef: before, made: Number(shown), undo: null };
    return { ok: false, errors: { "": otherDates(countOf(lines), shown) }, status: 409, lines: seen };
  }
  const undo = {
    ref: newRef(),
    says: "Diary made from the plan",
    makes: { sessions: rows.map((row) => row.unique_ref) },
  };
  const write = () =>
    db.batch([
      claimKey(db, userRef, form, first.unique_ref, now),
      ...insertRows(db, sessions, rows, isThere),
      keepForUndo(db, userRef, undo, now),
    ]);
  try {
    const exists = async (ref: string) => (await sessionRow(db, userRef, ref)).length > 0;
    const sessionRef = await once(db, userRef, form, first.unique_ref, write, exists);
    if (sessionRef === null) return { ok: false, ...FORM_WAS_USED, lines: seen };
    return { ok: true, sessionRef, made: rows.length, undo: sessionRef === first.unique_ref ? undo.ref : null };
  } catch (error) {
    if (!isInUse(error)) throw error;
    return { ok: false, errors: { "": ELEMENT_GONE }, status: 409, lines: seen };
  }
}

/** Somebody made it meanwhile. */
function isThere(read: (column: string) => SQL) {
  return sql`EXISTS (SELECT 1 FROM ${sessions} AS there WHERE there.user_ref = ${read("user_ref")}
    AND there.start_at = ${read("start_at")} AND there.element_ref = ${read("element_ref")})`;
}

function otherDates(now: number, shown: string): string {
  const sessions = `${now} ${now === 1 ? "session" : "sessions"}`;
  return `Nothing was made yet: these choices make ${sessions} now, where ${shown || "none"} were shown. Look at the dates below, then press the button again`;
}
