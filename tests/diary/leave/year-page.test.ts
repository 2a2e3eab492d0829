import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { LeavePage } from "~/diary/leave/page";
import { leave, leaveSettings, leaveYears } from "~/diary/leave/table.server";
import { jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { localPublicHolidays } from "~/planning/public-holidays/table.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormState } from "~/platform/http/action-result";
import { addDays } from "~/platform/time/london";
import * as pageRoute from "~/routes/leave/leave";
import * as newRoute from "~/routes/leave/leave-form";
import * as settingsRoute from "~/routes/leave/settings";
import { makeDiary } from "../../support/diary";
import { countingDatabase, db, load, makeUser, NOW, submit } from "../../support/harness";
import { rendered } from "../../support/rendered";
import { consultant } from "./with-plan";

type Refused = { form: FormState };
type Fields = Record<string, string>;
type User = Awaited<ReturnType<typeof makeUser>>;

function show(user: User, query = "", database = db) {
  return load<LeavePage>(pageRoute.loader, { user, path: `/leave/${query}`, database });
}

function putLeave(user: User, ...rows: Partial<typeof leave.$inferInsert>[]) {
  const own = { user_id: user.id, updated_at: NOW };
  const values = rows.map((row, at) => {
    const date_start = row.date_start ?? "2026-06-01";
    const usual = { type: "annual", status: "approved", date_start, date_end: date_start } as const;
    // Leave of one day is shown in the order of its making.
    return { ...usual, ...row, ...own, created_at: NOW + at, unique_ref: newRef() };
  });
  return db.insert(leave).values(values);
}

/** `32.0 days 64.00 PA`. */
function figure(figures: LeavePage["annual"], label: string): string {
  const found = figures.find((each) => each.label === label);
  return [found?.amount.first, found?.amount.unit, found?.amount.second].filter(Boolean).join(" ");
}

const FIVE = ["Entitlement", "Carried over", "Taken", "Booked", "Left"];

test("without a word on leave there are 32 days from 1 April, in days alone where no plan is", async () => {
  const { data } = await show(await makeUser());
  expect(data).toMatchObject({ label: "2026/27", dates: "1 April 2026 to 31 March 2027", current: 2026, lines: [] });
  expect(data.lead).toBe("32.0 days of annual leave left to 31 March 2027");
  expect(FIVE.map((label) => figure(data.annual, label))).toEqual([
    "32.0 days",
    "0.0 days",
    "0.0 days",
    "0.0 days",
    "32.0 days",
  ]);
  expect(data.notes[1]).toBe("10 bank holidays in this leave year do not use up leave.");
  expect(data.months.map(({ words }) => words)).toContain("Bank holidays 25 and 28");
});

test("a year in days and PAs: the plan's Tuesday list is what a Tuesday off costs", async () => {
  const user = await makeUser();
  // 2 days carried over; annual leave Mon 14 to Fri 18 December; a bank holiday of one's own on 19 June.
  await makeDiary(user);
  await putLeave(
    user,
    { date_start: "2026-06-16", date_end: "2026-06-19" },
    { date_start: "2026-09-01", start_part: "am", type: "study", study_cost_pence: 45_000, name: "Course" },
    { date_start: "2026-10-06", type: "sick" },
    { date_start: "2027-01-12", status: "planned" },
    { date_start: "2027-02-16", status: "cancelled" },
  );
  const { data } = await show(user);
  expect(FIVE.map((label) => figure(data.annual, label))).toEqual([
    "32.0 days 16.00 PA",
    "2.0 days 1.00 PA",
    "1.0 day 2.50 PA",
    "2.0 days 5.00 PA",
    "31.0 days 9.50 PA",
  ]);
  expect(figure(data.study, "Taken")).toBe("0.5 days 1.25 PA");
  expect(figure(data.study, "Left")).toBe("9.5 days 3.75 PA");
  expect(figure(data.study, "Left over three years")).toBe("29.5 days");
  expect(data.others).toMatchObject([{ name: "Sick leave", taken: { first: "1.0", unit: "day" } }]);
  expect(data.lines.map(({ dates, name, type, status, cost }) => [dates, name, type, status, cost])).toEqual([
    ["16 to 19 June 2026", "Annual leave", null, "approved", null],
    ["1 September 2026, morning", "Course", "Study leave", "approved", "£450"],
    ["6 October 2026", "Sick leave", null, "approved", null],
    ["14 to 18 December 2026", "Annual leave", null, "approved", null],
    ["12 January 2027", "Annual leave", null, "planned", null],
    ["16 February 2027", "Annual leave", null, "cancelled", null],
  ]);
});

// 10.5 h of a list are 2.625 PA: two days off come to 5.25, and to 5.26 as each is shown.
test("where more than one leave is rounded, a note says that the list may not add up to the totals", async () => {
  const user = await consultant({ lists: { 1: 630, 3: 630 } });
  const note = "Figures are rounded to 2 decimals, so those of the list may not add up exactly to the totals.";
  await putLeave(user, { date_start: "2026-06-01" });
  expect((await show(user)).data.notes).not.toContain(note);
  await putLeave(user, { date_start: "2026-06-03" });
  const { data } = await show(user);
  expect([figure(data.annual, "Taken"), ...data.lines.map(({ amount }) => amount.second)]).toEqual([
    "2.0 days 5.25 PA",
    "2.63 PA",
    "2.63 PA",
  ]);
  expect(data.notes).toContain(note);
});

test("the calendar shows each day by its letter, says each month in words and leaves out what is called off", async () => {
  const user = await makeUser();
  await putLeave(
    user,
    { date_start: "2026-12-23", date_end: "2026-12-29" },
    { date_start: "2026-12-30", start_part: "am" },
    { date_start: "2026-12-30", start_part: "pm", type: "study", status: "requested" },
    { date_start: "2026-12-31", start_part: "pm", status: "planned" },
    { date_start: "2026-12-01", status: "cancelled" },
  );
  const december = (await show(user)).data.months.find(({ name }) => name === "December 2026");
  expect(december).toMatchObject({ before: 1, firstDay: 1, lastDay: 31 });
  expect(december?.marks).toEqual({
    23: { letters: "A", tone: "annual", isWish: false, half: null, isBank: false },
    24: { letters: "A", tone: "annual", isWish: false, half: null, isBank: false },
    25: { letters: "", tone: "annual", isWish: false, half: null, isBank: true },
    26: { letters: "", tone: "annual", isWish: false, half: null, isBank: false },
    27: { letters: "", tone: "annual", isWish: false, half: null, isBank: false },
    28: { letters: "", tone: "annual", isWish: false, half: null, isBank: true },
    29: { letters: "A", tone: "annual", isWish: false, half: null, isBank: false },
    30: { letters: "AS", tone: "annual", isWish: true, half: null, isBank: false },
    31: { letters: "A", tone: "annual", isWish: true, half: "pm", isBank: false },
  });
  expect(december?.words).toBe(
    "Annual leave 23 to 29 December 2026, 3 days. Annual leave 30 December 2026, ½ day. " +
      "Study leave 30 December 2026, ½ day, requested. Annual leave 31 December 2026, ½ day, planned. Bank holidays 25 and 28",
  );
});

test("a bank holiday inside leave keeps its outline", async () => {
  const user = await makeUser();
  await putLeave(user, { date_start: "2026-12-23", date_end: "2026-12-24" });
  const outlined = async () => {
    const days = rendered(pageRoute, {}, (await show(user)).data).matchAll(/<span [^>]*data-bank=""[^>]*>(\d+)</g);
    return [...days].map(([, day]) => day);
  };
  const before = await outlined();
  expect(before).toContain("25");
  await putLeave(user, { date_start: "2026-12-25", date_end: "2026-12-29" });
  expect(await outlined()).toEqual(before);
});

test("every day of a leave year is in its calendar once, though it begins in mid-month", async () => {
  const user = await makeUser();
  await db.insert(leaveSettings).values({
    ...{ unique_ref: newRef(), user_id: user.id, year_start: "09-15", created_at: NOW, updated_at: NOW },
  });
  const { data } = await show(user, "?year=2027");
  expect(data).toMatchObject({ label: "2027/28", dates: "15 September 2027 to 14 September 2028", current: 2026 });
  expect(data.months).toHaveLength(13);
  expect(data.months.reduce((days, { firstDay, lastDay }) => days + lastDay - firstDay + 1, 0)).toBe(366);
  expect(data.months[0]).toMatchObject({ name: "September 2027", firstDay: 15, lastDay: 30, before: 2 });
});

test("leave over the year's end is in both years, each with its own days", async () => {
  const user = await makeUser();
  await putLeave(user, { date_start: "2027-03-30", date_end: "2027-04-02" });
  const [one, next] = [await show(user), await show(user, "?year=2027")];
  expect([one, next].map(({ data }) => [figure(data.annual, "Booked"), data.lines.length])).toEqual([
    ["2.0 days", 1],
    ["2.0 days", 1],
  ]);
});

test("more leave than there is says so, and what was not taken is told of a year gone by", async () => {
  const user = await makeUser();
  await putLeave(user, { date_start: "2026-06-01", date_end: "2026-07-31" });
  const { data } = await show(user);
  expect(data.lead).toBe("13.0 days more annual leave taken and booked than you have until 31 March 2027");
  expect(data.annual.at(-1)).toMatchObject({ label: "Left", amount: { first: "−13.0" }, isOver: true });
  expect((await show(user, "?year=2025")).data.lead).toBe("32.0 days of annual leave not taken by 31 March 2026");
});

test.each([
  "?year=",
  "?year=abc",
  "?year=0",
  "?year=9999",
  "?year=-1",
  "?year=2026.5",
  "?year=1e3",
])("an address that names no year (%s) shows the one of today", async (query) => {
  const answer = await show(await makeUser(), query);
  expect([answer.status, answer.data.label]).toEqual([200, "2026/27"]);
});

test("somebody else's leave, entitlement and bank holidays change nothing, and the page asks once", async () => {
  const other = await makeUser();
  await makeDiary(other);
  const user = await makeUser();
  const { database, trips } = countingDatabase();
  const { data } = await show(user, "", database);
  expect([trips(), data.lines, figure(data.annual, "Left")]).toEqual([1, [], "32.0 days"]);
  expect(await db.select().from(localPublicHolidays).where(eq(localPublicHolidays.user_id, user.id))).toEqual([]);
});

async function settings() {
  const user = await makeUser();
  const open = (query = "") =>
    load<{ answers: Fields }>(settingsRoute.loader, { user, path: `/leave/settings/${query}` });
  const save = async (fields: Fields, query = "") =>
    submit<Refused>(settingsRoute.action, { ...(await open(query)).data.answers, ...fields }, { user });
  const years = () =>
    db.select().from(leaveYears).where(eq(leaveYears.user_id, user.id)).orderBy(leaveYears.year_begins);
  return { user, open, save, years };
}

test("the entitlement of a year is saved, holds in later years, and its carried days in none", async () => {
  const { user, open, save, years } = await settings();
  const saved = await save({ annual: "34", fraction: "0.8", carried: "2.5", shown_first: "pas" });
  expect([saved.status, saved.location]).toEqual([302, "/leave/?year=2026"]);
  expect(await years()).toMatchObject([
    { year_begins: "2026-04-01", annual_half_days: 68, fraction_hundredths: 80, carried_half_days: 5 },
  ]);
  expect((await show(user)).data.lead).toBe("29.7 days of annual leave left to 31 March 2027");
  expect((await open("?year=2027")).data.answers).toMatchObject({ annual: "34", carried: "0" });
  expect((await open("?year=2025")).data.answers).toMatchObject({ annual: "32", fraction: "1" });
});

test("a year that says nothing of its own gets no row, and a new start keeps what a year has", async () => {
  const { user, save, years } = await settings();
  await save({ study_days: "15", study_days_of_three: "45" });
  expect(await years()).toEqual([]);
  await save({ carried: "2" });
  await save({ year_start_day: "1", year_start_month: "9" });
  const { data } = await show(user);
  expect(data.dates).toBe("1 September 2026 to 31 August 2027");
  expect(figure(data.annual, "Carried over")).toBe("2.0 days");
  expect(figure(data.study, "Entitlement")).toBe("15.0 days");
});

test.each<[string, string, string]>([
  ["annual", "", "Enter the days or hours of annual leave"],
  ["annual", "32.25", "Annual leave must go in steps of 0.5"],
  ["annual", "201", "Annual leave must be between 0 and 200"],
  ["fraction", "", "Enter 1 for full time"],
  ["fraction", "1.1", "Fraction of full time must be between 0.01 and 1"],
  ["carried", "-201", "Leave carried over must be between -200 and 200"],
  ["study_days", "", "Enter the days of study and professional leave a year"],
  ["study_days_of_three", "601", "Study leave in three years must be between 0 and 600"],
  ["year_start_day", "", "Enter the day that the leave year starts on"],
  ["year_start_day", "32", "Day must be between 1 and 31"],
  ["year_start_month", "", "Choose the month that the leave year starts in"],
  ["shown_first", "", "Choose days or PAs"],
])("%s of “%s” is refused: %s", async (name, value, message) => {
  const { save, years } = await settings();
  const refused = await save({ [name]: value });
  expect([refused.status, refused.data.form.errors[name]]).toEqual([422, [message]]);
  expect(await years()).toEqual([]);
});

test("a leave year starts on no 29 February", async () => {
  const { save } = await settings();
  const refused = await save({ year_start_day: "29", year_start_month: "2" });
  expect(refused.data.form.errors).toEqual({
    year_start_day: ["The leave year must start on a day that every year has, so not on 29 February"],
  });
});

test("settings that were changed in another tab are shown before they are replaced; the same form twice is one", async () => {
  const { user, open, save, years } = await settings();
  const { answers } = (await open()).data;
  await save({ annual: "34" });
  const late = await submit<Refused>(settingsRoute.action, { ...answers, annual: "40" }, { user });
  expect([late.status, late.data.form.values.version]).toEqual([409, ["2"]]);
  const again = await submit<Refused>(settingsRoute.action, { ...answers, annual: "34" }, { user });
  expect(again.status).toBe(302);
  expect(await years()).toMatchObject([{ annual_half_days: 68, version: 2 }]);
  const now = await submit(settingsRoute.action, { ...answers, annual: "40", version: "2" }, { user });
  expect([now.status, (await years())[0]?.annual_half_days]).toEqual([302, 80]);
});

test("a year, or study leave that it counts, of which bank holidays are not known, says so", async () => {
  const user = await makeUser();
  const words =
    "Bank holidays are known from 1 January 2024 to 31 December 2028: before and after they count as working days.";
  const said = async (year: number) => (await show(user, `?year=${year}`)).data.notes.includes(words);
  expect([await said(2023), await said(2024), await said(2025), await said(2027)]).toEqual([true, false, false, false]);
  expect(await said(2028)).toBe(true);
  // The three years to March 2026 begin in April 2023.
  await putLeave(user, { type: "study", date_start: "2023-06-01" });
  expect([await said(2025), await said(2026)]).toEqual([true, false]);
});

test("the sentence names PAs first where they are shown first", async () => {
  const user = await makeUser();
  await makeDiary(user);
  await db.update(leaveSettings).set({ shown_first: "pas" }).where(eq(leaveSettings.user_id, user.id));
  const { data } = await show(user);
  const left = data.annual.find(({ label }) => label === "Left")?.amount;
  expect([left?.unit, data.lead]).toEqual(["PA", `${left?.first} PA of annual leave left to 31 March 2027`]);
});

test("after two plans of two employers have ended a week is worth what both had", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.update(jobPlans).set({ date_end: "2026-09-30" }).where(eq(jobPlans.user_id, user.id));
  const [plan] = await db.select().from(jobPlans).where(eq(jobPlans.unique_ref, params.planRef));
  const [element] = await db.select().from(jobPlanElements).where(eq(jobPlanElements.unique_ref, params.elementRef));
  if (!plan || !element) throw new Error("The diary has a plan with an element");
  const weekly = async () => (await show(user)).data.notes[0];
  expect(await weekly()).toContain("2.50 PA a week");
  const [plan_ref, unique_ref] = [newRef(), newRef()];
  await db.insert(jobPlans).values({ ...plan, unique_ref: plan_ref, employer: "Another trust" });
  await db.insert(jobPlanElements).values({ ...element, unique_ref, plan_ref });
  expect(await weekly()).toContain("5.00 PA a week");
});

