import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import type { DataLine } from "~/data/tables/rows.server";
import { cases } from "~/diary/cases/table.server";
import type { DiaryRow } from "~/diary/list/diary";
import type { DiaryFigures } from "~/diary/list/figures";
import type { WeekChunk } from "~/diary/list/week-chunks";
import { formatLockedPeriod, isForReading, lockOf } from "~/diary/locks/rules";
import type { RoundUpPage } from "~/diary/round-up/page.server";
import { cancellations, sessions } from "~/diary/sessions/table.server";
import type { WeekCalendar } from "~/diary/week/week-calendar";
import { newRef } from "~/platform/db/columns.server";
import { londonInstant } from "~/platform/time/london";
import { savedReports } from "~/reports/table.server";
import * as planDiary from "~/routes/job-plans/plan-diary";
import * as leavePage from "~/routes/leave/leave";
import * as leaveDelete from "~/routes/leave/leave-delete";
import * as leaveEdit from "~/routes/leave/leave-form";
import * as leaveNew from "~/routes/leave/leave-form";
import * as casePage from "~/routes/logbook/case";
import * as caseDelete from "~/routes/logbook/case-delete";
import * as caseNew from "~/routes/logbook/case-new";
import * as logbook from "~/routes/logbook/logbook";
import * as planned from "~/routes/logbook/planned-log";
import * as roundUp from "~/routes/logbook/round-up";
import * as sessionPage from "~/routes/logbook/session";
import * as caseList from "~/routes/logbook/session-cases";
import * as sessionDelete from "~/routes/logbook/session-delete";
import * as sessionNew from "~/routes/logbook/session-new";
import * as week from "~/routes/logbook/week";
import * as weeks from "~/routes/logbook/weeks";
import * as caseData from "~/routes/mydata/case-data";
import * as sessionData from "~/routes/mydata/session-data";
import * as reports from "~/routes/reports/reports";
import { lockDays, makeDiary } from "../../support/diary";
import { countingDatabase, db, load, makeUser, NOW } from "../../support/harness";
import { rendered } from "../../support/rendered";
import { addFee } from "../fees/extras-fees";

const WORDS = "1 to 20 November 2026";

/** The diary of `makeDiary`, locked from 1 to 20 November. */
async function locked() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await lockDays(user, "2026-11-01", "2026-11-20");
  return { user, params };
}

type Loader = (args: never) => unknown;

async function read<Page>(loader: Loader, user: SignedInUser, params: Record<string, string>, path = "/") {
  return (await load<Page>(loader as never, { user, params, path })).data;
}

test("the first locked period with one of the days is named, with its first and its last day", () => {
  const locks = [
    { date_start: "2025-04-01", date_end: "2026-03-31" },
    { date_start: "2026-11-01", date_end: "2026-11-20" },
  ];
  expect(formatLockedPeriod(locks, "2025-04-01")).toBe("1 April 2025 to 31 March 2026");
  expect(formatLockedPeriod(locks, "2026-11-20")).toBe(WORDS);
  for (const day of ["2025-03-31", "2026-04-01", "2026-10-31", "2026-11-21"])
    expect(formatLockedPeriod(locks, day)).toBe(null);
  // Leave of several days touches it with any of them.
  expect(lockOf(locks, "2026-10-20", "2026-11-01")).toBe(locks[1]);
  expect(lockOf(locks, "2026-04-01", "2026-10-31")).toBe(null);
});

test("a locked entry is shown for reading, but a form that comes back keeps its answers and its button", () => {
  expect(isForReading(WORDS, {}, undefined)).toBe(true);
  expect(isForReading(WORDS, {}, { form: {} })).toBe(false);
  expect(isForReading(WORDS, { kept: "It was kept." }, undefined)).toBe(false);
  expect(isForReading(null, {}, undefined)).toBe(false);
});

test("the pages of a locked session and of its cases say so, in the batch that they had", async () => {
  const { user, params } = await locked();
  const { database, trips } = countingDatabase();
  const session = await load<{ locked: string | null }>(sessionPage.loader, { user, params, database });
  expect([session.data.locked, trips()]).toEqual([WORDS, 1]);
  expect((await read<{ locked: string }>(sessionDelete.loader, user, params)).locked).toBe(WORDS);
  for (const { loader } of [casePage, caseNew, caseList, caseDelete]) {
    const { around } = await read<{ around: { locked: string | null } }>(loader, user, params);
    expect(around.locked).toBe(WORDS);
  }
});

