/**
 * Returns a random number from 0 to `sides` - 1. The numbers depend on the seed alone, so that believable data are the
 * same on every machine.
 */
export type Roll = (sides: number) => number;

/** @returns a generator of random numbers (mulberry32) */
export function rollFrom(seed: number): Roll {
  let state = seed >>> 0;
  return (sides) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

export function pick<T>(list: readonly T[], roll: Roll): T {
  return list[roll(list.length)] as T;
}

export function shuffled<T>(list: readonly T[], roll: Roll): T[] {
  const copy = [...list];
  for (let last = copy.length - 1; last > 0; last -= 1) {
    const other = roll(last + 1);
    [copy[last], copy[other]] = [copy[other] as T, copy[last] as T];
  }
  return copy;
}
