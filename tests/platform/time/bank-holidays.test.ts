import { expect, test } from "vitest";
import {
  BANK_HOLIDAYS_KNOWN_FROM,
  BANK_HOLIDAYS_KNOWN_TO,
  bankHolidayName,
  bankHolidaysIn,
  formatUnknownBankHolidays,
  isPublicHoliday,
  isSubstitute,
} from "~/platform/time/bank-holidays";
import { addDays } from "~/platform/time/london";
import { GOV_UK_BANK_HOLIDAYS } from "./gov-uk-bank-holidays";

const REGIONS = [
  ["england_wales", GOV_UK_BANK_HOLIDAYS["england-and-wales"]],
  ["scotland", GOV_UK_BANK_HOLIDAYS.scotland],
  ["northern_ireland", GOV_UK_BANK_HOLIDAYS["northern-ireland"]],
] as const;

const NOTE = " (substitute day)";

/** As GOV.UK says it: `2028-01-03 New Year’s Day (substitute day)`. */
function published(text: string): string[] {
  return text
    .trim()
    .split("\n")
    .map((line) => line.trim());
}

/** GOV.UK's title in Daybook's words, which stand beside "bank holiday" on every page. */
function inOurWords(line: string): string {
  return line
    .replace(/ bank holiday$/, "")
    .replace(" (Orangemen’s Day)", "")
    .replace("2nd January", "2 January");
}

test.each(
  REGIONS,
)("the bank holidays of %s are those that GOV.UK publishes, by date, name and substitute day", (region, text) => {
  const ours = bankHolidaysIn(region, BANK_HOLIDAYS_KNOWN_FROM, BANK_HOLIDAYS_KNOWN_TO);
  const said = ours.map((date) => `${date} ${bankHolidayName(date)}${isSubstitute(date) ? NOTE : ""}`);
  expect(said).toEqual(published(text).map(inOurWords));
});

test("the bank holidays of a stretch are those from its first day to its last", () => {
  expect(bankHolidaysIn("england_wales", "2026-04-03", "2026-04-06")).toEqual(["2026-04-03", "2026-04-06"]);
  expect(bankHolidaysIn("england_wales", "2026-04-04", "2026-04-05")).toEqual([]);
});

test("days outside the years that are known are told of, those on their edges not", () => {
  const [from, to] = [BANK_HOLIDAYS_KNOWN_FROM, BANK_HOLIDAYS_KNOWN_TO];
  expect(formatUnknownBankHolidays(from, to)).toBeNull();
  const words =
    "Bank holidays are known from 1 January 2024 to 31 December 2028: before and after they count as working days.";
  expect(formatUnknownBankHolidays(addDays(from, -1), to)).toBe(words);
  expect(formatUnknownBankHolidays(from, addDays(to, 1))).toBe(words);
});

test("a public holiday is one of the region that was not removed, or one's own", () => {
  const calendar = {
    region: "england_wales" as const,
    added: ["2026-04-07", "2026-12-25"],
    removed: ["2026-04-06", "2026-12-25"],
  };
  const days = ["2026-04-03", "2026-04-06", "2026-04-07", "2026-04-08", "2026-12-25"];
  const are = days.map((day) => isPublicHoliday(day, calendar));
  expect(are).toEqual([true, false, true, false, true]);
});

test("the latest and the earliest days that a holiday may have keep its name", () => {
  expect(["2029-05-07", "2285-03-20"].map(bankHolidayName)).toEqual(["Early May", "Good Friday"]);
});

test.each(REGIONS)("what Daybook says it knows of %s is all that was published of whole years", (region, text) => {
  const years = published(text).map((line) => line.slice(0, 4));
  expect([`${years[0]}-01-01`, `${years.at(-1)}-12-31`]).toEqual([BANK_HOLIDAYS_KNOWN_FROM, BANK_HOLIDAYS_KNOWN_TO]);
  expect(bankHolidaysIn(region, "0000-01-01", "9999-12-31")).toHaveLength(years.length);
});
