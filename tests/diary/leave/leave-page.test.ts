import { expect, test } from "vitest";
import { dayValuesOf } from "~/diary/leave/day-values";
import { USUAL_SETTINGS } from "~/diary/leave/entitlement";
import { leavePage } from "~/diary/leave/page";
import type { ReadLeaveYear } from "~/diary/leave/queries.server";
import { hasDayIn, isDayIn, leaveYear, yearOfQuery } from "~/diary/leave/years";

type Row = ReadLeaveYear["leave"][number];

function off(date_start: string, some: Partial<Row> = {}): Row {
  return {
    ...{ unique_ref: "", type: "annual", name: "", date_start, date_end: date_start, status: "approved" },
    ...{ start_part: "full", end_part: "full", stated_pa_units: null, study_cost_pence: null, version: 1, ...some },
  };
}

/** The page of a leave year from 1 April without a plan, as it is read on 21 November 2026. */
function show(leave: Row[], more: Partial<ReadLeaveYear> = {}, year = 2026) {
  const current = leaveYear(2026, "04-01");
  const read = { yearRows: [], plans: [], settings: USUAL_SETTINGS, locks: [], values: dayValuesOf([], []), leave };
  return leavePage({ ...read, current, year: leaveYear(year, "04-01"), today: "2026-11-21", ...more });
}

const MARK = { letters: "A", tone: "annual", isWish: false, half: null, isBank: false };

test("a leave is in a range by its first and its last day", () => {
  const june = { begins: "2026-06-01", ends: "2026-06-30" };
  const spans = [
    ["2026-05-01", "2026-05-31"],
    ["2026-05-01", "2026-06-01"],
    ["2026-06-30", "2026-07-02"],
    ["2026-07-01", "2026-07-02"],
    ["2026-01-01", "2026-12-31"],
  ];
  expect(spans.map(([date_start = "", date_end = ""]) => hasDayIn(june, { date_start, date_end }))).toEqual([
    ...[false, true, true, false, true],
  ]);
  expect(["2026-05-31", "2026-06-01", "2026-06-30", "2026-07-01"].map((date) => isDayIn(june, date))).toEqual([
    ...[false, true, true, false],
  ]);
});

test("an address names a leave year that leave may belong to, and no other", () => {
  const years = ["1898", "1899", "2099", "2100", "02026", ""];
  expect(years.map((year) => yearOfQuery(new URLSearchParams({ year })))).toEqual([null, 1899, 2099, null, null, null]);
});

test("two years before and after are to choose from, as far as leave goes", () => {
  const names = (year: number) => show([], {}, year).years.map((each) => each.label);
  expect(show([]).years).toEqual([
    { year: 2024, label: "2024/25" },
    { year: 2025, label: "2025/26" },
    { year: 2026, label: "2026/27" },
    { year: 2027, label: "2027/28" },
    { year: 2028, label: "2028/29" },
  ]);
  expect([names(1900), names(2098)]).toEqual([
    ["1899/00", "1900/01", "1901/02", "1902/03"],
    ["2096/97", "2097/98", "2098/99", "2099/00"],
  ]);
});

test("half days at either end of a leave are on their own half in the calendar", () => {
  const leave = [
    off("2026-06-01", { date_end: "2026-06-03", start_part: "pm", end_part: "am" }),
    off("2026-06-04", { start_part: "am" }),
    off("2026-06-05", { start_part: "pm", status: "planned" }),
  ];
  const [, may, june] = show(leave).months;
  expect([may?.marks, may?.words]).toEqual([
    { 4: { ...MARK, letters: "", tone: null, isBank: true }, 25: { ...MARK, letters: "", tone: null, isBank: true } },
    "Bank holidays 4 and 25",
  ]);
  expect(june).toEqual({
    ...{ begins: "2026-06-01", name: "June 2026", before: 0, firstDay: 1, lastDay: 30 },
    marks: {
      1: { ...MARK, half: "pm" },
      2: MARK,
      3: { ...MARK, half: "am" },
      4: { ...MARK, half: "am" },
      5: { ...MARK, half: "pm", isWish: true },
    },
    words:
      "Annual leave 1 to 3 June 2026, 2 days. Annual leave 4 June 2026, ½ day. Annual leave 5 June 2026, ½ day, planned",
  });
});

