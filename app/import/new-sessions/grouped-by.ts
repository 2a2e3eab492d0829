/** In the order in which each key first comes. */
export function groupedBy<Each>(all: Iterable<Each>, keyOf: (each: Each) => string): Map<string, Each[]> {
  const groups = new Map<string, Each[]>();
  for (const each of all) {
    const key = keyOf(each);
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return groups;
}
