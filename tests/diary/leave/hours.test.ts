import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { LeavePage } from "~/diary/leave/page";
import { leave, leaveYears } from "~/diary/leave/table.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormState } from "~/platform/http/action-result";
import * as pageRoute from "~/routes/leave/leave";
import * as settingsRoute from "~/routes/leave/settings";
import * as listRoute from "~/routes/logbook/logbook";
import * as weekRoute from "~/routes/logbook/week";
import { exported, imported } from "../../data/export/own-file";
import { lockDays } from "../../support/diary";
import { db, load, makeUser, NOW, submit } from "../../support/harness";
import { makeConfirmedUser } from "../../support/members";
import { reportOfDays } from "../../support/report-of-days";
import { addPlan, consultant, figures, type Plan, takeLeave } from "./with-plan";

type WeekPage = { week: { leave: string | null } };
type ListPage = { stretch: { weeks: { leave: string | null }[] } };

const MONDAY_TO_WEDNESDAY = { 1: 480, 2: 480, 3: 480 };
const FIVE_DAYS = { 1: 480, 2: 480, 3: 480, 4: 480, 5: 480 };
const WELSH = { 1: 450, 2: 450, 3: 450, 4: 450, 5: 450 };

function hours(annual: number, carried = 0) {
  return { annual_hour_hundredths: annual * 100, carried_hour_hundredths: carried * 100 };
}

function pageOf(user: Awaited<ReturnType<typeof makeUser>>) {
  return load<LeavePage>(pageRoute.loader, { user, path: "/leave/?year=2026" });
}

// By hand: 3 to 14 August 2026 holds two Mondays, Tuesdays and Wednesdays of 8 hours: 48 hours. 4 hours are a PA.
test("a year in hours has what was typed, and each day off takes the hours of its work", async () => {
  const user = await consultant({ lists: MONDAY_TO_WEDNESDAY }, { fraction_hundredths: 60, ...hours(153.6, 7.5) });
  await takeLeave(user, "2026-08-03", "2026-08-14");
  expect(await figures(user)).toEqual({
    Entitlement: "153.6 hours, 38.40 PA",
    "Carried over": "7.5 hours, 1.88 PA",
    Taken: "48.0 hours, 12.00 PA",
    Booked: "0.0 hours, 0.00 PA",
    Left: "113.1 hours, 28.28 PA",
  });
  const { data } = await pageOf(user);
  expect(data.lead).toBe("113.1 hours of annual leave left to 31 March 2027");
  expect(data.lines.map(({ amount }) => amount)).toEqual([{ first: "48.0", unit: "hours", second: "12.00 PA" }]);
  expect(data.study[0]?.amount).toEqual({ first: "6.0", unit: "days", second: "12.00 PA" });
  expect(data.notes[0]).toBe(
    "A day off uses the hours of the PAs that your job plan has on that day. The year’s plans have 6.00 PA a week.",
  );
});

/*
 * By hand. A week of 10 PA in four days has four of 10 hours, whichever days are typed. In Wales a PA is 3.75 hours: 7.5 a
 * day. Of two lists of 3.5 and 13.5 hours both are off. 19 June is a Friday without work; 31 August is a bank holiday.
 */
test.each<[string, Plan, string, string, string]>([
  ["a compressed week to Friday", { lists: { 1: 600, 2: 600, 3: 600, 4: 600 } }, "2026-06-15", "2026-06-19", "40.0"],
  ["a compressed week to Thursday", { lists: { 1: 600, 2: 600, 3: 600, 4: 600 } }, "2026-06-15", "2026-06-18", "40.0"],
  ["a week in Wales", { lists: WELSH, nation: "wales" }, "2026-06-15", "2026-06-19", "37.5"],
  ["a short and a long day", { lists: { 1: 210, 2: 810 } }, "2026-06-15", "2026-06-16", "17.0"],
  ["a day without work", { lists: { 1: 600, 2: 600, 3: 600, 4: 600 } }, "2026-06-19", "2026-06-19", "0.0"],
  ["a week with a bank holiday", { lists: FIVE_DAYS }, "2026-08-31", "2026-09-04", "32.0"],
])("%s takes its hours", async (_, plan, first, last, taken) => {
  const user = await consultant(plan, hours(256));
  await takeLeave(user, first, last);
  expect((await figures(user)).Taken).toMatch(new RegExp(`^${taken} hours, `));
});

