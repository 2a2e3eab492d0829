/** Some of a long list, one after the other: what a page without script holds, and what script fetches at once. */
export interface Part<Item> {
  /** Of the whole list. */
  total: number;
  /** How many items a part holds; the last may hold fewer. */
  length: number;
  /** Place of the first of them, from 0. */
  from: number;
  items: Item[];
}

/** A part that was fetched by itself. */
export interface FetchedPart<Item> extends Omit<Part<Item>, "total"> {
  /** null where it does not say: the list is as long as it was known to be. */
  total: number | null;
}

/** What is known of a long list by now, by place. */
export interface Known<Item> {
  total: number;
  length: number;
  items: ReadonlyMap<number, Item>;
  /** First places of the parts that were drawn before something changed, and are still to be read again. */
  stale: ReadonlySet<number>;
}

export function knownOf<Item>(part: Part<Item>): Known<Item> {
  return { total: part.total, length: part.length, items: itemsOf(part), stale: new Set() };
}

/** After the page was read anew: its part is fresh; the others are shown until they are looked at and read again. */
export function withPage<Item>(before: Known<Item>, part: Part<Item>): Known<Item> {
  const kept = [...before.items].filter(([place]) => place < part.total);
  const stale = new Set(kept.map(([place]) => partOf(place, part.length)));
  stale.delete(part.from);
  return { ...part, items: new Map([...kept, ...itemsOf(part)]), stale };
}

/** After a part was fetched. One that ends early is the end of a list that has grown shorter. */
export function withPart<Item>(before: Known<Item>, part: FetchedPart<Item>): Known<Item> {
  const stale = new Set(before.stale);
  stale.delete(part.from);
  const total = part.total ?? before.total;
  const kept = [...before.items].filter(([place]) => place < total);
  return { total, length: part.length, items: new Map([...kept, ...itemsOf(part)]), stale };
}

/** First places of the parts that are missing or stale among these places. */
export function partsToFetch<Item>(known: Known<Item>, places: readonly number[]): number[] {
  const { items, stale, total, length } = known;
  const wanted = places.filter((place) => place < total && (!items.has(place) || stale.has(partOf(place, length))));
  return [...new Set(wanted.map((place) => partOf(place, length)))];
}

/** The first place of the part that holds a place. */
export function partOf(place: number, length: number): number {
  return place - (place % length);
}

function itemsOf<Item>({ from, items }: Pick<Part<Item>, "from" | "items">): Map<number, Item> {
  return new Map(items.map((item, index) => [from + index, item]));
}
