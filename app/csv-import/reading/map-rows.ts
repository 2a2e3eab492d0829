import type { CsvCounts, CsvFault, CsvMapping, CsvRow } from "../fields";
import { sameCases } from "./join-cases";
import { caseOf, type MapContext } from "./map-row";
import { atOnce, eachInSlices, inSlices, type Slices } from "./slices";
import type { CsvTable } from "./table";
import { type GenderCodes, hasGenderCodesOnly } from "./values/gender";
import { looksMonthFirst, readMoment } from "./values/moment";
import type { CsvNotice } from "./words";

/** What a person chose where a file can be meant in two ways. */
export interface MapChoices {
  /** The month stands before the day. */
  usDates?: boolean;
  genderCodes?: GenderCodes;
  /** Rows that differ in the procedure only are one case. */
  joinProcedures?: boolean;
}

/** What leaves the device, once confirmed: `rows`. All else is for the page alone. */
export interface MappedRows {
  /** By date, then start (those without one first), then line. */
  rows: CsvRow[];
  faults: CsvFault[];
  /** `read` is always `merged`, `rejected` and the rows together. */
  counts: CsvCounts;
  /** First and last date among the rows: the specification's sessionLimits. */
  limits: { earliest: string; latest: string } | null;
  notices: CsvNotice[];
}

export function mapRows(table: CsvTable, mapping: CsvMapping, choices: MapChoices = {}): Promise<MappedRows> {
  return inSlices(mapped(table, mapping, choices));
}

/** The same in one go, for the Worker. */
export function mapRowsAtOnce(table: CsvTable, mapping: CsvMapping, choices: MapChoices = {}): MappedRows {
  return atOnce(mapped(table, mapping, choices));
}

function* mapped(table: CsvTable, mapping: CsvMapping, choices: MapChoices): Slices<MappedRows> {
  const columns = yield* judgedColumns(table, mapping, choices);
  const context = contextOf(table, mapping, choices, columns);
  const rows: CsvRow[] = [];
  const faults: CsvFault[] = [];
  yield* eachInSlices(table.records, (record) => {
    const result = caseOf(record, context);
    if ("mend" in result) faults.push(result);
    else rows.push(result);
  });
  rows.sort(byDateAndStart);
  yield;
  const { joined, same } = yield* sameCases(rows);
  const kept = choices.joinProcedures ? joined : rows;
  const [first, last] = [kept[0], kept.at(-1)];
  return {
    ...{ rows: kept, faults, notices: noticesOf(table, mapping, columns, same) },
    counts: { ...table.counts, merged: table.counts.merged + rows.length - kept.length, rejected: faults.length },
    limits: first && last ? { earliest: first.case_date, latest: last.case_date } : null,
  };
}

/** What columns say as wholes. */
interface JudgedColumns {
  looksUs: boolean;
  asksCodes: boolean;
  dateHasTimes: boolean;
}

function* judgedColumns(
  { records }: CsvTable,
  mapping: CsvMapping,
  { usDates = false }: MapChoices,
): Slices<JudgedColumns> {
  const dates = new Set<string>();
  const genders = new Set<string>();
  let dateHasTimes = false;
  yield* eachInSlices(records, ({ cells }) => {
    genders.add(cells[mapping.gender ?? -1] ?? "");
    const cell = cells[mapping.case_date ?? -1] ?? "";
    if (dates.has(cell)) return;
    dates.add(cell);
    const moment = dateHasTimes || readMoment(cell, usDates);
    if (typeof moment === "object" && moment?.clock && moment.clock.minute > 0) dateHasTimes = true;
  });
  return { looksUs: looksMonthFirst(dates), asksCodes: hasGenderCodesOnly(genders), dateHasTimes };
}

function contextOf(table: CsvTable, mapping: CsvMapping, choices: MapChoices, columns: JudgedColumns): MapContext {
  const heading = mapping.age === undefined ? "" : (table.columns[mapping.age]?.heading ?? "").toLowerCase();
  return {
    ...{ mapping, columns: table.columns, monthFirst: choices.usDates ?? false, dateHasTimes: columns.dateHasTimes },
    genderCodes: choices.genderCodes ?? (columns.asksCodes ? null : "1_female"),
    ageUnit: /month|mths/.test(heading) ? "months" : /\bdays?\b/.test(heading) ? "days" : "years",
  };
}

function noticesOf(table: CsvTable, mapping: CsvMapping, columns: JudgedColumns, same: number): CsvNotice[] {
  const rows = table.records.length;
  const notices: CsvNotice[] = [];
  if (columns.looksUs) notices.push({ code: "us_dates", rows });
  if (columns.asksCodes) notices.push({ code: "gender_codes", rows });
  if (table.agesAtExport && mapping.age !== undefined) notices.push({ code: "ages_at_export", rows });
  if (same > 0) notices.push({ code: "same_case", rows: same });
  return notices;
}

function byDateAndStart(one: CsvRow, other: CsvRow): number {
  if (one.case_date !== other.case_date) return one.case_date < other.case_date ? -1 : 1;
  return (one.start_minute ?? -1) - (other.start_minute ?? -1) || one.line - other.line;
}
