import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { cases } from "~/diary/cases/table.server";
import { fees } from "~/diary/fees/table.server";
import { leave } from "~/diary/leave/table.server";
import { formatLocked } from "~/diary/locks/rules";
import { lockedPeriods } from "~/diary/locks/table.server";
import { cancellations, sessions } from "~/diary/sessions/table.server";
import { proposeSessions } from "~/import/new-sessions/propose.server";
import { placeAll } from "~/import/place/place.server";
import { placingPreview } from "~/import/place/preview.server";
import type { RotaPreview } from "~/import/rota/preview.server";
import { workingSet } from "~/import/stage/working-set.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { jobPlans } from "~/planning/job-plans/table.server";
import { localPublicHolidays } from "~/planning/public-holidays/table.server";
import { newRef } from "~/platform/db/columns.server";
import { type LondonDate, londonInstant } from "~/platform/time/london";
import * as importUndo from "~/routes/csv-import/import-undo";
import * as newSessions from "~/routes/csv-import/new-sessions";
import * as place from "~/routes/csv-import/place";
import * as rota from "~/routes/csv-import/rota";
import * as start from "~/routes/job-plans/plan-start";
import * as recalculate from "~/routes/job-plans/recalculate";
import { exported, imported, rowsOf, wipe } from "../../data/export/own-file";
import { importFile, requestContextOf, row } from "../../import/files";
import { calendarOf, eventOf } from "../../import/rota/files";
import { lockDays, makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { call, db, load, makeUser, NOW, racingDatabase, submit } from "../../support/harness";
import { makeConfirmedUser, PASSWORD, setPasswordOf } from "../../support/members";
import { rendered } from "../../support/rendered";
import { makeWholeDiary } from "../../support/valid-forms";

async function addSession(user: SignedInUser, date: string, from: number, until: number, more: object = {}) {
  const unique_ref = newRef();
  await db.insert(sessions).values({
    ...{ unique_ref, user_id: user.id, created_at: NOW, updated_at: NOW },
    ...{ start_at: londonInstant(date, from), end_at: londonInstant(date, until) },
    ...{ pa_basis: "time_calculated", standard_minutes: until - from, premium_minutes: 0, pa_units: 3600 },
    ...{ pa_rules: NATIONAL_RULES.england, ...more },
  });
  return unique_ref;
}

function countOf(
  table: typeof sessions | typeof cancellations | typeof cases | typeof fees | typeof leave | typeof lockedPeriods,
  userId: number,
) {
  return db.$count(table, eq(table.user_id, userId));
}

/** Said of one case and of several. */
const LOCKED_CASES = "Cases cannot be placed on days that you locked. Unlock these days in Reports first";

test("rows of a file whose session is locked are shown as such, and stay out when the others are placed", async () => {
  const user = await makeUser();
  const context = requestContextOf(user);
  await addSession(user, "2026-11-10", 480, 1080);
  await addSession(user, "2026-11-17", 480, 1080);
  // A night that begins on the last locked day.
  await addSession(user, "2026-11-15", 1200, 1920);
  await importFile(context, [
    row(2, { case_date: "2026-11-10", start_minute: 500, end_minute: 520 }),
    row(3, { case_date: "2026-11-16", start_minute: 100, end_minute: 200 }),
    row(4, { case_date: "2026-11-17", start_minute: 500, end_minute: 520 }),
    // No session of the locked days holds it, and none can be made.
    row(5, { case_date: "2026-11-11", start_minute: 500, end_minute: 520 }),
    row(6, { case_date: "2026-11-19", start_minute: 500, end_minute: 520 }),
  ]);
  await lockDays(user, "2026-11-01", "2026-11-15");
  const preview = await placingPreview(context);
  expect(preview.rows).toBe(1);
  const skipped = preview.skipped.map(({ reason, rows, first }) => [reason, rows, first.map(({ line }) => line)]);
  expect(skipped.sort()).toEqual([
    ["locked", 3, [2, 5, 3]],
    ["no_session", 1, [6]],
  ]);
  expect(rendered(place as never, {}, { preview })).toContain(LOCKED_CASES);
  expect(await workingSet(context, { from: 0, sessions: 0 })).toMatchObject({ placeable: 1, homeless: 1 });
  expect((await placeAll(context)).placed).toBe(1);
  expect(await countOf(cases, user.id)).toBe(1);
});

test("an import is not undone while cases of it are locked, and its page says so", async () => {
  const user = await makeUser(10);
  const context = requestContextOf(user);
  await addSession(user, "2026-11-10", 480, 1080);
  await addSession(user, "2026-11-17", 480, 1080);
  const { importRef } = await importFile(context, [
    row(2, { case_date: "2026-11-10", start_minute: 500, end_minute: 520 }),
    row(3, { case_date: "2026-11-17", start_minute: 500, end_minute: 520 }),
  ]);
  expect((await placeAll(context)).placed).toBe(2);
  const at = { user, params: { importRef } };
  const open = await load<{ locked: number }>(importUndo.loader, at);
  expect([open.data.locked, rendered(importUndo as never, at.params, open.data)]).toEqual([
    0,
    expect.stringContaining("Undo this import"),
  ]);
  await lockDays(user, "2026-11-01", "2026-11-15");
  const { data } = await load<{ locked: number }>(importUndo.loader, at);
  const html = rendered(importUndo as never, at.params, data);
  expect([data.locked, html]).toEqual([1, expect.stringContaining("1 case is<!-- --> on days that you locked.")]);
  expect(html).not.toContain("<form");
  const refused = await submit<{ form: { errors: object } }>(
    importUndo.action,
    { cases: "2", edited: "0", fees: "0" },
    at,
  );
  expect([refused.status, refused.data.form.errors]).toEqual([
    409,
    {
      "": [
        "You locked 1 to 15 November 2026, so sessions, cases and leave on these days cannot be changed. Unlock these days in Reports first",
      ],
    },
  ]);
  expect(await countOf(cases, user.id)).toBe(2);
});

test("no session is made for rows of locked days, and the page counts these", async () => {
  const user = await makeUser();
  const context = requestContextOf(user);
  await importFile(context, [
    row(2, { case_date: "2026-11-10", start_minute: 500, end_minute: 520 }),
    row(3, { case_date: "2026-11-17", start_minute: 500, end_minute: 520 }),
  ]);
  await lockDays(user, "2026-11-01", "2026-11-15");
  const { data } = await load<{ proposal: { total: number; locked: { rows: number; first: { line: number }[] } } }>(
    newSessions.loader,
    { user },
  );
  const { total, locked } = data.proposal;
  expect([total, locked.rows, locked.first.map(({ line }) => line)]).toEqual([1, 1, [2]]);
  expect(rendered(newSessions as never, {}, data)).toContain(LOCKED_CASES);
  const { fingerprint } = await proposeSessions(context);
  expect((await submit(newSessions.action, { fingerprint }, { user })).status).toBe(302);
  const made = await db.select().from(sessions).where(eq(sessions.user_id, user.id));
  expect(made.map(({ start_at }) => start_at > londonInstant("2026-11-16"))).toEqual([true]);
});

test("events of a rota on locked days are counted and left out, and the others come in", async () => {
  const user = await makeConfirmedUser();
  const { params } = await makeDiary(user);
  await lockDays(user, "2026-11-01", "2026-11-30");
  const text = calendarOf(
    eventOf("a", "20261124T080000", "20261124T180000", "Orthopaedics"),
    eventOf("b", "20261201T080000", "20261201T180000", "Orthopaedics"),
  );
  const body = new FormData();
  body.append("file", new File([text], "rota.ics", { type: "text/calendar" }));
  const request = new Request("http://daybook.test/import_csv_data/rota/", { method: "POST", body });
  const { data } = await call<{ page: RotaPreview; key: string }>(rota.action, request, { user });
  const { calendar, shown, titles, add, notes } = data.page;
  expect(add.map(({ dates }) => dates)).toEqual([["2026-12-01"]]);
  expect(notes).toContain(
    "1 event is on days that you locked, and will not be imported. To import it, unlock these days in Reports first",
  );
  const fields = {
    idempotency_key: newRef(),
    calendar,
    shown,
    element: titles.map(({ element }) => element),
    take: [],
  };
  expect((await submit(rota.action, { ...fields, intent: "import" }, { user })).status).toBe(302);
  const [, ...made] = await db.select().from(sessions).where(eq(sessions.user_id, user.id));
  expect(made.map(({ element_ref }) => element_ref)).toEqual([params.elementRef]);
});

test("a plan that is recalculated leaves locked sessions as they are, and says how many", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const other = await addSession(user, "2026-10-06", 480, 1080, { element_ref: params.elementRef, pa_units: 9000 });
  await db.update(jobPlans).set({ pa_rules: NATIONAL_RULES.wales, version: 99 }).where(eq(jobPlans.user_id, user.id));
  await lockDays(user, "2026-11-01", "2026-11-20");
  const page = await load<{ summary: object; locked: number }>(recalculate.loader, { user, params });
  expect([page.data.summary, page.data.locked]).toEqual([{ sessions: 1, changing: 1, difference: 600 }, 1]);
  const form = { version: "99", from: "", sessions: "1", difference: "600" };
  expect((await submit(recalculate.action, form, { user, params })).status).toBe(302);
  const units = async (ref: string) =>
    (await db.select({ n: sessions.pa_units }).from(sessions).where(eq(sessions.unique_ref, ref)))[0]?.n;
  expect([await units(params.sessionRef), await units(other)]).toEqual([9000, 9600]);
});

