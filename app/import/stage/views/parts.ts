import { useRef, useState } from "react";
import type { RowLine } from "~/import/stage/list-rows.server";
import type { SessionLine } from "~/import/stage/sessions-of-set.server";

/** Consecutive items of a long list: what a page without script contains, and what script fetches in one request. */
export interface ListPart<Item> {
  /** Number of items of the whole list. */
  total: number;
  /** Number of items in a part; the last part may have fewer. */
  length: number;
  /** Index of the first of them, from 0. */
  from: number;
  items: Item[];
}

/** A part that was fetched separately. */
export interface FetchedPart<Item> extends Omit<ListPart<Item>, "total"> {
  /** null if unknown: the list is as long as before. */
  total: number | null;
}

/** What is known of a long list so far, by index. */
interface Known<Item> {
  total: number;
  length: number;
  items: ReadonlyMap<number, Item>;
  /** First indexes of the parts that were loaded before something changed, and are still to be fetched again. */
  stale: ReadonlySet<number>;
}

export function knownOf<Item>(part: ListPart<Item>): Known<Item> {
  return { total: part.total, length: part.length, items: itemsOf(part), stale: new Set() };
}

/**
 * State after the page was loaded again: its part is current; the others are shown until they are in view and fetched
 * again.
 */
export function withPage<Item>(before: Known<Item>, part: ListPart<Item>): Known<Item> {
  const kept = [...before.items].filter(([place]) => place < part.total);
  const stale = new Set(kept.map(([place]) => partOf(place, part.length)));
  stale.delete(part.from);
  return { ...part, items: new Map([...kept, ...itemsOf(part)]), stale };
}

/** State after a part was fetched. A part that ends early shows that the list has become shorter. */
export function withPart<Item>(before: Known<Item>, part: FetchedPart<Item>): Known<Item> {
  const stale = new Set(before.stale);
  stale.delete(part.from);
  const total = part.total ?? before.total;
  const kept = [...before.items].filter(([place]) => place < total);
  return { total, length: part.length, items: new Map([...kept, ...itemsOf(part)]), stale };
}

/** First indexes of the parts that are missing or stale among these indexes. */
export function partsToFetch<Item>(known: Known<Item>, places: readonly number[]): number[] {
  const { items, stale, total, length } = known;
  const wanted = places.filter((place) => place < total && (!items.has(place) || stale.has(partOf(place, length))));
  return [...new Set(wanted.map((place) => partOf(place, length)))];
}

/** An index of a list, as an address names it; 0 for what is none. */
export function readIndex(typed: string | null): number {
  const index = Math.trunc(Number(typed ?? 0));
  return Number.isSafeInteger(index) ? Math.max(index, 0) : 0;
}

/** First index of the part that contains an index. */
export function partOf(place: number, length: number): number {
  return place - (place % length);
}

function itemsOf<Item>({ from, items }: Pick<ListPart<Item>, "from" | "items">): Map<number, Item> {
  return new Map(items.map((item, index) => [from + index, item]));
}

/** Most parts that are fetched at once. */
const MAX_UNDER_WAY = 2;
/** Pause after a failed fetch. */
const RETRY_MS = 3000;

/**
 * State of a long list: the part that came with the page, and those that were fetched since.
 * @param fetchPart rejects when it fails
 */
export function useParts<Item>(
  page: ListPart<Item>,
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
    // The answer makes the list look again, so that parts which were scrolled past meanwhile are not fetched.
    if (asking.current.has(from) || asking.current.size >= MAX_UNDER_WAY) return;
    asking.current.add(from);
    try {
      const part = await fetchPart(from, known.stale.size > 0 ? undefined : known.items.get(from - 1));
      asking.current.delete(from);
      // If the page was loaded again meanwhile, the answer is older than it: the part is fetched again if still needed.
      setState((now) => (now.page === page ? { page, known: withPart(now.known, part) } : copyOfState(now)));
    } catch {
      setTimeout(() => {
        asking.current.delete(from);
        setState(copyOfState);
      }, RETRY_MS);
    }
  }

  return { known, fetchFrom };
}

/** A copy of the state, so that the list looks again for missing parts in view. */
function copyOfState<Item>({ page, known }: { page: ListPart<Item>; known: Known<Item> }) {
  return { page, known: { ...known } };
}

const ROWS = "/import_csv_data/rows/";

export async function fetchRows(from: number, length: number, before?: RowLine): Promise<FetchedPart<RowLine>> {
  const after = before ? `&after=${before.unique_ref}` : "";
  const { rows } = await ask<{ rows: RowLine[] }>(`list=rows&from=${from}${after}`);
  // A short part is the end of the list; a full one does not tell the list's length.
  return { total: rows.length < length ? from + rows.length : null, length, from, items: rows };
}

export async function fetchSessions(from: number, length: number): Promise<ListPart<SessionLine>> {
  const { sessions, total } = await ask<{ sessions: SessionLine[]; total: number }>(`list=sessions&from=${from}`);
  return { total, length, from, items: sessions };
}

async function ask<Answer>(query: string): Promise<Answer> {
  const answer = await fetch(`${ROWS}?${query}`);
  if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
  return answer.json();
}
