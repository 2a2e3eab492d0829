import { and, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { isInUse, newRef, refersTo } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { hashOf } from "~/db/hash";
import { claimKey, type FormKey, madeBefore, once } from "~/db/idempotency.server";
import { insertRows } from "~/db/insert-rows.server";
import { countedSessions, keepMade, madeByStep, madeNothing } from "~/db/undo-made.server";
import { FORM_WAS_USED, type Refusal } from "~/http/refusal.server";
import { elementsOfPlan, found, planOf, scheduleOfPlan, withTimes } from "~/job-plans/queries.server";
import { jobPlanElements, jobPlans } from "~/job-plans/table.server";
import { awayOf } from "~/leave/away";
import { leaveOfPlan } from "~/leave/between.server";
import { addDays, type LondonDate, londonInstant, londonToday } from "~/time/london";
import {
  choiceErrors,
  columnsOf,
  countOf,
  type DiaryChoice,
  type DiaryLine,
  diaryLines,
  shownLine,
  timedElements,
  tooMany,
  usualChoice,
} from "./plan-diary";
import { sessions } from "./table.server";

/** Instants between which the sessions start that a diary may find there already. */
interface Reach {
  from: number | SQL;
  until: number;
}

/** The sessions of a plan's elements that start in a stretch, by the index of an element's. For a page's batch. */
export function sessionsOfPlan(db: Database, userId: number, planRef: string, { from, until }: Reach) {
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

function reachOf({ from, until }: { from: LondonDate; until: LondonDate }): Reach {
  return { from: londonInstant(from), until: londonInstant(addDays(until, 1)) };
}

/** Of what the page shows before anybody chose: from today, and from its start for a plan that is over. */
function usualReach(now: number): Reach {
  const today = londonToday(now);
  const from = sql`CASE WHEN ${jobPlans.date_end} < ${today} THEN 0 ELSE ${londonInstant(today)} END`;
  return { from, until: Number.MAX_SAFE_INTEGER };
}

/** A plan with what its diary is made from, in one batch. @throws 404 */
async function wholeOf(db: Database, userId: number, planRef: string, reach: Reach) {
  const [plans, elements, times, there, leave] = await db.batch([
    planOf(db, userId, planRef),
    elementsOfPlan(db, userId, planRef),
    scheduleOfPlan(db, userId, planRef),
    sessionsOfPlan(db, userId, planRef, reach),
    leaveOfPlan(db, userId, planRef),
  ]);
  return { plan: found(plans), elements: withTimes(elements, times), there, leave: awayOf(leave) };
}

/** What a choice makes, for the page and for the button that makes just this. */
export interface ShownDiary {
  lines: ReturnType<typeof shownLine>[];
  /** Their number and what they are, `3.` and a hash: sent back when they are made. */
  shown: string;
}

async function shownDiary(lines: readonly DiaryLine[]): Promise<ShownDiary> {
  const all = lines.map(({ element, spans }) => [element.unique_ref, spans.map(({ startAt }) => startAt)]);
  return { lines: lines.map(shownLine), shown: `${countOf(lines)}.${await hashOf(JSON.stringify(all))}` };
}

/** What the page shows before anybody chose. @throws 404 */
export async function usualDiary(db: Database, userId: number, planRef: string, now: number) {
  const whole = await wholeOf(db, userId, planRef, usualReach(now));
  const { plan, elements } = whole;
  const choice = usualChoice(plan, elements, now);
  const offered = timedElements(elements).map(({ unique_ref, description, schedule }) => {
    return { ref: unique_ref, description, rows: schedule };
  });
  return { plan, choice, offered, ...(await shownDiary(diaryLines(whole, choice))) };
}

/** The sessions that a choice makes, or what is wrong with it. @throws 404 */
export async function chosenDiary(
  db: Database,
  userId: number,
  planRef: string,
  choice: DiaryChoice,
): Promise<{ errors: Record<string, string> } & ShownDiary> {
  const whole = await wholeOf(db, userId, planRef, reachOf(choice));
  const errors = choiceErrors(whole.plan, whole.elements, choice);
  if (Object.keys(errors).length > 0) return { errors, ...NOTHING_SHOWN };
  const lines = diaryLines(whole, choice);
  const many = tooMany(lines);
  return { errors: many ? { until: many } : {}, ...(await shownDiary(lines)) };
}

const NOTHING_SHOWN: ShownDiary = { lines: [], shown: "" };
const ELEMENT_GONE = "An element was deleted while you pressed. Nothing was made: look at the dates again";

export type MadeDiary = { ok: true; made: number; undo: string } | ({ ok: false } & ShownDiary & Refusal);

/**
 * Makes the sessions that were shown, each line of times a series; once for each form, and never one that is there
 * by the same element and start.
 * @param shown what the page said they would be, see `ShownDiary`. @throws 404
 */
export async function makeDiary(
  db: Database,
  userId: number,
  planRef: string,
  form: FormKey,
  choice: DiaryChoice,
  shown: string,
  now: number,
): Promise<MadeDiary> {
  const whole = await wholeOf(db, userId, planRef, reachOf(choice));
  const { plan, elements } = whole;
  const errors = choiceErrors(plan, elements, choice);
  if (Object.keys(errors).length > 0) return { ok: false, errors, status: 422, ...NOTHING_SHOWN };
  const lines = diaryLines(whole, choice);
  const page = await shownDiary(lines);
  const many = tooMany(lines);
  if (many) return { ok: false, errors: { until: many }, status: 422, ...page };
  const rows = lines.flatMap((line) => {
    const recurring_uuid = line.series ?? newRef();
    const row = { user_id: userId, recurring_uuid, created_at: now, updated_at: now };
    return line.spans.map((span) => ({ ...row, ...columnsOf(plan, line.element, span), unique_ref: newRef() }));
  });
  const makes = (ref: string) => madeByStep(db, userId, ref, sessions);
  if (page.shown !== shown || rows.length === 0) {
    const before = await madeBefore(db, userId, form);
    const made = before ? await makes(before) : 0;
    if (before && made > 0) return { ok: true, made, undo: before };
    return { ok: false, errors: { "": otherDates(page.shown, shown) }, status: 409, ...page };
  }
  const step = {
    ...{ ref: newRef(), table: sessions, refs: rows.map((row) => row.unique_ref) },
    says: (made: SQL) => sql`${countedSessions(made)} || ' made from the plan'`,
  };
  let made = 0;
  const write = async () => {
    const [, ...inserted] = await db.batch([
      // The step tells how many were made, to the same form sent again too.
      claimKey(db, userId, form, step.ref, now),
      ...insertRows(db, sessions, rows, isThere),
      keepMade(db, userId, step, now),
    ]);
    made = inserted.slice(0, -1).reduce((sum, { meta }) => sum + meta.changes, 0);
  };
  try {
    const undo = await once(db, userId, form, step.ref, write, async (ref) => (await makes(ref)) > 0);
    if (undo === null) return { ok: false, ...FORM_WAS_USED, ...page };
    return { ok: true, made: undo === step.ref ? made : await makes(undo), undo };
  } catch (error) {
    if (isInUse(error)) return { ok: false, errors: { "": ELEMENT_GONE }, status: 409, ...page };
    if (!madeNothing(error)) throw error;
    const now = await chosenDiary(db, userId, planRef, choice);
    return { ...now, ok: false, errors: { "": otherDates(now.shown, shown) }, status: 409 };
  }
}

/** Somebody made it meanwhile. */
function isThere(read: (column: string) => SQL) {
  return sql`EXISTS (SELECT 1 FROM ${sessions} AS there WHERE there.user_id = ${read("user_id")}
    AND there.start_at = ${read("start_at")} AND there.element_ref = ${read("element_ref")})`;
}

function otherDates(now: string, shown: string): string {
  const [count, before] = [Number.parseInt(now, 10), Number.parseInt(shown, 10) || 0];
  if (count === 0) return "Nothing was made: these choices make no session that is not in your diary already";
  const sessions = `${count} ${count === 1 ? "session" : "sessions"}`;
  const why =
    count === before
      ? "these choices make sessions on other dates or of other elements than were shown"
      : `these choices make ${sessions} now, where ${before || "none"} were shown`;
  return `Nothing was made yet: ${why}. Look at the dates below, then press the button again`;
}
