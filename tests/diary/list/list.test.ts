import { expect, test } from "vitest";
import { continuesList, staleInView, type WeekChunk, withChunk, withPage } from "~/diary/list/week-chunks";
import { rowsToRender } from "~/diary/list/windowing";
import { addDays } from "~/platform/time/london";

/** Weeks from a Monday down; `earlier` is where the next begin. */
function stretch(top: string, count: number, earlier: string | null, done = "1.00"): WeekChunk {
  const weeks = Array.from({ length: count }, (_, index) => ({
    ...{
      monday: addDays(top, -7 * index),
      heading: "",
      locked: false,
      past: true,
      work: "Done" as const,
      done,
      rows: [],
    },
    ...{ planned: null, toGo: null, over: null, beside: [], rounded: false, leave: null },
    asPlanned: null,
  }));
  return { weeks, earlier: earlier ? { to: "", label: "", direction: "earlier", monday: earlier } : null };
}

const page = stretch("2026-11-16", 4, "2026-10-19");
const older = stretch("2026-10-19", 26, "2026-04-20");

function mondays(list: WeekChunk[]): string[] {
  return list.flatMap(({ weeks }) => weeks.map(({ monday }) => monday));
}

test("a stretch goes on where the list ends, and one that was not asked for changes nothing", () => {
  const list = withChunk([page], older, "2026-10-19");
  expect(mondays(list)).toHaveLength(30);
  expect(mondays(withChunk([page], stretch("2020-01-06", 26, null), "2020-01-06"))).toHaveLength(4);
});

test("a page within the list takes its weeks' places, and the others are read again when they are seen", () => {
  const list = withPage([page, older], stretch("2026-10-12", 4, "2026-09-14", "9.00"));
  expect(mondays(list)).toHaveLength(30);
  const changed = list.flatMap(({ weeks }) => weeks).filter(({ done }) => done === "9.00");
  expect(changed.map(({ monday }) => monday)).toEqual(["2026-10-12", "2026-10-05", "2026-09-28", "2026-09-21"]);
  expect(list.map(({ stale }) => stale)).toEqual([true, true]);
  expect(staleInView(list, new Set(["2026-11-09"]))).toEqual([{ top: "2026-11-16", count: 4 }]);
  const readAgain = withChunk(list, page, "2026-11-16");
  expect(readAgain.map(({ stale }) => stale)).toEqual([undefined, true]);
});

test("the list's own page read anew leaves nothing of it stale", () => {
  expect(withPage([page, older], stretch("2026-11-16", 4, "2026-10-19")).map(({ stale }) => stale)).toEqual([
    false,
    true,
  ]);
});

test("a page that the list does not hold begins another list", () => {
  const far = stretch("2019-06-03", 4, null);
  expect(withPage([page, older], far)).toEqual([far]);
});

test("a page from further down goes on with the list and what stands above it; its own first week, or another list, does not", () => {
  const list = [page, older];
  expect(continuesList(list, stretch("2026-10-12", 4, null))).toBe(true);
  expect(continuesList(list, page)).toBe(false);
  expect(continuesList(list, stretch("2020-01-06", 4, null))).toBe(false);
});

test("what follows a stretch that ends elsewhere than before is dropped", () => {
  const list = withChunk([page, older], stretch("2026-11-16", 4, "2026-09-07"), "2026-11-16");
  expect(mondays(list)).toHaveLength(4);
});

test("of 520 weeks those near the screen are drawn, and blank space as high as the others", () => {
  const heights = Array.from({ length: 520 }, () => 600);
  const { slices, after } = rowsToRender(heights, { top: 150_000, height: 900 }, -1);
  expect(slices.length).toBeLessThan(16);
  expect(slices[0]).toEqual({ index: 244, before: 244 * 600 });
  expect(slices[0]?.before).toBeLessThan(150_000 - 3 * 900);
  expect((slices[0]?.before ?? 0) + slices.length * 600 + after).toBe(520 * 600);
});

test("the week with the focus stays, however far away the screen is", () => {
  const heights = Array.from({ length: 100 }, () => 500);
  const { slices, after } = rowsToRender(heights, { top: 40_000, height: 800 }, 2);
  expect(slices[0]).toEqual({ index: 2, before: 1000 });
  const drawn = slices.reduce((sum, { before }) => sum + before + 500, 0);
  expect(drawn + after).toBe(50_000);
});
