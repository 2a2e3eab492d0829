import { readDate, weekHeading } from "~/time/dates";
import { type LondonDate, londonMoment, londonToday, mondayOf } from "~/time/london";
import type { FormState } from "~/ui/form-state";
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

/** The date that the address asks for; `form` says what is wrong with it. */
export function readGoTo(search: URLSearchParams): { date: LondonDate | null; form?: FormState } {
  const typed = search.get("date") ?? "";
  const date = readDate(typed);
  if (date !== false) return { date };
  return { date: null, form: { values: { date: [typed] }, errors: { date: [GO_TO_MESSAGE] } } };
}