test("a file of one's own brings locked periods after the rows that they hold, into an account that has neither", async () => {
  const { user } = await makeWholeDiary(await makeConfirmedUser());
  await lockDays(user, "2026-11-01", "2026-12-31");
  const file = await exported(user);
  const other = await makeConfirmedUser();
  expect((await imported(other, file)).status).toBe(302);
  const counts = async ({ id }: SignedInUser) =>
    Promise.all([sessions, cancellations, cases, leave, fees, lockedPeriods].map((table) => countOf(table, id)));
  expect(await counts(other)).toEqual(await counts(user));
  expect((await counts(other)).every((count) => count > 0)).toBe(true);
  // Once more, everything is there.
  const again = await imported(other, file);
  expect([again.status, flashOf(again).text]).toEqual([302, "Everything in this file was already in your diary"]);
});

/** What the page answers to a file with something of 1 to 30 November 2026 while these days are locked. */
const LOCKED = {
  errors: { "": [formatLocked({ date_start: "2026-11-01", date_end: "2026-11-30" })] },
  link: { path: "/reports/locks/", words: "Show locked periods" },
};

test("a file with a record of locked days is refused whole, and comes in once they are unlocked", async () => {
  const { user, params } = await makeWholeDiary(await makeConfirmedUser());
  const fee = { unique_ref: newRef(), user_id: user.id, created_at: NOW, updated_at: NOW, amount_pence: 5000 };
  await db.insert(fees).values({ ...fee, session_ref: params.sessionRef });
  await addSession(user, "2026-10-06", 480, 1080, { pa_units: 9000 });
  const file = await exported(user);
  const before = await rowsOf(user);
  await wipe(user);
  await lockDays(user, "2026-11-01", "2026-11-30");
  const locked = await rowsOf(user);
  const answer = await imported(user, file);
  expect([answer.status, answer.data.form]).toEqual([409, expect.objectContaining(LOCKED)]);
  expect(await rowsOf(user)).toEqual(locked);
  await db.delete(lockedPeriods).where(eq(lockedPeriods.user_id, user.id));
  expect((await imported(user, file)).status).toBe(302);
  expect((await rowsOf(user)).map(({ length }) => length)).toEqual(before.map(({ length }) => length));
});