test("a plan that changes within the year counts in the entitlement for as long as it lasts", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.update(jobPlans).set({ date_end: "2026-09-30" }).where(eq(jobPlans.user_id, user.id));
  const [plan] = await db.select().from(jobPlans).where(eq(jobPlans.unique_ref, params.planRef));
  const [element] = await db.select().from(jobPlanElements).where(eq(jobPlanElements.unique_ref, params.elementRef));
  if (!plan || !element) throw new Error("The diary has a plan with an element");
  const [plan_ref, unique_ref] = [newRef(), newRef()];
  const later = { unique_ref: plan_ref, date_start: "2026-10-01", date_end: "2027-03-31" };
  await db.insert(jobPlans).values({ ...plan, ...later });
  await db.insert(jobPlanElements).values({ ...element, unique_ref, plan_ref, weekly_pa_units: 18000 });
  const { data } = await show(user);
  // 2.50 PA a week on 183 days and 5.00 on 182 come to 3.74658 a week: 6.4 weeks of it.
  expect(data.notes[0]).toContain("3.75 PA a week");
  expect(figure(data.annual, "Entitlement")).toBe("32.0 days 23.98 PA");
});

test("where PAs come first, too much leave is told by its PAs, and never without its sign", async () => {
  const user = await makeUser();
  await makeDiary(user);
  await db.delete(leaveYears).where(eq(leaveYears.user_id, user.id));
  await db.update(leaveSettings).set({ shown_first: "pas" }).where(eq(leaveSettings.user_id, user.id));
  // The week's only PAs are on its Tuesday: 22 of them cost more than 32 average days.
  for (let at = 0; at < 22; at++) await putLeave(user, { date_start: addDays("2026-04-07", 7 * at) });
  const { data } = await show(user);
  const left = data.annual.find(({ label }) => label === "Left");
  expect(left?.isOver).toBe(true);
  expect(data.lead).toBe(
    `${left?.amount.first.replace("−", "")} PA more annual leave taken and booked than you have until 31 March 2027`,
  );
});

