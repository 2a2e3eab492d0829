import { expect, test } from "vitest";
import type { TimedElement } from "~/diary/sessions/week-due";
import { type DatedDiary, openTimes } from "~/import/new-sessions/open-times";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { clockTime } from "~/platform/time/clock-time";
import { londonInstant, londonMoment } from "~/platform/time/london";

const TUESDAY = "2026-11-17";

/** An element with work in these minutes of a weekday. */
function timed(weekday: number, start_minute: number, end_minute: number): TimedElement {
  return {
    ...{ weekday, start_minute, end_minute, recurrence: 11, anchor_date: null },
    ...{ date_start: "2026-01-01", date_end: "2026-12-31", element_ref: "list", element: "List", category: "DCC" },
    ...{ counts_to_balance: true, stated_pa_units: null, custom_minutes_per_pa: null },
    pa_rules: NATIONAL_RULES.england,
  };
}

function session(start: number, end: number, element_ref: string | null = null) {
  return { start_at: londonInstant(TUESDAY, start), end_at: londonInstant(TUESDAY, end), element_ref };
}

function drawn(diary: Partial<DatedDiary>, dates = [TUESDAY]): string[] {
  const at = (instant: number) => clockTime(londonMoment(instant).minute);
  const whole = { timed: [timed(2, 480, 780)], there: [], cancellations: [], leave: [], ...diary };
  return openTimes(whole, dates).map(({ date, startAt, endAt, cancelled }) => {
    return `${date.slice(8)} ${at(startAt)}-${at(endAt)}${cancelled ? " cancelled" : ""}`;
  });
}

test.each([
  ["none", [], ["17 08:00-13:00"]],
  ["one that ends as it begins", [session(420, 480)], ["17 08:00-13:00"]],
  ["one that begins as it ends", [session(780, 840)], ["17 08:00-13:00"]],
  ["one of which it has a minute", [session(420, 481)], []],
  ["one that has its last minute", [session(779, 840)], []],
  ["one of its element at other times of the day", [session(840, 900, "list")], []],
])("a planned time is open beside the sessions of the diary: %s", (_, there, open) => {
  expect(drawn({ there })).toEqual(open);
});

test("a planned time that did not happen is told apart, and a night of the day before is among them", () => {
  const cancellations = [{ start_at: londonInstant(TUESDAY, 480), element_ref: "list" }];
  expect(drawn({ cancellations, timed: [timed(2, 480, 780), timed(1, 1200, 480), timed(3, 480, 780)] })).toEqual([
    "16 20:00-08:00",
    "17 08:00-13:00 cancelled",
  ]);
});

test("a time that lies in the hour which the clocks skip is none", () => {
  expect(drawn({ timed: [timed(7, 60, 120), timed(7, 480, 780)] }, ["2026-03-29"])).toEqual(["29 08:00-13:00"]);
});