// By hand: five days of 8 hours; three of 8; three of 7.5 (Wales), which are to come.
test("after a plan was changed twice, each leave takes the hours of the plan of its days", async () => {
  const user = await consultant({ lists: FIVE_DAYS, until: "2026-08-31" }, hours(220));
  await addPlan(user, { lists: MONDAY_TO_WEDNESDAY, from: "2026-09-01", until: "2026-12-31" });
  await addPlan(user, { lists: { 1: 450, 2: 450, 3: 450 }, from: "2027-01-01", nation: "wales" });
  await takeLeave(user, "2026-08-03", "2026-08-07");
  await takeLeave(user, "2026-10-05", "2026-10-09");
  await takeLeave(user, "2027-01-11", "2027-01-15");
  const { Taken, Booked, Left } = await figures(user);
  expect([Taken, Booked, Left].map((each) => each?.split(",")[0])).toEqual(["64.0 hours", "22.5 hours", "133.5 hours"]);
});

test("half a day takes half of its hours, and PAs that were typed take theirs", async () => {
  const user = await consultant({ lists: MONDAY_TO_WEDNESDAY }, hours(153.6));
  const row = { user_id: user.id, created_at: NOW, updated_at: NOW, type: "annual", status: "taken" } as const;
  const [half, typed] = [
    { date_start: "2026-06-15", date_end: "2026-06-15", start_part: "am" } as const,
    { date_start: "2026-06-22", date_end: "2026-06-23", stated_pa_units: 1.5 * 3600 },
  ];
  await db.insert(leave).values({ ...row, ...half, unique_ref: newRef() });
  expect((await figures(user)).Taken).toBe("4.0 hours, 1.00 PA");
  await db.insert(leave).values({ ...row, ...typed, unique_ref: newRef() });
  expect((await figures(user)).Taken).toBe("10.0 hours, 2.50 PA");
});

// By hand: half a Monday of 8 hours; typed PAs, 1.5 of 4 hours each; a Wednesday of study leave, which is in days.
test("a week of the diary and the text of the calendar say in hours what is counted in hours", async () => {
  const user = await consultant({ lists: MONDAY_TO_WEDNESDAY }, hours(153.6));
  const row = { user_id: user.id, created_at: NOW, updated_at: NOW, status: "taken" } as const;
  for (const leaveOfDays of [
    { type: "annual", date_start: "2026-06-15", date_end: "2026-06-15", start_part: "am" },
    { type: "annual", date_start: "2026-06-22", date_end: "2026-06-23", stated_pa_units: 1.5 * 3600 },
    { type: "study", date_start: "2026-06-24", date_end: "2026-06-24" },
  ] as const) {
    await db.insert(leave).values({ ...row, ...leaveOfDays, unique_ref: newRef() });
  }
  const weekOf = async (date: string) =>
    (await load<WeekPage>(weekRoute.loader, { user, path: `/logbook/week/?date=${date}` })).data.week.leave;
  expect(await weekOf("2026-06-15")).toBe("4.0 hours of leave");
  expect(await weekOf("2026-06-22")).toBe("6.0 hours and 1 day of leave");
  const list = await load<ListPage>(listRoute.loader, { user, path: "/logbook/?date=2026-06-24" });
  expect(list.data.stretch.weeks[0]?.leave).toBe("6.0 hours and 1 day of leave");
  const { data } = await pageOf(user);
  expect(data.months.find(({ begins }) => begins === "2026-06-01")?.words).toBe(
    "Annual leave 15 June 2026, 4.0 hours. Annual leave 22 to 23 June 2026, 6.0 hours. Study leave 24 June 2026, 1 day",
  );
});

// By hand: 187.5 × 243 ÷ 365 = 124.83. Ten bank holidays of a fifth of 24 hours are 48, and 153.6 + 48 = 201.6; those on
// days of work have taken four of 8 hours by 21 November, and take two more: 153.6 + 48 − 48 − 32 − 16 = 105.6.
test("hours of a part of a year are in proportion, and so are bank holidays where the year says so", async () => {
  const late = await consultant({ lists: FIVE_DAYS, from: "2026-08-01" }, hours(187.5));
  const { data } = await pageOf(late);
  const said = [data.annual[0]?.amount.first, data.annual[0]?.more];
  expect(said).toEqual(["124.83", "187.5 hours × 243 ÷ 365, from 1 August 2026"]);
  const terms = { fraction_hundredths: 60, bank_holidays: "in_proportion", ...hours(153.6) } as const;
  const part = await consultant({ lists: MONDAY_TO_WEDNESDAY }, terms);
  await takeLeave(part, "2026-08-03", "2026-08-14");
  const { Entitlement, Taken, Booked, Left } = await figures(part);
  expect([Entitlement, Taken, Booked, Left]).toEqual([
    ...["201.6 hours, 50.40 PA", "80.0 hours, 20.00 PA", "16.0 hours, 4.00 PA", "105.6 hours, 26.40 PA"],
  ]);
});

