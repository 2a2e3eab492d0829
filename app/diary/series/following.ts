import { shortDate } from "~/platform/time/dates";
import { addDays, daysBetween, type LondonDate, londonInstant, londonMoment, weekday } from "~/platform/time/london";
import { columnsOfAnswers, timesOf } from "../sessions/columns-of-answers.server";
import { type PlanChoice, tagOf } from "../sessions/element-choices";
import type { SessionAnswers } from "../sessions/form";
import type { ChosenColumns, SessionColumns, SessionRow } from "../sessions/queries.server";

/** The parts that a form for "this and all following" may change in other sessions, in the words of its page. */
type Part = "day" | "times" | "element" | "PA basis" | "site" | "notes";

/** Returns the parts in which two sessions of a series differ, except notes. */
export function differences(row: ChosenColumns, model: ChosenColumns): Part[] {
  const date = londonMoment(row.start_at).date;
  const usual = spanOn(model, date);
  const parts: [Part, boolean][] = [
    ["day", weekday(date) !== weekday(londonMoment(model.start_at).date)],
    ["times", row.start_at !== usual.startAt || row.end_at !== usual.endAt],
    ["element", tagOf(row) !== tagOf(model)],
    ["PA basis", row.pa_basis !== model.pa_basis || row.fixed_pa_units !== model.fixed_pa_units],
    ["site", row.site !== model.site],
  ];
  return parts.filter(([, differs]) => differs).map(([part]) => part);
}

/** A form for "this and all following". */
export interface Change {
  /** The chosen session before and after. */
  former: ChosenColumns;
  columns: SessionColumns;
  answers: SessionAnswers;
  /** Notes of the chosen session before; the new ones are in `answers`. */
  notes: string;
}

export interface Follower extends SessionRow {
  hasCases: boolean;
}

/** The effect of a change on a session that follows. */
export interface Followed {
  row: Follower;
  /** null when it stays as it is. */
  columns: SessionColumns | null;
  takesNotes: boolean;
  /** It keeps its own value of a part that the form changes. */
  keeps: boolean;
  /** The change is invalid for its day, for example because its plan does not cover that day. */
  cannot: boolean;
}

/**
 * Applies a change to one session that follows: only parts that were changed in this form, and only where the session
 * had the same value as the chosen one. A session with cases was worked, and stays as it is.
 * @param notes decrypted notes of the session that follows; those of the chosen one when the form does not change notes
 */
export function follow(row: Follower, notes: string, change: Change, plans: PlanChoice[]): Followed {
  const stays = { row, columns: null, takesNotes: false, keeps: false, cannot: false };
  const changed = partsOf(change);
  const own = new Set(differences(row, change.former));
  if (notes !== change.notes) own.add("notes");
  const goes = changed.filter((part) => !own.has(part));
  const [some, all] = [goes, changed].map((parts) => applyParts(new Set(parts), row, change, plans));
  if (!some) return { ...stays, cannot: true };
  const takesNotes = goes.includes("notes") && notes !== change.answers.description;
  const keepsNotes = own.has("notes") && changed.includes("notes") && notes !== change.answers.description;
  const keeps = keepsNotes || !all || !equalsRow(all, some);
  if (equalsRow(some, row) && !takesNotes) return { ...stays, keeps };
  return row.hasCases ? { ...stays, keeps: true } : { ...stays, columns: some, takesNotes, keeps };
}

function partsOf({ former, columns, answers, notes }: Change): Part[] {
  const parts = differences(columns, former).filter((part) => part !== "day");
  const moved = londonMoment(former.start_at).date !== answers.session_date;
  return [...parts, ...(moved ? ["day" as const] : []), ...(notes === answers.description ? [] : ["notes" as const])];
}

