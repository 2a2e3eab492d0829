import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { INITIAL_VERSION } from "~/changes/open-change.server";
import { decryptCaseText } from "~/diary/cases/encrypted-text.server";
import { chosenOptions } from "~/diary/cases/queries.server";
import { cases, options } from "~/diary/cases/table.server";
import { fees } from "~/diary/fees/table.server";
import { decryptNotes } from "~/diary/sessions/queries.server";
import { cancellations, sessions } from "~/diary/sessions/table.server";
import { newRef } from "~/platform/db/columns.server";
import { makeDiary } from "../support/diary";
import { db, makeUser, NOW } from "../support/harness";
import fc, { isFull, timesOf } from "../support/property";
import { acts, NAMES, tally } from "./acts";
import { dayOf, workedBetween } from "./clock";
import { type Model, newSession, sum, unitsOfSession } from "./model";
import { cipherOf, type Real } from "./real";

const SEQUENCES = timesOf("orders of acts", 500, 40);
/** Each act changes the diary at least so often in all of them; in a sample that would be chance. */
const SELDOM = isFull ? 20 : 0;
/** The standing claim of `makeDiary`, which no act touches. */
const ALONE_PENCE = 120_000;

/** A diary of a user's own, and the same in the model. */
async function begin(): Promise<{ model: Model; real: Real }> {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const { sessionRef, caseRef, elementRef } = params;
  // No act of the model says that a planned session did not happen: a week that is copied would leave it out.
  await db.delete(cancellations).where(eq(cancellations.user_id, user.id));
  const own = { unique_ref: newRef(), user_id: user.id, created_at: NOW, updated_at: NOW };
  await db.insert(options).values({ ...own, kind: "airway", label: "Halo frame" });
  const list = { day: dayOf("2026-11-17"), slot: [480, 1080] as const, element: true, site: "", notes: "" };
  const session = newSession(sessionRef, { ...list, fixedUnits: null, pence: null }, 1);
  const found = { ref: caseRef, session: sessionRef, age: 45, asa: 2, text: "", options: [], version: 1, fee: null };
  const start = Date.parse("2026-11-17T09:05:00Z");
  const model: Model = {
    sessions: [session],
    cases: [{ ...found, start, end: Date.parse("2026-11-17T10:40:00Z") }],
    labels: ["Halo frame"],
    changes: [],
    last: INITIAL_VERSION,
  };
  return { model, real: { user, elementRef, planRef: params.planRef } };
}

/** What the database says, told as the model tells it. */
async function told(real: Real) {
  const { id } = real.user;
  const cipher = cipherOf(real);
  const [sessionRows, caseRows, own, feeList] = await db.batch([
    db.select().from(sessions).where(eq(sessions.user_id, id)),
    db.select().from(cases).where(eq(cases.user_id, id)),
    db.select().from(options).where(eq(options.user_id, id)),
    db.select().from(fees).where(eq(fees.user_id, id)),
  ]);
  const labels = new Map(own.map((each) => [each.unique_ref, each.label]));
  const feeOf = (name: "session_ref" | "case_ref", ref: string) => {
    const fee = feeList.find((each) => each[name] === ref);
    return fee ? { pence: fee.amount_pence, version: fee.version } : null;
  };
  const optionsOf = (row: (typeof caseRows)[number]) =>
    chosenOptions(row.options, own)
      .map(({ kind, id, flags }) => `${kind}:${labels.get(id) ?? id}:${flags}`)
      .sort();
  return {
    sessions: await Promise.all(
      sessionRows.map(async (row) => ({
        ...{ ref: row.unique_ref, start: row.start_at, end: row.end_at, element: row.element_ref !== null },
        ...{ site: row.site, notes: await decryptNotes(cipher, row), fixedUnits: row.fixed_pa_units },
        ...{ series: row.recurring_uuid, version: row.version, fee: feeOf("session_ref", row.unique_ref) },
        ...{ standard: row.standard_minutes, premium: row.premium_minutes, units: row.pa_units },
      })),
    ),
    cases: await Promise.all(
      caseRows.map(async (row) => ({
        ...{ ref: row.unique_ref, session: row.session_ref, start: row.start_at, end: row.end_at, age: row.age },
        ...{ asa: row.asa, text: (await decryptCaseText(cipher, row)).complications },
        ...{ options: optionsOf(row), version: row.version, fee: feeOf("case_ref", row.unique_ref) },
      })),
    ),
    labels: [...labels.values()].sort(),
    totals: {
      units: sum(sessionRows.map((row) => row.pa_units)),
      pence: sum(feeList.map((fee) => fee.amount_pence)),
      options: sum(caseRows.map((row) => row.options.length)),
    },
  };
}

function expected(model: Model): Awaited<ReturnType<typeof told>> {
  const feeOf = (fee: Model["cases"][number]["fee"]) => fee && { pence: fee.pence, version: fee.version };
  return {
    sessions: model.sessions.map((session) => ({
      ...{ ...session, fee: feeOf(session.fee) },
      ...{ ...workedBetween(session.start, session.end), units: unitsOfSession(session) },
    })),
    cases: model.cases.map((each) => ({ ...each, fee: feeOf(each.fee) })),
    labels: model.labels.toSorted(),
    totals: {
      units: sum(model.sessions.map(unitsOfSession)),
      pence: ALONE_PENCE + sum([...model.sessions, ...model.cases].map(({ fee }) => fee?.pence ?? 0)),
      options: sum(model.cases.map((each) => each.options.length)),
    },
  };
}

function inOrder<Row extends { ref: string }>(rows: Row[]): Row[] {
  return rows.toSorted((one, other) => (one.ref < other.ref ? -1 : 1));
}

test(`after any of ${SEQUENCES} orders of acts the database is what the model is, PAs and fees to the last unit`, {
  timeout: 240_000,
}, async () => {
  let ran = 0;
  await fc.assert(
    fc.asyncProperty(fc.commands(acts, { maxCommands: 12, size: "max" }), async (commands) => {
      const { model, real } = await begin();
      await fc.asyncModelRun(() => ({ model, real }), commands);
      ran += 1;
      const [shown, wanted] = [await told(real), expected(model)];
      expect({ ...shown, sessions: inOrder(shown.sessions), cases: inOrder(shown.cases) }).toEqual({
        ...{ ...wanted, sessions: inOrder(wanted.sessions), cases: inOrder(wanted.cases) },
      });
    }),
    { numRuns: SEQUENCES },
  );
  expect(ran).toBe(SEQUENCES);
  // An act that never comes up, or that is always refused, would show nothing.
  const seldom = NAMES.filter((name) => (tally.get(name)?.wrote ?? 0) < SELDOM);
  expect(seldom.map((name) => [name, tally.get(name)])).toEqual([]);
});
