import { BASES, formatWorkKind } from "~/diary/fees/kinds";
import { formatRate } from "~/diary/fees/rate-arithmetic";
import { type FeeStatus, feeStatus, paymentsOf } from "~/diary/fees/rules";
import { pathTo } from "~/platform/http/path-to";
import { lowerFirst } from "~/platform/letter-case";
import { moneyText } from "~/platform/money";
import { shortDate, ukDate } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";
import { type Fee, tookDays, waitsDays } from "./fee";
import { ageClassOf, formatDays } from "./ledger";

/** The decrypted texts of a fee: its notes, and the description of its case. */
export interface FeeTexts {
  notes: string;
  description: string;
}

/** A fee as its line of the table shows it. */
export interface FeeLine {
  unique_ref: string;
  version: number;
  status: FeeStatus;
  date: string;
  /** The work in one line: element, description of the case, or kind of work. */
  what: string;
  /** Kind of work, place, basis, codes and reference, a few words each. */
  details: string[];
  notes: string;
  payer: string;
  amount: string;
  amount_pence: number;
  timesheet: string;
  paid: string;
  /** `129 days` since the timesheet date; empty unless it waits for payment. */
  waits: string;
  /** `26 days` from timesheet date to payment; empty until then. */
  took: string;
  /** Has waited longer than the first class of `AGE_CLASSES`. */
  isOld: boolean;
  /** Path of the session or case; null for stand-alone work. */
  workPath: string | null;
  isCase: boolean;
}

export function lineOf(fee: Fee, texts: FeeTexts, today: LondonDate): FeeLine {
  const status = feeStatus(fee);
  const [waits, took] = [waitsDays(fee, today), tookDays(fee)];
  const what = whatOf(fee, texts.description);
  const kind = formatWorkKind(fee.work_kind);
  const details = [
    fee.kind === "case" && what !== "Case" ? "Case" : "",
    kind === what ? "" : kind,
    fee.kind === "case" ? (fee.element ?? "") : fee.site,
    basisOf(fee),
    fee.procedure_codes,
    fee.reference,
  ];
  return {
    unique_ref: fee.unique_ref,
    version: fee.version,
    status,
    date: shortDate(fee.work),
    what,
    // The kind of a session outside the plan is its fee's too.
    details: [...new Set(details.filter(Boolean))],
    notes: shortened(texts.notes),
    payer: fee.payer,
    amount: moneyText(fee.amount_pence),
    amount_pence: fee.amount_pence,
    timesheet: fee.timesheet_date === null ? "" : ukDate(fee.timesheet_date),
    paid: paymentsOf(fee)
      .map(({ day }) => ukDate(day))
      .join(", "),
    waits: waits === null ? "" : formatDays(waits),
    took: took === null ? "" : formatDays(took),
    isOld: waits !== null && ageClassOf(waits) > 0,
    workPath: workPathOf(fee),
    isCase: fee.kind === "case",
  };
}

/** `£200.00 per hour`; only the words if there is no rate or it equals the amount; empty for a fixed amount. */
function basisOf({ basis, rate_pence, amount_pence }: Fee): string {
  if (basis === "fixed") return "";
  return rate_pence === null || rate_pence === amount_pence ? lowerFirst(BASES[basis]) : formatRate(basis, rate_pence);
}

const WHAT_MAX = 120;

/**
 * The work in one line, shortened.
 * @param description of its case, decrypted
 */
export function whatOf(fee: Fee, description: string): string {
  const first = description.split("\n")[0]?.trim() ?? "";
  const own = fee.kind === "case" ? first : (fee.element ?? "");
  const words = own || formatWorkKind(fee.work_kind) || UNNAMED[fee.kind];
  return shortened(words);
}

function shortened(words: string): string {
  return [...words].length > WHAT_MAX ? `${[...words].slice(0, WHAT_MAX).join("")}…` : words;
}

const UNNAMED = { session: "Session", case: "Case", alone: "Additional paid work" } as const;

function workPathOf({ session_ref, case_ref }: Fee): string | null {
  if (session_ref === null) return null;
  return case_ref === null
    ? pathTo("/logbook/session/:sessionRef/", { sessionRef: session_ref })
    : pathTo("/logbook/session/:sessionRef/case/:caseRef/", { sessionRef: session_ref, caseRef: case_ref });
}
