import { expect, test } from "vitest";
import {
  ageOfParts,
  ageProblem,
  caseDays,
  caseTimes,
  daysOf,
  endsBeforeStart,
  firstAtOrAfter,
  formatAge,
  isDayElsewhere,
  isMultiDay,
  isOutside,
  normalizedAge,
} from "~/diary/cases/rules";
import { dayNote, timesHint } from "~/diary/cases/times-in-words";
import { londonInstant, londonMoment } from "~/platform/time/london";
import fc from "../../support/property";

const at = (date: string, clock: string) => {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return londonInstant(date, hours * 60 + minutes);
};
const minute = (clock: string) => at("2026-01-01", clock) / 60_000 - at("2026-01-01", "00:00") / 60_000;
const span = (from: [string, string], to: [string, string]) => ({ start_at: at(...from), end_at: at(...to) });

const TUESDAY = span(["2026-11-17", "08:00"], ["2026-11-17", "18:00"]);
const AFTERNOON = span(["2026-11-17", "13:00"], ["2026-11-17", "18:00"]);
const NIGHT = span(["2026-11-18", "20:00"], ["2026-11-19", "04:00"]);
const DAY_AND_NIGHT = span(["2026-11-21", "08:00"], ["2026-11-22", "08:00"]);
const WEEKEND = span(["2026-11-20", "18:00"], ["2026-11-23", "08:00"]);

test("a case in a day session is on that day", () => {
  expect(caseTimes(TUESDAY, { start: minute("09:05"), end: minute("10:40"), day: null })).toEqual({
    start_at: at("2026-11-17", "09:05"),
    end_at: at("2026-11-17", "10:40"),
  });
});

test("a case at the minute its session starts is on that day", () => {
  const times = caseTimes(TUESDAY, { start: minute("08:00"), end: minute("08:00"), day: null });
  expect(times).toEqual({ start_at: TUESDAY.start_at, end_at: TUESDAY.start_at });
});

test("a case of a night may cross midnight, or lie wholly after it", () => {
  expect(caseTimes(NIGHT, { start: minute("23:30"), end: minute("00:45"), day: null })).toEqual({
    start_at: at("2026-11-18", "23:30"),
    end_at: at("2026-11-19", "00:45"),
  });
  expect(caseTimes(NIGHT, { start: minute("01:00"), end: minute("02:30"), day: null })).toEqual({
    start_at: at("2026-11-19", "01:00"),
    end_at: at("2026-11-19", "02:30"),
  });
});

test("a list may begin early: a start up to 2 hours before its session is of the session's own day, an earlier one of the next", () => {
  const start = (session: typeof TUESDAY, clock: string) =>
    caseTimes(session, { start: minute(clock), end: null, day: null });
  const on = (date: string, clock: string) => ({ start_at: at(date, clock), end_at: null });
  expect(start(TUESDAY, "07:50")).toEqual(on("2026-11-17", "07:50"));
  expect(start(TUESDAY, "06:00")).toEqual(on("2026-11-17", "06:00"));
  expect(start(TUESDAY, "05:59")).toEqual(on("2026-11-18", "05:59"));
  expect(start(NIGHT, "19:30")).toEqual(on("2026-11-18", "19:30"));
  const afterMidnight = span(["2026-11-19", "00:30"], ["2026-11-19", "08:00"]);
  expect(start(afterMidnight, "23:40")).toEqual(on("2026-11-18", "23:40"));
  expect(start(afterMidnight, "00:10")).toEqual(on("2026-11-19", "00:10"));
  // A time that lies in the session is in it, however close to 24 hours it lasts.
  expect(start(DAY_AND_NIGHT, "07:30")).toEqual(on("2026-11-22", "07:30"));
});

test("a case that begins early ends after its start, and so does one of which only the end is known", () => {
  expect(caseTimes(TUESDAY, { start: minute("07:40"), end: minute("09:10"), day: null })).toEqual({
    start_at: at("2026-11-17", "07:40"),
    end_at: at("2026-11-17", "09:10"),
  });
  const end = { start: null, end: minute("07:45"), day: null };
  expect(caseTimes(TUESDAY, end)).toEqual({ start_at: null, end_at: at("2026-11-17", "07:45") });
});

test("where the hour before a session comes twice or never, an early start is still before it", () => {
  const back = span(["2026-10-25", "02:00"], ["2026-10-25", "08:00"]);
  expect(caseTimes(back, { start: minute("01:30"), end: null, day: null })).toEqual({
    start_at: at("2026-10-25", "01:30"),
    end_at: null,
  });
  const forward = span(["2026-03-29", "02:30"], ["2026-03-29", "08:00"]);
  expect(caseTimes(forward, { start: minute("00:45"), end: null, day: null })).toEqual({
    start_at: at("2026-03-29", "00:45"),
    end_at: null,
  });
});