test.each([
  ["session", sessionPage, "session_date"],
  ["case", casePage, "asa"],
  ["leave", leaveEdit, "date_start"],
] as const)("the fields of a locked %s can be read alone, until its form comes back with answers", async (_, page, field) => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await lockDays(user, "2026-11-01", "2026-12-31");
  const loaded = await read<Record<string, object>>(page.loader, user, params);
  const fields = (actionData?: unknown) => rendered(page as never, params, loaded, actionData);
  const [, readAlone = ""] = fields().split("<fieldset disabled=");
  expect(readAlone).toContain(`name="${field}"`);
  expect(fields()).not.toMatch(/<button[^>]* form=/);
  const values = Object.fromEntries(
    Object.entries({ ...loaded.defaults, ...loaded.answers, notes: "Typed" }).map(([name, value]) => [name, [value]]),
  );
  const typed = fields({ form: { values, errors: { "": ["You locked these days"] } } });
  expect(typed).not.toContain("<fieldset disabled=");
  expect(typed).toMatch(/<button[^>]* form=/);
});

test("what is locked is asked about nowhere: the pages that delete it say how to unlock it, and have no button", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await lockDays(user, "2026-11-01", "2026-12-31");
  for (const [page, shown, button] of [
    [sessionDelete, "All-day orthopaedics", "Delete session</button>"],
    [caseDelete, "09:05 – 10:40", "Delete this case"],
    [leaveDelete, "(approved)", "Delete this leave"],
  ] as const) {
    const loaded = await read<object>(page.loader, user, params);
    const html = rendered(page as never, params, loaded);
    expect(html).toContain("once you have unlocked these days");
    expect(html).toContain('href="/reports/locks/"');
    expect(html).toContain(shown);
    for (const text of [button, "<form", "Code"]) expect(html).not.toContain(text);
    // It was locked while the page was open.
    const came = { form: { values: {}, errors: { "": ["You locked 1 to 20 November 2026"] } } };
    expect(rendered(page as never, params, loaded, came)).toContain("<form");
  }
});

test("of a series whose other sessions are locked, the choices that hold them say so", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const [own] = await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  const series = newRef();
  const before = { start_at: londonInstant("2026-11-10", 480), end_at: londonInstant("2026-11-10", 1080) };
  await db.update(sessions).set({ recurring_uuid: series }).where(eq(sessions.unique_ref, params.sessionRef));
  await db.insert(sessions).values({ ...own, ...before, unique_ref: newRef(), recurring_uuid: series } as never);
  await lockDays(user, "2026-11-01", "2026-11-12");
  const loaded = await read<{ locked: null; lockedChoices: (string | null)[] }>(sessionDelete.loader, user, params);
  expect([loaded.locked, loaded.lockedChoices]).toEqual([null, [null, null, "1 to 12 November 2026"]]);
  expect(rendered(sessionDelete as never, params, loaded)).toContain(
    "Some are locked, 1 to 12 November 2026: unlock these days first",
  );
  const warned = await read<object>(sessionDelete.loader, user, params, "/?all=warning");
  const html = rendered(sessionDelete as never, params, warned);
  expect(html).toContain("You can delete all of them once you have unlocked these days.");
  expect(html).not.toContain("Proceed");
});

test("entries beside a locked period are not locked", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await lockDays(user, "2026-11-18", "2026-11-20");
  await lockDays(user, "2026-11-01", "2026-11-16");
  expect((await read<{ locked: string | null }>(sessionPage.loader, user, params)).locked).toBe(null);
  expect((await read<{ around: { locked: null } }>(casePage.loader, user, params)).around.locked).toBe(null);
});

test("leave with a locked day says so, on its pages and in the list of its year", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await lockDays(user, "2026-12-18", "2026-12-31");
  const words = "18 to 31 December 2026";
  const edit = await read<{ locked: string; inLieu: boolean }>(leaveEdit.loader, user, params);
  expect([edit.locked, edit.inLieu]).toEqual([words, false]);
  expect((await read<{ locked: string }>(leaveDelete.loader, user, params)).locked).toBe(words);
  const { lines } = await read<{ lines: { locked: boolean }[] }>(leavePage.loader, user, {});
  expect(lines.map((line) => line.locked)).toEqual([true]);
});

