import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { UNDO_WINDOW_MS } from "~/changes/write-change.server";
import { cases } from "~/diary/cases/table.server";
import { fees } from "~/diary/fees/table.server";
import { leave } from "~/diary/leave/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { newRef } from "~/platform/db/columns.server";
import type { FormState } from "~/platform/http/action-result";
import { londonInstant, londonMoment } from "~/platform/time/london";
import * as edit from "~/routes/leave/leave-form";
import * as page from "~/routes/leave/leave-sessions";
import * as undo from "~/routes/logbook/undo";
import { lockDays, makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { countingDatabase, db, load, makeUser, NOW, racingDatabase, submit } from "../../support/harness";

type Page = Awaited<ReturnType<typeof page.loader>>;
type User = Awaited<ReturnType<typeof makeUser>>;

const SERIES = newRef();

async function addSession(user: User, date: string, start = 480, end = 1080, series: string | null = SERIES) {
  const unique_ref = newRef();
  await db.insert(sessions).values({
    ...{ unique_ref, user_id: user.id, created_at: NOW, updated_at: NOW, recurring_uuid: series },
    ...{ start_at: londonInstant(date, start), end_at: londonInstant(date, end) },
    ...{ pa_basis: "time_calculated", standard_minutes: end - start, premium_minutes: 0, pa_units: 9000 },
    pa_rules: NATIONAL_RULES.england,
  });
  return unique_ref;
}

/** The leave of 14 to 18 December with two sessions of a series in it, one that has a fee, one with a case, one alone. */
async function inLeave() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const free = [await addSession(user, "2026-12-15"), await addSession(user, "2026-12-16")];
  const paid = await addSession(user, "2026-12-17");
  await db.insert(fees).values({
    ...{ unique_ref: newRef(), user_id: user.id, created_at: NOW, updated_at: NOW },
    ...{ session_ref: paid, amount_pence: 100 },
  });
  const worked = await addSession(user, "2026-12-18");
  await db.insert(cases).values({
    ...{ unique_ref: newRef(), user_id: user.id, created_at: NOW, updated_at: NOW, session_ref: worked },
  });
  await addSession(user, "2026-12-14", 480, 1080, null);
  // The night before, which ends in the morning, and the day after.
  await addSession(user, "2026-12-13", 1200, 1440 + 480);
  await addSession(user, "2026-12-19");
  const marks = free.map((ref) => `${ref}.1`);
  return { user, params, free, marks };
}

async function datesOf(user: User) {
  const rows = await db.select().from(sessions).where(eq(sessions.user_id, user.id)).orderBy(asc(sessions.start_at));
  return rows.map(({ start_at }) => londonMoment(start_at).date.slice(8));
}

test("the page lists what falls in the leave and why the rest would stay, in one batch, and changes nothing", async () => {
  const { user, params, marks } = await inLeave();
  const { database, trips } = countingDatabase();
  const { data } = await load<Page>(page.loader, { user, params, database });
  expect([data.leave, trips()]).toEqual(["Annual leave, 14 to 18 December 2026", 1]);
  expect(data.lines.map(({ stays }) => stays)).toEqual([
    "Stays: it is not one of a series",
    null,
    null,
    "Stays: it has a fee",
    "Stays: it has 1 case",
  ]);
  expect(data.lines.filter(({ stays }) => stays === null).map(({ mark }) => mark)).toEqual(marks);
  expect(await datesOf(user)).toHaveLength(8);
});

test("a session on a locked day stays, and is not offered", async () => {
  const { user, params, marks } = await inLeave();
  await lockDays(user, "2026-12-15", "2026-12-15");
  const { data } = await load<Page>(page.loader, { user, params });
  expect(data.lines.map(({ stays }) => stays)).toEqual([
    "Stays: it is not one of a series",
    "Stays: you locked its day. Unlock it in Reports first",
    null,
    "Stays: it has a fee",
    "Stays: it has 1 case",
  ]);
  // It was locked while the page was open.
  const refused = await submit<{ form: FormState }>(page.action, { sessions: marks }, { user, params });
  expect([refused.status, refused.data.form.errors[""]?.[0]]).toEqual([
    409,
    "You locked 15 December 2026, so sessions, cases and leave on this day cannot be changed. Unlock this day in Reports first",
  ]);
  expect(await datesOf(user)).toHaveLength(8);
});

test("what was ticked goes, in one act that is undone, and the same form again is answered alike", async () => {
  const { user, params, marks } = await inLeave();
  const gone = await submit(page.action, { sessions: marks }, { user, params });
  expect([gone.headers.get("Location"), flashOf(gone).text]).toEqual(["/leave/", "2 sessions removed from your leave"]);
  expect(await datesOf(user)).toEqual(["17", "13", "14", "17", "18", "19"]);
  expect(flashOf(await submit(page.action, { sessions: marks }, { user, params }))).toEqual(flashOf(gone));
  await submit(undo.action, {}, { user, params: { undoRef: flashOf(gone).undo ?? "" } });
  expect(await datesOf(user)).toEqual(["17", "13", "14", "15", "16", "17", "18", "19"]);
});

