import { expect, test } from "vitest";
import type { LeaveSpan } from "~/diary/leave/kinds";
import { fallsInLeave, formatLeaveOn, grantedLeaveOf, leaveWarning, type ShownLeave } from "~/diary/leave/rules";
import { londonInstant } from "~/platform/time/london";

function off(date_start: string, date_end = date_start, some: Partial<LeaveSpan> = {}): ShownLeave {
  return { type: "annual", name: "", date_start, date_end, start_part: "full", end_part: "full", ...some };
}

/** From an hour of one day to an hour of another. */
function work(date: string, start: number, end: number, endDate = date) {
  return { startAt: londonInstant(date, start * 60), endAt: londonInstant(endDate, end * 60) };
}

test("an on-call that ends in the morning of the first day of leave is not in it, one that ends after noon is", () => {
  const week = off("2026-12-14", "2026-12-18");
  expect(fallsInLeave(work("2026-12-13", 20, 9, "2026-12-14"), week)).toBe(false);
  expect(fallsInLeave(work("2026-12-13", 20, 12, "2026-12-14"), week)).toBe(false);
  expect(fallsInLeave(work("2026-12-13", 8, 13, "2026-12-14"), week)).toBe(true);
  expect(fallsInLeave(work("2026-12-11", 18, 8, "2026-12-14"), off("2026-12-12", "2026-12-18"))).toBe(true);
  expect(fallsInLeave(work("2026-12-18", 20, 8, "2026-12-19"), week)).toBe(true);
  expect(fallsInLeave(work("2026-12-19", 0, 8), week)).toBe(false);
});

test("half a day spares the list of the other half, and takes the all-day list", () => {
  const morning = off("2026-12-15", "2026-12-15", { start_part: "am" });
  const afternoon = off("2026-12-15", "2026-12-15", { start_part: "pm" });
  const [early, late, long] = [work("2026-12-15", 8, 13), work("2026-12-15", 12.5, 17.5), work("2026-12-15", 8, 18)];
  expect([early, late, long].map((each) => fallsInLeave(each, morning))).toEqual([true, false, true]);
  expect([early, late, long].map((each) => fallsInLeave(each, afternoon))).toEqual([false, true, true]);
  const long2 = off("2026-12-14", "2026-12-16", { start_part: "pm", end_part: "am" });
  expect(fallsInLeave(work("2026-12-14", 8, 13), long2)).toBe(false);
  expect(fallsInLeave(work("2026-12-16", 13, 18), long2)).toBe(false);
  expect(fallsInLeave(work("2026-12-16", 8, 13), long2)).toBe(true);
});

test("a day says what is off and how much of it", () => {
  const leaves = [
    off("2026-12-14", "2026-12-16", { end_part: "am" }),
    { ...off("2026-12-16", "2026-12-16", { start_part: "pm" }), type: "other" as const, name: "School play" },
  ];
  expect(formatLeaveOn(leaves, "2026-12-14")).toBe("Annual leave");
  expect(formatLeaveOn(leaves, "2026-12-16")).toBe("Annual leave, ½ day: morning; School play, ½ day: afternoon");
  expect(formatLeaveOn(leaves, "2026-12-17")).toBeNull();
});

test("only leave that was granted counts", () => {
  const rows = (["planned", "requested", "approved", "taken", "cancelled"] as const).map((status, day) => {
    return { ...off(`2026-12-1${day}`), status };
  });
  expect(grantedLeaveOf(rows).map(({ date_start }) => date_start)).toEqual(["2026-12-12", "2026-12-13"]);
});

test("a session in leave is asked about in words", () => {
  const leave = [off("2026-12-14", "2026-12-18")];
  expect(leaveWarning(leave, work("2026-12-15", 8, 18))).toBe(
    "It falls in your leave: Annual leave, 14 to 18 December 2026",
  );
  expect(leaveWarning(leave, work("2026-12-21", 8, 18))).toBeNull();
});