test("more hours than there are, are over, and without a plan the page says that it cannot tell hours", async () => {
  const user = await consultant({ lists: FIVE_DAYS }, hours(39));
  await takeLeave(user, "2026-06-15", "2026-06-19");
  const { data } = await pageOf(user);
  expect([data.annual.at(-1)?.amount.first, data.annual.at(-1)?.isOver]).toEqual(["−1.0", true]);
  expect(data.lead).toBe("1.0 hour more annual leave taken and booked than you have until 31 March 2027");
  const bare = await makeUser();
  const row = { user_id: bare.id, created_at: NOW, updated_at: NOW, unique_ref: newRef() };
  await db.insert(leaveYears).values({ ...row, year_begins: "2026-04-01", ...hours(187.5) });
  const page = (await pageOf(bare)).data;
  expect([page.annual.at(-1)?.amount, page.notes[0]]).toEqual([
    { first: "187.5", unit: "hours", second: null },
    "No job plan covers this year, so Daybook cannot tell how many hours a day off uses.",
  ]);
});

async function settings(user: Awaited<ReturnType<typeof makeUser>>) {
  const path = (year: number) => `/leave/settings/?year=${year}`;
  const open = async (year = 2026) =>
    (await load<{ answers: Record<string, string> }>(settingsRoute.loader, { user, path: path(year) })).data.answers;
  const save = async (fields: Record<string, string>) =>
    submit<{ form: FormState }>(settingsRoute.action, { ...(await open()), ...fields }, { user });
  const years = () => db.select().from(leaveYears).where(eq(leaveYears.user_id, user.id));
  return { open, save, years };
}

test("hours are saved from the fields of days, hold in later years, and go back to days", async () => {
  const { open, save, years } = await settings(await makeUser());
  expect((await save({ annual_unit: "hours", annual: "187.5", carried: "-7.25" })).status).toBe(302);
  expect(await years()).toMatchObject([
    { annual_half_days: 64, carried_half_days: 0, annual_hour_hundredths: 18_750, carried_hour_hundredths: -725 },
  ]);
  expect(await open()).toMatchObject({ annual_unit: "hours", annual: "187.5", carried: "-7.25" });
  expect(await open(2027)).toMatchObject({ annual_unit: "hours", annual: "187.5", carried: "0" });
  expect(await open(2025)).toMatchObject({ annual_unit: "days", annual: "32", carried: "0" });
  expect((await save({ annual_unit: "days", annual: "30.5", carried: "" })).status).toBe(302);
  expect(await years()).toMatchObject([{ annual_half_days: 61, annual_hour_hundredths: null, version: 3 }]);
  expect(await open()).toMatchObject({ annual_unit: "days", annual: "30.5", carried: "0" });
});

test.each<[Record<string, string>, Record<string, string[]>]>([
  [{ annual_unit: "" }, { annual_unit: ["Choose days or hours"] }],
  [
    { annual_unit: "hours", annual: "187.555" },
    { annual: ["Annual leave must be a number with up to 2 decimal places"] },
  ],
  [{ annual_unit: "hours", annual: "187:30" }, { annual: ["Annual leave must be a number"] }],
  [{ annual_unit: "hours", annual: "2000.5" }, { annual: ["Annual leave must be between 0 and 2000"] }],
  [
    { annual_unit: "days", annual: "187.5", carried: "0.25" },
    { carried: ["Leave carried over must go in steps of 0.5"] },
  ],
])("of %o is said what is wrong", async (fields, errors) => {
  const { save, years } = await settings(await makeUser());
  const refused = await save(fields);
  expect([refused.status, refused.data.form.errors]).toEqual([422, errors]);
  expect(await years()).toEqual([]);
});

test("while days are locked the unit can change, and their report stays the same to the byte", async () => {
  const user = await consultant({ lists: MONDAY_TO_WEDNESDAY }, { fraction_hundredths: 60 });
  await takeLeave(user, "2026-10-05", "2026-10-09");
  await lockDays(user, "2026-10-01", "2026-10-31");
  const report = async () => JSON.stringify(await reportOfDays(user, "2026-10-01", "2026-10-31"));
  const before = await report();
  expect(before).toContain("annual leave");
  const { save } = await settings(user);
  expect((await save({ annual_unit: "hours", annual: "187.5", shown_first: "pas" })).status).toBe(302);
  expect(await report()).toBe(before);
});

test("a year in hours goes out in a file and comes in again, and one with hours carried over alone does not", async () => {
  const user = await makeConfirmedUser();
  const { save, years } = await settings(user);
  await save({ annual_unit: "hours", annual: "187.5", carried: "7.5" });
  const [before] = await years();
  const file = await exported(user);
  await db.delete(leaveYears).where(eq(leaveYears.user_id, user.id));
  const half = file.replace('"annual_hour_hundredths":18750', '"annual_hour_hundredths":null');
  const refused = await imported(user, half);
  expect(refused.data.form.errors.file?.[0]).toContain("of leave_years: its hours do not agree with the rest of it");
  expect((await imported(user, file)).status).toBe(302);
  // A file takes a number of its own.
  expect(await years()).toEqual([{ ...before, version: 3 }]);
});
