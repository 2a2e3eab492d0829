import { expect, test } from "vitest";
import { formatSpan } from "~/import/stage/list-rows.server";
import { storedRows } from "~/import/stage/rows.server";
import { londonInstant } from "~/platform/time/london";
import { NOW, vault } from "../../support/harness";
import { row } from "../files";

const WINTER = "2026-11-17";
/** The clocks go forward at 01:00, back at 02:00. */
const [FORWARD, BACK] = ["2026-03-29", "2026-10-25"];

test.each([
  ["both", WINTER, 545, 640, [545, 640]],
  ["a start alone", WINTER, 545, null, [545, null]],
  ["an end alone", WINTER, null, 640, [null, 640]],
  ["neither", WINTER, null, null, [null, null]],
  ["an end at the start", WINTER, 545, 545, [545, 545]],
  ["an end on the next day", WINTER, 1380, 60, [1380, 1500]],
  ["both on the day when the clocks go forward", FORWARD, 600, 700, [600, 700]],
  ["a night into that day", "2026-03-28", 1380, 180, [1380, 1620]],
  ["both on the day when they go back", BACK, 600, 700, [600, 700]],
  ["an end alone on the day when they go back", BACK, null, 700, [null, 700]],
])("the times of a row are instants of London's clocks: %s", async (_, case_date, start_minute, end_minute, times) => {
  const owner = { userId: 1, profile: { ages: "exact" as const, age_cuts: [] } };
  const sent = { ...row(2, { case_date, start_minute, end_minute }), ordinal: 0 };
  const [stored] = await storedRows(vault.of("user"), owner, "import", [sent], NOW);
  const [start_at, end_at] = times.map((minute) => (minute === null ? null : londonInstant(case_date, minute)));
  expect({ start_at: stored?.start_at, end_at: stored?.end_at }).toEqual({ start_at, end_at });
});

test.each([
  [545, 640, "09:05 – 10:40"],
  [545, null, "from 09:05"],
  [null, 640, "until 10:40"],
  [null, null, ""],
])("the times %s and %s are shown as “%s”", (start, end, shown) => {
  const at = (minute: number | null) => (minute === null ? null : londonInstant(WINTER, minute));
  expect(formatSpan(at(start), at(end))).toBe(shown);
});