test("the form says how early a start may be, and on which other day a case is", () => {
  const hints = [TUESDAY, NIGHT, span(["2026-11-19", "00:30"], ["2026-11-19", "08:00"]), DAY_AND_NIGHT, WEEKEND];
  expect(hints.map(timesHint)).toEqual([
    "Both optional. Before 06:00 means the next day.",
    "Both optional. Before 18:00 means the next day.",
    "Both optional. From 22:30 means the evening before.",
    "Both optional. Before 08:00 means the next day.",
    "Both optional. An end before the start is on the next day.",
  ]);
  const whole = span(["2026-11-21", "00:00"], ["2026-11-22", "00:00"]);
  expect(timesHint(whole)).toBe("Both optional. An end before the start is on the next day.");
  const said = (session: typeof TUESDAY, start: string, end = "", day: string | null = null) =>
    dayNote(session, {
      start_time: start === "" ? null : minute(start),
      end_time: end === "" ? null : minute(end),
      case_day: day,
    });
  expect(said(TUESDAY, "07:50", "09:00")).toBeNull();
  expect(said(TUESDAY, "05:30", "07:00")).toBe("Starts Wed 18 Nov (next day)");
  expect(said(TUESDAY, "17:30", "00:30")).toBe("Ends Wed 18 Nov (next day)");
  expect(said(TUESDAY, "", "05:10")).toBe("Ends Wed 18 Nov (next day)");
  expect(said(NIGHT, "01:00", "02:00")).toBe("Starts Thu 19 Nov (next day)");
  expect(said(span(["2026-11-19", "00:30"], ["2026-11-19", "08:00"]), "23:40")).toBe("Starts Wed 18 Nov (day before)");
  // A chosen day is on the form; an end after it is not.
  expect(said(WEEKEND, "09:00", "10:00", "2026-11-22")).toBeNull();
  expect(said(WEEKEND, "23:00", "01:00", "2026-11-21")).toBe("Ends Sun 22 Nov (next day)");
  expect(said(WEEKEND, "12:00", "", "2026-11-20")).toBeNull();
});

test("either time may be missing; an end alone is calculated from the session's start", () => {
  const none = { start: null, end: null, day: null };
  expect(caseTimes(NIGHT, none)).toEqual({ start_at: null, end_at: null });
  expect(caseTimes(NIGHT, { ...none, end: minute("01:00") })).toEqual({
    start_at: null,
    end_at: at("2026-11-19", "01:00"),
  });
  expect(caseTimes(NIGHT, { ...none, start: minute("21:00") })).toEqual({
    start_at: at("2026-11-18", "21:00"),
    end_at: null,
  });
});

test("a session of more than 24 hours asks for the day, one of 24 hours does not", () => {
  expect(isMultiDay(WEEKEND)).toBe(true);
  expect(caseDays(WEEKEND, null)).toEqual(["2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23"]);
  const whole = span(["2026-11-21", "08:00"], ["2026-11-22", "08:00"]);
  expect(isMultiDay(whole)).toBe(false);
  expect(caseDays(whole, null)).toEqual([]);
  expect(daysOf(span(["2026-11-21", "00:00"], ["2026-11-22", "00:00"]))).toEqual(["2026-11-21"]);
});

test("a whole day on which the clocks go back is 25 hours long and still one day", () => {
  expect(isMultiDay(span(["2026-10-25", "00:00"], ["2026-10-26", "00:00"]))).toBe(false);
});

test("a day of a long session places the case on it; too early on the first day is refused", () => {
  const sunday = caseTimes(WEEKEND, { start: minute("09:00"), end: minute("08:00"), day: "2026-11-22" });
  expect(sunday).toEqual({ start_at: at("2026-11-22", "09:00"), end_at: at("2026-11-23", "08:00") });
  const friday = (clock: string) => caseTimes(WEEKEND, { start: minute(clock), end: null, day: "2026-11-20" });
  expect(friday("17:59")).toEqual({ start_at: at("2026-11-20", "17:59"), end_at: null });
  expect(friday("15:59")).toBe(false);
});

test("a case whose session was moved keeps its own day as a choice, and at its word", () => {
  const was = at("2026-11-10", "09:05");
  expect(caseDays(TUESDAY, was)).toEqual(["2026-11-10", "2026-11-17"]);
  const typed = { start: minute("07:30"), end: null, day: "2026-11-10" };
  expect(caseTimes(TUESDAY, typed, was)).toEqual({ start_at: at("2026-11-10", "07:30"), end_at: null });
});

test("where the clocks go back, the second half past one is found after the first", () => {
  const first = at("2026-10-25", "01:30");
  expect(firstAtOrAfter(first, minute("01:30"))).toBe(first);
  expect(firstAtOrAfter(first + 60_000, minute("01:30"))).toBe(first + 3_600_000);
});

