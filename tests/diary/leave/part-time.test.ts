import { expect, test } from "vitest";
import type { LeavePage } from "~/diary/leave/page";
import { leave } from "~/diary/leave/table.server";
import type { DiaryWeek } from "~/diary/list/diary";
import type { WeekChunk } from "~/diary/list/week-chunks";
import { newRef } from "~/platform/db/columns.server";
import { formatCell } from "~/reports/document/cells";
import type { ReportTable } from "~/reports/document/types";
import * as pageRoute from "~/routes/leave/leave";
import * as logbookRoute from "~/routes/logbook/logbook";
import * as weekRoute from "~/routes/logbook/week";
import { db, load, NOW } from "../../support/harness";
import { reportOfDays } from "../../support/report-of-days";
import { consultant, figures, type Plan, takeLeave } from "./with-plan";

const MONDAY_TO_WEDNESDAY = { 1: 480, 2: 480, 3: 480 };

// By hand: 2 PA on each of three days are 6 PA a week. 32 days × 0.6 are 19.2 days; 32 ÷ 5 weeks of 6 PA are 38.40 PA.
// 3 to 14 August 2026 holds two Mondays, Tuesdays and Wednesdays, and no bank holiday (31 August): 6 days, 12 PA.
test.each<[string, Plan]>([
  ["on fixed times alone", { lists: MONDAY_TO_WEDNESDAY }],
  ["with PAs that have no times", { lists: { 1: 360, 2: 360, 3: 360 }, flexible: 1.5 }],
])("a part-timer of three days %s takes six days of leave in a fortnight", async (_, plan) => {
  const user = await consultant(plan, { fraction_hundredths: 60 });
  await takeLeave(user, "2026-08-03", "2026-08-14");
  const { Entitlement, Taken, Left } = await figures(user);
  expect([Entitlement, Taken, Left]).toEqual(["19.2 days, 38.40 PA", "6.0 days, 12.00 PA", "13.2 days, 26.40 PA"]);
});

// By hand: 10 days a year and 30 in three × 0.6 are 6 and 18, and a day carried over is one of her own: 2 PA.
test("a part-timer's days of study leave are in proportion, as their PAs are, and a day carried over is worth a day", async () => {
  const user = await consultant({ lists: MONDAY_TO_WEDNESDAY }, { fraction_hundredths: 60, carried_half_days: 4 });
  const { data } = await load<LeavePage>(pageRoute.loader, { user, path: "/leave/" });
  const shown = (label: string) => {
    const { amount, more } = [data.annual[1], ...data.study].find((each) => each?.label === label) ?? {};
    return [amount?.first, amount?.second, more];
  };
  expect(shown("Carried over")).toEqual(["2.0", "4.00 PA", undefined]);
  expect(shown("Entitlement")).toEqual(["6.0", "12.00 PA", "10.0 days × 0.6"]);
  expect(shown("Left over three years")).toEqual(["18.0", null, "of 18.0 from 1 April 2024"]);
});

// By hand: four lists of 10 h at 4 h a PA are 2.5 PA each, 10 PA a week. In days of such a week 32 × 0.8 are 25.6.
test.each([
  ["2026-08-03", "2026-08-07"],
  ["2026-08-03", "2026-08-06"],
])("a week of 10 PA in four days costs four days, typed from %s to %s", async (first, last) => {
  const user = await consultant({ lists: { 1: 600, 2: 600, 3: 600, 4: 600 } }, { fraction_hundredths: 80 });
  await takeLeave(user, first, last);
  const { Entitlement, Taken, Left } = await figures(user);
  expect([Entitlement, Taken, Left]).toEqual(["25.6 days, 64.00 PA", "4.0 days, 10.00 PA", "21.6 days, 54.00 PA"]);
});

// By hand: the plan's first week is that of Monday 30 March 2026. The week of 3 August is 18 weeks later, an even
// number, so 7 August is a Friday of work and 14 August is none: 5 days and 4. In PAs each Friday is worth an average 1.
test("in a fortnight of nine days the Friday that is not worked costs none", async () => {
  const user = await consultant({ lists: { 1: 480, 2: 480, 3: 480, 4: 480, 5: 480 }, everySecond: [5] });
  await takeLeave(user, "2026-08-03", "2026-08-14");
  expect((await figures(user)).Taken).toBe("9.0 days, 18.00 PA");
});

test("whoever works full time, partly without times, has leave on each weekday", async () => {
  const user = await consultant({ lists: { 2: 600, 3: 600 }, flexible: 5 });
  await takeLeave(user, "2026-08-03", "2026-08-07");
  expect((await figures(user)).Taken).toBe("5.0 days, 10.00 PA");
});

