import { useEffect, useRef, useState } from "react";
import type { DiaryLinks } from "~/diary/sessions/diary-pages";
import type { LondonDate } from "~/platform/time/london";
import { continuesList, WEEKS_PER_CHUNK, type WeekChunk, withChunk, withPage } from "../week-chunks";

/** Pause after a failed fetch. The link to earlier weeks stays meanwhile. */
const RETRY_MS = 3000;

/** What is shown above the list. */
interface Head {
  opensOnToday: boolean;
  links: Omit<DiaryLinks, "earlier">;
}

/**
 * The weeks of the list: those that came with the page, and those that were fetched since.
 * @param ownHead what the page would show above the list. A list that the page continues keeps what it opened with:
 * nothing above it may appear or disappear while the user is far down
 */
export function useWeekChunks(page: WeekChunk, ownHead: Head) {
  const [state, setState] = useState({ page, list: [page], head: ownHead });
  let { list, head } = state;
  if (state.page !== page) {
    if (ownHead.opensOnToday || !continuesList(list, page)) head = ownHead;
    list = withPage(list, page);
    setState({ page, list, head });
  }
  const asking = useRef(new Set<LondonDate>());

  async function fetchFrom(top: LondonDate, weeks = WEEKS_PER_CHUNK): Promise<void> {
    if (asking.current.has(top)) return;
    asking.current.add(top);
    try {
      const answer = await fetch(`/logbook/weeks/?top=${top}&weeks=${weeks}`);
      if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
      const fetched: WeekChunk = await answer.json();
      // A page that was loaded meanwhile is newer.
      setState((now) => (now.page === page ? { ...now, list: withChunk(now.list, fetched, top) } : now));
      asking.current.delete(top);
    } catch {
      setTimeout(() => asking.current.delete(top), RETRY_MS);
    }
  }

  // A page outside the list started a new one, which is shown from its top, or from the day that was gone to.
  const first = useRef(page);
  useEffect(() => {
    const isNew = page !== first.current && first.current.weeks.length > 0 && list[0] === page;
    if (isNew && !location.hash) window.scrollTo(0, 0);
    first.current = page;
  }, [page, list]);

  const rows = head.opensOnToday ? list.flatMap((chunk) => chunk.weeks.flatMap((week) => week.rows)) : [];
  return { list, fetchFrom, links: head.links, today: rows.find((row) => row.today) ?? null };
}
