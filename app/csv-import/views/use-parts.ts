import { useRef, useState } from "react";
import { type FetchedPart, knownOf, type Part, withPage, withPart } from "../parts";

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
    if (asking.current.has(from)) return;
    asking.current.add(from);
    try {
      const part = await fetchPart(from, known.stale.size > 0 ? undefined : known.items.get(from - 1));
      // A page that came meanwhile knows better: what it has not read anew is asked for again.
      setState((now) => (now.page === page ? { page, known: withPart(now.known, part) } : now));
      asking.current.delete(from);
    } catch {
      setTimeout(() => asking.current.delete(from), RETRY_MS);
    }
  }

  return { known, fetchFrom };
}
