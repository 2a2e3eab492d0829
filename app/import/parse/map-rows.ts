import type { NamedOption } from "~/diary/case-lines/line-case";
import { csvOf } from "~/platform/http/csv";
import { byLetters } from "~/platform/letter-order";
import type { LondonDate } from "~/platform/time/london";
import type { CsvCounts, CsvFault, CsvMapping, CsvRow, OpenQuestion, WordTable } from "../fields";
import { type DateOrder, dateOrderOf } from "./date-order";
import { type FieldWords, fieldWords } from "./field-words";
import { caseOf, isCancelled, type MapContext } from "./map-row";
import { readMoment } from "./moment";
import { type GenderCodes, hasGenderCodesOnly } from "./patient";
import { chosenOf, type Person } from "./people";
import type { CsvNotice } from "./remarks";
import { sameCases } from "./same-cases";
import { type CsvTable, fileLineOf } from "./table";
import { meanings, proposals } from "./words";

/** Choices of the user where a file is ambiguous. */
export interface MapChoices {
  /** The month is before the day. */
  usDates?: boolean | undefined;
  genderCodes?: GenderCodes | undefined;
  /** Rows that differ only in the procedure are one case, unless this is false. */
  joinProcedures?: boolean | undefined;
  /** Hashes of the names whose rows are the user's: of people of this and other files. */
  mine?: string[] | undefined;
  /** Meanings of words of the file, where they differ from the proposed ones. */
  words?: WordTable | undefined;
}

/** The result of a mapping. Once confirmed, only `rows` leave the device; all else is for the page. */
export interface MappedRows {
  /** Sorted by date, then by start (rows without one first), then by line. */
  rows: CsvRow[];
  faults: CsvFault[];
  /** `read` is always the sum of `merged`, `cancelled`, `others`, `rejected` and the number of rows. */
  counts: CsvCounts;
  notices: CsvNotice[];
  /** The question that must be answered before any row is imported; null for none. */
  open: OpenQuestion | null;
  people: Person[];
  words: FieldWords[];
}

/**
 * Maps all records of a table.
 * @param own options of the user's own, for which words may stand
 * @param today later dates are marked
 * @param people the names of `peopleOf`, from which the user chooses
 */
export function mapRows(
  table: CsvTable,
  mapping: CsvMapping,
  choices: MapChoices = {},
  own: readonly NamedOption[] = [],
  today: LondonDate | null = null,
  people: readonly Person[] = [],
): MappedRows {
  const propose = proposals(own, statusHeading(table, mapping));
  const columns = judgedColumns(table, mapping, choices, today);
  const meaningOf = meanings(propose, choices.words);
  const context = { ...contextOf(table, mapping, choices, columns), meaningOf, today };
  const rows: CsvRow[] = [];
  const faults: CsvFault[] = [];
  const isMine = chosenOf(people, choices.mine ?? []);
  let [cancelled, others] = [0, 0];
  for (const record of table.records) {
    if (isCancelled(record, context)) {
      cancelled += 1;
      continue;
    }
    if (isMine && !record.ragged && !isMine(record.cells[mapping.anaesthetist ?? -1] ?? "")) {
      others += 1;
      continue;
    }
    const result = caseOf(record, context);
    if ("mend" in result) faults.push(result);
    else rows.push(result);
  }
  const { joined, same } = sameCases(rows);
  const kept = (choices.joinProcedures === false ? rows : joined).sort(byDateAndStart);
  return {
    ...{ rows: kept, faults, notices: noticesOf(table, mapping, columns, same) },
    open: openQuestion(columns, people, isMine !== null, choices),
    people: [...people],
    words: fieldWords(table, mapping, propose, meaningOf),
    counts: {
      ...table.counts,
      ...{ merged: table.counts.merged + rows.length - kept.length, cancelled, others, rejected: faults.length },
    },
  };
}

function openQuestion(
  { dateOrder }: JudgedColumns,
  people: readonly Person[],
  isChosen: boolean,
  { usDates, mine = [] }: MapChoices,
): OpenQuestion | null {
  if (dateOrder && usDates === undefined) return "us_dates";
  // A file with one name is its owner's, unless the owner has another name in the files before.
  const isAsked = people.length > 1 || (people.length === 1 && mine.length > 0);
  return isAsked && !isChosen ? "mine" : null;
}

