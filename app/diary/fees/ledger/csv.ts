import { BASES, formatWorkKind } from "~/diary/fees/kinds";
import { feeStatus, moneyParts, paymentsOf } from "~/diary/fees/rules";
import { poundsText } from "~/platform/money";
import { clockTime } from "~/platform/time/clock-time";
import type { LondonDate } from "~/platform/time/london";
import { FEE_KINDS, type Fee, tookDays, waitsDays } from "./fee";
import { type FeeTexts, whatOf } from "./lines";

const HEADINGS = [
  "Date of the work",
  "Start",
  "End",
  "Hours",
  "Work",
  "Paid for",
  "Kind of work",
  "Site",
  "Payer",
  "Basis",
  "Rate (£)",
  "Amount (£)",
  "Procedure codes",
  "Reference",
  "Status",
  "Timesheet date",
  "Paid date",
  "Amount paid (£)",
  "Written off",
  "Days waiting",
  "Days to pay",
  "Notes",
];

/** Rows of the CSV file, oldest last as on the page. Dates are ISO (2026-11-21), which every program reads alike. */
export function feesCsv(fees: readonly { fee: Fee; texts: FeeTexts }[], today: LondonDate): string[][] {
  return [HEADINGS, ...fees.map(({ fee, texts }) => rowOf(fee, texts, today))];
}

function rowOf(fee: Fee, { notes, description }: FeeTexts, today: LondonDate): string[] {
  const { paid } = moneyParts(fee);
  return [
    fee.work,
    timeText(fee.from_minute),
    timeText(fee.until_minute),
    hoursText(fee.minutes),
    whatOf(fee, description),
    FEE_KINDS[fee.kind],
    formatWorkKind(fee.work_kind),
    fee.site,
    fee.payer,
    BASES[fee.basis],
    fee.rate_pence === null ? "" : poundsText(fee.rate_pence),
    poundsText(fee.amount_pence),
    fee.procedure_codes,
    fee.reference,
    feeStatus(fee).words,
    fee.timesheet_date ?? "",
    paymentsOf(fee)
      .map(({ day }) => day)
      .join(" "),
    paid === 0 ? "" : poundsText(paid),
    fee.written_off_date ?? "",
    numberText(waitsDays(fee, today)),
    numberText(tookDays(fee)),
    notes,
  ];
}

/** `4.75`; empty for none. */
export function hoursText(minutes: number | null): string {
  return minutes === null ? "" : (minutes / 60).toFixed(2);
}

export function timeText(minute: number | null): string {
  return minute === null ? "" : clockTime(minute);
}

function numberText(value: number | null): string {
  return value === null ? "" : String(value);
}

/** The name of the file: `extra-work-2026-27`, or `extra-work` without a tax year. */
export function fileName(year: string | null): string {
  return year === null ? "extra-work" : `extra-work-${year.replace("/", "-")}`;
}
