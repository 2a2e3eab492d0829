import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { decryptCaseText } from "~/diary/cases/encrypted-text.server";
import { cases } from "~/diary/cases/table.server";
import { leave } from "~/diary/leave/table.server";
import { cancellations, sessionPlace, sessions } from "~/diary/sessions/table.server";
import { undoableChanges } from "~/diary/undo/queries.server";
import { undoWithMessage } from "~/diary/undo/undo.server";
import { makeSessions } from "~/import/new-sessions/make.server";
import { proposeSessions } from "~/import/new-sessions/propose.server";
import type { ShownProposal } from "~/import/new-sessions/shown-proposal.server";
import { workingSet } from "~/import/stage/working-set.server";
import { newRef } from "~/platform/db/columns.server";
import { addDays, londonInstant } from "~/platform/time/london";
import { action, loader } from "~/routes/csv-import/new-sessions";
import { makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { countingDatabase, db, load, makeUser, NOW, racingDatabase, submit } from "../../support/harness";
import { importFile, requestContextOf, row } from "../files";

const FIRST = { from: 0, sessions: 0 };

function sessionsOf(userId: number) {
  return db.select().from(sessions).where(eq(sessions.user_id, userId)).orderBy(asc(sessions.start_at));
}

/** A usual file: two planned Tuesdays and a Thursday that no plan holds. */
function usualFile() {
  const days = ["2026-11-03", "2026-11-10", "2026-11-12"];
  return days.flatMap((case_date, day) =>
    Array.from({ length: 4 }, (_, at) => {
      const start_minute = 500 + at * 110;
      return row(2 + day * 4 + at, { case_date, start_minute, end_minute: start_minute + 90, age: 40 + at });
    }),
  );
}

async function shownTo(user: Awaited<ReturnType<typeof makeUser>>) {
  return (await load<{ proposal: ShownProposal }>(loader, { user })).data.proposal;
}

test("twelve cases make three sessions: with the plan's times and element where it holds them, else with their own", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const context = requestContextOf(user);
  await importFile(context, usualFile());
  // The row of the diary's own file has a session.
  expect(await workingSet(context, FIRST)).toMatchObject({ homeless: 12 });
  const shown = await shownTo(user);
  expect(shown.sessions.map(({ date, time, element, cases: count }) => [date, time, element, count])).toEqual([
    ["Thu 12 Nov 2026", "08:20 – 15:20", "No job plan element", 4],
    ["Tue 10 Nov 2026", "08:00 – 18:00", "All-day orthopaedics", 4],
    ["Tue 3 Nov 2026", "08:00 – 18:00", "All-day orthopaedics", 4],
  ]);
  expect(shown.sessions[0]?.rows[0]).toMatchObject({
    line: 10,
    time: "08:20 – 09:50",
    summary: "40 y F, ASA 2 – Procedure 10",
  });
  const pressed = await submit(action, { fingerprint: shown.fingerprint }, { user });
  const { text, undo } = flashOf(pressed);
  expect(text).toBe(`3 sessions made, ${12 + shown.placeable} cases placed`);
  const made = (await sessionsOf(user.id)).filter(({ unique_ref }) => unique_ref !== params.sessionRef);
  expect(made.map(({ element_ref, pa_units }) => [element_ref, pa_units])).toEqual([
    [params.elementRef, 9000],
    [params.elementRef, 9000],
    [null, 6300],
  ]);
  const [first] = await db
    .select()
    .from(cases)
    .where(eq(cases.session_ref, made[0]?.unique_ref ?? ""))
    .orderBy(asc(cases.start_at));
  expect(first).toMatchObject({ start_at: londonInstant("2026-11-03", 500), age: 40 });
  expect((await decryptCaseText(context.cipher, first as never)).case_description).toBe("Procedure 2");
  expect(await workingSet(context, FIRST)).toMatchObject({ available: 0, homeless: 0, placeable: 0 });

  // One undo for all of it: the rows wait again.
  expect(await undoWithMessage(context, undo ?? "")).toMatchObject({ ok: true });
  expect((await sessionsOf(user.id)).map(({ unique_ref }) => unique_ref)).toEqual([params.sessionRef]);
  expect(await workingSet(context, FIRST)).toMatchObject({ homeless: 12 });
});

test("a double press, and two tabs, make each session once", async () => {
  const user = await makeUser();
  const context = requestContextOf(user);
  await importFile(context, usualFile());
  const { fingerprint } = await shownTo(user);
  const both = await Promise.all([1, 2].map(() => submit(action, { fingerprint }, { user })));
  expect(both.map(({ status }) => status)).toEqual([302, 302]);
  expect((await submit(action, { fingerprint }, { user })).status).toBe(302);
  expect(await sessionsOf(user.id)).toHaveLength(3);
  expect(await db.$count(cases, eq(cases.user_id, user.id))).toBe(12);
  expect(await undoableChanges(db, user.id, NOW)).toHaveLength(1);
});

test("a page that another was quicker than makes nothing of what is there", async () => {
  const context = requestContextOf(await makeUser());
  await importFile(context, usualFile());
  const proposal = await proposeSessions(context);
  const quicker = { ...context, db: racingDatabase(1, () => makeSessions(context, proposal, proposal.fingerprint)) };
  expect(await makeSessions(quicker, proposal, proposal.fingerprint)).toEqual({
    ...{ ok: true, message: "Nothing was left to make", undo: null },
  });
  expect(await sessionsOf(context.userId)).toHaveLength(3);
});

