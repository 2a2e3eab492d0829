import { readDate, weekHeading } from "~/time/dates";
import { type LondonDate, londonMoment, londonToday, mondayOf } from "~/time/london";
import { type DiarySpan, laterPath } from "./diary";

/** A way to another page of the logbook. */
export interface DiaryLink {
  to: string;
  label: string;
  direction: "earlier" | "later" | "today";
}

export interface DiaryLinks {
  earlier: DiaryLink | null;
  later: DiaryLink | null;
  today: DiaryLink | null;
}

/** Ways to the nearest weeks before and after a page that have sessions, over empty ones, and back to this week. */
export function diaryLinks(span: DiarySpan, before: number | null, after: number | null, now: number): DiaryLinks {
  const links: DiaryLinks = { earlier: null, later: null, today: null };
  if (before !== null) {
    const week = mondayOf(londonMoment(before).date);
    links.earlier = { to: `/logbook/?date=${week}`, label: `Earlier: ${weekHeading(week)}`, direction: "earlier" };
  }
  if (after !== null) {
    const label = `Later: ${weekHeading(londonMoment(after).date)}`;
    links.later = { to: laterPath(after, now), label, direction: "later" };
  }
  if (span.top !== mondayOf(londonToday(now))) {
    links.today = { to: "/logbook/", label: "This week", direction: "today" };
  }
  return links;
}

export const GO_TO_MESSAGE = "Enter a real date, such as 27/3/2026";

interface GoTo {
  date: LondonDate | null;
  /** What was typed and what is wrong with it, as a form's state. */
  form?: { values: Record<string, string[]>; errors: Record<string, string[]> };
}

/** The date that the address asks for. */
export function readGoTo(search: URLSearchParams): GoTo {
  const typed = search.get("date") ?? "";
  const date = readDate(typed);
  if (date !== false) return { date };
  return { date: null, form: { values: { date: [typed] }, errors: { date: [GO_TO_MESSAGE] } } };
}