test.each([
  ["3/1/1900", 1899, "1899/00"],
  ["31/12/2099", 2099, "2099/00"],
])("leave of %s leads to its leave year, where it is to be seen", async (date, year, label) => {
  const user = await makeUser();
  const one = { type: "annual", status: "approved", date_start: date, date_end: date };
  const parts = { start_part: "full", end_part: "full" };
  const answer = await submit(newRoute.action, { idempotency_key: newRef(), ...one, ...parts }, { user });
  expect([answer.status, answer.location]).toEqual([302, `/leave/?year=${year}`]);
  const { data } = await show(user, `?year=${year}`);
  expect([data.label, data.lines.length]).toEqual([label, 1]);
  expect(data.years.every((each) => each.year >= 1899 && each.year <= 2099)).toBe(true);
});

test("leave that is still to come is not taken yet", async () => {
  const user = await makeUser();
  const one = { type: "annual", start_part: "full", end_part: "full", date_start: "1/3/2027", date_end: "" };
  const sent = (status: string) =>
    submit<Refused>(newRoute.action, { idempotency_key: newRef(), ...one, status }, { user });
  const refused = await sent("taken");
  expect([refused.status, refused.data.form.errors.status?.[0]]).toEqual([
    422,
    "This leave is in the future, so it cannot be taken yet. Choose Approved",
  ]);
  expect((await sent("approved")).status).toBe(302);
});
