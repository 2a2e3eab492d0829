import { expect, test } from "vitest";
import type { RotaCalendar } from "~/import/rota/calendar";
import { compareRota, type KnownEvent } from "~/import/rota/compare";
import { plannedImport } from "~/import/rota/planned-import";
import { londonInstant } from "~/platform/time/london";
import { elementOf, planOf, worksOn } from "./plans";

const DAY = "2026-11-24";
const PLANS = [planOf([elementOf("list")])];
const UNREAD = { faulty: 0, endless: 0, long: 0, repeats: 0, zones: 0 };

function span(start: number, end: number, date = DAY) {
  return { start_at: londonInstant(date, start), end_at: londonInstant(date, end) };
}

/** A calendar of a fortnight with an event from 08:00 to 18:00 for each key. */
function calendarWith(...keys: string[]): RotaCalendar {
  const { start_at: startAt, end_at: endAt } = span(480, 1080);
  const events = keys.map((key) => ({ key, title: 0, startAt, endAt, allDay: false }));
  return { key: "rota", first: DAY, last: "2026-12-08", titles: ["List"], events, cancelled: [], unread: UNREAD };
}

function known(unique_ref: string, times: ReturnType<typeof span>, more: Partial<KnownEvent> = {}): KnownEvent {
  const session_ref = `session of ${unique_ref}`;
  return { unique_ref, session_ref, calendar_key: "rota", element_ref: "list", version: 1, ...times, ...more };
}

function session(unique_ref: string, times: ReturnType<typeof span>, holds = 0) {
  return { unique_ref, element_ref: "list", version: 1, holds, ...times };
}

/** Each step as `change new: session of old`. */
function drawn(calendar: RotaCalendar, diary: Partial<Parameters<typeof compareRota>[2]>) {
  const { steps } = compareRota(calendar, ["list"], {
    ...{ plans: PLANS, known: [], sessions: [], cancellations: [], ...diary },
  });
  return steps.map(({ what, key, session: of }) => `${what} ${key}: ${of?.unique_ref ?? "none"}`);
}

test.each([
  ["equal", span(480, 1080), ["already new: one"]],
  ["of the same element, sharing a minute at its end", span(1079, 1140), ["other times new: one"]],
  ["of the same element, sharing a minute at its start", span(420, 481), ["other times new: one"]],
  ["beginning as it ends", span(1080, 1140), ["add new: none"]],
  ["ending as it begins", span(420, 480), ["add new: none"]],
])("a new event meets a session of the diary that is %s", (_, times, steps) => {
  expect(drawn(calendarWith("new"), { sessions: [session("one", times)] })).toEqual(steps);
});

test("a new event takes no session that another event of the file has", () => {
  const times = span(480, 1080);
  const diary = { known: [known("old", times)], sessions: [session("session of old", times)] };
  expect(drawn(calendarWith("old", "new"), diary)).toEqual(["add new: none"]);
});

test("a new event takes the session of one that is gone, and asks when that was changed by hand", () => {
  const times = span(420, 1020);
  const gone = known("old", times);
  expect(drawn(calendarWith("new"), { known: [gone], sessions: [session("session of old", times)] })).toEqual([
    "change new: session of old",
    "delete old: none",
  ]);
  expect(drawn(calendarWith("new"), { known: [gone], sessions: [session("session of old", span(420, 1021))] })).toEqual(
    ["edited new: session of old", "delete old: none"],
  );
});

test.each([
  ["the day before the first", "2026-11-23", {}, []],
  ["the first day", DAY, {}, ["delete old: session of old"]],
  ["the last day", "2026-12-08", {}, ["delete old: session of old"]],
  ["the day after the last", "2026-12-09", {}, []],
  ["a day of another calendar", DAY, { calendar_key: "other" }, []],
])("an event that is no longer in the file goes by its day: %s", (_, date, more, steps) => {
  const times = span(480, 1080, date);
  const diary = { known: [known("old", times, more)], sessions: [session("session of old", times)] };
  expect(drawn(calendarWith(), diary)).toEqual(steps);
});

test.each([
  ["follows the file", span(420, 1020), 0, ["change old: session of old"]],
  ["has been changed by hand", span(420, 1021), 0, ["edited old: session of old"]],
  ["is as in the file already", span(480, 1080), 3, ["same old: session of old"]],
])("the session of an event that has moved %s", (_, times, holds, steps) => {
  const diary = { known: [known("old", span(420, 1020))], sessions: [session("session of old", times, holds)] };
  expect(drawn(calendarWith("old"), diary)).toEqual(steps);
});

// 24 November 2026 is a Tuesday.
const WHOLE_DAY = { key: "a", title: 0, allDay: true, startAt: londonInstant(DAY), endAt: londonInstant("2026-11-25") };
const FIFTEEN_DAYS = { ...WHOLE_DAY, endAt: londonInstant("2026-12-09") };
const FOURTEEN_DAYS = { ...WHOLE_DAY, allDay: false, endAt: londonInstant("2026-12-08") };
const TWO_DAYS = { ...WHOLE_DAY, endAt: londonInstant("2026-11-26") };

test.each([
  ["a day with times of the plan", WHOLE_DAY, elementOf("list", worksOn(2, 480, 780)), span(480, 780)],
  ["a day without, with fixed PAs", WHOLE_DAY, elementOf("list", { default_basis: "fixed" }), span(0, 1440)],
  ["two days, with fixed PAs", TWO_DAYS, elementOf("list", { default_basis: "fixed" }), span(0, 2880)],
  ["a day without, by the clock", WHOLE_DAY, elementOf("list"), "untimed"],
  ["fifteen days, with fixed PAs", FIFTEEN_DAYS, elementOf("list", { default_basis: "fixed" }), "untimed"],
  ["fifteen days by the clock", { ...FIFTEEN_DAYS, allDay: false }, elementOf("list"), "untimed"],
  ["fourteen days by the clock", FOURTEEN_DAYS, elementOf("list"), span(0, 14 * 1440)],
  ["two days, by the clock", TWO_DAYS, elementOf("list", worksOn(2, 480, 780)), "untimed"],
])("an event of whole days becomes a session of its element: %s", (_, event, element, times) => {
  const expected =
    typeof times === "string" ? times : { element_ref: "list", startAt: times.start_at, endAt: times.end_at };
  expect(plannedImport(event, "list", [planOf([element])])).toEqual(expected);
});
