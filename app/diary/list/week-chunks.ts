import type { LondonDate } from "~/platform/time/london";
import type { EarlierLink } from "../sessions/diary-pages";
import type { DiaryWeek } from "./diary";

/** Weeks that are fetched at once while the user scrolls: some 200 sessions. */
export const WEEKS_PER_CHUNK = 26;

/** Consecutive weeks of the logbook, newest first, and a link to the next older ones. */
export interface WeekChunk {
  weeks: DiaryWeek[];
  earlier: EarlierLink | null;
  /** Loaded before the diary was changed. */
  stale?: boolean;
}

/** Drops the weeks before the first session. */
export function trimmed({ weeks, earlier }: WeekChunk): WeekChunk {
  if (earlier) return { weeks, earlier };
  const last = weeks.findLastIndex((week) => week.rows.some((row) => row.entries.length > 0));
  return { weeks: weeks.slice(0, last + 1), earlier };
}

/**
 * Returns the list after a page was loaded again. A page whose newest week is not in the list starts a new list; else
 * its weeks replace the old ones, and all other stretches are fetched again when they are in sight.
 */
export function withPage(list: readonly WeekChunk[], page: WeekChunk): WeekChunk[] {
  const top = page.weeks[0]?.monday;
  if (!list.some(({ weeks }) => weeks.some(({ monday }) => monday === top))) return [page];
  const fresh = new Map(page.weeks.map((week) => [week.monday, week]));
  return list.map(({ weeks, earlier }) => ({
    weeks: weeks.map((week) => fresh.get(week.monday) ?? week),
    earlier: weeks.at(-1)?.monday === page.weeks.at(-1)?.monday ? page.earlier : earlier,
    stale: !weeks.every(({ monday }) => fresh.has(monday)),
  }));
}

/** Whether the page continues the list: its newest week is in the list, below the first. */
export function continuesList(list: readonly WeekChunk[], page: WeekChunk): boolean {
  const top = page.weeks[0]?.monday;
  const mondays = list.flatMap(({ weeks }) => weeks.map(({ monday }) => monday));
  return top !== undefined && mondays.indexOf(top) > 0;
}

/**
 * Returns the list after a stretch was fetched: it is added at the end, or replaces one of the list.
 * @param top newest week that was asked for
 */
export function withChunk(list: readonly WeekChunk[], fetched: WeekChunk, top: LondonDate): WeekChunk[] {
  const last = list.at(-1);
  if (last?.earlier?.monday === top) return [...list, fetched];
  const index = list.findIndex(({ weeks }) => weeks[0]?.monday === top);
  if (index === -1) return [...list];
  const next = list.slice(0, index).concat(fetched);
  // The next stretches are kept if they still begin where this one ends.
  const following = list.slice(index + 1);
  const isJoined = fetched.earlier?.monday === following[0]?.weeks[0]?.monday;
  return isJoined ? next.concat(following) : next;
}

/** The stale stretches with a week in sight: the Monday with which each begins, and its number of weeks. */
export function staleInView(list: readonly WeekChunk[], inSight: ReadonlySet<LondonDate>) {
  return list
    .filter(({ stale, weeks }) => stale && weeks.some(({ monday }) => inSight.has(monday)))
    .map(({ weeks }) => ({ top: weeks[0]?.monday ?? "", count: weeks.length }));
}
