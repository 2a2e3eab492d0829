import { and, asc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { OPTION_GONE } from "~/cases/choose-options.server";
import { customOptions, isOption } from "~/cases/custom-options.server";
import { firstAtOrAfter, type Span } from "~/cases/rules";
import { caseOptions, cases, options, ownOptions } from "~/cases/table.server";
import { claims, ownClaims } from "~/claims/table.server";
import { isRefused } from "~/db/columns.server";
import type { FormKey } from "~/db/idempotency.server";
import { type Going, UNDO_MOST_BYTES, undoBytes } from "~/db/undo-steps.server";
import type { Refusal } from "~/http/refusal.server";
import { jobPlanElements } from "~/job-plans/table.server";
import { sessionHeading } from "~/sessions/heading.server";
import { sessions } from "~/sessions/table.server";
import { timesText } from "~/sessions/times";
import { shortDate } from "~/time/dates";
import { addDays, type LondonDate, londonInstant, londonMoment } from "~/time/london";
import { areAsShown, changedMeanwhile, changeMany, type Done, notAsShown, refused } from "./act.server";
import type { CaseActs, GoingCounts, ShownRow } from "./form";
import type { DataReader } from "./page.server";
import { counted, goesWords, NO_SUPERVISION, type Question } from "./ticked";

type Answer = Refusal | Done | Question;

/** Does what was asked for the ticked cases, or says what there is to ask first. */
export async function actOnCases(by: DataReader, form: FormKey, asked: CaseActs): Promise<Answer> {
  const { act, row: shown } = asked;
  if (act === null) return refused("", "Choose what to do with the ticked cases");
  if (shown.length === 0) return refused("row", "Tick the cases first");
  if (act === "supervision") {
    if (asked.new_supervision === null) return refused("new_supervision", "Choose a supervision");
    return setSupervision(by, form, shown, asked.new_supervision);
  }
  if (act === "option") {
    if (asked.new_option === "") return refused("new_option", "Choose an airway or procedure");
    return addOption(by, form, shown, asked.new_option);
  }
  if (act === "move_now" && asked.move_to !== "") return move(by, form, shown, asked.move_to);
  if (act === "move" || act === "move_now") {
    if (asked.move_date === null) return refused("move_date", "Enter the date of the session that they belong to");
    return whereTo(by, asked.move_date);
  }
  if (act === "delete_now" && asked.shown) return deleteNow(by, form, shown, asked.shown);
  return whatGoes(by, shown);
}

async function setSupervision(
  by: DataReader,
  form: FormKey,
  shown: readonly ShownRow[],
  code: string,
): Promise<Answer> {
  const rows = await rowsOf(by, shown);
  const says = `Supervision of ${counted(shown.length, "case")} changed`;
  if (!areAsShown(shown, rows)) return notAsShown(by, form, says, "case", shown.length);
  const supervision = code === NO_SUPERVISION ? null : Number(code);
  const others = rows.filter((row) => row.supervision !== supervision);
  if (others.length === 0) return refused("new_supervision", "The ticked cases have that already");
  return write(by, form, others.map(versioned), says, { supervision });
}

async function addOption(by: DataReader, form: FormKey, shown: readonly ShownRow[], id: string): Promise<Answer> {
  const { db, userRef } = by;
  const [rows, custom, having] = await db.batch([
    rowsOf(by, shown),
    customOptions(db, userRef),
    db
      .select({ case_ref: caseOptions.case_ref })
      .from(caseOptions)
      .where(
        and(
          ownOptions(userRef),
          sql`${caseOptions.case_ref} IN ${listed(refsOf(shown))}`,
          eq(caseOptions.option_id, id),
        ),
      ),
  ]);
  const says = `Option added to ${counted(shown.length, "case")}`;
  if (!areAsShown(shown, rows)) return notAsShown(by, form, says, "case", shown.length);
  const own = custom.find(({ unique_ref }) => unique_ref === id);
  const kind = (["airway", "procedure"] as const).find((each) => isOption(custom, each, id));
  if (!kind || own?.active === false) return refused("new_option", "Choose an airway or procedure from the list");
  const others = rows.filter(({ unique_ref }) => !having.some(({ case_ref }) => case_ref === unique_ref));
  if (others.length === 0) return refused("new_option", "The ticked cases have that already");
  const refs = others.map(({ unique_ref }) => unique_ref);
  // One of the user's own may go meanwhile: then it comes out NULL, which the column refuses.
  const there = own
    ? sql`(SELECT ${options.unique_ref} FROM ${options} WHERE ${options.user_ref} = ${userRef} AND ${options.unique_ref} = ${id})`
    : sql`${id}`;
  const added = db
    .insert(caseOptions)
    .select(
      sql`SELECT ${cases.unique_ref}, ${cases.user_ref}, ${kind}, ${there}, '' FROM ${cases} WHERE ${these(userRef, refs)}`,
    );
  const held = {
    table: caseOptions,
    where: sql`${ownOptions(userRef)} AND ${caseOptions.case_ref} IN ${listed(refs)}`,
  };
  try {
    return await write(by, form, others.map(versioned), says, {}, { statements: [added], holds: [held] });
  } catch (error) {
    if (!isRefused(error, OPTION_GONE)) throw error;
    return refused("new_option", "This option has just been deleted. Choose another");
  }
}

/** The sessions of a day, to choose from. */
async function whereTo({ db, userRef }: DataReader, date: LondonDate): Promise<Answer> {
  const found = await db
    .select({
      unique_ref: sessions.unique_ref,
      start_at: sessions.start_at,
      end_at: sessions.end_at,
      element: jobPlanElements.description,
    })
    .from(sessions)
    .leftJoin(jobPlanElements, eq(jobPlanElements.unique_ref, sessions.element_ref))
    .where(
      and(
        eq(sessions.user_ref, userRef),
        gte(sessions.start_at, londonInstant(date)),
        lt(sessions.start_at, londonInstant(addDays(date, 1))),
      ),
    )
    .orderBy(asc(sessions.start_at));
  const day = shortDate(date);
  if (found.length === 0) return refused("move_date", `No session starts on ${day}. Add it in the logbook first`);
  const choices = found.map(({ unique_ref, start_at, end_at, element }) => {
    const { times } = timesText({ startAt: start_at, endAt: end_at });
    return { value: unique_ref, label: [times, element].filter(Boolean).join(", ") };
  });
  return { asks: "move", day, sessions: choices };
}

/** When a case was, as its new session has it: kept where it lies in that, else at the same times of the clock. */
export function timesInSession(session: Span, row: { start_at: number | null; end_at: number | null }) {
  const first = row.start_at ?? row.end_at;
  if (first === null || (first >= session.start_at && first < session.end_at)) {
    return { start_at: row.start_at, end_at: row.end_at };
  }
  const at = (from: number, instant: number | null) =>
    instant === null ? null : firstAtOrAfter(from, londonMoment(instant).minute);
  const start_at = at(session.start_at, row.start_at);
  return { start_at, end_at: at(start_at ?? session.start_at, row.end_at) };
}

async function move(by: DataReader, form: FormKey, shown: readonly ShownRow[], to: string): Promise<Answer> {
  const { db, userRef } = by;
  const [rows, [session]] = await db.batch([rowsOf(by, shown), sessionHeading(db, userRef, to)]);
  const says = `${counted(shown.length, "case")} moved`;
  if (!areAsShown(shown, rows)) return notAsShown(by, form, says, "case", shown.length);
  if (!session) return refused("move_date", "That session is gone. Choose another");
  const others = rows.filter(({ session_ref }) => session_ref !== to);
  if (others.length === 0) return refused("move_date", "The ticked cases are in that session already");
  const changes = others.map((row) => ({ ...versioned(row), ...timesInSession(session, row) }));
  const day = shortDate(londonMoment(session.start_at).date);
  // NULL, which the column refuses, for a session that goes meanwhile.
  const there = sql`(SELECT ${sessions.unique_ref} FROM ${sessions} WHERE ${sessions.unique_ref} = ${to} AND ${sessions.user_ref} = ${userRef})`;
  try {
    return await write(by, form, changes, `${says} to ${day}`, {
      session_ref: there,
      start_at: sql`each.value ->> 'start_at'`,
      end_at: sql`each.value ->> 'end_at'`,
    });
  } catch (error) {
    if (!isRefused(error, "cases.session_ref")) throw error;
    return refused("move_date", "That session has just been deleted. Choose another");
  }
}

interface Beside {
  statements: Parameters<typeof changeMany>[1]["statements"];
  holds: readonly Going[];
}

type Columns = Parameters<ReturnType<DataReader["db"]["update"]>["set"]>[0];

/** Writes the changed columns of cases, each at the version that it was shown at. */
async function write(
  by: DataReader,
  form: FormKey,
  changes: readonly { unique_ref: string; version: number }[],
  says: string,
  columns: Columns,
  beside: Beside = { statements: [], holds: [] },
): Promise<Answer> {
  const { db, userRef, now } = by;
  const refs = changes.map(({ unique_ref }) => unique_ref);
  const next = sql`CASE WHEN ${cases.version} = each.value ->> 'version' THEN ${cases.version} + 1 END`;
  const done = await changeMany(by, {
    ...{ form, says, changes: { cases: refs } },
    holds: [{ table: cases, where: these(userRef, refs) }, ...beside.holds],
    statements: [
      db
        .update(cases)
        .set({ ...columns, updated_at: now, version: next })
        .from(sql`json_each(${JSON.stringify(changes)}) AS each`)
        .where(and(sql`+${cases.user_ref} = ${userRef}`, sql`${cases.unique_ref} = each.value ->> 'unique_ref'`)),
      ...beside.statements,
    ],
  });
  return done ?? changedMeanwhile("case", changes.length);
}

function goingWith(userRef: string, refs: readonly string[]): [Going, Going, Going] {
  const list = listed(refs);
  return [
    { table: cases, where: these(userRef, refs) },
    { table: caseOptions, where: sql`${ownOptions(userRef)} AND ${caseOptions.case_ref} IN ${list}` },
    { table: claims, where: sql`${ownClaims(userRef)} AND ${claims.case_ref} IN ${list}` },
  ];
}

/** What deleting them would take away, for the question before it. */
async function whatGoes(by: DataReader, shown: readonly ShownRow[]): Promise<Answer> {
  const { db, userRef } = by;
  const going = goingWith(userRef, refsOf(shown));
  const [rows, [counts]] = await db.batch([
    rowsOf(by, shown),
    db
      .select({
        fees: sql<number>`(SELECT count(*) FROM ${claims} WHERE ${going[2].where})`.mapWith(Number).as("fees"),
        undoable: sql<boolean>`${undoBytes(going)} <= ${UNDO_MOST_BYTES}`.mapWith(Boolean).as("undoable"),
      })
      .from(sql`(SELECT 1)`),
  ]);
  if (!areAsShown(shown, rows)) return changedMeanwhile("case", shown.length);
  return { asks: "delete", rows: 0, cases: shown.length, fees: counts?.fees ?? 0, undoable: counts?.undoable ?? true };
}

async function deleteNow(
  by: DataReader,
  form: FormKey,
  shown: readonly ShownRow[],
  counts: GoingCounts,
): Promise<Answer> {
  const { db, userRef } = by;
  const rows = await rowsOf(by, shown);
  const says = `Deleted: ${goesWords({ cases: shown.length, fees: counts.fees })}`;
  if (!areAsShown(shown, rows)) return notAsShown(by, form, says, "case", shown.length);
  const [ofCases, ofOptions, ofFees] = goingWith(userRef, refsOf(shown));
  const isAsShown = sql`(SELECT count(*) FROM ${claims} WHERE ${ofFees.where}) = ${counts.fees}`;
  const done = await changeMany(by, {
    ...{ form, says, holds: [ofCases, ofOptions, ofFees] },
    statements: [
      // Unless all is as shown the version comes out NULL, which fails the batch.
      db
        .update(cases)
        .set({
          version: sql`CASE WHEN ${cases.version} = each.value ->> 'version' AND ${isAsShown} THEN ${cases.version} END`,
        })
        .from(sql`json_each(${JSON.stringify(shown)}) AS each`)
        .where(and(sql`+${cases.user_ref} = ${userRef}`, sql`${cases.unique_ref} = each.value ->> 'ref'`)),
      db.delete(claims).where(ofFees.where),
      db.delete(caseOptions).where(ofOptions.where),
      db.delete(cases).where(ofCases.where),
    ],
  });
  return done ?? changedMeanwhile("case", shown.length);
}

function listed(refs: readonly string[]): SQL {
  return sql`(SELECT each.value FROM json_each(${JSON.stringify(refs)}) AS each)`;
}

function these(userRef: string, refs: readonly string[]): SQL {
  return sql`+${cases.user_ref} = ${userRef} AND ${cases.unique_ref} IN ${listed(refs)}`;
}

function refsOf(shown: readonly ShownRow[]): string[] {
  return shown.map(({ ref }) => ref);
}

function versioned({ unique_ref, version }: { unique_ref: string; version: number }) {
  return { unique_ref, version };
}

function rowsOf({ db, userRef }: DataReader, shown: readonly ShownRow[]) {
  return db
    .select()
    .from(cases)
    .where(these(userRef, refsOf(shown)));
}
