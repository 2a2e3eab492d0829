import { pathTo } from "~/platform/http/path-to";
import { FIRST_YEAR, LAST_YEAR, readDate, weekHeading } from "~/platform/time/dates";
import {
  addDays,
  earlierOf,
  type LondonDate,
  londonInstant,
  londonMoment,
  londonToday,
  mondayOf,
} from "~/platform/time/london";

/** Weeks on one page of the logbook: the requested one, and those before it. */
export const WEEKS_SHOWN = 4;

export interface DiarySpan {
  /** Mondays of the newest and of the oldest week. */
  top: LondonDate;
  bottom: LondonDate;
  /** The Sunday of the newest week. */
  last: LondonDate;
  /** Sessions of the page start in [from, until). */
  from: number;
  until: number;
}

/** Returns the span of so many weeks, of which the newest contains `date`. */
export function diarySpan(date: LondonDate, weeks = WEEKS_SHOWN): DiarySpan {
  const top = mondayOf(date);
  const bottom = addDays(top, -7 * (weeks - 1));
  return {
    ...{ top, bottom, last: addDays(top, 6) },
    ...{ from: londonInstant(bottom), until: londonInstant(addDays(top, 7)) },
  };
}

/** The day to which a page's figures are calculated: today if it is shown, else the last day shown. */
export function dayOfFigures({ bottom, last }: DiarySpan, today: LondonDate): LondonDate {
  return bottom <= today && today <= last ? today : last;
}

/** The address of a page that shows `date`; without a date in it when the page that begins with this week shows it. */
export function diaryPath(date: LondonDate, now: number): string {
  const { top, bottom } = diarySpan(londonToday(now));
  const week = mondayOf(date);
  return week >= bottom && week <= top ? "/logbook/" : `/logbook/?date=${date}`;
}

/** No address names an earlier or a later one. */
const FIRST_DATE = `${FIRST_YEAR}-01-01`;
const LAST_DATE = `${LAST_YEAR}-12-31`;

/** The address of the next page: its oldest week is that of the next session, but it never skips today's page. */
export function laterPath(nextStartAt: number, now: number): string {
  const week = mondayOf(londonMoment(nextStartAt).date);
  const today = mondayOf(londonToday(now));
  const top = addDays(week, 7 * (WEEKS_SHOWN - 1));
  return week <= today && today <= top ? "/logbook/" : `/logbook/?date=${earlierOf(top, LAST_DATE)}`;
}

/** A link to another page of the logbook. */
export interface DiaryLink {
  to: string;
  label: string;
  direction: "earlier" | "later" | "today";
}

/** A link to the nearest earlier week with sessions, with its Monday. */
export interface EarlierLink extends DiaryLink {
  monday: LondonDate;
}

/** The view in which the logbook opens, a setting of the profile. */
type FirstView = "list" | "week";

/**
 * Whether the logbook's address opens the week: if the profile says so, for the bare address; not for one that names a
 * date or the list, nor on the way back from a dialog of the list, since links from the week lead back to it by
 * themselves.
 */
export function opensAsWeek(first: FirstView, search: URLSearchParams, from: string | null): boolean {
  const isBack = from !== null && /^https?:\/\/[^/]+\/logbook\/(session|week\/.|options|undo)/.test(from);
  return first === "week" && !search.has("date") && search.get("view") !== "list" && !isBack;
}

/** The address of the list, also if the logbook's bare address would open the week. */
export function listPath(path: string, first: FirstView): string {
  return first === "week" && path === "/logbook/" ? "/logbook/?view=list" : path;
}

/** Links to the nearest weeks with sessions before and after a page, skipping empty ones, and to this week. */
export function diaryLinks(
  span: DiarySpan,
  before: number | null,
  after: number | null,
  now: number,
  first: FirstView = "list",
) {
  const later = after !== null && {
    to: listPath(laterPath(after, now), first),
    label: `Later: ${weekHeading(londonMoment(after).date)}`,
    direction: "later" as const,
  };
  const isNow = span.top === mondayOf(londonToday(now));
  const today = !isNow && { to: listPath("/logbook/", first), label: "This week", direction: "today" as const };
  return { earlier: earlierLink(before), later: later || null, today: today || null };
}

export type DiaryLinks = ReturnType<typeof diaryLinks>;

/** @param before start of the last session before the page; null when there is none */
export function earlierLink(before: number | null): EarlierLink | null {
  if (before === null) return null;
  const monday = mondayOf(londonMoment(before).date);
  return { to: `/logbook/?date=${monday}`, label: `Earlier: ${weekHeading(monday)}`, direction: "earlier", monday };
}

export const GO_TO_MESSAGE = "Enter a real date, such as 27/3/2026";

