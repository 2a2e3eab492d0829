import { and, type SQL, sql } from "drizzle-orm";
import { caseOptions, cases, ownOptions } from "~/cases/table.server";
import { claims, ownClaims } from "~/claims/table.server";
import { isInUse } from "~/db/columns.server";
import type { FormKey } from "~/db/idempotency.server";
import { type Going, UNDO_MOST_BYTES, undoBytes } from "~/db/undo-steps.server";
import type { Refusal } from "~/http/refusal.server";
import { elementChoices } from "~/job-plans/choices.server";
import { paUnits, showPa } from "~/job-plans/pa-rules";
import { holds } from "~/job-plans/plan-dates";
import { findElement, outsidePlanMessage } from "~/sessions/element-choices";
import { planChoices, planRows } from "~/sessions/queries.server";
import { pasOf, rulesOfSession } from "~/sessions/rules";
import { sessions } from "~/sessions/table.server";
import { shortDate } from "~/time/dates";
import { londonMoment } from "~/time/london";
import { areAsShown, changedMeanwhile, changeMany, type Done, notAsShown, refused } from "./act.server";
import { NO_ELEMENT } from "./choices";
import type { GoingCounts, SessionActs, ShownRow } from "./form";
import type { DataReader } from "./page.server";
import { counted, goesWords, type Question } from "./ticked";

type Answer = Refusal | Done | Question;

/** Does what was asked for the ticked sessions, or says what there is to ask first. */
export async function actOnSessions(by: DataReader, form: FormKey, asked: SessionActs): Promise<Answer> {
  const { act, row: shown } = asked;
  if (act === null) return refused("", "Choose what to do with the ticked sessions");
  if (shown.length === 0) return refused("row", "Tick the sessions first");
  if (act === "element") {
    if (asked.new_element === "") return refused("new_element", "Choose a job plan element");
    return unlessElementGone(changeElement(by, form, shown, asked.new_element));
  }
  if (act === "fixed") {
    if (asked.new_pa === null) return refused("new_pa", "Enter the fixed PA allocation, such as 1 or 0.5");
    return setFixed(by, form, shown, paUnits(asked.new_pa));
  }
  if (act === "delete_now" && asked.shown) return deleteNow(by, form, shown, asked.shown);
  return whatGoes(by, shown);
}

async function changeElement(
  by: DataReader,
  form: FormKey,
  shown: readonly ShownRow[],
  chosen: string,
): Promise<Answer> {
  const { db, userRef } = by;
  const [rows, plans, elements] = await db.batch([
    rowsOf(by, shown),
    planRows(db, userRef),
    elementChoices(db, userRef),
  ]);
  const says = `Job plan element of ${counted(shown.length, "session")} changed`;
  if (!areAsShown(shown, rows)) return notAsShown(by, form, says, "session", shown.length);
  const choices = planChoices(plans, elements);
  const elementRef = chosen === NO_ELEMENT ? null : chosen;
  const found = elementRef === null ? null : findElement(choices, elementRef);
  if (elementRef !== null && !found?.element.active) {
    return refused("new_element", "Choose a job plan element from the list");
  }
  const others = rows.filter((row) => row.element_ref !== elementRef);
  if (others.length === 0) return refused("new_element", "The ticked sessions have that element already");
  const outside = found && others.find(({ start_at }) => !holds(found.plan, londonMoment(start_at).date));
  if (outside) {
    const day = shortDate(londonMoment(outside.start_at).date);
    return refused("new_element", `${day}: ${outsidePlanMessage(found)}`);
  }
  const changes = others.map((row) => {
    const span = { startAt: row.start_at, endAt: row.end_at };
    const rules = rulesOfSession(choices, elementRef, londonMoment(row.start_at).date, span, null);
    const { worked, units } = pasOf(span, rules, row.fixed_pa_units);
    const { unique_ref, version } = row;
    return { unique_ref, version, element_ref: elementRef, ...worked, units, rules: JSON.stringify(rules) };
  });
  return write(by, form, changes, says, {
    element_ref: sql`each.value ->> 'element_ref'`,
    standard_minutes: sql`each.value ->> 'standard'`,
    premium_minutes: sql`each.value ->> 'premium'`,
    pa_units: sql`each.value ->> 'units'`,
    pa_rules: sql`each.value ->> 'rules'`,
  });
}

async function setFixed(by: DataReader, form: FormKey, shown: readonly ShownRow[], units: number): Promise<Answer> {
  const rows = await rowsOf(by, shown);
  const says = `${counted(shown.length, "session")} set to ${showPa(units)} PA, fixed`;
  if (!areAsShown(shown, rows)) return notAsShown(by, form, says, "session", shown.length);
  const others = rows.filter(({ fixed_pa_units }) => fixed_pa_units !== units);
  if (others.length === 0) return refused("new_pa", "The ticked sessions have that allocation already");
  const changes = others.map(({ unique_ref, version }) => ({ unique_ref, version }));
  return write(by, form, changes, says, { pa_basis: "fixed" as const, fixed_pa_units: units, pa_units: units });
}

type Columns = Parameters<ReturnType<DataReader["db"]["update"]>["set"]>[0];