test("the first such time is at or after, within a day and the hour that clocks may add, and shows that time", () => {
  const start = at("2026-01-01", "00:00") / 60_000;
  const instants = fc.integer({ min: start, max: start + 2 * 366 * 1440 }).map((minutes) => minutes * 60_000);
  fc.assert(
    fc.property(instants, fc.integer({ min: 0, max: 1439 }), (from, clock) => {
      const found = firstAtOrAfter(from, clock);
      expect(found).toBeGreaterThanOrEqual(from);
      expect(found - from).toBeLessThan(26 * 3_600_000);
      // A time that the clocks skip moves an hour on.
      expect([clock, (clock + 60) % 1440]).toContain(londonMoment(found).minute);
    }),
  );
});

test("times that look wrong beside the session are told apart from a late finish", () => {
  const late = { start_at: at("2026-11-17", "17:00"), end_at: at("2026-11-17", "21:00") };
  const turned = { start_at: at("2026-11-17", "10:40"), end_at: at("2026-11-18", "09:05") };
  const early = { start_at: at("2026-11-18", "07:50"), end_at: null };
  expect([late, turned, early].map((times) => isOutside(TUESDAY, times))).toEqual([false, true, true]);
});

test.each([
  [TUESDAY, "10:00", "09:00", null],
  [TUESDAY, "17:30", "08:05", null],
  // No time of the session, and longer than any operation.
  [TUESDAY, "08:30", "07:30", null],
  [AFTERNOON, "13:30", "12:30", null],
  [NIGHT, "02:00", "23:00", null],
  [NIGHT, "23:00", "22:00", null],
  [DAY_AND_NIGHT, "10:00", "09:00", null],
  [WEEKEND, "10:00", "09:30", "2026-11-21"],
])("a case of a session ends before it starts, and is no night: %o, %s to %s", (session, start, end, day) => {
  const times = caseTimes(session, { start: minute(start), end: minute(end), day });
  expect(times && endsBeforeStart(session, times)).toBe(true);
});

test.each([
  [TUESDAY, "17:30", "19:00", null],
  [TUESDAY, "10:00", "10:00", null],
  [NIGHT, "23:30", "00:45", null],
  [NIGHT, "03:30", "06:00", null],
  // A case at the end of a day and a night on call runs on after it.
  [DAY_AND_NIGHT, "07:30", "08:30", null],
  [WEEKEND, "20:00", "09:00", "2026-11-21"],
])("a case ends after it starts: %o, %s to %s", (session, start, end, day) => {
  const times = caseTimes(session, { start: minute(start), end: minute(end), day });
  expect(times && endsBeforeStart(session, times)).toBe(false);
});

test("a case that keeps a day of its own, apart from its session, is taken at its word", () => {
  const own = { start_at: at("2026-11-18", "09:05"), end_at: at("2026-11-18", "10:40") };
  expect(endsBeforeStart(TUESDAY, own)).toBe(false);
});

test("a day is elsewhere that neither the session nor the case had", () => {
  const none = { start_at: null, end_at: null };
  expect(["2026-11-18", "2026-11-19"].map((day) => isDayElsewhere(NIGHT, day, none))).toEqual([false, false]);
  expect(["2026-11-17", "2026-11-20"].map((day) => isDayElsewhere(NIGHT, day, none))).toEqual([true, true]);
  expect(isDayElsewhere(TUESDAY, "2026-11-10", { ...none, start_at: at("2026-11-10", "09:05") })).toBe(false);
  expect(isDayElsewhere(TUESDAY, "2026-11-18", { ...none, end_at: at("2026-11-18", "00:30") })).toBe(false);
});

test("ages in words, and the limits of each unit", () => {
  expect([formatAge(45, "years"), formatAge(6, "months"), formatAge(0, "days"), formatAge(null, "years")]).toEqual([
    "45 y",
    "6 mo",
    "0 d",
    "",
  ]);
  expect([ageProblem(120, "years"), ageProblem(48, "months"), ageProblem(366, "days")]).toEqual([null, null, null]);
  expect([normalizedAge(0, 400), normalizedAge(0, 400, true)]).toEqual([
    { age: 13, unit: "months" },
    { age: 1, unit: "years" },
  ]);
  expect([ageOfParts(0, 12), ageOfParts(0, 7)]).toEqual([
    { age: 0, unit: "months" },
    { age: 0, unit: "days" },
  ]);
  expect(ageProblem(121, "years")).toBe("Age in years must be between 0 and 120");
  expect(ageProblem(49, "months")).toBe("Age in months must be between 0 and 48");
  expect(ageProblem(367, "days")).toBe("Age in days must be between 0 and 366");
  expect(ageProblem(-1, "days")).toBe("Age in days must be between 0 and 366");
});
