import { HOUR_MS } from "~/platform/time/durations";
import { addDays, type LondonDate, londonInstant } from "~/platform/time/london";

/** A row of a file that no session of the diary holds. */
export interface UnmatchedRow {
  unique_ref: string;
  case_date: LondonDate;
  start_at: number | null;
  end_at: number | null;
  location: string;
  specialty: string;
}

interface TimeSpan {
  startAt: number;
  endAt: number;
}

interface PlannedTime extends TimeSpan {
  date: LondonDate;
  /** It did not happen: its rows make no session. */
  cancelled: boolean;
}

/** A session to be made, with the rows that it is made for, first to last. */
export interface NewSession<Row extends UnmatchedRow, Planned extends TimeSpan> extends TimeSpan {
  /** The planned time that it fulfils; null where the plan has none. */
  planned: Planned | null;
  /**
   * Source of its times: the plan; its rows; its rows, with an assumed end; or the usual times, as its rows have none.
   */
  times: "plan" | "rows" | "rows without an end" | "usual";
  rows: Row[];
}

/** Rows further apart than this, of one list on one day, are two sessions. */
const GAP_MS = 3 * HOUR_MS;
/** How long before a planned session its first case may start, or after it its last. */
const NEAR_MS = HOUR_MS;
/** The assumed length of a last case without an end. */
const LAST_CASE_MS = HOUR_MS;
/** The times of a session whose rows have none, on a day without a plan. */
const USUAL_DAY = { start: 8 * 60, end: 18 * 60 };

interface RowGroups<Row extends UnmatchedRow, Planned extends TimeSpan> {
  /** First to last. */
  sessions: NewSession<Row, Planned>[];
  /** Rows without times, on a day with several sessions: it cannot be told which one is theirs. */
  unclear: Row[];
  /** Rows of planned times that did not happen. */
  cancelled: Row[];
}

/**
 * Groups rows into sessions: the rows of a planned time form one, unless it did not happen; the others are divided by
 * date, list and gap.
 * @param planned times that no session fulfils and none overlaps, first to last
 * @param there sessions of the diary: no new session continues across the start of one
 */
export function groupRows<Row extends UnmatchedRow, Planned extends PlannedTime>(
  rows: readonly Row[],
  planned: readonly Planned[],
  there: readonly Pick<TimeSpan, "startAt">[],
): RowGroups<Row, Planned> {
  const timed = rows.filter((row) => row.start_at !== null).sort((one, other) => startOf(one) - startOf(other));
  const byPlan = new Map<Planned, Row[]>();
  const others: Row[] = [];
  const cancelled: Row[] = [];
  const near = nearestOf(planned);
  for (const row of timed) {
    const found = near(row.case_date, startOf(row));
    if (found?.cancelled) cancelled.push(row);
    else if (found) byPlan.set(found, [...(byPlan.get(found) ?? []), row]);
    else others.push(row);
  }
  const cuts = [...there, ...byPlan.keys()].map(({ startAt }) => startAt).sort((one, other) => one - other);
  const sessions: NewSession<Row, Planned>[] = [
    ...[...byPlan].map(([time, own]) => plannedSession(time, own)),
    ...groupsOf(others, cuts).map(ownSession<Row, Planned>),
  ];
  const unclear: Row[] = [];
  const free = planned.filter((time) => !time.cancelled && !byPlan.has(time));
  const timeless = rows.filter((row) => row.start_at === null);
  for (const [date, own] of Map.groupBy(timeless, ({ case_date }) => case_date)) {
    const made = sessions.filter(({ rows: [first] }) => first?.case_date === date);
    const waiting = free.filter((time) => time.date === date);
    if (made.length + waiting.length > 1) unclear.push(...own);
    else if (made[0]) made[0].rows.push(...own);
    else if (waiting[0]) sessions.push(plannedSession(waiting[0], own));
    else if (planned.some((time) => time.cancelled && time.date === date)) cancelled.push(...own);
    else sessions.push(usualSession(date, own));
  }
  return { sessions: sessions.sort((one, other) => one.startAt - other.startAt), unclear, cancelled };
}

function startOf({ start_at }: UnmatchedRow): number {
  return start_at ?? 0;
}

