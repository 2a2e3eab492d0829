import { workKind } from "~/diary/fees/kinds";
import { readDate, ukDate } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";
import type { Column, TableKind } from "./columns";

export const ROWS_PER_PAGE = 50;
const MAX_PAGES = 99_999;

/** Value of the element filter, in an address, for rows without an element. */
export const NO_ELEMENT = "none";

/** What a table shows, as its address says: never a text of the user's. */
export interface Choices {
  /** As typed. `fromDate` and `untilDate` are the dates: null when blank, false when it is not a date. */
  from: string;
  until: string;
  fromDate: LondonDate | null | false;
  untilDate: LondonDate | null | false;
  /** Reference of an element, a kind of work outside the plan, or `NO_ELEMENT`. */
  element: string;
  status: string;
  fault: string;
  sort: string;
  down: boolean;
  /** Ids, in the order of the table. */
  columns: string[];
  /** From 1. */
  page: number;
}

/** Reads the choices from an address; unknown values are ignored. */
export function readChoices(kind: TableKind, search: URLSearchParams): Choices {
  const [from, until] = [typed(search.get("from")), typed(search.get("until"))];
  const known = (name: string, values: readonly { value: string }[]) => {
    const value = search.get(name) ?? "";
    return values.some((each) => each.value === value) ? value : "";
  };
  const element = search.get("element") ?? "";
  const page = search.get("page") ?? "";
  const asked = search.get("sort") ?? "";
  const sorts = kind.columns.find((column) => column.sorts && column.id === asked.replace(/^-/, ""));
  return {
    from,
    until,
    fromDate: readDate(from),
    untilDate: readDate(until),
    element: element === NO_ELEMENT || workKind(element) || /^[\w-]{22}$/.test(element) ? element : "",
    status: known("status", kind.statuses),
    fault: known("fault", kind.faults),
    sort: sorts?.id ?? "date",
    down: sorts ? asked.startsWith("-") : true,
    columns: columnsOf(kind, search.getAll("columns")),
    page: /^\d{1,5}$/.test(page) ? Math.min(MAX_PAGES, Math.max(1, Number(page))) : 1,
  };
}

function typed(value: string | null): string {
  const text = (value ?? "").trim().slice(0, 40);
  const read = readDate(text);
  return read ? ukDate(read) : text;
}

/**
 * Ids of the columns that were chosen, else of those that are shown first. The date is always one, since it links to
 * the row.
 */
function columnsOf({ columns }: TableKind, asked: readonly string[]): string[] {
  const chosen = columns.filter(({ id }) => asked.includes(id));
  const shown = chosen.length > 0 ? chosen : columns.filter(({ first }) => first);
  return columns.filter((column) => column.id === "date" || shown.includes(column)).map(({ id }) => id);
}

/** With all columns of text: of rows that were found by words, they show what was found. */
export function withTexts(kind: TableKind, choices: Choices): Choices {
  const shown = kind.columns.filter(({ id, text_encrypted }) => text_encrypted || choices.columns.includes(id));
  return { ...choices, columns: shown.map(({ id }) => id) };
}

/** Definitions of the columns that are shown. */
export function shownColumns(kind: TableKind, { columns }: Choices): Column[] {
  return kind.columns.filter(({ id }) => columns.includes(id));
}

/** The address of a page of a table: `path`, with the choices as its query. */
export function addressOf(kind: TableKind, choices: Choices, path: string = kind.path): string {
  const search = new URLSearchParams();
  for (const name of ["from", "until", "element", "status", "fault"] as const) {
    if (choices[name]) search.set(name, choices[name]);
  }
  if (choices.sort !== "date" || !choices.down) search.set("sort", `${choices.down ? "-" : ""}${choices.sort}`);
  const first = columnsOf(kind, []);
  if (choices.columns.join() !== first.join()) for (const id of choices.columns) search.append("columns", id);
  if (choices.page > 1) search.set("page", String(choices.page));
  return search.size > 0 ? `${path}?${search}` : path;
}

/**
 * Choices for the table sorted by a column, or the other way round if it is sorted by that one already. Dates and
 * figures begin with the largest.
 */
export function sortedBy(choices: Choices, column: Column): Choices {
  const down = choices.sort === column.id ? !choices.down : column.id === "date" || column.figures === true;
  return { ...choices, sort: column.id, down, page: 1 };
}

/** Whether a date is wrong: the page is then answered as a refused form. */
export function hasDateFaults(choices: Choices): boolean {
  return Object.keys(dateFaults(choices)).length > 0;
}

/** Error messages of the dates, by field. */
export function dateFaults({ fromDate, untilDate }: Choices): Record<string, string> {
  const faults: Record<string, string> = {};
  if (fromDate === false) faults.from = "From must be a real date, such as 27/3/2026";
  if (untilDate === false) faults.until = "To must be a real date, such as 27/3/2026";
  if (fromDate && untilDate && untilDate < fromDate) {
    faults.until = "The last date must be the same as or after the first date";
  }
  return faults;
}
