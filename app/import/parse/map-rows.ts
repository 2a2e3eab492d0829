import type { CsvCounts, CsvFault, CsvMapping, CsvRow } from "../fields";
import { sameCases } from "./join-cases";
import { caseOf, type MapContext } from "./map-row";
import type { CsvTable } from "./table";
import { type GenderCodes, hasGenderCodesOnly } from "./values/gender";
import { looksMonthFirst, readMoment } from "./values/moment";
import type { CsvNotice } from "./words";

/** What a person chose where a file can be meant in two ways. */
export interface MapChoices {
  /** The month stands before the day. */
  usDates?: boolean | undefined;
  genderCodes?: GenderCodes | undefined;
  /** Rows that differ in the procedure only are one case. */
  joinProcedures?: boolean | undefined;
}

/** What leaves the device, once confirmed: `rows`. All else is for the page alone. */
export interface MappedRows {
  /** By date, then start (those without one first), then line. */
  rows: CsvRow[];
  faults: CsvFault[];
  /** `read` is always `merged`, `rejected` and the rows together. */
  counts: CsvCounts;
  notices: CsvNotice[];
}

export function mapRows(table: CsvTable, mapping: CsvMapping, choices: MapChoices = {}): MappedRows {
  const columns = judgedColumns(table, mapping, choices);
  const context = contextOf(table, mapping, choices, columns);
  const rows: CsvRow[] = [];
  const faults: CsvFault[] = [];
  for (const record of table.records) {
    const result = caseOf(record, context);
    if ("mend" in result) faults.push(result);
    else rows.push(result);
  }
  rows.sort(byDateAndStart);
  const { joined, same } = sameCases(rows);
  const kept = choices.joinProcedures ? joined : rows;
  return {
    ...{ rows: kept, faults, notices: noticesOf(table, mapping, columns, same) },
    counts: { ...table.counts, merged: table.counts.merged + rows.length - kept.length, rejected: faults.length },
  };
}

/** What columns say as wholes. */
interface JudgedColumns {
  looksUs: boolean;
  asksCodes: boolean;
  dateHasTimes: boolean;
}

function judgedColumns({ records }: CsvTable, mapping: CsvMapping, { usDates = false }: MapChoices): JudgedColumns {
  const dates = new Set<string>();
  const genders = new Set<string>();
  let dateHasTimes = false;
  for (const { cells } of records) {
    genders.add(cells[mapping.gender ?? -1] ?? "");
    const cell = cells[mapping.case_date ?? -1] ?? "";
    if (dates.has(cell)) continue;
    dates.add(cell);
    const moment = dateHasTimes || readMoment(cell, usDates);
    if (typeof moment === "object" && moment?.clock && moment.clock.minute > 0) dateHasTimes = true;
  }
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
