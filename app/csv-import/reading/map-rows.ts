import type { CsvCounts, CsvFault, CsvMapping, CsvRow } from "../fields";
import { sameCases } from "./join-cases";
import { caseOf, type MapContext } from "./map-row";
import { atOnce, inSlices, ROWS_A_SLICE, type Slices } from "./slices";
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
  const { context, notices } = contextOf(table, mapping, choices);
  yield;
  const rows: CsvRow[] = [];
  const faults: CsvFault[] = [];
  for (const [index, record] of table.records.entries()) {
    const result = caseOf(record, context);
    if ("mend" in result) faults.push(result);
    else rows.push(result);
    if (index % ROWS_A_SLICE === ROWS_A_SLICE - 1) yield;
  }
  rows.sort(byDateAndStart);
  yield;
  const { joined, same } = sameCases(rows);
  const kept = choices.joinProcedures ? joined : rows;
  if (same > 0) notices.push({ code: "same_case", rows: same });
  const [first, last] = [kept[0], kept.at(-1)];
  return {
    ...{ rows: kept, faults, notices },
    counts: { ...table.counts, merged: table.counts.merged + rows.length - kept.length, rejected: faults.length },
    limits: first && last ? { earliest: first.case_date, latest: last.case_date } : null,
  };
}

/** What the columns say as wholes. */
function contextOf(table: CsvTable, mapping: CsvMapping, choices: MapChoices) {
  const cellsOf = (index: number) => table.records.map(({ cells }) => cells[index] ?? "");
  const notices: CsvNotice[] = [];
  const monthFirst = choices.usDates ?? false;
  const dates = mapping.case_date === undefined ? [] : cellsOf(mapping.case_date);
  if (looksMonthFirst(dates)) notices.push({ code: "us_dates", rows: dates.length });
  const genders = mapping.gender === undefined ? [] : cellsOf(mapping.gender);
  const asksCodes = hasGenderCodesOnly(genders);
  if (asksCodes) notices.push({ code: "gender_codes", rows: genders.length });
  if (table.agesAtExport && mapping.age !== undefined) {
    notices.push({ code: "ages_at_export", rows: table.records.length });
  }
  const heading = mapping.age === undefined ? "" : (table.columns[mapping.age]?.heading ?? "").toLowerCase();
  const context: MapContext = {
    ...{ mapping, columns: table.columns, monthFirst },
    genderCodes: choices.genderCodes ?? (asksCodes ? null : "1_female"),
    ageUnit: /month|mths/.test(heading) ? "months" : /\bdays?\b/.test(heading) ? "days" : "years",
    dateHasTimes: dates.some((cell) => {
      const moment = readMoment(cell, monthFirst);
      return moment ? Boolean(moment.clock && moment.clock.minute > 0) : false;
    }),
  };
  return { context, notices };
}

function byDateAndStart(one: CsvRow, other: CsvRow): number {
  if (one.case_date !== other.case_date) return one.case_date < other.case_date ? -1 : 1;
  return (one.start_minute ?? -1) - (other.start_minute ?? -1) || one.line - other.line;
}
