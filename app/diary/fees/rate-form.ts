import { z } from "zod";
import * as fields from "~/platform/http/fields";
import { type Readable, withCrossFieldChecks } from "~/platform/http/form-schemas";
import { rowForm } from "~/platform/http/row-form";
import { poundsText } from "~/platform/money";
import { clockTime } from "~/platform/time/clock-time";
import { identifierAnswers } from "~/ui/identifiers/form";
import { money, payer } from "./form";
import { BASES, type Basis, WORK_KINDS, type WorkKind } from "./kinds";
import { BAND_DAY_KEYS, bandsOverlap, joinBands, splitBands, type TypedBand } from "./rates";
import type { RateRow } from "./table.server";

const MAX_BANDS = 14;

/** Error for a list whose shape differs from the one that the page sends. */
const TAMPERED = "Reload this page, then enter the time bands again";

const RATE = { name: "rate", blank: "leave it blank" } as const;

const bandAnswers = z.object(
  {
    days: fields.choice("the days", BAND_DAY_KEYS),
    from: fields.clock(),
    until: fields.nextEnd(),
    rate: money(RATE),
  },
  { error: TAMPERED },
);

function isBlank({ days, from, until, rate }: Readable<z.output<typeof bandAnswers>>): boolean {
  return days === null && from === null && until === null && rate === null;
}

const bandRow = withCrossFieldChecks(bandAnswers, (band, context) => {
  if (isBlank(band)) return;
  const missing = (name: string, message: string) => context.addIssue({ code: "custom", path: [name], message });
  if (band.days === null) missing("days", "Choose the days");
  if (band.from === null) missing("from", "Enter when it begins");
  if (band.until === null) missing("until", "Enter when it ends");
  if (band.rate === null) missing("rate", "Enter the amount for an hour");
}).transform((band): TypedBand | null => {
  if (isBlank(band)) return null;
  const { days, from, until, rate } = band;
  return { days: days ?? "all", from_minute: from ?? 0, until_minute: until ?? 0, rate_pence: rate ?? 0 };
});

const rateAnswers = {
  name: fields.text({ name: "name", max: 60, empty: "Enter a name for the rate" }),
  basis: fields.chosen("what it is paid for", Object.keys(BASES) as Basis[]),
  rate_amount: money(RATE),
  bands: z.array(bandRow, { error: TAMPERED }).max(MAX_BANDS, `A rate holds up to ${MAX_BANDS} time bands`).default([]),
  bank_holidays_as_sunday: fields.tick(),
  work_kind: fields.choice("a kind of work", Object.keys(WORK_KINDS) as WorkKind[]),
  payer: payer(),
};

export type RateColumns = Pick<
  RateRow,
  "name" | "basis" | "rate_pence" | "bands" | "bank_holidays_as_sunday" | "work_kind" | "payer"
>;

type Answers = z.output<z.ZodObject<typeof rateAnswers>>;

function validateRate({ bands: rows, rate_amount, basis }: Readable<Answers>, context: z.RefinementCtx): void {
  if (rows === undefined || basis === undefined) return;
  const typed = rows.filter((row) => row !== null);
  const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path, message });
  if (typed.length > 0 && basis !== "hour") {
    refuse(["basis"], "Time bands are for rates per hour only. Choose “Per hour”, or clear the time bands");
  } else if (typed.length > 0 && typeof rate_amount === "number") {
    refuse(["rate_amount"], "Clear this or the time bands: an hour has one price");
  } else if (typed.length === 0 && rate_amount === null) {
    const message = basis === "hour" ? "Enter the rate, or time bands below" : "Enter the rate";
    refuse(["rate_amount"], message);
  }
  const overlap = bandsOverlap(typed);
  if (overlap) {
    const [first, second] = overlap.places.map((place) => rows.indexOf(typed[place] ?? null)) as [number, number];
    refuse(["bands", second, "from"], `Change these times: ${overlap.when} is in time band ${first + 1} too`);
  }
}

function columnsOf({ bands: rows, rate_amount: rate_pence, ...answers }: Answers): RateColumns {
  const { name, basis, bank_holidays_as_sunday, work_kind, payer } = answers;
  const bands = splitBands(rows.filter((row) => row !== null));
  return { name, basis, rate_pence, bands, bank_holidays_as_sunday, work_kind, payer };
}

/** Name and payer are checked for identifiers. */
const withTexts = { ...rateAnswers, ...identifierAnswers };

export const newRateForm = withCrossFieldChecks(
  z.object({ idempotency_key: fields.idempotencyKey, ...withTexts }),
  validateRate,
).transform((answers) => ({ ...answers, rate: columnsOf(answers) }));

/** The buttons of a rate's page; each changes the rate only at the version that the page showed. */
export const editRateForm = rowForm(
  withCrossFieldChecks(
    z.object({ intent: z.literal("save"), version: fields.version, ...withTexts }),
    validateRate,
  ).transform((answers) => ({ ...answers, rate: columnsOf(answers) })),
  "archive",
  "restore",
  "delete",
);

/** The texts of a rate that are checked for identifiers. */
export function rateTexts({ name, payer }: Pick<RateColumns, "name" | "payer">): Record<string, string> {
  return { name, payer };
}

/** The default values of a new rate. */
export const NEW_RATE: Record<string, string> = { basis: "", bank_holidays_as_sunday: "yes" };

/** The default values of a rate's form. */
export function rateAnswersOf(rate: RateColumns & Pick<RateRow, "version">): Record<string, string> {
  const rows = joinBands(rate.bands).map(({ days, from_minute, until_minute, rate_pence }, index) => [
    [`bands[${index}].days`, days],
    [`bands[${index}].from`, clockTime(from_minute)],
    [`bands[${index}].until`, clockTime(until_minute)],
    [`bands[${index}].rate`, poundsText(rate_pence)],
  ]);
  return {
    version: String(rate.version),
    name: rate.name,
    basis: rate.basis,
    rate_amount: rate.rate_pence === null ? "" : poundsText(rate.rate_pence),
    bank_holidays_as_sunday: rate.bank_holidays_as_sunday ? "yes" : "",
    work_kind: rate.work_kind ?? "",
    payer: rate.payer,
    ...Object.fromEntries(rows.flat()),
  };
}
