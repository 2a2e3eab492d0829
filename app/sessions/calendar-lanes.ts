import type { CalendarBlock, PlacedBlock } from "./week-calendar";

/** More at one time share the last lane. */
const MOST_LANES = 3;

/** Blocks of a day in the order of time, side by side where they share a time. */
export function inLanes(blocks: readonly CalendarBlock[]): PlacedBlock[] {
  const sorted = blocks.toSorted((one, other) => one.start - other.start || other.end - one.end);
  const placed: PlacedBlock[] = [];
  let group: PlacedBlock[] = [];
  const close = () => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane)) + 1;
    for (const block of group) block.lanes = lanes;
    placed.push(...group);
    group = [];
  };
  for (const block of sorted) {
    if (!group.some(({ end }) => end > block.start)) close();
    const taken = new Set(group.filter(({ end }) => end > block.start).map(({ lane }) => lane));
    const lane = [...Array(MOST_LANES).keys()].find((each) => !taken.has(each)) ?? MOST_LANES - 1;
    group.push({ ...block, lane, lanes: 1 });
  }
  close();
  return placed;
}
