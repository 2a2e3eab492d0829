import { and, eq, type SQL, sql } from "drizzle-orm";
import { undoOf } from "~/changes/saved.server";
import { type FormSubmit, findEarlierSubmit, writeChange } from "~/changes/write-change.server";
import type { Writer } from "~/changes/write-rows.server";
import { cases } from "~/diary/cases/table.server";
import { fees } from "~/diary/fees/table.server";
import { LAST_DAY, leaveBetween } from "~/diary/leave/queries.server";
import { grantedLeaveOf } from "~/diary/leave/rules";
import { lockRefusal } from "~/diary/locks/locked.server";
import { locksOf } from "~/diary/locks/locked-days.server";
import { lockOf } from "~/diary/locks/rules";
import type { ChangeAnswers } from "~/planning/job-plans/change-form";
import { paUnits } from "~/planning/job-plans/pa-rules";
import { formatOverlap, overlapping } from "~/planning/job-plans/plan-dates";
import {
  elementRows,
  OVERLAP,
  overlapsNone,
  planChange,
  withLocalDays,
} from "~/planning/job-plans/plan-statements.server";
import { elementsOfPlan, plansOf, requireRow, scheduleOfPlan, withTimes } from "~/planning/job-plans/queries.server";
import type { PlanDates } from "~/planning/job-plans/schedule";
import { type JobPlan, jobPlanElements } from "~/planning/job-plans/table.server";
import { NAME_TAKEN } from "~/planning/job-plans/write-element.server";
import { newRef, refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import type { FormKey } from "~/platform/db/idempotency.server";
import { hashOf } from "~/platform/db/tokens";
import { FORM_WAS_USED, type Refusal } from "~/platform/http/refusal.server";
import { longDate } from "~/platform/time/dates";
import { addDays, type LondonDate, londonInstant, londonToday } from "~/platform/time/london";
import { sessions } from "../sessions/table.server";
import { type ChangeEffect, changeEffect, type NextElement, nextElements, successorOf } from "./change-plan";
import { type ShownChange, shownChange, titleOf } from "./change-plan-shown";
import { tooMany } from "./plan-diary";
import { type InstantRange, sessionRows, startsIn, taggedCancellations, taggedSessions } from "./plan-diary.server";

/** The sessions of a plan's elements that start in a stretch, with what tells logged work from planned. */
function heldSessions(db: Database, userId: number, planRef: string, range: InstantRange) {
  const has = (table: typeof cases | typeof fees) =>
    sql<boolean>`EXISTS (SELECT 1 FROM ${table} AS own WHERE own.user_id = ${sessions.user_id}
      AND own.session_ref = ${sessions.unique_ref})`;
  return db
    .select({
      ref: sql<string>`${sessions.unique_ref}`.as("ref"),
      ...{ version: sessions.version, start_at: sessions.start_at, end_at: sessions.end_at },
      series: sql<string | null>`${sessions.recurring_uuid}`.as("series"),
      hasEntries: sql<boolean>`${has(cases)} OR ${has(fees)}`.mapWith(Boolean).as("has_entries"),
    })
    .from(sessions)
    .innerJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .where(and(startsIn(sessions, userId, range), eq(jobPlanElements.plan_ref, planRef)));
}

/** Whether it stays whatever becomes of its plan: it has begun, has cases or fees, or is not one of a series. */
function isFixed(
  { series, start_at, hasEntries }: Awaited<ReturnType<typeof heldSessions>>[number],
  now: number,
): boolean {
  return hasEntries || start_at <= now || series === null;
}

/** The planned sessions of series of a plan's elements after a day, without cases and fees: its end leaves them behind. */
export async function plannedAfter({ db, userId, now }: Writer, planRef: string, day: LondonDate) {
  const range = rangeOf({ date_start: addDays(day, 1), date_end: null });
  return (await heldSessions(db, userId, planRef, range)).filter((each) => !isFixed(each, now));
}

function rangeOf({ date_start, date_end }: PlanDates) {
  const until = date_end ? londonInstant(addDays(date_end, 1)) : Number.MAX_SAFE_INTEGER;
  return { from: londonInstant(date_start), until };
}

/** Guard: the plan's elements have as many sessions from the first day of the next plan on as were read. */
function holdsOnly(userId: number, planRef: string, { date_start }: PlanDates, count: number): SQL {
  const from = londonInstant(date_start);
  return sql`(SELECT count(*) FROM ${jobPlanElements} AS own JOIN ${sessions} AS held ON held.user_id = own.user_id
    AND held.element_ref = own.unique_ref AND held.start_at >= ${from}
    WHERE own.user_id = ${userId} AND own.plan_ref = ${planRef}) = ${count}`;
}

/** Guard: none of these sessions has a case or a fee. */
export function haveNoEntries(userId: number, refs: readonly string[]): SQL {
  const none = [cases, fees].map(
    (table) => sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(refs)}) AS each CROSS JOIN ${table} AS own
      ON own.user_id = ${userId} AND own.session_ref = each.value)`,
  );
  return sql.join(none, sql` AND `);
}

/** Reads a plan and works out its change. @throws 404 */
async function readChange({ db, userId, now }: Writer, planRef: string, answers: ChangeAnswers) {
  const { from, date_end } = answers;
  const range = rangeOf({ date_start: from, date_end });
  // What is planned after a new, earlier end is asked about too.
  const onwards = rangeOf({ date_start: from, date_end: null });
  const [plans, elements, times, found, cancelled, entries, leave, locks] = await db.batch([
    plansOf(db, userId),
    elementsOfPlan(db, userId, planRef),
    scheduleOfPlan(db, userId, planRef),
    taggedSessions(db, userId, onwards),
    taggedCancellations(db, userId, range),
    heldSessions(db, userId, planRef, onwards),
    leaveBetween(db, userId, from, date_end ?? LAST_DAY),
    locksOf(db, userId),
  ]);
  const source = requireRow(plans.filter(({ unique_ref }) => unique_ref === planRef));
  const before = withTimes(elements, times);
  const entriesOf = new Map(entries.map((each) => [each.ref, each]));
  const there = found.filter(({ start_at }) => start_at < range.until);
  const held = found.flatMap((session) => {
    const own = entriesOf.get(session.unique_ref);
    return own ? [{ ...session, end_at: own.end_at, isFixed: isFixed(own, now) }] : [];
  });
  const plan = {
    ...termsOf(source, from),
    ...{ unique_ref: newRef(), title: titleOf(plans, from), date_start: from, date_end },
    contracted_pa_units: paUnits(answers.contracted_pa),
  };
  const next = nextElements(before, answers, newRef);
  const diary = { plan, next, held, there, cancelled, leave: grantedLeaveOf(leave), today: londonToday(now) };
  const effect = changeEffect({ ...diary, staying: answers.asked.filter((ref) => !answers.removed.includes(ref)) });
  /** As it is with every tick, so that what the page showed does not depend on them. */
  const ticked = changeEffect({ ...diary, staying: [] });
  const errors = errorsOf({ source, plans, plan, next, answers, effect });
  const lock = lockOf(locks, from, date_end ?? LAST_DAY);
  // What did not happen is said of the elements that go on.
  const own = cancelled.filter(({ element_ref }) => before.some(({ unique_ref }) => unique_ref === element_ref));
  const off = next.map((element) => ({
    element_ref: element.unique_ref,
    rows: own.filter((row) => successorOf(row, next) === element),
  }));
  return {
    source,
    before,
    plan,
    next,
    held,
    off: off.filter(({ rows }) => rows.length > 0),
    effect,
    ticked,
    errors,
    lock,
  };
}

/**
 * The columns that the next plan takes over. Notes and the opening balance are left out, since they belong to the period
 * of the old plan; but one that was to count from the day of the change or later has counted nothing yet, and its
 * beginning and balance go on.
 */
function termsOf(source: JobPlan, from: LondonDate) {
  const { employer, method, weeks_per_year_tenths, tolerance_percent, pa_rules } = source;
  const carried = { employer, method, weeks_per_year_tenths, tolerance_percent, pa_rules, text_encrypted: null };
  const { counts_from, opening_balance_pa_units } = source;
  return counts_from && counts_from >= from
    ? { ...carried, counts_from, opening_balance_pa_units }
    : { ...carried, counts_from: null, opening_balance_pa_units: 0 };
}

interface Checked {
  source: JobPlan;
  plans: JobPlan[];
  plan: Pick<JobPlan, "unique_ref" | "title" | "employer" | "date_start" | "date_end">;
  next: NextElement[];
  answers: ChangeAnswers;
  effect: ChangeEffect;
}

function errorsOf({ source, plans, plan, next, answers, effect }: Checked): Record<string, string> {
  const errors: Record<string, string> = {};
  if (plan.date_start <= source.date_start)
    errors.from = `Enter a date after ${longDate(source.date_start)}, when the plan starts`;
  const other = overlapping(
    plans.filter(({ unique_ref }) => unique_ref !== source.unique_ref),
    plan,
  );
  if (other) errors.from ??= formatOverlap(other);
  for (const [at, { ref, keep }] of answers.lines.entries()) {
    const element = next.find(({ origin }) => origin === ref)?.toAdd;
    if (!keep || !element || element.element.category === "Extra") continue;
    const { pattern, stated_pa_units } = element.element;
    if (stated_pa_units !== null) continue;
    if (pattern !== "fixed_times") errors[`lines[${at}].pa`] = "Enter the PAs of this element";
    else if (element.schedule.length === 0) errors[`lines[${at}].schedule[0].weekday`] = "Enter the day and times";
  }
  for (const [at, added] of answers.added.entries()) {
    const name = added?.element.description.toLowerCase();
    const alike = next.filter(({ description }) => description.toLowerCase() === name);
    const stays = effect.archived.flatMap(({ sessions: [session] }) => session?.element ?? []);
    const kept = stays.find((each) => each.toLowerCase() === name);
    if (alike.length > 1) errors[`added[${at}].description`] = NAME_TAKEN.errors.description as string;
    else if (kept !== undefined)
      errors[`added[${at}].description`] =
        `Sessions of ${kept} stay in the new plan under this name. Choose another name`;
  }
  const many = tooMany(effect.lines);
  if (many) errors.date_end = many;
  return errors;
}

export type ChangePreview = { refusal: Refusal; change: null } | { refusal: null; change: ShownChange };

type Read = Awaited<ReturnType<typeof readChange>>;

/** Returns what a change does, for the page. @throws 404 */
export async function previewChange(by: Writer, planRef: string, answers: ChangeAnswers): Promise<ChangePreview> {
  return shownOf(await readChange(by, planRef, answers));
}

async function shownOf(read: Read): Promise<ChangePreview> {
  const { errors, lock } = read;
  if (Object.keys(errors).length > 0) return { refusal: { errors, status: 422 }, change: null };
  if (lock) return { refusal: lockRefusal("plan", lock), change: null };
  return { refusal: null, change: shownChange(read, await hashOfChange(read)) };
}

/** A hash of what a change does with every tick. */
function hashOfChange({ source, plan, next, held, ticked: { gone, lines } }: Read): Promise<string> {
  const refs = (sessions: readonly { unique_ref: string }[]) => sessions.map(({ unique_ref }) => unique_ref).sort();
  const { title, date_start, date_end, contracted_pa_units } = plan;
  return hashOf(
    JSON.stringify([
      [source.version, title, date_start, date_end, contracted_pa_units],
      next.map(({ description, category, toAdd }) => [
        description,
        category,
        toAdd.element.stated_pa_units,
        toAdd.schedule,
      ]),
      refs(held),
      gone.map(({ ref, sessions }) => [ref, refs(sessions)]),
      lines.map(({ element, spans }) => [element.description, spans.map(({ startAt }) => startAt)]),
    ]),
  );
}

const MEANWHILE: Refusal = {
  errors: {
    "": "Nothing was changed yet: your answers, the plan or your logbook are not as they were when this page was shown. Check what changes now, then press the button again",
  },
  status: 409,
};

export type PlanChanged =
  | { ref: string; undo: string | null; refusal?: never }
  | { refusal: Refusal; change: ShownChange | null };

/**
 * Does what the page showed, in one change: ends the plan on the day before, adds the plan that follows, moves its
 * sessions to it, removes those that are ticked and makes those of new times. Only once for each form.
 * @throws 404
 */
export async function changePlan(
  by: Writer,
  planRef: string,
  formKey: FormKey,
  answers: ChangeAnswers,
): Promise<PlanChanged> {
  const { userId } = by;
  const read = await readChange(by, planRef, answers);
  const { source, before, plan, next, held, off, effect } = read;
  const form: FormSubmit = { ...formKey, result: { part: "job_plans", ref: plan.unique_ref } };
  const earlier = await findEarlierSubmit(by, form);
  if (earlier.result === "repeated") return { ref: earlier.ref, undo: earlier.undo };
  if (earlier.result === "form used") return { refusal: FORM_WAS_USED, change: null };
  const { refusal, change } = await shownOf(read);
  if (refusal) return { refusal, change };
  if (change.shown !== answers.shown) return { refusal: MEANWHILE, change };
  const archived = effect.archived.map(({ ref, sessions }) => {
    const { schedule, ...element } = requireRow(before.filter(({ unique_ref }) => unique_ref === ref));
    return { toAdd: { element: { ...element, active: false }, schedule, ref: newRef() }, sessions };
  });
  const rows = elementRows(
    [...next, ...archived].map(({ toAdd }) => toAdd),
    plan,
  );
  const ends = source.date_end === null || source.date_end >= plan.date_start;
  const ended = planChange(userId, { plan: source, elements: before }, { date_end: addDays(plan.date_start, -1) });
  const moves = [
    ...effect.moved.map(({ element, sessions }) => ({ element_ref: element.unique_ref, sessions })),
    ...archived.map(({ toAdd, sessions }) => ({ element_ref: toAdd.ref, sessions })),
  ];
  const removed = effect.gone.filter(({ isRemoved }) => isRemoved).flatMap(({ sessions }) => sessions);
  const written = await writeChange(by, {
    message: "Job plan changed from a date",
    form,
    seen: [
      { part: "job_plans", ref: planRef, version: source.version },
      ...ended.seen,
      ...[...moves.flatMap(({ sessions }) => sessions), ...removed].map(({ unique_ref: ref, version }) => {
        return { part: "sessions" as const, ref, version };
      }),
      ...off.flatMap(({ rows }) =>
        rows.map(({ unique_ref: ref, version }) => ({ part: "cancellations" as const, ref, version })),
      ),
    ],
    guards: {
      [OVERLAP]: overlapsNone(userId, plan, planRef),
      elements: ended.guards.elements,
      sessions: holdsOnly(userId, planRef, plan, held.length),
      entries: haveNoEntries(
        userId,
        removed.map(({ unique_ref }) => unique_ref),
      ),
    },
    inserts: {
      job_plans: [{ ...plan, pa_rules: withLocalDays(userId, plan.pa_rules) }],
      ...rows,
      sessions: sessionRows(plan, effect.lines),
    },
    ...(ends && { updates: ended.updates }),
    sets: [
      ...moves.map(({ element_ref, sessions }) => ({
        ...{ part: "sessions" as const, refs: sessions.map(({ unique_ref }) => unique_ref), values: { element_ref } },
      })),
      ...off.map(({ element_ref, rows }) => ({
        ...{ part: "cancellations" as const, refs: rows.map(({ unique_ref }) => unique_ref), values: { element_ref } },
      })),
    ],
    deletes: removed.length > 0 ? [{ part: "sessions", refs: removed.map(({ unique_ref }) => unique_ref) }] : [],
  });
  if (written.result === "written") return { ref: plan.unique_ref, undo: undoOf(written) };
  if (written.result === "repeated") return { ref: written.ref, undo: written.undo };
  if (written.result === "form used") return { refusal: FORM_WAS_USED, change: null };
  const now = await previewChange(by, planRef, answers);
  return { refusal: now.refusal ?? MEANWHILE, change: now.change };
}