test("what is made is what the page showed: a session that came meanwhile asks to look again", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const context = requestContextOf(user);
  await importFile(context, usualFile());
  const { fingerprint } = await shownTo(user);
  await db
    .update(sessions)
    .set({ start_at: londonInstant("2026-11-10", 480), end_at: londonInstant("2026-11-10", 1080) })
    .where(eq(sessions.unique_ref, params.sessionRef));
  expect((await submit(action, { fingerprint }, { user })).status).toBe(409);
  expect(await sessionsOf(user.id)).toHaveLength(1);
});

test("a row that may name a patient stays, twins come once, and leave and a logged session are no planned time", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const context = requestContextOf(user);
  await db.insert(leave).values({
    ...{ unique_ref: newRef(), user_id: user.id, created_at: NOW, updated_at: NOW },
    ...{ type: "annual", date_start: "2026-11-03", date_end: "2026-11-03", status: "approved" },
  } as never);
  await importFile(context, [
    row(2, { case_date: "2026-11-03", start_minute: 540, end_minute: 600 }),
    row(3, { case_date: "2026-11-03", start_minute: 540, end_minute: 600, case_description: "Spinal" }),
    row(4, { case_date: "2026-11-03", start_minute: 610, end_minute: 700, case_description: "MRN 12345, hernia" }),
    // After the end of the session that the plan's time was logged as.
    row(5, { case_date: "2026-11-17", start_minute: 1090, end_minute: 1150 }),
    row(6, { case_date: "2026-11-19", start_minute: 610, end_minute: 700, case_description: "MRN 12345, hernia" }),
  ]);
  const { sessions: made, left } = await proposeSessions(context);
  expect(made.map(({ element, rows, columns }) => [element, rows.map(({ line }) => line), columns.end_at])).toEqual([
    [null, [2], londonInstant("2026-11-03", 700)],
    [null, [5], londonInstant("2026-11-17", 1150)],
  ]);
  expect(left.identifier.map(({ line }) => line).sort()).toEqual([4, 6]);
  expect(params.sessionRef).not.toBe("");
});

test("cases of a planned session that did not happen make none, until it is marked as planned; one pressed meanwhile makes none either", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const context = requestContextOf(user);
  await importFile(context, usualFile());
  const at = { user_id: user.id, created_at: NOW, updated_at: NOW, element_ref: params.elementRef };
  const cancels = (date: string) =>
    db.insert(cancellations).values({ ...at, unique_ref: newRef(), start_at: londonInstant(date, 480) });
  await cancels("2026-11-03");
  const shown = await shownTo(user);
  expect(shown.sessions.map(({ date, cases: count }) => [date, count])).toEqual([
    ["Thu 12 Nov 2026", 4],
    ["Tue 10 Nov 2026", 4],
  ]);
  expect([shown.cancelled.rows, shown.cancelled.first.map(({ line }) => line)]).toEqual([4, [2, 3, 4, 5]]);
  const proposal = await proposeSessions(context);
  const racing = { ...context, db: racingDatabase(1, () => cancels("2026-11-10")) };
  // Without the row of the diary's own file, which would be placed first.
  expect(await makeSessions(racing, { ...proposal, placeable: 0 }, proposal.fingerprint)).toEqual({
    ok: false,
    message: expect.stringMatching(/^Nothing was made: .* have changed since you opened this page/),
  });
  expect(await sessionsOf(user.id)).toHaveLength(1);
  await db.delete(cancellations).where(eq(cancellations.user_id, user.id));
  expect((await shownTo(user)).sessions).toHaveLength(3);
});

test("ten years of a logbook come in by one press, in few statements", { tags: ["full"] }, async () => {
  const context = requestContextOf(await makeUser());
  const rows = Array.from({ length: 6_000 }, (_, at) => {
    const case_date = addDays("2016-01-04", Math.floor(at / 4) * 2);
    const start_minute = 500 + (at % 4) * 100;
    return row(at + 2, { case_date, start_minute, end_minute: start_minute + 80, age: at % 90 });
  });
  await importFile(context, rows);
  const counting = countingDatabase();
  const proposal = await proposeSessions({ ...context, db: counting.database });
  expect(counting.trips()).toBe(2);
  expect([proposal.sessions.length, proposal.rows]).toEqual([1_500, 6_000]);
  expect(await makeSessions(context, proposal, proposal.fingerprint)).toMatchObject({
    message: "1,500 sessions made, 6,000 cases placed",
  });
  expect(await undoableChanges(db, context.userId, NOW)).toHaveLength(1);
});

test("what the file's words mean is in the cases, and its location and specialty are the session's", async () => {
  const context = requestContextOf(await makeUser());
  const options = ["121", "211"].map((id) => ({ id, flags: "" }));
  const said = { urgency: 2, supervision: 3, options, location: "Theatre 4", specialty: "Vascular" };
  await importFile(context, [row(2, said), row(3, { start_minute: 700, end_minute: 720, location: "Theatre 4" })]);
  const proposal = await proposeSessions(context);
  expect(proposal.sessions.map(({ columns, specialties }) => [columns.site, specialties])).toEqual([
    ["Theatre 4", ["Vascular"]],
    ["Theatre 4", []],
  ]);
  await makeSessions(context, proposal, proposal.fingerprint);
  const [first] = await db.select().from(cases).where(eq(cases.user_id, context.userId)).orderBy(asc(cases.start_at));
  expect(first).toMatchObject({ urgency: 2, supervision: 3, options });
  const [session] = await sessionsOf(context.userId);
  const { unique_ref = "", text_encrypted = null } = session ?? {};
  expect(session?.site).toBe("Theatre 4");
  expect(await context.cipher.decrypt(sessionPlace(unique_ref), text_encrypted)).toBe("Vascular");
});