interface GoTo {
  date: LondonDate | null;
  /** Of a date as it is typed: the address that opens the page of that day at its row. */
  place?: string;
  /** What was typed and its error, as a form's state. */
  form?: { values: Record<string, string[]>; errors: Record<string, string[]> };
}

/** Id of the row of a day in the list. */
export function dayId(date: LondonDate): string {
  return `day-${date}`;
}

/** Reads the date that the address asks for. */
export function readGoTo(search: URLSearchParams): GoTo {
  const typed = search.get("date") ?? "";
  const date = readDate(typed);
  if (date !== false)
    return date && date !== typed ? { date, place: `/logbook/?date=${date}#${dayId(date)}` } : { date };
  return { date: null, form: { values: { date: [typed] }, errors: { date: [GO_TO_MESSAGE] } } };
}

/** The address of the calendar of the week that contains `date`. */
export function weekPath(date: LondonDate, now: number): string {
  const monday = mondayOf(date);
  return monday === mondayOf(londonToday(now)) ? "/logbook/week/" : `/logbook/week/?date=${monday}`;
}

/** Links to the weeks before and after, and to this one; none to a week that no address names. */
export function weekLinks(monday: LondonDate, now: number): (DiaryLink | null)[] {
  const link = (date: LondonDate, label: string, direction: DiaryLink["direction"]): DiaryLink | null => {
    return date < FIRST_DATE || date > LAST_DATE ? null : { to: weekPath(date, now), label, direction };
  };
  const isNow = monday === mondayOf(londonToday(now));
  return [
    link(addDays(monday, -7), "Week before", "earlier"),
    isNow ? null : link(londonToday(now), "This week", "today"),
    link(addDays(monday, 7), "Week after", "later"),
  ];
}

/** The address of the round-up of the week that contains `date`. */
export function roundUpPath(date: LondonDate, now: number): string {
  const monday = mondayOf(date);
  return monday === mondayOf(londonToday(now)) ? "/logbook/round-up/" : `/logbook/round-up/?date=${monday}`;
}

/** Links to the weeks before and after, but not to a future one. */
export function roundUpLinks(monday: LondonDate, now: number): (DiaryLink | null)[] {
  const today = londonToday(now);
  const isNow = monday >= mondayOf(today);
  return [
    monday > FIRST_DATE
      ? { to: roundUpPath(addDays(monday, -7), now), label: "Week before", direction: "earlier" }
      : null,
    isNow ? null : { to: roundUpPath(today, now), label: "This week", direction: "today" },
    isNow ? null : { to: roundUpPath(addDays(monday, 7), now), label: "Week after", direction: "later" },
  ];
}

/** Where the lists of the import begin, as its page said when it was left. */
const IMPORT_LISTS = ["from", "sessions"];

function importPath(search: URLSearchParams): string {
  return withQuery("/import_csv_data/", search, IMPORT_LISTS);
}

/** The address that a session's page leads back to: the view that it was opened from, showing `date`. */
export function returnToDiary(search: URLSearchParams, date: LondonDate, now: number): string {
  const view = search.get("view") ?? "";
  if (view === "round-up") return roundUpPath(date, now);
  if (view === "import") return importPath(search);
  return view === "week" ? weekPath(date, now) : diaryPath(date, now);
}

/** The address of a page that is opened from a session's page, or below it, with the `view` that it leads back to. */
export function withView(path: string, search: URLSearchParams): string {
  return withQuery(path, search, ["view", ...listsOf(search)]);
}

/**
 * The address that a case's page leads back to: its session, or the page that shows cases itself and that it was opened
 * from.
 */
export function returnFromCase(search: URLSearchParams, sessionRef: string): string {
  if (search.get("view") === "import") return importPath(search);
  const week = readDate(search.get("found") ?? "");
  if (week) return `/logbook/round-up/?date=${week}`;
  return withView(pathTo("/logbook/session/:sessionRef/", { sessionRef }), search);
}

/** Like `withView`, between the pages of one case. */
export function withCaseReturn(path: string, search: URLSearchParams): string {
  return withQuery(path, search, ["view", "found", ...listsOf(search)]);
}

function listsOf(search: URLSearchParams): readonly string[] {
  return search.get("view") === "import" ? IMPORT_LISTS : [];
}

const RETURN_VALUES = ["week", "round-up", "import"];
const INDEX = /^\d{1,6}$/;

function withQuery(path: string, search: URLSearchParams, names: readonly string[]): string {
  const kept = names
    .map((name) => [name, search.get(name) ?? ""])
    .filter(([, value = ""]) => RETURN_VALUES.includes(value) || INDEX.test(value) || readDate(value));
  if (kept.length === 0) return path;
  return `${path}${path.includes("?") ? "&" : "?"}${kept.map((pair) => pair.join("=")).join("&")}`;
}
