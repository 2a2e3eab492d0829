import { and, eq, gte, isNull, lt, type SQL, sql } from "drizzle-orm";
import { changedRows } from "~/changes/table.server";
import { type ChangeResult, findEarlierSubmit, writeChange } from "~/changes/write-change.server";
import type { Writer } from "~/changes/write-rows.server";
import { leaveOfPlan } from "~/diary/leave/queries.server";
import { grantedLeaveOf } from "~/diary/leave/rules";
import { locksOf } from "~/diary/locks/locked-days.server";
import { unchangedSinceRead } from "~/diary/sessions/around.server";
import { elementsOfPlan, planOf, requireRow, scheduleOfPlan, withTimes } from "~/planning/job-plans/queries.server";
import { jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { newRef, refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import type { FormKey } from "~/platform/db/idempotency.server";
import { hashOf } from "~/platform/db/tokens";
import { FORM_WAS_USED, type Refusal } from "~/platform/http/refusal.server";
import { DAY_S } from "~/platform/time/durations";
import { addDays, type LondonDate, londonInstant, londonMoment, londonToday } from "~/platform/time/london";
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
  movedBy,
  type ShownDiary,
  shownLine,
  type TaggedSession,
  timedElements,
  tooMany,
  usualChoice,
} from "./plan-diary";

/** Instants [from, until) between which existing sessions are looked up by start. */
export interface InstantRange {
  from: number | SQL;
  until: number | SQL;
}

const { description: element, category } = jobPlanElements;
const TAG = { element, category, date_start: jobPlans.date_start, date_end: jobPlans.date_end };

/** Not the element's own unique_ref: two columns with the same name become one in a D1 batch. */
function tagOf(table: typeof sessions | typeof cancellations): SQL<string> {
  return sql<string>`${table.element_ref}`;
}

/** Condition: rows of a user that start in a stretch. It uses the index on starts. */
export function startsIn(table: typeof sessions | typeof cancellations, userId: number, { from, until }: InstantRange) {
  return and(eq(table.user_id, userId), gte(table.start_at, from), lt(table.start_at, until));
}

/** The sessions that start in a stretch and have an element, of whatever plan. For a page's batch. */
export function taggedSessions(db: Database, userId: number, range: InstantRange) {
  const { unique_ref, version, start_at, recurring_uuid } = sessions;
  return db
    .select({ unique_ref, version, start_at, recurring_uuid, element_ref: tagOf(sessions), ...TAG })
    .from(sessions)
    .innerJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .innerJoin(jobPlans, refersTo(jobPlanElements.plan_ref, jobPlans))
    .where(startsIn(sessions, userId, range));
}

/** The planned sessions of all plans that start in a stretch and did not happen. For a page's batch. */
export function taggedCancellations(db: Database, userId: number, range: InstantRange) {
  return db
    .select({
      ...{ unique_ref: cancellations.unique_ref, version: cancellations.version },
      ...{ start_at: cancellations.start_at, element_ref: tagOf(cancellations), ...TAG },
    })
    .from(cancellations)
    .innerJoin(jobPlanElements, refersTo(cancellations.element_ref, jobPlanElements))
    .innerJoin(jobPlans, refersTo(jobPlanElements.plan_ref, jobPlans))
    .where(startsIn(cancellations, userId, range));
}

function rangeOf({ from, until }: { from: LondonDate; until: LondonDate }): InstantRange {
  return { from: londonInstant(from), until: londonInstant(addDays(until, 1)) };
}

/**
 * For the page before the user has chosen: from today, and from its start for a plan that is over, to its end, with a
 * day to spare for the clocks.
 */
export function usualRange(userId: number, planRef: string, now: number): InstantRange {
  const today = londonToday(now);
  const ofPlan = (instant: SQL) =>
    sql`(SELECT ${instant} FROM job_plans WHERE user_id = ${userId} AND unique_ref = ${planRef})`;
  const startOf = (day: SQL, days: number) => sql`(unixepoch(${day}) + ${days * DAY_S}) * 1000`;
  const first = sql`CASE WHEN date_end < ${today} THEN date_start ELSE max(date_start, ${today}) END`;
  return {
    from: ofPlan(startOf(first, -1)),
    until: ofPlan(sql`coalesce(${startOf(sql`date_end`, 2)}, ${Number.MAX_SAFE_INTEGER})`),
  };
}

/** Reads a plan and all that its diary is made from, in one batch. @throws 404 */
async function planWithSessions(db: Database, userId: number, planRef: string, range: InstantRange) {
  const [plans, elements, times, there, cancelled, leave, locks] = await db.batch([
    planOf(db, userId, planRef),
    elementsOfPlan(db, userId, planRef),
    scheduleOfPlan(db, userId, planRef),
    taggedSessions(db, userId, range),
    taggedCancellations(db, userId, range),
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
  const moved = movedBy(lines).map(({ unique_ref }) => unique_ref);
  const all = lines.map(({ element, spans }) => [element.unique_ref, spans.map(({ startAt }) => startAt)]);
  const hash = await hashOf(JSON.stringify([all, moved]));
  return { lines: lines.map(shownLine), shown: `${countOf(lines) + moved.length}.${hash}` };
}

/** Reads what the page shows before the user has chosen. @throws 404 */
export async function usualPlanSessions(db: Database, userId: number, planRef: string, now: number) {
  const whole = await planWithSessions(db, userId, planRef, usualRange(userId, planRef, now));
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

interface Filled {
  made: number;
  moved: number;
}

type MadeSessions = ({ ok: true; undo: string | null } & Filled) | ({ ok: false } & ShownDiary & Refusal);

/**
 * Makes the sessions that were shown, one series for each line of times; once for each form, and never a session that
 * exists already with the same start and kind of work, or did not happen. One that a plan before has left on these days
 * becomes the element's, and otherwise stays as it is.
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
  let moves = movesOf(lines);
  const isNothing = countOf(lines) + movedBy(lines).length === 0;
  if ((shown !== null && page.shown !== shown) || isNothing) {
    const before = await findEarlierSessions(by, await findEarlierSubmit(by, form));
    return before ?? { ok: false, errors: { "": changedMessage(page, shown ?? page.shown) }, status: 409, ...page };
  }
  let rows = sessionRows(plan, lines);
  while (rows.length + moves.length > 0) {
    const moved = moves.flatMap((line) => line.moved);
    const days = rows.map((row) => ({ elementRef: row.element_ref, date: londonMoment(row.start_at).date }));
    const written = await writeChange(by, {
      message: filledMessage({ made: rows.length, moved: moved.length }),
      form,
      seen: moved.map(({ unique_ref: ref, version }) => ({ part: "sessions", ref, version })),
      guards: {
        missing: noneExists(userId, rows),
        cancelled: unchangedSinceRead(userId, cancellations, days, whole.cancelled),
        element: elementsThere(userId, [...rows, ...moves]),
      },
      inserts: { sessions: rows },
      sets: moves.map(({ element_ref, moved }) => ({
        part: "sessions",
        refs: moved.map(({ unique_ref }) => unique_ref),
        values: { element_ref },
      })),
    });
    if (written.result === "written") {
      return { ok: true, made: rows.length, moved: moved.length, undo: written.undo };
    }
    if (written.result === "repeated" || written.result === "form used")
      return (await findEarlierSessions(by, written)) ?? { ok: false, ...FORM_WAS_USED, ...page };
    if (written.result === "refused" && written.guard === "element")
      return { ok: false, errors: { "": ELEMENT_GONE }, status: 409, ...page };
    // Some of them were made, moved or deleted meanwhile, or did not happen: make and move the others.
    whole = await planWithSessions(db, userId, planRef, rangeOf(choice));
    const again = diaryLines(whole, choice);
    const open = new Set(again.flatMap(occasionsOf));
    rows = rows.filter((row) => open.has(occasion(row)));
    const shownToMove = new Set(moved.map(({ unique_ref }) => unique_ref));
    moves = movesOf(again, shownToMove);
  }
  const now = await chosenPlanSessions(db, userId, planRef, choice);
  return { ...now, ok: false, errors: { "": changedMessage(now, shown ?? now.shown) }, status: 409 };
}

/** New rows for the sessions of the lines, one series for each. */
export function sessionRows(plan: Parameters<typeof columnsOf>[0], lines: readonly DiaryLine[]) {
  return lines.flatMap((line) => {
    const recurring_uuid = line.series ?? newRef();
    const element_ref = line.element.unique_ref;
    return line.spans.map((span) => {
      return { ...columnsOf(plan, line.element, span), element_ref, recurring_uuid, unique_ref: newRef() };
    });
  });
}

/** `3 sessions added from the plan, 13 moved to it`. */
export function filledMessage({ made, moved }: Filled): string {
  if (made === 0) return `${sessionCount(moved)} moved to the plan`;
  return `${sessionCount(made)} added from the plan${moved > 0 ? `, ${moved} moved to it` : ""}`;
}

/** The sessions that each element takes over. @param among references of those that may still be moved */
function movesOf(lines: readonly DiaryLine[], among?: ReadonlySet<string>) {
  return lines
    .map(({ element, moved }) => ({
      element_ref: element.unique_ref,
      moved: moved.filter(({ unique_ref }) => among?.has(unique_ref) ?? true),
    }))
    .filter(({ moved }) => moved.length > 0);
}

/** Returns what the same form did before; null when it did nothing, or more than an hour ago. */
async function findEarlierSessions({ db, userId }: Writer, written: ChangeResult): Promise<MadeSessions | null> {
  if (written.result !== "repeated" || written.number === null) return null;
  const all = await sessionsOfChange(db, userId, written.number);
  const made = await sessionsOfChange(db, userId, written.number, isNull(changedRows.before));
  return all > 0 ? { ok: true, made, moved: all - made, undo: written.undo } : null;
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
