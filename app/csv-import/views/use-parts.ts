import { useRef, useState } from "react";
import { type Known, knownOf, type Part, withPage, withPart } from "../parts";

/** Rest after a fetch that failed. */
const RETRY_MS = 3000;

/** A long list: the part that came with the page, and those that were fetched since. @param path answers `?from=`. */
export function useParts<Item>(path: string, page: Part<Item>) {
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
      const answer = await fetch(`${path}&from=${from}`);
      if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
      const part: Part<Item> = await answer.json();
      // A page that came meanwhile knows better: what it has not read anew is asked for again.
      setState((now) => (now.page === page ? { page, known: withPart(now.known, part) } : now));
      asking.current.delete(from);
    } catch {
      setTimeout(() => asking.current.delete(from), RETRY_MS);
    }
  }

  return { known, fetchFrom };
}

export type Parts<Item> = { known: Known<Item>; fetchFrom: (from: number) => void };