export function statusHeading({ columns }: Pick<CsvTable, "columns">, mapping: CsvMapping): string {
  return columns[mapping.status ?? -1]?.heading ?? "";
}

/** What the values of whole columns show. */
interface JudgedColumns {
  /** null if the dates show it. */
  dateOrder: DateOrder | null;
  monthFirst: boolean;
  asksCodes: boolean;
  dateHasTimes: boolean;
}

function judgedColumns(
  table: CsvTable,
  mapping: CsvMapping,
  { usDates = false }: MapChoices,
  today: LondonDate | null,
): JudgedColumns {
  const { records } = table;
  const dateOrder = dateOrderOf(table, mapping, today);
  const monthFirst = dateOrder !== null && usDates;
  const dates = new Set<string>();
  const genders = new Set<string>();
  let dateHasTimes = false;
  for (const { cells } of records) {
    genders.add(cells[mapping.gender ?? -1] ?? "");
    const cell = cells[mapping.case_date ?? -1] ?? "";
    if (dates.has(cell)) continue;
    dates.add(cell);
    const moment = dateHasTimes || readMoment(cell, monthFirst);
    if (typeof moment === "object" && moment?.clock && moment.clock.minute > 0) dateHasTimes = true;
  }
  return { dateOrder, monthFirst, asksCodes: hasGenderCodesOnly(genders), dateHasTimes };
}

function contextOf(
  table: CsvTable,
  mapping: CsvMapping,
  choices: MapChoices,
  columns: JudgedColumns,
): Omit<MapContext, "meaningOf" | "today"> {
  const heading = mapping.age === undefined ? "" : (table.columns[mapping.age]?.heading ?? "").toLowerCase();
  return {
    ...{ mapping, columns: table.columns, monthFirst: columns.monthFirst, dateHasTimes: columns.dateHasTimes },
    genderCodes: choices.genderCodes ?? (columns.asksCodes ? null : "1_female"),
    unitColumn: mapping.age === undefined ? -1 : table.columns.findIndex(({ heading }) => AGE_UNIT.test(heading)),
    ageUnit: /month|mths/.test(heading) ? "months" : /\bdays?\b/.test(heading) ? "days" : "years",
  };
}

/** Heading of the column with the units of ages that some logbooks have. */
const AGE_UNIT = /^(?:patient )?age[ _-]?(?:units?|type)$/i;

function noticesOf(table: CsvTable, mapping: CsvMapping, columns: JudgedColumns, same: number): CsvNotice[] {
  const rows = table.records.length;
  const notices: CsvNotice[] = [];
  if (table.columns.length === 1) notices.push({ code: "one_column", rows });
  if (columns.dateOrder) notices.push({ code: "us_dates", rows, dates: columns.dateOrder });
  if (columns.asksCodes) notices.push({ code: "gender_codes", rows });
  if (table.agesAtExport && mapping.age !== undefined) notices.push({ code: "ages_at_export", rows });
  if (same > 0) notices.push({ code: "same_case", rows: same });
  return notices;
}

function byDateAndStart(one: CsvRow, other: CsvRow): number {
  return (
    byLetters(one.case_date, other.case_date) ||
    (one.start_minute ?? -1) - (other.start_minute ?? -1) ||
    one.line - other.line
  );
}

/** The rejected rows as a CSV file to correct and choose again, each with what is wrong with it. */
export function rejectedCsv(table: CsvTable, faults: readonly CsvFault[]): string {
  const byLine = new Map(table.records.map(({ line, cells }) => [line, cells]));
  const lines = new Map<number, CsvFault[]>();
  for (const fault of faults) lines.set(fault.line, [...(lines.get(fault.line) ?? []), fault]);
  const width = [...lines.keys()].reduce(
    (most, line) => Math.max(most, byLine.get(line)?.length ?? 0),
    table.columns.length,
  );
  const headings = Array.from({ length: width }, (_, index) => table.columns[index]?.label ?? "");
  const rows = [...lines].map(([line, each]) => {
    const cells = byLine.get(line) ?? [];
    const place = fileLineOf(table, line);
    const mends = each.map(({ column, mend }) => (column === "" ? mend : `${column}: ${mend}`)).join(" ");
    return [...headings.map((_, index) => cells[index] ?? ""), String(place.line), mends];
  });
  return csvOf([[...headings, "Row of the file", "What to correct"], ...rows]);
}
