import { expect, test } from "vitest";
import { chartFile } from "~/progress/chart-file.server";
import type { ProgressReport } from "~/progress/types";
import { exampleReport } from "../support/progress";

const WORDS = { over: "Over", headline: "Headline", sentences: ["One.", "Two."], description: "About" };

function fileOf(words: Partial<typeof WORDS> = {}, report: Partial<ProgressReport> = {}): string {
  return chartFile(exampleReport(report), { ...WORDS, ...words });
}

/** The texts of a file at their places, as `x,y anchor: words`. */
function textsOf(file: string): string[] {
  const found = file.matchAll(/<text x="([^"]+)" y="([^"]+)"(?: text-anchor="(\w+)")?[^>]*>([^<]*)</g);
  return [...found].map(([, x, y, anchor = "start", words]) => `${x},${y} ${anchor}: ${words}`);
}

const headOf = (words: Partial<typeof WORDS>) => textsOf(fileOf(words)).filter((text) => text.startsWith("48,"));
const heightOf = (file: string) => file.match(/<svg [^>]*height="(\d+)"/)?.[1];

test("the words of the head stand under each other", () => {
  expect(headOf({})).toEqual(["48,48 start: Over", "48,88 start: Headline", "48,124 start: One. Two."]);
  expect(heightOf(fileOf())).toBe("740");
});

test("a headline wraps after 66 letters, sentences after 118, and the drawing makes room for them", () => {
  const [of66, of118] = [`${"a".repeat(32)} ${"b".repeat(33)}`, `${"c".repeat(59)} ${"d".repeat(58)}`];
  expect(headOf({ headline: `${of66} e`, sentences: [of118, "f"] })).toEqual([
    ...["48,48 start: Over", `48,88 start: ${of66}`, "48,126 start: e"],
    ...[`48,162 start: ${of118}`, "48,188 start: f"],
  ]);
  expect(headOf({ headline: `${of66}b` }).slice(1, 3)).toEqual([
    ...[`48,88 start: ${"a".repeat(32)}`, `48,126 start: ${"b".repeat(34)}`],
  ]);
  expect(heightOf(fileOf({ sentences: Array.from({ length: 4 }, () => of118) }))).toBe("766");
});

test("the axes, today and the two lines are named in the drawing, and all lines under it", () => {
  const texts = textsOf(fileOf());
  expect(texts.filter((text) => / end: \d/.test(text))).toEqual([
    ...["-12,406 end: 0", "-12,312.2 end: 100", "-12,218.4 end: 200", "-12,124.5 end: 300", "-12,30.7 end: 400"],
  ]);
  expect(texts.slice(-7, -4)).toEqual([
    ...["678,388 start: Today", "505.9,244.1 start: Done", "1003.5,11.3 end: Expected"],
  ]);
  expect(texts.slice(-4).map((text) => text.replace(/^[^ ]+ /, ""))).toEqual([
    ...["start: Done", "start: Expected, weekly, leave-adjusted", "start: On track: within 5%"],
    ...["start: If you work the rest of your plan"],
  ]);
  const zero = fileOf().match(/<path d="M0 400H1042" stroke="([^"]+)"/)?.[1];
  expect([zero, fileOf().match(/<path d="M0 306.2H1042" stroke="([^"]+)"/)?.[1]]).toEqual(["#152027", "#dfdeda"]);
});

test("late in a period the word for today stands before its line, early at the top of it", () => {
  const today = (day: string) => textsOf(fileOf({}, { day })).find((text) => text.endsWith("Today"));
  expect(today("2027-02-28")).toBe("943.5,388 end: Today");
  expect(today("2026-06-01")).toBe("187,18 start: Today");
  const period = { begins: "2026-06-01", ends: "2026-06-20", isYearOfPlan: false };
  const texts = textsOf(fileOf({}, { period, day: "2026-06-17" }));
  expect(texts.find((text) => text.endsWith("Today"))).toBe("895.7,388 start: Today");
});

test("a line that has nothing to show is neither drawn nor named", () => {
  const plan = { unique_ref: "P", title: "Plan", tolerance_percent: 0 };
  const file = fileOf({}, { plan, forecast: null, day: "2027-03-31" });
  expect(file).not.toMatch(/On track|If you work|Today|d=""|undefined|null/);
  expect(file.match(/stroke-dasharray="([^"]+)"/g)).toEqual([
    ...['stroke-dasharray="8 6"', 'stroke-dasharray="2.5 6"', 'stroke-dasharray="8 6"'],
  ]);
});
