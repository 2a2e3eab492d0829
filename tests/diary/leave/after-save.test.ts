import { expect, test } from "vitest";
import type { DayPart, LeaveStatus } from "~/diary/leave/kinds";
import { statusFault } from "~/diary/leave/rules";
import { mayHaveMoreSessions, redirectAfterLeave } from "~/diary/leave/sessions-in-leave.server";
import { typedSpan } from "~/diary/leave/worth-words";
import { londonInstant } from "~/platform/time/london";
import { NOW } from "../../support/harness";

const DAY = {
  ...{ date_start: "2026-12-15", date_end: "2026-12-15", status: "approved" as LeaveStatus },
  ...{ start_part: "full" as DayPart, end_part: "full" as DayPart },
};

function session(date: string) {
  return {
    ...{ unique_ref: "", version: 1, start_at: londonInstant(date, 480), end_at: londonInstant(date, 1080) },
    ...{ pa_units: 9000, recurring_uuid: null, element: null, locked: false, cases: 0, fees: 0 },
  };
}

const IN_IT = [session("2026-12-14"), session("2026-12-15")];

test.each<[string, Parameters<typeof redirectAfterLeave>[0], string, string]>([
  [
    "its sessions, where some fall in it",
    { ref: "ref", leave: DAY, settings: [], years: [], around: IN_IT, asks: true },
    "/leave/ref/sessions/",
    "Leave added. 1 session falls in it",
  ],
  [
    "its year, where they were asked about before",
    { ref: "ref", leave: DAY, settings: [], years: [], around: IN_IT, asks: false },
    "/leave/",
    "Leave added",
  ],
  [
    "its year, where it is only asked for",
    { ref: "ref", leave: { ...DAY, status: "requested" }, settings: [], years: [], around: IN_IT, asks: true },
    "/leave/",
    "Leave added",
  ],
  [
    "a year that is not today's",
    { ref: "ref", leave: { ...DAY, date_start: "2027-04-01" }, settings: [], years: [], around: [], asks: true },
    "/leave/?year=2027",
    "Leave added",
  ],
])("saved leave leads to %s", (_, saved, path, message) => {
  expect(redirectAfterLeave(saved, "Leave added", NOW)).toEqual({ to: path, message });
});

test.each<[string, Partial<typeof DAY>, Partial<typeof DAY>, boolean]>([
  ["nothing is another", {}, {}, false],
  ["it is granted now", { status: "planned" }, {}, true],
  ["it is granted no more", {}, { status: "cancelled", date_end: "2026-12-16" }, false],
  ["it was approved and is taken", {}, { status: "taken" }, false],
  ["it begins on another day", {}, { date_start: "2026-12-14" }, true],
  ["it ends on another day", {}, { date_end: "2026-12-16" }, true],
  ["it begins at noon", {}, { start_part: "pm" }, true],
  ["it ends at noon", {}, { end_part: "am" }, true],
])("an edit of leave may put sessions in it: %s", (_, before, after, may) => {
  expect(mayHaveMoreSessions({ ...DAY, ...before }, { ...DAY, ...after })).toBe(may);
});

test("leave is taken from its first day on", () => {
  const of = (date_start: string) => statusFault({ status: "taken", date_start }, "2026-11-21");
  const future = { status: "This leave is in the future, so it cannot be taken yet. Choose Approved" };
  expect([of("2026-11-20"), of("2026-11-21"), of("2026-11-22")]).toEqual([{}, {}, future]);
});

test("a form in the making is a leave of 366 days at most, whose parts are the whole day unless they say else", () => {
  const typed = (fields: Record<string, string>) => typedSpan((name) => fields[name] ?? "");
  const year = { date_start: "2026-01-01", start_part: "full", end_part: "full" };
  expect([
    typed({ date_start: "1/1/2026", date_end: "1/1/2027" }),
    typed({ date_start: "1/1/2026", date_end: "2/1/2027" }),
    typed({ date_start: "1/1/2026", start_part: "pm" }),
    typed({ date_start: "1/1/2026", start_part: "noon" }),
  ]).toEqual([
    { ...year, date_end: "2027-01-01" },
    null,
    { ...year, date_end: "2026-01-01", start_part: "pm" },
    { ...year, date_end: "2026-01-01" },
  ]);
});
