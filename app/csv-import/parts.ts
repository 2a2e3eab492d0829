/** Of a long list: what one page without script holds, and what script fetches at once while one scrolls. */
export const PART_LENGTH = 50;

/** Some of a long list, one after the other. */
export interface Part<Item> {
  /** Of the whole list. */
  total: number;
  /** Place of the first of them, from 0. */
  from: number;
  items: Item[];
}

/** What is known of a long list by now, by place. */
export interface Known<Item> {
  total: number;
  items: ReadonlyMap<number, Item>;
  /** First places of the parts that were drawn before something changed, and are still to be read again. */
  stale: ReadonlySet<number>;
}

export function knownOf<Item>(part: Part<Item>): Known<Item> {
  return { total: part.total, items: itemsOf(part), stale: new Set() };
}

/** After the page was read anew: its part is fresh; the others are shown until they are looked at and read again. */
export function withPage<Item>(before: Known<Item>, part: Part<Item>): Known<Item> {
  const kept = [...before.items].filter(([place]) => place < part.total);
  const stale = new Set(kept.map(([place]) => partOf(place)));
  stale.delete(partOf(part.from));
  return { total: part.total, items: new Map([...kept, ...itemsOf(part)]), stale };
}

/** After a part was fetched. One that ends early is the end of a list that has grown shorter. */
export function withPart<Item>(before: Known<Item>, part: Part<Item>): Known<Item> {
  const stale = new Set(before.stale);
  stale.delete(part.from);
  const kept = [...before.items].filter(([place]) => place < part.total);
  return { total: part.total, items: new Map([...kept, ...itemsOf(part)]), stale };
}

/** First places of the parts that are missing or stale among these places. */
export function partsToFetch<Item>({ items, stale, total }: Known<Item>, places: readonly number[]): number[] {
  const wanted = places.filter((place) => place < total && (!items.has(place) || stale.has(partOf(place))));
  return [...new Set(wanted.map(partOf))];
}

function partOf(place: number): number {
  return place - (place % PART_LENGTH);
}

function itemsOf<Item>({ from, items }: Part<Item>): Map<number, Item> {
  return new Map(items.map((item, index) => [from + index, item]));
}
