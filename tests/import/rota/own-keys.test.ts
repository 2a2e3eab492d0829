import { expect, test } from "vitest";
import type { RotaCalendar } from "~/import/rota/calendar";
import type { KnownEvent } from "~/import/rota/compare";
import { withOwnKeys } from "~/import/rota/own-keys";

const KEY = "k".repeat(20);

/** A calendar with events at these instants: the key of each is its place. */
function calendarOf(...starts: number[]): RotaCalendar {
  const events = starts.map((startAt, at) => ({
    key: keyOf(at),
    title: 0,
    startAt,
    endAt: startAt + 1,
    allDay: false,
  }));
  const cancelled = [{ key: keyOf(99), startAt: 0, byTitle: false }];
  const unread = { faulty: 0, endless: 0, long: 0, repeats: 0, zones: 0 };
  return { key: "rota", first: "", last: "", titles: ["List"], events, cancelled, unread };
}

function keyOf(at: number): string {
  return `${KEY}${String(at).padStart(2, "0")}`;
}

function known(at: number, start_at: number, calendar_key: string): KnownEvent {
  return { unique_ref: keyOf(at), calendar_key, start_at, end_at: 0, session_ref: "", element_ref: "", version: 1 };
}

/** Events of a calendar of which so many are at other times than in this file, and so many at the same. */
function shared(moved: number, same: number, of = "other"): KnownEvent[] {
  return [...Array(moved + same).keys()].map((at) => known(at, at < moved ? 5 : 0, of));
}

const EIGHT = calendarOf(0, 0, 0, 0, 0, 0, 0, 0);

async function hasOwn(before: readonly KnownEvent[], hasOwnKeys = false): Promise<boolean> {
  return (await withOwnKeys(EIGHT, before, hasOwnKeys)) !== EIGHT;
}

test.each([
  ["three events at other times, which are corrections", shared(3, 0), false],
  ["four events at other times", shared(4, 0), true],
  ["four at other times, three at the same", shared(4, 3), true],
  ["four at other times, four at the same: it is the same rota", shared(4, 4), false],
  ["four events that were its own", shared(4, 0, "rota"), false],
  ["two of another's among four that moved", [...shared(4, 0, "rota"), ...shared(2, 0)], false],
  ["events that this file does not have", [20, 21, 22, 23, 24].map((at) => known(at, 5, "other")), false],
])("a calendar has keys of its own when it shares with another %s", async (_, before, own) => {
  expect(await hasOwn(before)).toBe(own);
});

test("once a calendar has keys of its own it keeps them, each as long as it was, and those that it has", async () => {
  const own = await withOwnKeys(EIGHT, [], true);
  const keys = [...own.events, ...own.cancelled].map(({ key }) => key);
  expect(keys.every((key) => /^~[\w-]{21}$/.test(key))).toBe(true);
  expect(new Set(keys).size).toBe(9);
  expect(await withOwnKeys(own, [], true)).toBe(own);
  expect(await withOwnKeys({ ...own, cancelled: EIGHT.cancelled }, [], true)).toEqual(own);
});
