import { NO_CASE_MS } from "~/diary/cases/rules";
import { MINUTE_MS } from "~/platform/time/durations";
import { addDays, type LondonDate } from "~/platform/time/london";
import { findIdentifiers } from "~/ui/identifiers/rules";
import {
  AS_TEXT,
  CSV_FIELD_LABELS,
  type CsvFault,
  type CsvField,
  type CsvMapping,
  type CsvRemark,
  type CsvRow,
  LEFT_OUT,
  MAX_OPTIONS,
  type WordField,
  type WordMeaning,
} from "../fields";
import { inLondon, type Moment, readMoment, readTime, type TimeCell } from "./moment";
import { type AgeUnit, type GenderCodes, readAge, readAsa, readDescription, readGender } from "./patient";
import type { RemarkCode } from "./remarks";
import { dateFault, raggedFault } from "./row-faults";
import type { CsvColumn, CsvRecord } from "./table";
import { wordsOfCell, writtenWords } from "./words";

export interface MapContext {
  mapping: CsvMapping;
  columns: readonly CsvColumn[];
  monthFirst: boolean;
  /** Null if no date is marked as later. */
  today: LondonDate | null;
  /** Null until the user has chosen. */
  genderCodes: GenderCodes | null;
  /** Unit of an age that is a plain number. */
  ageUnit: AgeUnit;
  /** The date column has times, which replace a column of start times. */
  dateHasTimes: boolean;
  meaningOf: (field: WordField, word: string) => WordMeaning;
  /** Column that holds the unit of ages that are plain numbers; -1 for none. */
  unitColumn: number;
}

const DAY_MINUTES = 1440;

/** Whether the status of a record says that its case did not happen. */
export function isCancelled({ cells, ragged }: CsvRecord, { mapping, meaningOf }: MapContext): boolean {
  if (ragged) return false;
  return wordsOfCell(cells[mapping.status ?? -1] ?? "").some((word) => meaningOf("status", word).includes(LEFT_OUT));
}

/** Returns the case of a record, from mapped columns only; or why it has none. */
export function caseOf(record: CsvRecord, context: MapContext): CsvRow | CsvFault {
  if (record.ragged) return raggedFault(record, context);
  const remarks: CsvRemark[] = [];
  const remark = (field: CsvField, code: RemarkCode) => remarks.push({ field, code });
  const cellOf = (field: CsvField) => record.cells[context.mapping[field] ?? -1] ?? "";

  const moment = readMoment(cellOf("case_date"), context.monthFirst);
  const readStart = onDay(moment, startOf(cellOf("start_time"), moment, context));
  const readEnd = onDay(moment, readTime(cellOf("end_time"), context.monthFirst));
  const [start, end] = [readStart || null, readEnd || null];
  const date = dateOf(moment, start, end, context.mapping);
  if (!date) return dateFault(record, moment, context);
  if (record.strayQuote) remark("case_description", "quotes");
  if (context.today !== null && date.date > context.today) remark("case_date", "future");
  if (date.moved) remark("case_date", "other_day");
  else if (start?.date && start.date !== date.date) remark("start_time", "other_date");

  const start_minute = start?.minute ?? null;
  const read_end = end ? (end.bandEnd ?? end.minute) : (start?.bandEnd ?? null);
  const isNoEnd = start_minute !== null && read_end !== null && endsTooLate(start_minute, read_end);
  const end_minute = isNoEnd ? null : read_end;
  if (isNoEnd) remark("end_time", "end_before_start");
  if (moment && moment.clock === false && context.mapping.start_time === undefined) remark("case_date", "date_more");
  if (readStart === false) remark("start_time", "time_unreadable");
  if (readStart === null && context.mapping.start_time !== undefined) remark("start_time", "time_missing");
  if (readEnd === false) remark("end_time", "time_unreadable");
  if ((start?.bandEnd ?? end?.bandEnd ?? null) !== null) remark("start_time", "band");
  if (typeof start?.zone === "number") remark("start_time", "time_zone");
  if (typeof end?.zone === "number") remark("end_time", "time_zone");
  if (start_minute !== null && end_minute !== null && end_minute < start_minute) remark("end_time", "next_day");

  const bare = cellOf("age");
  const unit = /^\d{1,3}$/.test(bare) ? (record.cells[context.unitColumn] ?? "") : "";
  const { ageUnit, monthFirst } = context;
  const age = readAge(`${bare} ${unit}`.trim(), { bare: ageUnit, monthFirst, on: date.date });
  if (age?.remark) remark("age", age.remark);
  const gender = context.genderCodes ? readGender(cellOf("gender"), context.genderCodes) : null;
  if (gender === false) remark("gender", "gender_unreadable");
  if (context.genderCodes === null && /^[12]$/.test(cellOf("gender"))) remark("gender", "gender_codes");
  const asa = readAsa(cellOf("asa"));
  if (asa?.remark) remark("asa", asa.remark);
  const { options, texts } = optionsOf(record, context);
  const own = readDescription(cellOf("case_description"));
  const description = readDescription([own.text, ...texts].join("\n"));
  if (own.cut || description.cut) remark("case_description", "cut");
  const location = placeWords(cellOf("location"));
  const specialty = placeWords(cellOf("specialty"));
  if (location === false) remark("location", "names_left_out");
  if (specialty === false) remark("specialty", "names_left_out");

  const codes = codesOf(cellOf, context);

  return {
    ...{ line: record.line, case_date: date.date, start_minute, end_minute },
    ...{ age: age?.age ?? null, age_unit: age?.age == null ? "years" : age.unit, gender: gender || null },
    ...{ asa: asa?.grade ?? null, case_description: description.text, remarks },
    ...codes,
    ...(options.length > 0 && { options }),
    ...(location && { location }),
    ...(specialty && { specialty }),
  };
}