/** Returns the function that finds the planned time which contains a start, otherwise the nearest within an hour. */
function nearestOf<Planned extends PlannedTime>(planned: readonly Planned[]) {
  const byDate = Map.groupBy(planned, ({ date }) => date);
  return (date: LondonDate, startAt: number): Planned | undefined => {
    // A night session continues into the next day.
    const times = [...(byDate.get(date) ?? []), ...(byDate.get(addDays(date, -1)) ?? [])];
    const far = (time: Planned) => Math.max(time.startAt - startAt, startAt - (time.endAt - 1), 0);
    const [nearest] = times.sort((one, other) => far(one) - far(other) || one.startAt - other.startAt);
    return nearest && far(nearest) <= NEAR_MS ? nearest : undefined;
  };
}

/**
 * Makes a session with the plan's times, extended where a case starts outside them: no case of a session may start
 * before or after it.
 */
function plannedSession<Row extends UnmatchedRow, Planned extends TimeSpan>(
  planned: Planned,
  rows: Row[],
): NewSession<Row, Planned> {
  const starts = rows.flatMap(({ start_at }) => start_at ?? []);
  const late = rows.filter((row) => row.start_at !== null && row.start_at >= planned.endAt);
  return {
    startAt: Math.min(planned.startAt, ...starts),
    endAt: Math.max(planned.endAt, ...late.map(endOf)),
    ...{ planned, times: "plan", rows },
  };
}

/** Makes a session from the first start to the last end. */
function ownSession<Row extends UnmatchedRow, Planned extends TimeSpan>(rows: Row[]): NewSession<Row, Planned> {
  const endAt = Math.max(...rows.map(endOf));
  const isSaid = rows.some((row) => row.end_at === endAt);
  const startAt = Math.min(...rows.map(startOf));
  return { startAt, endAt, planned: null, times: isSaid ? "rows" : "rows without an end", rows };
}

function endOf(row: UnmatchedRow): number {
  return row.end_at !== null && row.end_at > startOf(row) ? row.end_at : startOf(row) + LAST_CASE_MS;
}

function usualSession<Row extends UnmatchedRow, Planned extends TimeSpan>(
  date: LondonDate,
  rows: Row[],
): NewSession<Row, Planned> {
  const { start, end } = USUAL_DAY;
  const [startAt, endAt] = [londonInstant(date, start), londonInstant(date, end)];
  return { startAt, endAt, planned: null, times: "usual", rows };
}

/** Divides rows by list, day and gap; lists whose cases overlap become one session. */
function groupsOf<Row extends UnmatchedRow>(rows: readonly Row[], cuts: readonly number[]): Row[][] {
  const lists = [...Map.groupBy(rows, listOf).values()];
  const groups = lists.flatMap((list) => partsOf(list, cuts)).sort((one, other) => firstOf(one) - firstOf(other));
  const joined: Row[][] = [];
  for (const group of groups) {
    const last = joined.at(-1);
    if (last && firstOf(group) < Math.max(...last.map(endOf))) last.push(...group);
    else joined.push(group);
  }
  return joined.map((group) => group.sort((one, other) => startOf(one) - startOf(other)));
}

function listOf({ location, specialty }: UnmatchedRow): string {
  return `${location.toLowerCase()}\n${specialty.toLowerCase()}`;
}

function firstOf([first]: readonly UnmatchedRow[]): number {
  return first ? startOf(first) : 0;
}

function partsOf<Row extends UnmatchedRow>(rows: readonly Row[], cuts: readonly number[]): Row[][] {
  const parts: Row[][] = [];
  let until = 0;
  for (const row of rows) {
    const part = parts.at(-1);
    const before = part?.at(-1);
    if (part && before && belongsTogether(before, row, until, cuts)) part.push(row);
    else {
      parts.push([row]);
      until = 0;
    }
    until = Math.max(until, endOf(row));
  }
  return parts;
}

/**
 * Whether a row belongs with the row before it. Across midnight the gap may only be `NEAR_MS`, as in a night session.
 */
function belongsTogether(before: UnmatchedRow, row: UnmatchedRow, until: number, cuts: readonly number[]): boolean {
  const [from, to] = [startOf(before), startOf(row)];
  const gap = to - until;
  if (gap > (before.case_date === row.case_date ? GAP_MS : NEAR_MS)) return false;
  return !isBetween(cuts, from, to);
}

/** Whether one of these sorted times is after `from` and not after `to`. */
function isBetween(sorted: readonly number[], from: number, to: number): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) <= from) low = middle + 1;
    else high = middle;
  }
  const next = sorted[low];
  return next !== undefined && next <= to;
}
