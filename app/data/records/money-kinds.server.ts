import { z } from "zod";
import { BASES, PAYER_KINDS, payerKey, TAX_BASES, WORK_KINDS } from "~/diary/fees/kinds";
import type { RecordFields } from "./fields.server";
import * as f from "./fields.server";

const PENCE = "in pence";

const minute = z.int().min(0).max(1440);
const band = z.strictObject({
  weekdays: z.array(z.int().min(1).max(7)).max(7),
  from_minute: minute,
  until_minute: minute,
  rate_pence: z.int().min(1).max(9_999_999),
});

const payment = z.strictObject({ day: z.iso.date(), pence: z.int().min(1).max(9_999_999) });

export const MONEY_KINDS: readonly RecordFields[] = [
  {
    name: "payers",
    description: "Who pays you for additional paid work",
    nameField: "name",
    fields: {
      unique_ref: f.ref("of the payer"),
      name: f.text("name", 300),
      name_key: f.text("name in small letters", 300),
      kind: f.optional(f.oneOf("kind; empty: not on your list", PAYER_KINDS)),
      active: f.boolean("whether it is offered"),
      ...f.times,
      ...f.version,
    },
    disagrees: ({ name, name_key }) => (payerKey(String(name)) === name_key ? null : "names"),
    sameBy: ["name_key"],
  },
  {
    name: "rates",
    description: "What you are paid for it by",
    fields: {
      unique_ref: f.ref("of the rate"),
      name: f.text("name", 300),
      basis: f.oneOf("basis", BASES),
      rate_pence: f.optional(f.integer(`amount a unit, ${PENCE}; empty: by bands`)),
      bands: f.json("amounts an hour by times of the week", z.array(band).max(100)),
      bank_holidays_as_sunday: f.boolean("whether a bank holiday is paid as a Sunday"),
      work_kind: f.optional(f.oneOf("the kind of work that it is usual for", WORK_KINDS)),
      payer_ref: f.optional(f.requiredReference("payers", "payer")),
      active: f.boolean("whether it is in use"),
      ...f.times,
      ...f.version,
    },
  },
  {
    name: "fee_settings",
    description: "Which date puts money into a tax year",
    fields: {
      unique_ref: f.ref("of the settings"),
      tax_basis: f.oneOf("which date puts a fee into a tax year", TAX_BASES),
      ...f.times,
      ...f.version,
    },
    sameBy: [],
  },
  {
    name: "fees",
    description: "Money owed for a session, a case or work that stands alone",
    fields: {
      unique_ref: f.ref("of the fee"),
      session_ref: f.optional(f.requiredReference("sessions", "the session that it is for")),
      case_ref: f.optional(f.requiredReference("cases", "the case that it is for")),
      work_date: f.optional(f.date("date of work that stands alone")),
      start_minute: f.optional(f.integer("its start, in minutes from midnight", 0, 1439)),
      end_minute: f.optional(f.integer("its end, in minutes from midnight", 0, 1439)),
      start_which: f.optional(f.oneOf("which of two equal clock times it starts at", ["first", "second"])),
      end_which: f.optional(f.oneOf("which of two equal clock times it ends at", ["first", "second", "next"])),
      amount_pence: f.integer(`amount, ${PENCE}`),
      basis: f.oneOf("basis", BASES),
      rate_pence: f.optional(f.integer(`rate, ${PENCE}`)),
      payer_ref: f.optional(f.requiredReference("payers", "payer")),
      kind: f.oneOf("kind of work", { "": "", ...WORK_KINDS }),
      procedure_codes: f.text("procedure codes, a space between", 300),
      reference: f.text("reference", 300),
      timesheet_date: f.optional(f.date("when it was claimed")),
      paid_date: f.optional(f.date("when it was paid")),
      paid_pence: f.optional(f.integer(`amount paid, ${PENCE}; empty: all of it`)),
      later_payments: f.optional(f.json("payments after that one", z.array(payment).min(1).max(3))),
      written_off_date: f.optional(f.date("when it was written off")),
      ...f.times,
      ...f.version,
    },
    texts: { fields: f.notes, as: "text" },
  },
];