/** Writes the changed columns of sessions, each at the version that it was shown at. */
async function write(
  by: DataReader,
  form: FormKey,
  changes: readonly { unique_ref: string; version: number }[],
  says: string,
  columns: Columns,
): Promise<Answer> {
  const { db, userRef, now } = by;
  const each = JSON.stringify(changes);
  const refs = changes.map(({ unique_ref }) => unique_ref);
  const done = await changeMany(by, {
    ...{ form, says, changes: { sessions: refs } },
    holds: [{ table: sessions, where: these(userRef, refs) }],
    statements: [
      db
        .update(sessions)
        .set({ ...columns, updated_at: now, version: nextAsShown })
        .from(sql`json_each(${each}) AS each`)
        .where(and(sql`+${sessions.user_ref} = ${userRef}`, sql`${sessions.unique_ref} = each.value ->> 'unique_ref'`)),
    ],
  });
  return done ?? changedMeanwhile("session", changes.length);
}

const nextAsShown = sql`CASE WHEN ${sessions.version} = each.value ->> 'version' THEN ${sessions.version} + 1 END`;

/** What deleting them would take away, for the question before it. */
async function whatGoes(by: DataReader, shown: readonly ShownRow[]): Promise<Answer> {
  const { db, userRef } = by;
  const going = goingWith(userRef, refsOf(shown));
  const [rows, [counts]] = await db.batch([
    rowsOf(by, shown),
    db
      .select({
        cases: sql<number>`(SELECT count(*) FROM ${cases} WHERE ${going.cases})`.mapWith(Number).as("cases"),
        fees: sql<number>`(SELECT count(*) FROM ${claims} WHERE ${going.claims})`.mapWith(Number).as("fees"),
        undoable: sql<boolean>`${undoBytes(inOrder(going))} <= ${UNDO_MOST_BYTES}`.mapWith(Boolean).as("undoable"),
      })
      .from(sql`(SELECT 1)`),
  ]);
  if (!areAsShown(shown, rows)) return changedMeanwhile("session", shown.length);
  const { cases: held = 0, fees = 0, undoable = true } = counts ?? {};
  return { asks: "delete", rows: shown.length, cases: held, fees, undoable };
}

async function deleteNow(
  by: DataReader,
  form: FormKey,
  shown: readonly ShownRow[],
  counts: GoingCounts,
): Promise<Answer> {
  const { db, userRef } = by;
  const rows = await rowsOf(by, shown);
  const says = `Deleted: ${goesWords({ sessions: shown.length, ...counts })}`;
  if (!areAsShown(shown, rows)) return notAsShown(by, form, says, "session", shown.length);
  const going = goingWith(userRef, refsOf(shown));
  const isAsShown = sql`(SELECT count(*) FROM ${cases} WHERE ${going.cases}) = ${counts.cases}
    AND (SELECT count(*) FROM ${claims} WHERE ${going.claims}) = ${counts.fees}`;
  const done = await changeMany(by, {
    ...{ form, says, holds: inOrder(going) },
    statements: [
      // Unless all is as shown the version comes out NULL, which fails the batch.
      db
        .update(sessions)
        .set({
          version: sql`CASE WHEN ${sessions.version} = each.value ->> 'version' AND ${isAsShown} THEN ${sessions.version} END`,
        })
        .from(sql`json_each(${JSON.stringify(shown)}) AS each`)
        .where(and(sql`+${sessions.user_ref} = ${userRef}`, sql`${sessions.unique_ref} = each.value ->> 'ref'`)),
      db.delete(claims).where(going.claims),
      db.delete(caseOptions).where(going.caseOptions),
      db.delete(cases).where(going.cases),
      db.delete(sessions).where(going.sessions),
    ],
  });
  return done ?? changedMeanwhile("session", shown.length);
}

function goingWith(userRef: string, refs: readonly string[]) {
  const listed = sql`(SELECT each.value FROM json_each(${JSON.stringify(refs)}) AS each)`;
  const ofSessions = sql`${cases.user_ref} = ${userRef} AND ${cases.session_ref} IN ${listed}`;
  const caseRefs = sql`(SELECT ${cases.unique_ref} FROM ${cases} WHERE ${ofSessions})`;
  return {
    sessions: these(userRef, refs),
    cases: ofSessions,
    caseOptions: sql`${ownOptions(userRef)} AND ${caseOptions.case_ref} IN ${caseRefs}`,
    claims: sql`${ownClaims(userRef)} AND (${claims.session_ref} IN ${listed} OR ${claims.case_ref} IN ${caseRefs})`,
  };
}

/** What others point at comes back first. */
function inOrder(going: ReturnType<typeof goingWith>): Going[] {
  return [
    { table: sessions, where: going.sessions },
    { table: cases, where: going.cases },
    { table: caseOptions, where: going.caseOptions },
    { table: claims, where: going.claims },
  ];
}

function these(userRef: string, refs: readonly string[]): SQL {
  return sql`+${sessions.user_ref} = ${userRef} AND ${sessions.unique_ref} IN (SELECT each.value FROM json_each(${JSON.stringify(refs)}) AS each)`;
}

function refsOf(shown: readonly ShownRow[]): string[] {
  return shown.map(({ ref }) => ref);
}

function rowsOf({ db, userRef }: DataReader, shown: readonly ShownRow[]) {
  return db
    .select()
    .from(sessions)
    .where(these(userRef, refsOf(shown)));
}

/** The element was there when it was judged. */
async function unlessElementGone(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!isInUse(error)) throw error;
    return refused("new_element", "This job plan element has just been deleted. Choose another");
  }
}