/** The codes of the words of a row; none for words without a meaning. */
function codesOf(cellOf: (field: WordField) => string, { meaningOf }: MapContext) {
  const [urgency, supervision] = (["urgency", "supervision"] as const).map((field) => {
    return wordsOfCell(cellOf(field)).flatMap((word) => meaningOf(field, word))[0];
  });
  return {
    ...(urgency && { urgency: Number(urgency) }),
    ...(supervision && { supervision: Number(supervision) }),
  };
}

const OPTION_FIELDS = ["airway", "regional", "procedures"] as const;
/** How a block was done is for its user to tick: it comes as text. */
const BLOCK_FIELDS = ["block_technique", "block_catheter"] as const;
const SAYS_NO = /^(?:n|no|false|0)$/i;

/** The options of a case, each once, and what comes as text: `Airway: magic wand`. */
function optionsOf({ cells, parts = [cells] }: CsvRecord, { mapping, meaningOf }: MapContext) {
  const wordsOf = (part: readonly string[], field: CsvField) => writtenWords(part[mapping[field] ?? -1] ?? "");
  const read = parts.flatMap((part) =>
    OPTION_FIELDS.flatMap((field) =>
      wordsOf(part, field).map((word) => ({ field, word, meaning: meaningOf(field, word.toLowerCase()) })),
    ),
  );
  const ids = new Set(read.flatMap(({ meaning }) => meaning.filter((item) => item !== AS_TEXT)));
  const asText = [
    ...read.filter(({ meaning }) => meaning.includes(AS_TEXT)),
    ...BLOCK_FIELDS.flatMap((field) =>
      parts.flatMap((part) => wordsOf(part, field).map((word) => ({ field, word }))),
    ).filter(({ word }) => !SAYS_NO.test(word)),
  ];
  const byField = Map.groupBy(asText, ({ field }) => field);
  return {
    options: [...ids].slice(0, MAX_OPTIONS).map((id) => ({ id, flags: "" })),
    texts: [...byField].map(([field, words]) => {
      return `${CSV_FIELD_LABELS[field]}: ${[...new Set(words.map(({ word }) => word))].join(", ")}`;
    }),
  };
}

/** Most characters of a session's site. */
const MAX_PLACE_CHARACTERS = 80;

/** No theatre has such a number; a patient in a column that was mapped by mistake may have one. */
const LONG_NUMBER = /\d{4,}/;

/** Text of a place, which is stored in clear, like the site of a session; false if it may identify a person. */
function placeWords(cell: string): string | false {
  const { text } = readDescription(cell);
  return findIdentifiers(text).length > 0 || LONG_NUMBER.test(text)
    ? false
    : text.slice(0, MAX_PLACE_CHARACTERS).trim();
}

/** Whether a case would be too long: an end before the start is on the next day, unless no operation lasts so long. */
function endsTooLate(start: number, end: number): boolean {
  return end < start && (end - start + DAY_MINUTES) * MINUTE_MS > NO_CASE_MS;
}

/**
 * The start; without a column of starts, the time beside the date: a column holds one field only, but may contain both.
 */
function startOf(cell: string, moment: Moment | null | false, context: MapContext): TimeCell | null | false {
  if (context.mapping.start_time !== undefined) return readTime(cell, context.monthFirst);
  if (!moment || !context.dateHasTimes || moment.clock === null) return null;
  return moment.clock && { ...moment.clock, date: moment.date, bandEnd: null };
}

/** A time without a date of another time zone becomes the one that London's clocks show, on the day of the case. */
function onDay(moment: Moment | null | false, time: TimeCell | null | false): TimeCell | null | false {
  if (!moment || !time || time.date !== null || time.zone === null) return time;
  const { date, clock } = inLondon({ date: moment.date, clock: time });
  return clock ? { ...time, date, minute: clock.minute } : time;
}

/**
 * The date of the case: that of its start if it is one day later, as some lists continue past midnight under their
 * first date.
 */
function dateOf(moment: Moment | null | false, start: TimeCell | null, end: TimeCell | null, mapping: CsvMapping) {
  if (moment) {
    const own = start?.date ?? moment.date;
    const moved = own !== moment.date && own === addDays(moment.date, 1);
    return { date: moved ? own : moment.date, moved };
  }
  const date = mapping.case_date === undefined ? (start?.date ?? end?.date) : undefined;
  return date ? { date, moved: false } : null;
}