test("the legend and the figures of other types are of this year's leave that is not called off", () => {
  const { legend, others, lines } = show([
    off("2025-12-30", { type: "jury", date_end: "2026-03-31" }),
    off("2026-03-31", { type: "sick", date_end: "2026-04-01" }),
    off("2026-05-06", { type: "study" }),
    off("2026-05-07", { status: "cancelled", type: "carer" }),
    off("2027-03-31", { type: "unpaid", date_end: "2027-04-01" }),
    off("2027-04-01", { type: "parental" }),
  ]);
  expect(legend).toEqual([
    { letter: "S", tone: "study", name: "Study leave" },
    { letter: "K", tone: "sick", name: "Sick leave" },
    { letter: "U", tone: "other", name: "Unpaid leave" },
  ]);
  const [none, one] = ["0.0 days", "1.0 day"].map((text) => {
    const [first = "", unit = ""] = text.split(" ");
    return { first, unit, second: null };
  });
  expect(others).toEqual([
    { name: "Sick leave", taken: one, booked: none },
    { name: "Unpaid leave", taken: none, booked: one },
  ]);
  expect(lines).toHaveLength(4);
});

test.each([
  ["at an end that is today", "2026-11-21", "31.0 days of annual leave left to 21 November 2026"],
  ["the day after", "2026-11-22", "31.0 days of annual leave not taken by 21 November 2026"],
])("leave is told as left or as not taken: %s", (_, today, lead) => {
  const year = { ...leaveYear(2025, "11-22"), ends: "2026-11-21" };
  expect(show([off("2026-06-01")], { today, year }).lead).toBe(lead);
});

test("leave that is used up to the last day is not over, and one day more is, for a year as for three", () => {
  const terms = { unique_ref: "", user_id: 1, year_begins: "2026-04-01", fraction_hundredths: 60, created_at: 0 };
  const yearRows = [
    {
      ...terms,
      annual_half_days: 10,
      carried_half_days: 0,
      post_begins: null,
      bank_holidays: "as_they_fall" as const,
      annual_hour_hundredths: null,
      carried_hour_hundredths: null,
      updated_at: 0,
      version: 1,
    },
  ];
  const settings = { ...USUAL_SETTINGS, study_half_days_of_three: 10 } as unknown as ReadLeaveYear["settings"];
  const year = (days: number) => {
    const study = off("2026-06-15", { type: "study", date_end: `2026-06-${14 + days}` });
    const {
      annual,
      study: figures,
      lead,
    } = show([off("2026-06-01", { date_end: `2026-06-0${days}` }), study], {
      ...{ yearRows, settings },
    });
    return [annual.at(-1)?.isOver, figures.at(-1), lead, annual[0]?.more];
  };
  const three = { label: "Left over three years", more: "of 3.0 from 1 April 2024" };
  expect(year(3)).toEqual([
    false,
    { ...three, amount: { first: "0.0", unit: "days", second: null }, isOver: false },
    "0.0 days of annual leave left to 31 March 2027",
    "5.0 days × 0.6",
  ]);
  expect(year(4)).toEqual([
    true,
    { ...three, amount: { first: "−1.0", unit: "days", second: null }, isOver: true },
    "1.0 day more annual leave taken and booked than you have until 31 March 2027",
    "5.0 days × 0.6",
  ]);
});

test("without a plan, days decide what is over, though PAs were to come first", () => {
  const settings = { ...USUAL_SETTINGS, shown_first: "pas" } as unknown as ReadLeaveYear["settings"];
  const { annual, notes } = show([off("2026-06-01", { date_end: "2026-07-31" })], { settings });
  expect(annual.at(-1)).toEqual({
    label: "Left",
    amount: { first: "−13.0", unit: "days", second: null },
    isOver: true,
  });
  expect([annual[0]?.more, notes]).toEqual([
    undefined,
    [
      "No job plan covers this year, so leave is counted in days only.",
      "10 bank holidays in this leave year do not use up leave.",
    ],
  ]);
});

test.each<[string, Row, boolean]>([
  ["study leave in the three years", off("2023-04-01", { type: "study" }), true],
  ["study leave before them", off("2023-03-31", { type: "study" }), false],
  ["study leave that is called off", off("2023-06-01", { type: "study", status: "cancelled" }), false],
  ["annual leave", off("2023-06-01"), false],
  ["the last day before", off("2023-12-31", { type: "professional" }), true],
  ["the first day that is known", off("2024-01-01", { type: "study" }), false],
])("bank holidays that are not known matter for what is counted: %s", (_, row, matters) => {
  const said = show([row], {}, 2025).notes.slice(2);
  const words =
    "Bank holidays are known from 1 January 2024 to 31 December 2028: before and after they count as working days.";
  expect(said).toEqual(matters ? [words] : []);
});
