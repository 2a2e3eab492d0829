import { useEffect, useRef, useState } from "react";
import type { LondonDate } from "~/platform/time/london";
import { type Stretch, WEEKS_A_STRETCH, withPage, withStretch } from "../stretches";

/** Rest after a fetch that failed. The link to the earlier weeks stays meanwhile. */
const RETRY_MS = 3000;

/** The weeks of the list: those that came with the page, and those that were fetched since. */
export function useStretches(page: Stretch) {
  const [state, setState] = useState({ page, list: [page] });
  let { list } = state;
  if (state.page !== page) {
    list = withPage(list, page);
    setState({ page, list });
  }
  const asking = useRef(new Set<LondonDate>());

  async function fetchFrom(top: LondonDate, weeks = WEEKS_A_STRETCH): Promise<void> {
    if (asking.current.has(top)) return;
    asking.current.add(top);
    try {
      const answer = await fetch(`/logbook/weeks/?top=${top}&weeks=${weeks}`);
      if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
      const fetched: Stretch = await answer.json();
      // A page that came meanwhile knows better.
      setState((now) => (now.page === page ? { page, list: withStretch(now.list, fetched, top) } : now));
      asking.current.delete(top);
    } catch {
      setTimeout(() => asking.current.delete(top), RETRY_MS);
    }
  }

  // A page that the list does not hold began another: from its top.
  const first = useRef(page);
  useEffect(() => {
    if (page !== first.current && list[0] === page) window.scrollTo(0, 0);
    first.current = page;
  }, [page, list]);

  return { list, fetchFrom };
}
