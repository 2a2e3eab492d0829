import { useRef, useState } from "react";
import type { RowLine } from "~/import/list-rows.server";
import type { SessionLine } from "~/import/sessions-of-set.server";

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
interface Known<Item> {
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

/** Parts that are fetched at once. */
const MOST_UNDER_WAY = 2;
/** Rest after a fetch that failed. */
const RETRY_MS = 3000;

/** A long list: the part that came with the page, and those that were fetched since. @param fetchPart rejects when it fails. */
export function useParts<Item>(
  page: Part<Item>,
  fetchPart: (from: number, before?: Item) => Promise<FetchedPart<Item>>,
) {
  const [state, setState] = useState({ page, known: knownOf(page) });
  let { known } = state;
  if (state.page !== page) {
    known = withPage(known, page);
    setState({ page, known });
  }
  const asking = useRef(new Set<number>());

  async function fetchFrom(from: number): Promise<void> {
    // What comes makes the list look again: parts that were scrolled past meanwhile are not asked for.
    if (asking.current.has(from) || asking.current.size >= MOST_UNDER_WAY) return;
    asking.current.add(from);
    try {
      const part = await fetchPart(from, known.stale.size > 0 ? undefined : known.items.get(from - 1));
      asking.current.delete(from);
      // A page that came meanwhile knows better: what it has not read anew is looked for again.
      setState((now) => (now.page === page ? { page, known: withPart(now.known, part) } : lookedAt(now)));
    } catch {
      setTimeout(() => {
        asking.current.delete(from);
        setState(lookedAt);
      }, RETRY_MS);
    }
  }

  return { known, fetchFrom };
}

/** The same, as another object: the list looks once more for what it misses in sight. */
function lookedAt<Item>({ page, known }: { page: Part<Item>; known: Known<Item> }) {
  return { page, known: { ...known } };
}

const ROWS = "/import_csv_data/rows/";

export async function fetchRows(from: number, length: number, before?: RowLine): Promise<FetchedPart<RowLine>> {
  const after = before ? `&after=${before.unique_ref}` : "";
  const { rows } = await ask<{ rows: RowLine[] }>(`list=rows&from=${from}${after}`);
  // A short part is the end of the list; a whole one says nothing of its length.
  return { total: rows.length < length ? from + rows.length : null, length, from, items: rows };
}

export async function fetchSessions(from: number, length: number): Promise<Part<SessionLine>> {
  const { sessions, total } = await ask<{ sessions: SessionLine[]; total: number }>(`list=sessions&from=${from}`);
  return { total, length, from, items: sessions };
}

async function ask<Answer>(query: string): Promise<Answer> {
  const answer = await fetch(`${ROWS}?${query}`);
  if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
  return answer.json();
}