test("one alone may go, and nothing ticked is asked about", async () => {
  const { user, params, marks } = await inLeave();
  expect(flashOf(await submit(page.action, { sessions: marks[0] ?? "" }, { user, params })).text).toBe(
    "1 session removed from your leave",
  );
  expect(await datesOf(user)).toEqual(["17", "13", "14", "16", "17", "18", "19"]);
  const none = await submit<{ form: FormState }>(page.action, {}, { user, params });
  expect([none.status, none.data.form.errors]).toEqual([
    422,
    { sessions: ["Select the sessions to remove, or choose to keep them all"] },
  ]);
});

test("a form is answered alike after an hour too, and removes again what was put back", async () => {
  const { user, params, marks } = await inLeave();
  const press = (now = NOW) => submit(page.action, { sessions: marks }, { user, params, now });
  const gone = await press();
  const late = flashOf(await press(NOW + UNDO_WINDOW_MS));
  expect(late).toEqual({ text: "2 sessions removed from your leave", undo: null, done: true });
  await submit(undo.action, {}, { user, params: { undoRef: flashOf(gone).undo ?? "" } });
  const again = flashOf(await press());
  expect(again.undo).not.toBe(flashOf(gone).undo);
  expect(await datesOf(user)).toEqual(["17", "13", "14", "17", "18", "19"]);
});

test("nothing goes when one of them is not in the leave as it was shown, or the leave is called off", async () => {
  const { user, params, marks } = await inLeave();
  const all = await datesOf(user);
  for (const other of [`${params.sessionRef}.1`, `${marks[0]}0`, "x"]) {
    expect((await submit(page.action, { sessions: [...marks, other] }, { user, params })).status).toBe(409);
  }
  await db.update(leave).set({ status: "cancelled" }).where(eq(leave.unique_ref, params.leaveRef));
  expect((await submit(page.action, { sessions: marks[0] ?? "" }, { user, params })).status).toBe(409);
  expect(await datesOf(user)).toEqual(all);
});

test.each([
  "got a case",
  "got a fee",
  "was changed",
])("nothing goes when one of them %s while the form was on the way", async (what) => {
  const { user, params, free, marks } = await inLeave();
  const all = await datesOf(user);
  const session_ref = free[1] ?? "";
  const held = { unique_ref: newRef(), user_id: user.id, created_at: NOW, updated_at: NOW, session_ref };
  const database = racingDatabase(2, async () => {
    if (what === "got a case") await db.insert(cases).values(held);
    else if (what === "got a fee") await db.insert(fees).values({ ...held, amount_pence: 100 });
    else await db.update(sessions).set({ version: 99 }).where(eq(sessions.unique_ref, session_ref));
  });
  const raced = await submit<{ form: FormState }>(page.action, { sessions: marks }, { user, params, database });
  expect([raced.status, Object.keys(raced.data.form.errors)]).toEqual([409, [""]]);
  expect(await datesOf(user)).toEqual(all);
});

test("nothing goes when the leave was called off or shortened while its form was on the way", async () => {
  const { user, params, marks } = await inLeave();
  const all = await datesOf(user);
  const raced = racingDatabase(2, () =>
    db.update(leave).set({ date_end: "2026-12-14", version: 2 }).where(eq(leave.unique_ref, params.leaveRef)),
  );
  expect((await submit(page.action, { sessions: marks }, { user, params, database: raced })).status).toBe(409);
  expect(await datesOf(user)).toEqual(all);
});

test("leave that is only asked for leaves the diary as it is", async () => {
  const { user, params } = await inLeave();
  await db.update(leave).set({ status: "planned" }).where(eq(leave.unique_ref, params.leaveRef));
  expect((await load<Page>(page.loader, { user, params })).data).toMatchObject({ granted: false, lines: [] });
});

test("another's leave is not there", async () => {
  const { params, marks } = await inLeave();
  const other = await makeUser();
  expect((await load(page.loader, { user: other, params })).status).toBe(404);
  expect((await submit(page.action, { sessions: marks }, { user: other, params })).status).toBe(404);
});

test("an edit that is sent twice asks about the sessions in the new days both times", async () => {
  const { user, params } = await inLeave();
  const [row] = await db.select().from(leave).where(eq(leave.user_id, user.id));
  const form = {
    ...{
      type: "annual",
      name: "",
      date_start: "14/12/2026",
      date_end: "19/12/2026",
      start_part: "full",
      end_part: "full",
    },
    ...{ status: "approved", notes: "", version: String(row?.version) },
  };
  const first = await submit(edit.action, form, { user, params });
  expect(first.location).toMatch(/\/sessions\/$/);
  expect((await submit(edit.action, form, { user, params })).location).toBe(first.location);
});
