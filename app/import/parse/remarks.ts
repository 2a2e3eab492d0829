import type { CsvRemark } from "~/import/fields";
import { formatCounted } from "~/platform/time/counted";
import type { DateOrder } from "./date-order";

const REMARKS = {
  future: "The date is in the future",
  date_more: "There is more than a date in the date column: only the date is used",
  time_unreadable: "The time could not be read and is left blank",
  time_missing: "There is no time: was the case cancelled?",
  time_zone: "The time has a time zone: it was turned into London’s time",
  band: "The time is a part of the day",
  end_before_start: "The end is before the start, and is left blank",
  next_day: "The end is on the day after the start",
  other_day: "The start is on the day after the date of the case: the date of the start is used",
  other_date: "The start has a different date from the case: only its time is used",
  age_zero: "The age is 0 years: enter months or days",
  age_over: "The age is given as this or older",
  age_range: "The age is not between 0 and 120 years and is left blank",
  age_unreadable: "The age could not be read and is left blank",
  gender_codes: "The file does not say whether 1 or 2 is female: the gender is left blank",
  gender_unreadable: "The gender is neither female nor male and is left blank",
  asa_emergency: "The ASA grade has an E for emergency",
  asa_six: "ASA 6 (organ donor) is not among the grades: it is left blank",
  asa_unreadable: "The ASA grade could not be read and is left blank",
  quotes: "The row has a quotation mark within a value: check its values",
  cut: "The description is longer than 500 characters and was cut",
  names_left_out: "The location or specialty may identify a patient and is left blank",
  joined: "Several procedures were joined",
} as const;

export type RemarkCode = keyof typeof REMARKS;

/** Codes that leave a value blank are first. */
export const REMARK_ORDER = (Object.keys(REMARKS) as RemarkCode[]).sort(
  (one, other) => Number(isBlank(other)) - Number(isBlank(one)),
);

function isBlank(code: RemarkCode): boolean {
  return REMARKS[code].includes("left blank");
}
/** All codes of remarks. */
export const REMARK_CODES = Object.keys(REMARKS) as [RemarkCode, ...RemarkCode[]];

/** A doubt about a value in words. */
export function formatRemark({ code }: CsvRemark): string {
  return Object.hasOwn(REMARKS, code) ? REMARKS[code as RemarkCode] : "";
}

/** A doubt about the file, a whole column, or many rows. The user can answer some of them by a choice. */
export interface CsvNotice {
  code: "one_column" | "us_dates" | "gender_codes" | "same_case" | "ages_at_export";
  /** Number of rows that it is about. */
  rows: number;
  /** Only of `us_dates`. */
  dates?: DateOrder;
}

export function formatNotice({ code, rows, dates }: CsvNotice): string {
  if (code === "us_dates") {
    return ["The dates may have the day or the month first", ...(dates?.evidence ?? [])].join(". ").concat(".");
  }
  if (code === "one_column") {
    return "The file was read as one column. If it has more, choose its separator below, under How the file is read.";
  }
  if (code === "gender_codes") {
    return "The gender is given as 1 and 2, which mean different things in different systems. Choose which is female, or the gender is left blank.";
  }
  if (code === "ages_at_export") {
    return "Ages may be as of the export date, not the date of the operation. If so, patients of old cases are too old.";
  }
  const which = formatCounted(rows, "row has", "rows have");
  return `${which} the same date, times, age and gender as the row before, and another procedure: they are read as one case.`;
}

/** A doubt about values of some rows, in words. */
export function formatDoubt(code: RemarkCode | "identifier"): string {
  if (code === "identifier") {
    return "The description may identify a patient. Correct it in the file, or when you add the case";
  }
  return code === "time_unreadable" ? `${REMARKS[code]}. Write it as 08:15` : REMARKS[code];
}
