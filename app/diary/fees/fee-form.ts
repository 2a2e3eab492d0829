import { z } from "zod";
import * as fields from "~/platform/http/fields";
import { takesNoRoom } from "~/platform/http/form-schemas";
import { identifierAnswers } from "~/ui/identifiers/form";
import { codes, payer } from "./form";
import { BASES, WORK_KINDS } from "./kinds";
import { money } from "./money-field";

type Keys<Words> = (keyof Words)[];

const PRICE = { name: "price", blank: "leave it blank" } as const;

const feeAnswers = {
  /** When work that stands alone was done; other work has its own times. */
  work_date: fields.date("date of the work"),
  start_time: fields.clock(),
  start_time_which: fields.choice("first or second", ["first", "second"]),
  end_time: fields.nextEnd(),
  end_time_which: fields.choice("which of the two", ["first", "second", "next"]),
  kind: fields.choice("a kind of work", Object.keys(WORK_KINDS) as Keys<typeof WORK_KINDS>),
  payer: payer(),
  /** One of the user's own rates, which brings basis and amount. */
  rate: fields.text({ name: "rate", max: 22 }),
  basis: fields.choice("a basis", Object.keys(BASES) as Keys<typeof BASES>),
  rate_amount: money({ name: "rate", blank: "leave it blank" }),
  quantity: fields.number({ name: "how many", min: 0.01, max: 999.99, places: 2 }),
  price_1: money(PRICE),
  price_2: money(PRICE),
  price_3: money(PRICE),
  amount: money({ name: "fee", blank: "leave it blank to have it worked out" }),
  procedure_codes: codes(),
  reference: fields.text({ name: "reference", max: 40 }),
  timesheet_date: fields.date("timesheet date"),
  paid_date: fields.date("paid date"),
  paid_amount: money({ name: "payment", blank: "leave it blank for the whole fee" }),
  written_off_date: fields.date("date of writing off"),
  notes: fields.text({ name: "notes", max: 2000 }),
  /** Which button was pressed. */
  act: fields.choice("what to do", ["save", "work_out"]),
  ...identifierAnswers,
};

export const newFeeForm = z.object({ idempotency_key: fields.idempotencyKey, ...feeAnswers });
export const editFeeForm = z.object({ version: fields.version, ...fields.ifGone, ...feeAnswers });
export const deleteFeeForm = takesNoRoom(z.object({ version: fields.version }));

/** A fee as its own page answers it. */
export type FeeAnswers = z.output<z.ZodObject<typeof feeAnswers>>;
