/** More simultaneous stretches share the last lane. */
const MAX_LANES = 3;

/** A part of a day, in minutes from its midnight. */
export interface MinuteRange {
  start: number;
  end: number;
}

/** A stretch with its lane, and the number of lanes of its overlapping group. */
export type WithLane<Block extends MinuteRange> = Block & { lane: number; lanes: number };

/** How many lanes the days of a week are together: seven where nothing shares a time. */
export function lanesOf(days: readonly { blocks: readonly WithLane<MinuteRange>[] }[]): number {
  return days.reduce((sum, { blocks }) => sum + Math.max(1, ...blocks.map(({ lanes }) => lanes)), 0);
}

/** Sorts stretches of a day by time and places overlapping ones in lanes side by side. */
export function assignLanes<Block extends MinuteRange>(blocks: readonly Block[]): WithLane<Block>[] {
  const sorted = blocks.toSorted((one, other) => one.start - other.start || other.end - one.end);
  const placed: WithLane<Block>[] = [];
  let group: WithLane<Block>[] = [];
  const close = () => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane)) + 1;
    for (const block of group) block.lanes = lanes;
    placed.push(...group);
    group = [];
  };
  for (const block of sorted) {
    if (!group.some(({ end }) => end > block.start)) close();
    const taken = new Set(group.filter(({ end }) => end > block.start).map(({ lane }) => lane));
    const lane = [...Array(MAX_LANES).keys()].find((each) => !taken.has(each)) ?? MAX_LANES - 1;
    group.push({ ...block, lane, lanes: 1 });
  }
  close();
  return placed;
}
