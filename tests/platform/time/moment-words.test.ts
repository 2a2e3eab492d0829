import { expect, test } from "vitest";
import { formatMoment } from "~/platform/time/instants";
import { londonInstant } from "~/platform/time/london";

const NOON = londonInstant("2026-11-21", 720);

test.each([
  ["2026-11-21", 700, "today at 11:40"],
  ["2026-11-20", 1439, "yesterday at 23:59"],
  ["2026-11-22", 0, "tomorrow at 00:00"],
  ["2026-11-17", 480, "Tue 17 Nov 2026 at 08:00"],
  // London's clocks: summer time then, not now.
  ["2026-07-01", 540, "Wed 1 Jul 2026 at 09:00"],
])("%s, minute %i, is %s", (date, minute, words) => {
  expect(formatMoment(londonInstant(date, minute), NOON)).toBe(words);
});
