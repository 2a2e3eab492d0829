import { useRef, useState } from "react";
import { type FetchedPart, type Known, knownOf, type Part, withPage, withPart } from "../parts";

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