test.each<[string, Plan, number, string | undefined]>([
  ["as the entitlement has it", { lists: MONDAY_TO_WEDNESDAY }, 60, undefined],
  ["of four days with the entitlement of five", { lists: { 1: 600, 2: 600, 3: 600, 4: 600 } }, 100, "4 days a week"],
])("a week %s is told where its days differ from the part of full time", async (_, plan, fraction_hundredths, told) => {
  const user = await consultant(plan, { fraction_hundredths });
  const { data } = await load<LeavePage>(pageRoute.loader, { user, path: "/leave/" });
  const note = data.notes.find((words) => words.includes("days a week"));
  expect(note?.split(". ")[0]).toBe(told && `Your job plan has work on ${told}`);
});

// By hand: 1 August to 31 March are 31 + 30 + 31 + 30 + 31 + 31 + 28 + 31 = 243 days of 365. 32 × 243 ÷ 365 are 21.30
// days, and 6.4 weeks of 10 PA × 243 ÷ 365 are 42.61 PA. With 0.6 of full time, 12.78 days.
test.each<[number, number, string]>([
  [480, 100, "21.3 days, 42.61 PA"],
  [480, 60, "12.78 days, 42.61 PA"],
])("a post that starts on 1 August has its share of the year's leave", async (minutes, fraction_hundredths, said) => {
  const lists = Object.fromEntries([1, 2, 3, 4, 5].map((weekday) => [weekday, minutes]));
  const user = await consultant({ lists, from: "2026-08-01" }, { fraction_hundredths });
  expect((await figures(user)).Entitlement).toBe(said);
  // The year after has the whole.
  expect((await figures(user, "?year=2027")).Entitlement).toBe(
    fraction_hundredths === 100 ? "32.0 days, 64.00 PA" : "19.2 days, 64.00 PA",
  );
});

/*
 * By hand: 10 × 243 ÷ 365 are 6.66 days of study leave, and of 30 in the 1,095 days of three years as many. A year later
 * 10 of the year, and 30 × (243 + 366) ÷ 1,096 = 16.67 of the three; four years later 30.
 */
test("a post that starts on 1 August has its share of the study leave, of the year and of three", async () => {
  const lists = { 1: 480, 2: 480, 3: 480, 4: 480, 5: 480 };
  const user = await consultant({ lists, from: "2026-08-01" });
  const study = async (query: string) => {
    const { data } = await load<LeavePage>(pageRoute.loader, { user, path: `/leave/${query}` });
    const of = (label: string) => data.study.find((each) => each.label === label);
    const [year, three] = [of("Entitlement"), of("Left over three years")];
    return [year?.amount.first, year?.amount.second, year?.more, three?.amount.first, three?.more];
  };
  expect(await study("")).toEqual([
    ...["6.66", "13.32 PA", "10.0 days × 243 ÷ 365, from 1 August 2026"],
    ...["6.66", "of 6.66 from 1 August 2026"],
  ]);
  expect(await study("?year=2027")).toEqual(["10.0", "20.00 PA", undefined, "16.67", "of 16.67 from 1 August 2026"]);
  expect(await study("?year=2030")).toEqual(["10.0", "20.00 PA", undefined, "30.0", "of 30.0 from 1 April 2028"]);
});

test("the first day in a post is what the user says, whatever day the first plan starts on", async () => {
  const lists = { 1: 480, 2: 480, 3: 480, 4: 480, 5: 480 };
  const whole = await consultant({ lists, from: "2026-08-01" }, { post_begins: "2026-04-01" });
  expect((await figures(whole)).Entitlement).toBe("32.0 days, 64.00 PA");
  // 1 October to 31 March are 182 days: 32 × 182 ÷ 365 = 15.956.
  const later = await consultant({ lists }, { post_begins: "2026-10-01" });
  expect((await figures(later)).Entitlement).toBe("15.96 days, 31.91 PA");
});

/*
 * By hand: from 1 April 2026 to 31 March 2027 there are 10 bank holidays: Fridays 3 April, 25 December, 1 January and 26
 * March; Mondays 6 April, 4 and 25 May, 31 August, 28 December and 29 March. 10 × 0.6 = 6.0 days are added to 19.2; in
 * PAs 42 ÷ 5 weeks of 6 PA are 50.40. Today is 21 November.
 */
test.each<[string, Record<number, number>, string[]]>([
  [
    "Monday to Wednesday, on which six of them fall, four by now",
    MONDAY_TO_WEDNESDAY,
    ["25.2 days, 50.40 PA", "10.0 days, 20.00 PA", "2.0 days, 4.00 PA", "13.2 days, 26.40 PA"],
  ],
  [
    "Tuesday to Thursday, on which none falls",
    { 2: 480, 3: 480, 4: 480 },
    ["25.2 days, 50.40 PA", "6.0 days, 12.00 PA", "0.0 days, 0.00 PA", "19.2 days, 38.40 PA"],
  ],
])("bank holidays in proportion are added to the leave of a part-timer of %s, and taken from it", async (_, lists, said) => {
  const user = await consultant({ lists }, { fraction_hundredths: 60, bank_holidays: "in_proportion" });
  await takeLeave(user, "2026-08-03", "2026-08-14");
  const { Entitlement, Taken, Booked, Left } = await figures(user);
  expect([Entitlement, Taken, Booked, Left]).toEqual(said);
});

