import { expect, test } from "vitest";
import { backUpNight, drawUsers, placeUsers } from "../bench/placement.mjs";

const DIARIES = { believable: { weeks: [1_000, 3_000], rest: 5_000 }, busy: { weeks: [10_000], rest: 5_000 } };
const MAX = 10_000_000;

test("the same seed draws the same users, and each place gets its share", () => {
  const users = drawUsers(1_000, DIARIES, 18);
  expect(drawUsers(1_000, DIARIES, 18)).toEqual(users);
  expect(drawUsers(1_000, DIARIES, 19)).not.toEqual(users);
  const inEurope = users.filter(({ place }) => place === "eu").length;
  expect(inEurope).toBeGreaterThan(350);
  expect(inEurope).toBeLessThan(450);
});

test("everybody is in one region of their place, and none takes more than it may", () => {
  const users = drawUsers(1_000, DIARIES, 18);
  const { regions } = placeUsers(users, { years: 10, fixed: 100, isFull: (each) => each.users >= 50, most: MAX });
  expect(regions.reduce((sum, each) => sum + each.users, 0)).toBe(1_000);
  expect(Math.max(...regions.map((each) => each.users))).toBe(50);
  const rates = users.filter(({ place }) => place === "oc").reduce((sum, { bytesAYear }) => sum + bytesAYear, 0);
  const placed = regions.filter(({ place }) => place === "oc").reduce((sum, each) => sum + each.bytesAYear, 0);
  expect(placed).toBeCloseTo(rates, 3);
});

test("a night takes as long as its backups, and a message comes again only where it counts as lost", () => {
  const how = { seconds: 60, surplusSeconds: 30, handed: 100, consumers: 5, lostAfter: 120 };
  expect(backUpNight([5, 5], how)).toMatchObject({ minutes: 2, left: 0, surplus: 0, longestWait: 1 });
  expect(backUpNight([5, 5], { ...how, lostAfter: 1 })).toMatchObject({ minutes: 2, left: 0, surplus: 5 });
  expect(backUpNight([5], how)).toMatchObject({ minutes: 1, left: 0, surplus: 0, longestWait: 0 });
  // With two of the region in the queue at a time, three of its five consumers wait for the cron.
  expect(backUpNight([6], { ...how, handed: 2 })).toMatchObject({ minutes: 3, left: 0, longestWait: 0 });
  expect(backUpNight([10_000], how)).toMatchObject({ minutes: null });
});