test("forms for something new know the locked days", async () => {
  const { user } = await locked();
  const november = { date_start: "2026-11-01", date_end: "2026-11-20", words: WORDS };
  for (const { loader } of [sessionNew, leaveNew]) {
    const { locks } = await read<{ locks: object[] }>(loader, user, {});
    expect(locks.at(-1)).toEqual(november);
  }
});

test.each([
  ["added", leaveNew],
  ["edited", leaveEdit],
])("leave that is %s on locked days is said not to be saved there, beside its days", async (_, page) => {
  const { user, params } = await locked();
  const { loader } = page;
  const loaded = await read<{ answers: Record<string, string> }>(loader, user, params);
  const typed = { ...loaded.answers, date_start: "19/11/2026", date_end: "" };
  const values = Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, [value]]));
  const html = rendered(page as never, { leaveRef: params.leaveRef }, loaded, { form: { values, errors: {} } });
  expect(html).toContain(
    `<strong>Locked: <!-- -->${WORDS}<!-- -->.</strong> <!-- -->You cannot save leave on these days.`,
  );
});

test("a diary that is filled from its plan says beside its dates that some of them are locked", async () => {
  const { user, params } = await locked();
  const loaded = await read<{ answers: Record<string, string> }>(planDiary.loader, user, params);
  const said = `<strong>Locked: <!-- -->${WORDS}<!-- -->.</strong> <!-- -->You cannot add sessions on these days.`;
  expect(rendered(planDiary as never, { planRef: params.planRef }, loaded)).not.toContain(said);
  const values = { from: ["19/11/2026"], until: ["30/11/2026"] };
  const answer = { form: { values, errors: {} }, lines: [], shown: "" };
  expect(rendered(planDiary as never, { planRef: params.planRef }, loaded, answer)).toContain(said);
});

function rowOf({ weeks: all }: Pick<WeekChunk, "weeks">, date: string): DiaryRow | undefined {
  return all.flatMap(({ rows }) => rows).find(({ days }) => days.some((day) => day.date === date));
}

test("the list marks locked days, and offers nothing there", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.update(cases).set({ asa: null }).where(eq(cases.unique_ref, params.caseRef));
  await lockDays(user, "2026-11-01", "2026-11-20");
  const page = await read<{ stretch: WeekChunk; shown: DiaryFigures }>(logbook.loader, user, {});
  expect(rowOf(page.stretch, "2026-11-17")?.locked).toBe(true);
  expect(rowOf(page.stretch, "2026-11-21")?.locked).toBe(false);
  expect(rowOf(page.stretch, "2026-11-10")?.planned).toMatchObject([{ locked: true, cancelled: false, path: null }]);
  // A week is marked as a whole if all of it is locked, else day by day.
  expect(page.stretch.weeks.slice(0, 2).map((each) => [each.heading, each.locked])).toEqual([
    ["16 – 22 November 2026", false],
    ["9 – 15 November 2026", true],
  ]);
  // A locked day is not joined to empty days that are not.
  expect(rowOf(page.stretch, "2026-11-20")?.days.map(({ date }) => date)).not.toContain("2026-11-21");
  // The figures ask for nothing that is missing there.
  expect(page.shown.missing).toEqual([]);
  const more = await read<WeekChunk>(weeks.loader, user, {}, "/logbook/weeks/?top=2026-11-16");
  expect(rowOf(more, "2026-11-17")?.locked).toBe(true);
  const path = `/logbook/planned/${params.elementRef}/2026-11-10/?start=08:00`;
  const asked = { elementRef: params.elementRef, date: "2026-11-10" };
  const shown = await read<{ locked: string; state: string }>(planned.loader, user, asked, path);
  expect([shown.state, shown.locked]).toEqual(["open", WORDS]);
});