test("the card says what bank holidays in proportion add and take, and those that were before the post do neither", async () => {
  const more = async (plan: Plan) => {
    const user = await consultant(plan, { fraction_hundredths: 60, bank_holidays: "in_proportion" });
    const { data } = await load<LeavePage>(pageRoute.loader, { user, path: "/leave/" });
    expect(data.notes.join(" ")).toContain("added to your annual leave, and each on a day of work is taken from it");
    return data.annual.map((figure) => figure.more ?? "");
  };
  expect(await more({ lists: MONDAY_TO_WEDNESDAY })).toEqual([
    ...["32.0 days × 0.6 + 10 bank holidays × 0.6", "", "with 4 bank holidays", "with 2 bank holidays", ""],
  ]);
  // Left of the ten are those of 31 August, December, January and March.
  expect(await more({ lists: MONDAY_TO_WEDNESDAY, from: "2026-08-01" })).toEqual([
    "32.0 days × 0.6 × 243 ÷ 365 + 6 bank holidays × 0.6, from 1 August 2026",
    ...["", "with 1 bank holiday", "with 2 bank holidays", ""],
  ]);
});

test("in proportion, a bank holiday takes nothing from whoever works full time, and nothing twice in leave", async () => {
  const lists = { 1: 480, 2: 480, 3: 480, 4: 480, 5: 480 };
  const user = await consultant({ lists }, { bank_holidays: "in_proportion" });
  await takeLeave(user, "2026-08-31", "2026-09-04");
  const { Entitlement, Left } = await figures(user);
  // 32 + 10 and 10 taken; Monday 31 August is one of them, so that the week of leave takes four.
  expect([Entitlement, Left]).toEqual(["42.0 days, 84.00 PA", "28.0 days, 56.00 PA"]);
});

// By hand: a list of 100 minutes is 0.4167 PA. 32 ÷ 5 weeks of it are 2.6667, two days 0.8333, which leaves 1.8333.
test("the PAs of a card come to what it says is left", async () => {
  const user = await consultant({ lists: { 1: 100 } }, { fraction_hundredths: 20 });
  await takeLeave(user, "2026-08-03", "2026-08-14");
  const { Entitlement, Taken, Left } = await figures(user);
  expect([Entitlement, Taken, Left]).toEqual(["6.4 days, 2.67 PA", "2.0 days, 0.83 PA", "4.4 days, 1.84 PA"]);
});

// By hand: a list of 150 minutes is 0.625 PA, three of them 1.875.
test("the PAs of leave by type in a report add up to all of them in what is shown", async () => {
  const user = await consultant({ lists: { 1: 150 } });
  const row = { user_id: user.id, created_at: NOW, updated_at: NOW, status: "taken" } as const;
  for (const [type, date] of [
    ["annual", "2026-09-07"],
    ["study", "2026-09-14"],
    ["sick", "2026-09-21"],
  ] as const) {
    await db.insert(leave).values({ ...row, type, unique_ref: newRef(), date_start: date, date_end: date });
  }
  const sections = await reportOfDays(user, "2026-09-01", "2026-09-30");
  const table = sections.flatMap(({ blocks }) => blocks).find(({ id }) => id === "leave");
  const { rows, foot } = table as ReportTable;
  const shown = [...rows, foot ?? []].map((cells) => formatCell(cells[2] ?? ""));
  expect(shown).toEqual(["0.63", "0.63", "0.62", "1.88"]);
});

test.each([
  ["whole weeks of three days of work", "2026-11-02", "2026-11-15", "2026-11-09", "3 days of leave"],
  ["a week with a bank holiday", "2026-08-31", "2026-09-06", "2026-08-31", "2 days of leave"],
  ["days without work", "2026-11-12", "2026-11-13", "2026-11-09", null],
])("the diary counts the leave of a week as the entitlement does: %s", async (_, first, last, monday, words) => {
  const user = await consultant({ lists: { 1: 480, 2: 480, 3: 480 } });
  await takeLeave(user, first, last);
  const { data: list } = await load<{ stretch: WeekChunk }>(logbookRoute.loader, {
    user,
    path: `/logbook/?date=${monday}`,
  });
  const { data: week } = await load<{ week: DiaryWeek }>(weekRoute.loader, {
    user,
    path: `/logbook/week/?date=${monday}`,
  });
  expect([list.stretch.weeks[0]?.leave, week.week.leave]).toEqual([words, words]);
});
