/** Rows of things that are counted together, in the order in which they first came; each adds up what is in it. */
export function tallied<Each, Sums extends Record<string, number>>(
  all: readonly Each[],
  keyOf: (each: Each) => string,
  sumsOf: (each: Each) => Sums,
): Map<string, Sums> {
  const lines = new Map<string, Sums>();
  for (const each of all) {
    const key = keyOf(each);
    const known = lines.get(key);
    lines.set(key, known ? added(known, sumsOf(each)) : sumsOf(each));
  }
  return lines;
}

/** Both, name by name. */
export function added<Sums extends Record<string, number>>(one: Sums, other: Sums): Sums {
  return Object.fromEntries(Object.entries(one).map(([name, sum]) => [name, sum + (other[name] ?? 0)])) as Sums;
}

export function addedUp<Sums extends Record<string, number>>(all: readonly Sums[], nothing: Sums): Sums {
  return all.reduce((sum, each) => added(sum, each), nothing);
}

/** Places by the alphabet, what is in none of them last. */
export function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return Number(one === "") - Number(other === "") || one.localeCompare(other, "en-GB");
}
