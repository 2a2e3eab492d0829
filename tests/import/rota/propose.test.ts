import { expect, test } from "vitest";
import type { RotaCalendar } from "~/import/rota/calendar";
import { elementsOffered, proposals } from "~/import/rota/propose";
import { byTimes, byWords, type Named } from "~/import/rota/titles";
import { londonInstant } from "~/platform/time/london";
import { elementOf, planOf, worksOn } from "./plans";

const TUESDAY = "2026-11-17";

/** A calendar of one title, with events on Tuesdays. */
function calendarOf(title: string, ...events: { start: number; end: number; allDay?: boolean }[]): RotaCalendar {
  return {
    ...{ key: "rota", first: "2026-11-01", last: "2026-11-30", titles: [title], cancelled: [] },
    unread: { faulty: 0, endless: 0, long: 0, repeats: 0, zones: 0 },
    events: events.map(({ start, end, allDay = false }, at) => {
      const [startAt, endAt] = [londonInstant(TUESDAY, start), londonInstant(TUESDAY, end)];
      return { key: `event ${at}`, title: 0, startAt, endAt, allDay };
    }),
  };
}

test.each([
  ["ends before the first day", { date_end: "2026-10-31" }, []],
  ["ends on it", { date_end: "2026-11-01" }, ["List"]],
  ["has no end", { date_end: null }, ["List"]],
  ["begins on the last day", { date_start: "2026-11-30" }, ["List"]],
  ["begins after it", { date_start: "2026-12-01" }, []],
])("the elements of a plan are offered while it runs: it %s", (_, dates, offered) => {
  const plan = planOf([elementOf("List"), elementOf("Archived", { active: false })], dates);
  expect(elementsOffered([plan], calendarOf("List")).map(({ ref }) => ref)).toEqual(offered);
});

test("what was chosen last time is proposed, by its name where its plan has ended, and its words do not count", () => {
  const past = planOf([elementOf("Pain", { unique_ref: "pain before" })], { date_end: "2026-04-30" });
  const now = planOf([elementOf("Clinic"), elementOf("Pain"), elementOf("Labour ward")], { date_start: "2026-05-01" });
  const proposed = (before: string | null | undefined) =>
    proposals(calendarOf("Labour ward"), [past, now], [before]).map(({ element, why }) => `${element}, ${why}`);
  expect([undefined, null, "Clinic", "pain before", "deleted"].map(proposed)).toEqual([
    ["Labour ward, words"],
    ["out, last time"],
    ["Clinic, last time"],
    ["Pain, last time"],
    ["Labour ward, words"],
  ]);
});

test("a title is taken by the times of its own events, and not by those of whole days", () => {
  const plans = [planOf([elementOf("List", worksOn(2, 480, 1080))])];
  const proposed = (calendar: RotaCalendar) => proposals(calendar, plans, [])[0];
  const timed = { start: 480, end: 1080 };
  expect(proposed(calendarOf("Smith", timed))).toEqual({ element: "List", why: "times" });
  expect(proposed(calendarOf("Smith"))).toEqual({ element: "out", why: "nothing" });
  expect(proposed(calendarOf("Smith", timed, { start: 0, end: 1440, allDay: true }))?.why).toBe("times");
  const other = calendarOf("Smith", { start: 0, end: 300 });
  const events = [...other.events, ...calendarOf("Jones", timed).events.map((each) => ({ ...each, title: 1 }))];
  expect(proposed({ ...other, titles: ["Smith", "Jones"], events })?.why).toBe("nothing");
});

function named(ref: string, more: Partial<Named> = {}): Named {
  return { ref, description: ref, category: "DCC", location: "", ...more };
}

test.each([
  ["a word of one element", "Urology list", [named("Urology"), named("Vascular")], "Urology"],
  ["a word by another name", "CEPOD", [named("Emergency"), named("Vascular")], "Emergency"],
  ["a letter alone", "A x", [named("Theatre x"), named("Vascular")], null],
  ["a word that every list has", "Surgery", [named("Vascular surgery"), named("Urology")], null],
  ["no word", "Jones", [named("Urology")], null],
  ["a word of two elements", "Urology", [named("Urology one"), named("Urology two")], null],
  ["more of the words of one", "Urology", [named("Urology"), named("Urology with pain")], "Urology"],
  ["the place of one", "Urology East", [named("Urology"), named("Urology ", { ref: "e", location: "East" })], "e"],
  ["the place of the first", "Urology East", [named("Urology", { location: "East" }), named("Urology ")], "Urology"],
  [
    "as much, of which it has two words",
    "Vascular, urology and pain",
    [named("Vascular"), named("Urology pain"), named("Urology"), named("Pain")],
    "Urology pain",
  ],
  ["a place alone", "East", [named("Urology", { location: "East" })], null],
])("a title means the element with which it shares %s", (_, title, elements, ref) => {
  expect(byWords(title, elements)).toBe(ref);
});

/** Of ten events, so many lie in the times of each element, from 0 to 100 each; the others a day later. */
function mostOf(hits: Record<string, number>, shared = 100) {
  const events = Array.from({ length: 10 }, (_, at) => ({ startAt: at * 1000, endAt: at * 1000 + 100 }));
  return byTimes(events, (startAt) =>
    Object.entries(hits).flatMap(([ref, n]) => (startAt < n * 1000 ? [{ ref, startAt, endAt: startAt + shared }] : [])),
  );
}

test("a title means the element in whose times six of ten of its events are, if no other has as many", () => {
  expect([mostOf({ a: 5 }), mostOf({ a: 6 }), mostOf({ a: 6, b: 7 }), mostOf({ a: 7, b: 7 }), mostOf({})]).toEqual([
    null,
    "a",
    "b",
    null,
    null,
  ]);
});

test("an event is in the times of an element if it shares six tenths of the longer", () => {
  expect([59, 60, 166, 167].map((shared) => mostOf({ a: 10 }, shared))).toEqual([null, "a", "a", null]);
});
