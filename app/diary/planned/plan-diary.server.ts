import { and, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { type ChangeResult, findEarlierSubmit, writeChange } from "~/diary/changes.server";
import { leaveOfPlan } from "~/diary/leave/queries.server";
import { grantedLeaveOf } from "~/diary/leave/rules";
import { locksOf } from "~/diary/locks/locked-days.server";
import type { Writer } from "~/diary/write-rows.server";
import { elementsOfPlan, planOf, requireRow, scheduleOfPlan, withTimes } from "~/planning/job-plans/queries.server";
import { jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { newRef, refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import type { FormKey } from "~/platform/db/idempotency.server";
import { hashOf } from "~/platform/db/tokens";
import { FORM_WAS_USED, type Refusal } from "~/platform/http/refusal.server";
import { addDays, type LondonDate, londonInstant, londonMoment, londonToday } from "~/platform/time/london";
import { unchangedSinceRead } from "../sessions/answered.server";
import { elementsThere, sessionsOfChange } from "../sessions/queries.server";
import { sessionCount } from "../sessions/sentences";
import { cancellations, sessions } from "../sessions/table.server";
import {
  changedMessage,
  choiceErrors,
  columnsOf,
  countOf,
  type DiaryChoice,
  type DiaryLine,
  diaryLines,
  type ShownDiary,
  shownLine,
  type TaggedSession,
  timedElements,
  tooMany,
  usualChoice,
} from "./plan-diary";

/** Instants [from, until) between which existing sessions are looked up by start. */
interface InstantRange {
  from: number | SQL;
  until: number;
}

/** The sessions of a plan's elements that start in a stretch, found by the index on elements. For a page's batch. */
export function sessionsOfPlan(db: Database, userId: number, planRef: string, { from, until }: InstantRange) {
  return db
    .select({
      element_ref: sessions.element_ref,
      start_at: sessions.start_at,
      recurring_uuid: sessions.recurring_uuid,
    })
    .from(jobPlans)
    .innerJoin(jobPlanElements, refersTo(jobPlanElements.plan_ref, jobPlans))
    .innerJoin(
      sessions,
      and(
        eq(sessions.user_id, userId),
        refersTo(sessions.element_ref, jobPlanElements),
        gte(sessions.start_at, from),
        lt(sessions.start_at, until),
      ),
    )
    .where(and(eq(jobPlans.user_id, userId), eq(jobPlans.unique_ref, planRef)));
}

/** The cancellations of a plan's elements that start in a stretch. For a page's batch. */
function cancellationsOfPlan(db: Database, userId: number, planRef: string, { from, until }: InstantRange) {
  return db
    .select({ element_ref: cancellations.element_ref, start_at: cancellations.start_at })
    .from(jobPlans)
    .innerJoin(
      cancellations,
      and(eq(cancellations.user_id, userId), gte(cancellations.start_at, from), lt(cancellations.start_at, until)),
    )
    .innerJoin(
      jobPlanElements,
      and(refersTo(cancellations.element_ref, jobPlanElements), refersTo(jobPlanElements.plan_ref, jobPlans)),
    )
    .where(and(eq(jobPlans.user_id, userId), eq(jobPlans.unique_ref, planRef)));
}

function rangeOf({ from, until }: { from: LondonDate; until: LondonDate }): InstantRange {
  return { from: londonInstant(from), until: londonInstant(addDays(until, 1)) };
}

/** For the page before the user has chosen: from today, and from its start for a plan that is over. */
function usualRange(now: number): InstantRange {
  const today = londonToday(now);
  const from = sql`CASE WHEN ${jobPlans.date_end} < ${today} THEN 0 ELSE ${londonInstant(today)} END`;
  return { from, until: Number.MAX_SAFE_INTEGER };
}

/** Reads a plan and all that its diary is made from, in one batch. @throws 404 */
async function planWithSessions(db: Database, userId: number, planRef: string, reach: InstantRange) {
  const [plans, elements, times, there, cancelled, leave, locks] = await db.batch([
    planOf(db, userId, planRef),
    elementsOfPlan(db, userId, planRef),
    scheduleOfPlan(db, userId, planRef),
    sessionsOfPlan(db, userId, planRef, reach),
    cancellationsOfPlan(db, userId, planRef, reach),
    leaveOfPlan(db, userId, planRef),
    locksOf(db, userId),
  ]);
  return {
    plan: requireRow(plans),
    elements: withTimes(elements, times),
    there,
    cancelled,
    leave: grantedLeaveOf(leave),
    locks,
  };
}

async function shownDiary(lines: readonly DiaryLine[]): Promise<ShownDiary> {
  const all = lines.map(({ element, spans }) => [element.unique_ref, spans.map(({ startAt }) => startAt)]);
  return { lines: lines.map(shownLine), shown: `${countOf(lines)}.${await hashOf(JSON.stringify(all))}` };
}

/** Reads what the page shows before the user has chosen. @throws 404 */
export async function usualPlanSessions(db: Database, userId: number, planRef: string, now: number) {
  const whole = await planWithSessions(db, userId, planRef, usualRange(now));
  const { plan, elements } = whole;
  const choice = usualChoice(plan, elements, now);
  const offered = timedElements(elements).map(({ unique_ref, description, schedule }) => {
    return { ref: unique_ref, description, rows: schedule };
  });
  return { plan, choice, offered, locks: whole.locks, ...(await shownDiary(diaryLines(whole, choice))) };
}

/** Returns the sessions that a choice makes, or its errors. @throws 404 */
export async function chosenPlanSessions(
  db: Database,
  userId: number,
  planRef: string,
  choice: DiaryChoice,
): Promise<{ errors: Record<string, string> } & ShownDiary> {
  const whole = await planWithSessions(db, userId, planRef, rangeOf(choice));
  const errors = choiceErrors(whole.plan, whole.elements, choice);
  if (Object.keys(errors).length > 0) return { errors, ...NOTHING_SHOWN };
  const lines = diaryLines(whole, choice);
  const many = tooMany(lines);
  return { errors: many ? { until: many } : {}, ...(await shownDiary(lines)) };
}

const NOTHING_SHOWN: ShownDiary = { lines: [], shown: "" };
const ELEMENT_GONE = "An element has just been deleted. Nothing was added. Check the dates again";

type MadeSessions = { ok: true; made: number; undo: string | null } | ({ ok: false } & ShownDiary & Refusal);

/**
 * Makes the sessions that were shown, one series for each line of times; once for each form, and never a session that
 * exists already with the same element and start, or did not happen.
 * @param shown from the page, see `ShownDiary`; null when no dates were shown
 * @throws 404
 */
export async function createPlanSessions(
  by: Writer,
  planRef: string,
  form: FormKey,
  choice: DiaryChoice,
  shown: string | null,
): Promise<MadeSessions> {
  const { db, userId } = by;
  let whole = await planWithSessions(db, userId, planRef, rangeOf(choice));
  const { plan, elements } = whole;
  const errors = choiceErrors(plan, elements, choice);
  if (Object.keys(errors).length > 0) return { ok: false, errors, status: 422, ...NOTHING_SHOWN };
  const lines = diaryLines(whole, choice);
  const page = await shownDiary(lines);
  const many = tooMany(lines);
  if (many) return { ok: false, errors: { until: many }, status: 422, ...page };
  if ((shown !== null && page.shown !== shown) || countOf(lines) === 0) {
    const before = await findEarlierSessions(by, await findEarlierSubmit(by, form));
    return before ?? { ok: false, errors: { "": changedMessage(page, shown ?? page.shown) }, status: 409, ...page };
  }
  let rows = lines.flatMap((line) => {
    const recurring_uuid = line.series ?? newRef();
    const element_ref = line.element.unique_ref;
    return line.spans.map((span) => {
      return { ...columnsOf(plan, line.element, span), element_ref, recurring_uuid, unique_ref: newRef() };
    });
  });
  while (rows.length > 0) {
    const days = rows.map((row) => ({ elementRef: row.element_ref, date: londonMoment(row.start_at).date }));
    const written = await writeChange(by, {
      message: `${sessionCount(rows.length)} made from the plan`,
      form,
      guards: {
        missing: noneExists(userId, rows),
        cancelled: unchangedSinceRead(userId, cancellations, days, whole.cancelled),
        element: elementsThere(userId, rows),
      },
      inserts: { sessions: rows },
    });
    if (written.result === "written") return { ok: true, made: rows.length, undo: written.undo };
    if (written.result === "repeated" || written.result === "form used")
      return (await findEarlierSessions(by, written)) ?? { ok: false, ...FORM_WAS_USED, ...page };
    if (written.result === "refused" && written.guard === "element")
      return { ok: false, errors: { "": ELEMENT_GONE }, status: 409, ...page };
    // Some of them were made meanwhile, or did not happen: make the others.
    whole = await planWithSessions(db, userId, planRef, rangeOf(choice));
    const open = new Set(diaryLines(whole, choice).flatMap(occasionsOf));
    rows = rows.filter((row) => open.has(occasion(row)));
  }
  const now = await chosenPlanSessions(db, userId, planRef, choice);
  return { ...now, ok: false, errors: { "": changedMessage(now, shown ?? now.shown) }, status: 409 };
}

/** Returns what the same form made before; null when it made nothing, or more than an hour ago. */
async function findEarlierSessions({ db, userId }: Writer, written: ChangeResult): Promise<MadeSessions | null> {
  if (written.result !== "repeated" || written.number === null) return null;
  const made = await sessionsOfChange(db, userId, written.number);
  return made > 0 ? { ok: true, made, undo: written.undo } : null;
}

type Occasion = Pick<TaggedSession, "element_ref" | "start_at">;

function occasion({ element_ref, start_at }: Occasion): string {
  return `${element_ref}/${start_at}`;
}

function occasionsOf({ element, spans }: DiaryLine): string[] {
  return spans.map(({ startAt }) => occasion({ element_ref: element.unique_ref, start_at: startAt }));
}

/** Guard: none of these sessions exists with the same element and start. */
function noneExists(userId: number, rows: readonly Occasion[]): SQL {
  const list = rows.map(({ start_at, element_ref }) => [start_at, element_ref]);
  return sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(list)}) AS made CROSS JOIN ${sessions} AS there
    ON there.user_id = ${userId} AND there.start_at = made.value ->> 0 AND there.element_ref = made.value ->> 1)`;
}
