import { expect, test } from "vitest";
import { londonOffsetMs, summerTimes } from "~/platform/time/london";
import { browserOffsetMs, ZONE, zoneOffsetMs } from "~/platform/time/zone";
import { isFull, sampled } from "../../support/property";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const YEARS = Array.from({ length: 104 }, (_, index) => 1996 + index);
const platform = new Intl.DateTimeFormat("en-GB", { timeZone: ZONE, timeZoneName: "shortOffset" });

function platformOffset(at: number): number {
  return Number(/GMT\+(\d)/.exec(platform.format(at))?.[1] ?? 0) * HOUR;
}

/** Each hour of the eight days around a change of the clocks, and one in thirteen of all others, so that each hour of the day comes. */
function hoursToAsk(): number[] {
  const hours: number[] = [];
  for (const year of sampled("years of the platform's clocks", YEARS, 1 / 8)) {
    const [march, october] = [Date.UTC(year, 2, 24), Date.UTC(year, 9, 24)];
    for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); ) {
      const isNear = [march, october].some((first) => at >= first && at < first + 9 * DAY);
      hours.push(at);
      const next = at + (isNear ? 1 : 13) * HOUR;
      at = [march, october].find((first) => at < first && next > first) ?? next;
    }
  }
  return hours;
}

test("London's offsets are those of the platform in the hours of 1996 to 2099, in a browser too", () => {
  const hours = hoursToAsk();
  expect(hours.length).toBeGreaterThan(isFull ? 100_000 : 12_000);
  const wrong = hours.filter((at) => {
    const expected = platformOffset(at);
    return [zoneOffsetMs(at), browserOffsetMs(at), londonOffsetMs(at)].some((offset) => offset !== expected);
  });
  expect(wrong.map((at) => new Date(at).toISOString())).toEqual([]);
});

test("each hour of 1947, whose clocks changed four times, has its offset", () => {
  const wrong: string[] = [];
  for (let at = Date.UTC(1947, 0, 1); at < Date.UTC(1948, 0, 1); at += HOUR) {
    const expected = platformOffset(at);
    const offsets = [zoneOffsetMs(at), browserOffsetMs(at), londonOffsetMs(at)];
    if (offsets.some((offset) => offset !== expected)) wrong.push(new Date(at).toISOString());
  }
  expect(wrong).toEqual([]);
});

test("the summer times that statements are given are of each year asked for", () => {
  const years = summerTimes(2026, 2027).map((times) => times.map((at) => new Date(at).toISOString().slice(0, 13)));
  expect(years).toEqual([
    ["2026-03-29T01", "2026-10-25T01"],
    ["2027-03-28T01", "2027-10-31T01"],
  ]);
});

test("the summer times that statements are given begin and end where date-fns-tz has it", () => {
  for (const [from, until] of summerTimes(1996, 2099)) {
    const [before, first, last, after] = [from - HOUR, from, until - HOUR, until].map(zoneOffsetMs);
    expect([new Date(from).getUTCFullYear(), before, first, last, after]).toEqual([
      new Date(until).getUTCFullYear(),
      ...[0, HOUR, HOUR, 0],
    ]);
  }
});

test("minutes within an hour have the offset of the hour, before 1970 and after 2037 too", () => {
  for (const text of [
    "1941-07-01T12:34:56.789Z",
    "1968-12-01T00:00:01Z",
    "2026-03-29T00:59:59.999Z",
    "2080-10-27T00:30Z",
  ]) {
    expect([text, londonOffsetMs(Date.parse(text))]).toEqual([text, platformOffset(Date.parse(text))]);
  }
});