test.each([
  ["session", sessions],
  ["case", cases],
  ["cancellation", cancellations],
  ["leave", leave],
] as const)("a file brings no %s of locked days", async (_, table) => {
  const { user } = await makeWholeDiary(await makeConfirmedUser());
  const file = await exported(user);
  const theirs = eq(table.user_id, user.id);
  // What belongs to a session goes with it.
  if (table === sessions) await db.delete(cases).where(eq(cases.user_id, user.id));
  await db.delete(table).where(theirs);
  const period = { date_start: "2026-10-01", date_end: "2027-12-31" } as const;
  await lockDays(user, period.date_start, period.date_end);
  const answer = await imported(user, file);
  expect([answer.status, answer.data.form?.errors]).toEqual([409, { "": [formatLocked(period)] }]);
  expect(await db.$count(table, theirs)).toBe(0);
});

test("what is missing on other days comes in while days are locked, with all that these have in the file", async () => {
  const { user } = await makeWholeDiary(await makeConfirmedUser());
  const missing = await addSession(user, "2026-10-06", 480, 1080, { pa_units: 9000 });
  const file = await exported(user);
  await db.delete(sessions).where(eq(sessions.unique_ref, missing));
  await lockDays(user, "2026-11-01", "2026-11-30");
  const answer = await imported(user, file);
  expect([answer.status, flashOf(answer).text]).toEqual([302, "Imported 1 session"]);
  const again = await imported(user, file);
  expect([again.status, flashOf(again).text]).toEqual([302, "Everything in this file was already in your diary"]);
});

