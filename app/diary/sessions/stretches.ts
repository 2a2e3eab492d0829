import type { LondonDate } from "~/platform/time/london";
import type { DiaryWeek } from "./diary";
import type { EarlierLink } from "./diary-pages";

/** Weeks that are fetched at once while one scrolls: some 200 sessions. */
export const WEEKS_A_STRETCH = 26;

/** Weeks of the logbook one after the other, newest first, and where the next older ones begin. */
export interface Stretch {
  weeks: DiaryWeek[];
  earlier: EarlierLink | null;
  /** Drawn before the diary was changed. */
  stale?: boolean;
}

/** Without the weeks before anything was logged. */
export function trimmed({ weeks, earlier }: Stretch): Stretch {
  if (earlier) return { weeks, earlier };
  const last = weeks.findLastIndex((week) => week.rows.some((row) => row.entries.length > 0));
  return { weeks: weeks.slice(0, last + 1), earlier };
}

/**
 * What the list holds after a page was read anew. A page whose newest week is not in the list begins another;
 * else its weeks take the place of the old ones, and all others are read again when they are looked at.
 */
export function withPage(list: readonly Stretch[], page: Stretch): Stretch[] {
  const top = page.weeks[0]?.monday;
  if (!list.some(({ weeks }) => weeks.some(({ monday }) => monday === top))) return [page];
  const fresh = new Map(page.weeks.map((week) => [week.monday, week]));
  return list.map(({ weeks, earlier }) => ({
    weeks: weeks.map((week) => fresh.get(week.monday) ?? week),
    earlier: weeks.at(-1)?.monday === page.weeks.at(-1)?.monday ? page.earlier : earlier,
    stale: !weeks.every(({ monday }) => fresh.has(monday)),
  }));
}

/** Whether the page goes on with the list, from a week below its first. */
export function goesOn(list: readonly Stretch[], page: Stretch): boolean {
  const top = page.weeks[0]?.monday;
  const mondays = list.flatMap(({ weeks }) => weeks.map(({ monday }) => monday));
  return top !== undefined && mondays.indexOf(top) > 0;
}

/** What the list holds after a stretch was fetched: it goes on at the end, or is one of them read again. */
export function withStretch(list: readonly Stretch[], fetched: Stretch, top: LondonDate): Stretch[] {
  const last = list.at(-1);
  if (last?.earlier?.monday === top) return [...list, fetched];
  const index = list.findIndex(({ weeks }) => weeks[0]?.monday === top);
  if (index === -1) return [...list];
  const next = list.slice(0, index).concat(fetched);
  // What follows is kept as long as it still begins where this one ends.
  const following = list.slice(index + 1);
  const isJoined = fetched.earlier?.monday === following[0]?.weeks[0]?.monday;
  return isJoined ? next.concat(following) : next;
}

/** The stale stretches that share a week with those in sight: where each begins, and its number of weeks. */
export function staleInSight(list: readonly Stretch[], inSight: ReadonlySet<LondonDate>) {
  return list
    .filter(({ stale, weeks }) => stale && weeks.some(({ monday }) => inSight.has(monday)))
    .map(({ weeks }) => ({ top: weeks[0]?.monday ?? "", count: weeks.length }));
}