/** Returns the columns of a session with some parts of the form; null when these are invalid for it. */
function applyParts(
  parts: ReadonlySet<Part>,
  row: Follower,
  change: Change,
  plans: PlanChoice[],
): SessionColumns | null {
  const { columns, answers } = change;
  const date = parts.has("day") ? movedDate(londonMoment(row.start_at).date, change) : londonMoment(row.start_at).date;
  const basis = parts.has("PA basis") ? columns : row;
  const here = {
    session_date: date,
    job_plan_element_unique_ref: tagOf(parts.has("element") ? columns : row) ?? "",
    pa_calculation_basis: basis.pa_basis,
    fixed_PA_allocation: basis.fixed_pa_units === null ? null : basis.fixed_pa_units / 3600,
    site: (parts.has("site") ? columns : row).site,
  };
  const times = parts.has("times")
    ? timesOf(onDate(answers, date))
    : { ok: true as const, moved: [], ...ownSpan(row, date) };
  if (!times.ok) return null;
  const decided = columnsOfAnswers(here, times, plans, row);
  return decided.ok ? decided.columns : null;
}

/**
 * Moves a date by as many days as the chosen session. If these are less than a week, a session that is on the new
 * weekday already stays.
 */
function movedDate(date: LondonDate, { former, answers }: Change): LondonDate {
  const days = daysBetween(londonMoment(former.start_at).date, answers.session_date);
  const there = Math.abs(days) < 7 && weekday(date) === weekday(answers.session_date);
  return there ? date : addDays(date, days);
}

function ownSpan(row: ChosenColumns, date: LondonDate) {
  return londonMoment(row.start_at).date === date ? { startAt: row.start_at, endAt: row.end_at } : spanOn(row, date);
}

function equalsRow(columns: SessionColumns, row: ChosenColumns): boolean {
  const sameTimes = columns.start_at === row.start_at && columns.end_at === row.end_at;
  return sameTimes && differences(columns, row).length === 0;
}

/**
 * The answers of a session's form, moved to another date. An end at or before the start is on the next day, as on any
 * other date: if its clock time occurs twice in that night, the user is not asked which is meant.
 */
export function onDate<Answers extends SessionAnswers>(answers: Answers, date: LondonDate): Answers {
  const days = daysBetween(answers.session_date, date);
  const end = answers.session_end_date;
  const session_end_time_which = days === 0 ? answers.session_end_time_which : answers.session_end_time_which || "next";
  return { ...answers, session_date: date, session_end_date: end && addDays(end, days), session_end_time_which };
}

const MAX_NAMED = 3;

/** `Tue 8 Dec 2026, Tue 15 Dec 2026, Tue 22 Dec 2026 and 4 more`. */
export function namedDates(starts: readonly number[]): string {
  const dates = starts.slice(0, MAX_NAMED).map((at) => shortDate(londonMoment(at).date));
  const more = starts.length - dates.length;
  return `${dates.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/**
 * Names the sessions that did not change, or not fully, for the message after a save: `2 keep their own: Tue 8 Dec
 * 2026, Tue 15 Dec 2026`.
 */
export function formatUnchanged(followed: readonly Followed[]): string[] {
  const starts = (which: "keeps" | "cannot") => followed.filter((each) => each[which]).map(({ row }) => row.start_at);
  const [cannot, keep] = [starts("cannot"), starts("keeps")];
  const said = [];
  if (cannot.length === 1)
    said.push(`${namedDates(cannot)} stays as it was: its job plan or its day does not allow the change`);
  if (cannot.length > 1)
    said.push(
      `${cannot.length} stay as they were, because their job plan or day does not allow the change: ${namedDates(cannot)}`,
    );
  if (keep.length === 1) said.push(`${namedDates(keep)} keeps its own details`);
  if (keep.length > 1) said.push(`${keep.length} keep their own details: ${namedDates(keep)}`);
  return said;
}

/**
 * Moves the times of a session to another date. A time that the clocks skip becomes an hour later; if the start then
 * reaches the end, the session keeps its length.
 */
export function spanOn({ start_at, end_at }: Pick<ChosenColumns, "start_at" | "end_at">, date: LondonDate) {
  const [start, end] = [londonMoment(start_at), londonMoment(end_at)];
  const startAt = londonInstant(date, start.minute);
  const endAt = londonInstant(addDays(date, daysBetween(start.date, end.date)), end.minute);
  return { startAt, endAt: endAt > startAt ? endAt : startAt + (end_at - start_at) };
}
