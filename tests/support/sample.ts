interface Draw {
  /** How much of it: a fifth is 1 / 5. */
  share: number;
  /** Of the run. */
  seed: string;
  /** Of the sample, so that samples of one run differ. */
  name: string;
}

/**
 * A sample of these, in their order: always as many, at least one, and the same for a seed and a name. Only of what is
 * interchangeable, such as addresses or hostile texts: never of owners, versions or ways to log in.
 */
export function drawn<Item>(items: readonly Item[], { share, seed, name }: Draw): Item[] {
  const count = Math.max(1, Math.round(items.length * share));
  const lots = items.map((item, index) => ({ item, index, lot: hashOf(`${seed} ${name} ${index}`) }));
  const taken = lots.toSorted((one, other) => one.lot - other.lot).slice(0, count);
  return taken.toSorted((one, other) => one.index - other.index).map(({ item }) => item);
}

/** FNV-1a, mixed once more: texts that differ in their last digit alone are far apart. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