test("a bank holiday of a file is refused on days of leave with typed PAs that is locked in part, and comes in elsewhere", async () => {
  const user = await makeConfirmedUser();
  await makeDiary(user);
  const own = { user_id: user.id, created_at: NOW, updated_at: NOW };
  const theirs = eq(localPublicHolidays.user_id, user.id);
  const fileWith = async (day: LondonDate) => {
    await db
      .insert(localPublicHolidays)
      .values({ ...own, unique_ref: newRef(), day, is_added: true, name: "Trust day" });
    const file = await exported(user);
    await db.delete(localPublicHolidays).where(theirs);
    return file;
  };
  const [during, after] = [await fileWith("2026-11-03"), await fileWith("2026-11-24")];
  const away = { type: "annual", status: "approved", date_start: "2026-10-29", date_end: "2026-11-04" } as const;
  await db.insert(leave).values({ ...own, ...away, unique_ref: newRef(), stated_pa_units: 14_400 });
  await lockDays(user, "2026-10-01", "2026-10-31");
  const statuses = [(await imported(user, during)).status, (await imported(user, after)).status];
  const days = (await db.select().from(localPublicHolidays).where(theirs)).map(({ day }) => day);
  expect([statuses, days]).toEqual([[409, 302], ["2026-11-24"]]);
});

test("a diary with entries of locked days is not replaced, and one that has none is by a file that brings its own", async () => {
  const { user } = await makeWholeDiary(await makeConfirmedUser());
  await setPasswordOf(user);
  await lockDays(user, "2026-11-01", "2026-11-30");
  const file = await exported(user);
  const before = await rowsOf(user);
  const refused = await imported(user, file, { way: "replace", password: PASSWORD });
  expect([refused.status, refused.data.form]).toEqual([
    409,
    expect.objectContaining({ ...LOCKED, values: expect.objectContaining({ way: ["replace"] }) }),
  ]);
  expect(await rowsOf(user)).toEqual(before);
  await db.delete(lockedPeriods).where(eq(lockedPeriods.user_id, user.id));
  expect((await imported(user, file, { way: "replace", password: PASSWORD })).status).toBe(302);
  expect([await countOf(sessions, user.id), await countOf(lockedPeriods, user.id)]).toEqual([1, 2]);
});

test("days that are locked while a file comes in keep what they had, whenever it is", async () => {
  const { user } = await makeWholeDiary(await makeConfirmedUser());
  const file = await exported(user);
  const statuses: number[] = [];
  for (let nth = 1; nth <= 8; nth += 1) {
    await wipe(user);
    let isLocked = false;
    const racing = racingDatabase(nth, async () => {
      isLocked = true;
      await lockDays(user, "2026-11-01", "2026-11-30");
    });
    const answer = await imported(user, file, {}, racing);
    if (!isLocked) break;
    statuses.push(answer.status);
    // Only what came in before the lock is there.
    if (answer.status !== 302) expect(await countOf(sessions, user.id)).toBe(0);
  }
  expect(new Set(statuses)).toEqual(new Set([302, 409]));
});

test("a plan that begins in locked days is not added, and the page says how to go on", async () => {
  const user = await makeUser();
  await lockDays(user, "2026-11-01", "2026-11-20");
  const form = { idempotency_key: newRef(), diary_key: newRef(), template: "theatre", from: "16/11/2026" };
  const started = await submit<{ form?: { errors: Record<string, string[]> } }>(
    start.action,
    { ...form, fill_diary: "yes" },
    { user },
  );
  expect([started.status, started.data.form?.errors[""]]).toEqual([
    409,
    [
      "You locked 1 to 20 November 2026, and the report of these days counts by the job plan of these days. Unlock these days in Reports first, or change the plan from 21 November 2026 or later",
    ],
  ]);
  expect([await countOf(sessions, user.id), await db.$count(jobPlans, eq(jobPlans.user_id, user.id))]).toEqual([0, 0]);
});
