import { expect, test } from "vitest";
import { leaveDates } from "~/diary/leave/day-values";
import type { DayPart, LeaveSpan } from "~/diary/leave/kinds";
import { daysText, formatLeaveDays, formatSpan, sharesHalf, spanOf } from "~/diary/leave/rules";
import { addDays } from "~/platform/time/london";
import fc from "../../support/property";

function span(date_start: string, date_end = date_start, start_part: DayPart = "full", end_part: DayPart = "full") {
  return { date_start, date_end, start_part, end_part };
}

test.each([
  ["both halves of a day", span("2026-06-01", "2026-06-01", "am"), span("2026-06-01", "2026-06-01", "pm"), false],
  ["the same half", span("2026-06-01", "2026-06-01", "am"), span("2026-06-01", "2026-06-01", "am"), true],
  ["a half and the whole", span("2026-06-01", "2026-06-01", "pm"), span("2026-06-01"), true],
  [
    "until noon and from noon",
    span("2026-06-01", "2026-06-03", "full", "am"),
    span("2026-06-03", "2026-06-05", "pm"),
    false,
  ],
  ["until noon and all day", span("2026-06-01", "2026-06-03", "full", "am"), span("2026-06-03"), true],
  ["one day after the other", span("2026-06-01"), span("2026-06-02"), false],
  ["one within the other", span("2026-06-01", "2026-06-30"), span("2026-06-10", "2026-06-10", "am"), true],
])("%s", (_, one, other, shares) => {
  expect([sharesHalf(one, other), sharesHalf(other, one)]).toEqual([shares, shares]);
});

const spans: fc.Arbitrary<LeaveSpan> = fc
  .record({
    first: fc.nat(6),
    days: fc.nat(4),
    start_part: fc.constantFrom<DayPart>("full", "am", "pm"),
    end_part: fc.constantFrom<DayPart>("full", "am", "pm"),
  })
  .map(({ first, days, ...parts }) => {
    const date_start = addDays("2026-06-01", first);
    return spanOf({ date_start, date_end: addDays(date_start, days), ...parts });
  })
  .filter((answer): answer is LeaveSpan => !("problem" in answer));

/** Every half day that a leave takes, counted out. */
function halvesOf(leave: LeaveSpan): string[] {
  return leaveDates(leave).flatMap(({ date, halves }) => {
    if (halves === 2) return [`${date}am`, `${date}pm`];
    const isSingle = leave.date_start === leave.date_end;
    const morning = isSingle ? leave.start_part === "am" : date === leave.date_end;
    return [`${date}${morning ? "am" : "pm"}`];
  });
}

test("two leaves overlap exactly when they share a half day", () => {
  fc.assert(
    fc.property(spans, spans, (one, other) => {
      const others = new Set(halvesOf(other));
      expect(sharesHalf(one, other)).toBe(halvesOf(one).some((half) => others.has(half)));
    }),
  );
});

test("of a single day either answer names its half, and the database's own form comes of it", () => {
  const day = { date_start: "2026-06-01", date_end: "2026-06-01" };
  expect(spanOf({ ...day, start_part: "full", end_part: "am" })).toEqual(span("2026-06-01", "2026-06-01", "am"));
  expect(spanOf({ ...day, start_part: "pm", end_part: "pm" })).toEqual(span("2026-06-01", "2026-06-01", "pm"));
  expect(spanOf({ ...day, start_part: "am", end_part: "pm" })).toMatchObject({ field: "end_part" });
  expect(spanOf({ ...day, start_part: "pm", end_part: "am" })).toMatchObject({ field: "end_part" });
});

test("of several days the first has no morning off alone, and the last no afternoon", () => {
  const days = { date_start: "2026-06-01", date_end: "2026-06-02" };
  expect(spanOf({ ...days, start_part: "am", end_part: "full" })).toMatchObject({ field: "start_part" });
  expect(spanOf({ ...days, start_part: "full", end_part: "pm" })).toMatchObject({ field: "end_part" });
});

test("days and spans in words", () => {
  expect([0, 1, 2, 3, 9, 20].map(formatLeaveDays)).toEqual([
    "0 days",
    "½ day",
    "1 day",
    "1½ days",
    "4½ days",
    "10 days",
  ]);
  expect([1000, 1925, -250, 0, 50].map(daysText)).toEqual(["10.0", "19.25", "−2.5", "0.0", "0.5"]);
  expect(formatSpan(span("2026-06-01"))).toBe("1 June 2026");
  expect(formatSpan(span("2026-06-01", "2026-06-01", "pm"))).toBe("1 June 2026, afternoon");
  expect(formatSpan(span("2026-06-01", "2026-06-05", "pm", "am"))).toBe(
    "1 to 5 June 2026, from noon of the first day, to noon of the last",
  );
});