test("the week marks locked days: none of their hours is free, and nothing planned can be pressed", async () => {
  const { user } = await locked();
  const page = await read<{ week: WeekCalendar }>(week.loader, user, {}, "/logbook/week/?date=2026-11-10");
  const day = page.week.days.find(({ date }) => date === "2026-11-10");
  expect([day?.locked, day?.free]).toEqual([true, []]);
  expect(day?.blocks).toMatchObject([{ kind: "unlogged", to: null, path: null }]);
  // What cannot be logged is not asked for.
  expect(page.week.missing).toBe(0);
  const now = await read<{ week: WeekCalendar }>(week.loader, user, {}, "/logbook/week/?date=2026-11-17");
  const tuesday = now.week.days.find(({ date }) => date === "2026-11-17");
  expect(tuesday?.blocks).toMatchObject([{ kind: "worked", to: expect.stringContaining("/logbook/session/") }]);
  expect(now.week.days.find(({ date }) => date === "2026-11-21")?.free).not.toEqual([]);
});

test("the round-up leaves out what is locked, counts it, and still asks for fees", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.update(cases).set({ asa: null }).where(eq(cases.unique_ref, params.caseRef));
  await db.update(sessions).set({ element_ref: null }).where(eq(sessions.unique_ref, params.sessionRef));
  await addFee(user, { session_ref: params.sessionRef, amount_pence: 40_000 });
  const path = "/logbook/round-up/?date=2026-11-17";
  const open = await read<RoundUpPage>(roundUp.loader, user, {}, path);
  expect([open.unlogged.length, open.cases.length, open.sessions.length, open.locked]).toEqual([1, 1, 1, 0]);
  await lockDays(user, "2026-11-01", "2026-11-20");
  const page = await read<RoundUpPage>(roundUp.loader, user, {}, path);
  expect([page.unlogged, page.cases, page.sessions, page.locked]).toEqual([[], [], [], 3]);
  expect([page.fees, page.total]).toEqual([open.fees, open.fees.length]);
  expect(page.fees.map(({ amount }) => amount)).toContain("£400.00");
});

async function cancel(user: SignedInUser, element_ref: string, date: string) {
  const row = { unique_ref: newRef(), user_id: user.id, created_at: NOW, updated_at: NOW };
  await db.insert(cancellations).values({ ...row, element_ref, start_at: londonInstant(date, 480) });
}

test("a diary that is filled from its plan leaves out what did not happen, and the page counts it", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await cancel(user, params.elementRef, "2026-12-01");
  const { lines } = await read<{ lines: { cancelled: string[]; dates: string[] }[] }>(planDiary.loader, user, params);
  expect(lines).toMatchObject([{ cancelled: ["2026-12-01"] }]);
  expect(lines[0]?.dates).not.toContain("2026-12-01");
  expect(lines[0]?.dates).toHaveLength(17);
});

test("rows of a table that are locked are marked", async () => {
  const { user } = await locked();
  for (const [{ loader }, name] of [
    [sessionData, "session_data"],
    [caseData, "case_data"],
  ] as const) {
    const table = await read<{ lines: DataLine[] }>(loader, user, {}, `/mydata/${name}/`);
    expect(table.lines.map(({ locked }) => locked)).toEqual([true]);
  }
});

test("a saved report says that its days are locked, and one of other days does not", async () => {
  const { user } = await locked();
  const row = { user_id: user.id, created_at: NOW, updated_at: NOW };
  const custom = (from: string, until: string) => `period=custom&from=${from}&until=${until}&section=caseload`;
  const reportsToSave = [
    { name: "Aa", choices: custom("2026-11-01", "2026-11-20") },
    { name: "Ab", choices: custom("2026-11-01", "2026-11-30") },
    { name: "Ac", choices: custom("2026-10-01", "2026-11-20") },
  ];
  for (const { name, choices } of reportsToSave) {
    await db.insert(savedReports).values({ ...row, unique_ref: newRef(), name, name_key: name.toLowerCase(), choices });
  }
  const { saved } = await read<{ saved: { name: string; isLocked: boolean }[] }>(reports.loader, user, {});
  const found = saved.filter(({ name }) => /^A[abc]$/.test(name)).map(({ name, isLocked }) => [name, isLocked]);
  // Of days up to the end of November those that are over are locked.
  expect(found).toEqual([
    ["Aa", true],
    ["Ab", true],
    ["Ac", false],
  ]);
});
