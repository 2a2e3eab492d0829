import { expect, test } from "vitest";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import {
  nameOfPublicHoliday,
  publicHolidaysBetween,
  publicHolidaysOfYear,
  yearOfQuery,
} from "~/planning/public-holidays/calendar";
import { FIRST_YEAR, LAST_YEAR } from "~/platform/time/dates";

const own = (day: string, name = "") => ({ day, name, is_added: true });
const removed = (day: string) => ({ day, name: "", is_added: false });

test("days of one's own are in a stretch from its first day to its last", () => {
  const local = ["2026-06-18", "2026-06-19", "2026-06-20", "2026-06-21"].map((day) => own(day));
  expect(publicHolidaysBetween([], local, "2026-06-19", "2026-06-20")).toEqual(["2026-06-19", "2026-06-20"]);
});

test("the page of a year names its days, whose they are, and those that were taken out of it", () => {
  const local = [own("2026-06-19", "Founder’s day"), own("2027-06-18"), removed("2026-12-28"), removed("2026-06-01")];
  const more = [removed("2026-01-01"), removed("2025-12-25")];
  const { lines, ...rest } = publicHolidaysOfYear(2026, [], [...local, ...more]);
  expect(rest).toEqual({ year: 2026, count: 7, known: true });
  const line = (day: string, date: string, name: string, whose = "England and Wales", kind = "national") => {
    return { day, date, name, whose, kind };
  };
  expect(lines).toEqual([
    line("2026-01-01", "Thu 1 Jan 2026", "New Year’s Day", "England and Wales, removed by you", "removed"),
    line("2026-04-03", "Fri 3 Apr 2026", "Good Friday"),
    line("2026-04-06", "Mon 6 Apr 2026", "Easter Monday"),
    line("2026-05-04", "Mon 4 May 2026", "Early May"),
    line("2026-05-25", "Mon 25 May 2026", "Spring"),
    line("2026-06-19", "Fri 19 Jun 2026", "Founder’s day", "Added by you", "own"),
    line("2026-08-31", "Mon 31 Aug 2026", "Summer"),
    line("2026-12-25", "Fri 25 Dec 2026", "Christmas Day"),
    line(
      ...(["2026-12-28", "Mon 28 Dec 2026", "Boxing Day"] as const),
      ...(["England and Wales, substitute day, removed by you", "removed"] as const),
    ),
  ]);
});

test("a year whose tables are not known says so", () => {
  expect(publicHolidaysOfYear(2035, [], [own("2035-06-19")])).toMatchObject({
    ...{ known: false, count: 1 },
    lines: [{ name: "Bank holiday", whose: "Added by you" }],
  });
});

test("the days of a year go by the nation of the plan that rules them", () => {
  const plans = [{ date_start: "2026-07-01", date_end: null, pa_rules: NATIONAL_RULES.scotland }];
  const { lines } = publicHolidaysOfYear(2026, plans, []);
  expect(lines.slice(-4).map(({ day, whose }) => [day, whose])).toEqual([
    ["2026-08-03", "Scotland"],
    ["2026-11-30", "Scotland"],
    ["2026-12-25", "Scotland"],
    ["2026-12-28", "Scotland, substitute day"],
  ]);
});

test("a day of one's own has its name, any other that of the nation", () => {
  const local = [own("2026-06-19", "Founder’s day"), own("2026-06-20"), { ...removed("2026-12-25"), name: "None" }];
  const name = (day: string) => nameOfPublicHoliday(local, day);
  expect(["2026-06-19", "2026-06-20", "2026-12-25"].map(name)).toEqual([
    ...["Founder’s day", "Bank holiday", "Christmas Day"],
  ]);
});

test.each([
  [null, 2026],
  ["", 2026],
  ["2027.5", 2026],
  ["next", 2026],
  [String(FIRST_YEAR - 1), 2026],
  [String(FIRST_YEAR), FIRST_YEAR],
  [String(LAST_YEAR), LAST_YEAR],
  [String(LAST_YEAR + 1), 2026],
])("the year %s in an address is %d", (typed, year) => {
  expect(yearOfQuery(typed, "2026-11-21")).toBe(year);
});
