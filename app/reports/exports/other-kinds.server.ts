import { z } from "zod";
import { BASES, PAYER_KINDS, TAX_BASES, WORK_KINDS } from "~/claims/kinds";
import { claimPlace, claimSettings, claims, payers, rates } from "~/claims/table.server";
import { LEAVE_MOST_DAYS, LEAVE_STATUSES, LEAVE_TYPES } from "~/leave/kinds";
import { leave, leavePlace, leaveSettings, leaveYears, lieuLedger, lieuPlace } from "~/leave/table.server";
import { daysBetween } from "~/time/london";
import { CPD_TYPES } from "../cpd/kinds";
import { cpd, cpdPlace } from "../cpd/table.server";
import { savedReports } from "../saved/table.server";
import * as f from "./fields.server";
import type { RecordKind } from "./kind.server";
import { UNITS } from "./plan-kinds.server";

const DAY_PARTS = ["full", "am", "pm"];
const PENCE = "in pence";

export const LEAVE_KINDS: readonly RecordKind[] = [
  {
    name: "leave",
    says: "A leave",
    table: leave,
    fields: {
      unique_ref: f.ref("of the leave"),
      type: f.oneOf("type", Object.keys(LEAVE_TYPES)),
      called: f.text("name of your own", 300),
      date_start: f.date("first day"),
      date_end: f.date("last day"),
      start_part: f.oneOf("which part of the first day is off", DAY_PARTS),
      end_part: f.oneOf("which part of the last day is off", DAY_PARTS),
      status: f.oneOf("status", Object.keys(LEAVE_STATUSES)),
      stated_pa_units: f.optional(f.whole(`PAs as typed, ${UNITS}; empty: what its days are worth`)),
      study_cost_pence: f.optional(f.whole(`cost of study leave, ${PENCE}`)),
      ...f.times,
      ...f.version,
    },
    disagrees: ({ date_start, date_end }) =>
      daysBetween(String(date_start), String(date_end)) < LEAVE_MOST_DAYS ? null : "dates",
    sealed: { place: (row) => leavePlace(String(row.unique_ref)), texts: f.notes, as: "text" },
  },
  {
    name: "leave_settings",
    says: "What holds for all leave",
    table: leaveSettings,
    fields: {
      unique_ref: f.ref("of the settings"),
      year_start: f.pattern("month and day on which the leave year begins", /^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/),
      shown_first: f.oneOf("what is shown first", ["days", "pas"]),
      study_half_days: f.whole("study leave a year, in half days"),
      study_half_days_of_three: f.whole("study leave in three years, in half days"),
      ...f.times,
      ...f.version,
    },
    sameBy: [],
  },
  {
    name: "leave_years",
    says: "The entitlement from a leave year on",
    table: leaveYears,
    fields: {
      unique_ref: f.ref("of the entitlement"),
      year_begins: f.date("first day of the leave year"),
      annual_half_days: f.whole("annual leave, in half days"),
      fraction_hundredths: f.whole("fraction of full time, in hundredths"),
      carried_half_days: f.whole("carried over, in half days"),
      ...f.times,
      ...f.version,
    },
    sameBy: ["year_begins"],
  },
  {
    name: "lieu_ledger",
    says: "A line of time off in lieu",
    table: lieuLedger,
    fields: {
      unique_ref: f.ref("of the line"),
      day: f.date("the day"),
      kind: f.oneOf("what happened", ["earned", "spent", "adjusted"]),
      unit: f.oneOf("what it is in", ["hours", "pas", "days"]),
      hundredths: f.whole("how much, in hundredths; spent is less than nothing"),
      leave_ref: f.optional(f.mayName("leave", "the leave that it was spent on")),
      session_ref: f.optional(f.mayName("sessions", "the session that earned it")),
      ...f.times,
      ...f.version,
    },
    sealed: { place: (row) => lieuPlace(String(row.unique_ref)), texts: f.notes, as: "text" },
  },
];

const minute = z.int().min(0).max(1440);
const band = z.strictObject({
  weekdays: z.array(z.int().min(1).max(7)).max(7),
  from_minute: minute,
  until_minute: minute,
  rate_pence: z.int().min(1).max(9_999_999),
});

export const MONEY_KINDS: readonly RecordKind[] = [
  {
    name: "rates",
    says: "What extra work is paid by",
    table: rates,
    fields: {
      unique_ref: f.ref("of the rate"),
      name: f.text("name", 300),
      basis: f.oneOf("basis", Object.keys(BASES)),
      rate_pence: f.optional(f.whole(`amount a unit, ${PENCE}; empty: by bands`)),
      bands: f.json("amounts an hour by times of the week", z.array(band).max(100)),
      bank_holidays_as_sunday: f.yes("whether a bank holiday is paid as a Sunday"),
      payer: f.text("payer", 300),
      active: f.yes("whether it is in use"),
      ...f.times,
      ...f.version,
    },
  },
  {
    name: "payers",
    says: "Who pays for extra work",
    table: payers,
    fields: {
      unique_ref: f.ref("of the payer"),
      name: f.text("name", 300),
      name_key: f.text("name in small letters", 300),
      kind: f.oneOf("kind", Object.keys(PAYER_KINDS)),
      active: f.yes("whether it is offered"),
      ...f.times,
      ...f.version,
    },
    sameBy: ["name_key"],
  },
  {
    name: "claim_settings",
    says: "How you reckon money",
    table: claimSettings,
    fields: {
      unique_ref: f.ref("of the settings"),
      tax_basis: f.oneOf("which date puts a fee into a tax year", Object.keys(TAX_BASES)),
      ...f.times,
      ...f.version,
    },
    sameBy: [],
  },
  {
    name: "claims",
    says: "Money owed for a session, a case or work that stands alone",
    table: claims,
    fields: {
      unique_ref: f.ref("of the claim"),
      session_ref: f.optional(f.refTo("sessions", "the session that it is for")),
      case_ref: f.optional(f.refTo("cases", "the case that it is for")),
      work_date: f.optional(f.date("date of work that stands alone")),
      start_minute: f.optional(f.whole("its start, in minutes from midnight", 0, 1439)),
      end_minute: f.optional(f.whole("its end, in minutes from midnight", 0, 1439)),
      amount_pence: f.whole(`amount, ${PENCE}`),
      basis: f.oneOf("basis", Object.keys(BASES)),
      rate_pence: f.optional(f.whole(`rate, ${PENCE}`)),
      payer: f.text("payer", 300),
      kind: f.oneOf("kind of work", ["", ...Object.keys(WORK_KINDS)]),
      procedure_codes: f.text("procedure codes, a space between", 300),
      reference: f.text("reference", 300),
      timesheet_date: f.optional(f.date("when it was claimed")),
      paid_date: f.optional(f.date("when it was paid")),
      paid_pence: f.optional(f.whole(`amount paid, ${PENCE}; empty: all of it`)),
      written_off_date: f.optional(f.date("when it was written off")),
      ...f.times,
      ...f.version,
    },
    sealed: { place: (row) => claimPlace(String(row.unique_ref)), texts: f.notes, as: "text" },
  },
];

export const REPORT_KINDS: readonly RecordKind[] = [
  {
    name: "cpd",
    says: "Continuing professional development",
    table: cpd,
    fields: {
      unique_ref: f.ref("of the entry"),
      day: f.date("date"),
      minutes: f.whole("how long, in minutes"),
      type: f.oneOf("type", Object.keys(CPD_TYPES)),
      domains: f.pattern("GMC domains", /^([1-4](,[1-4])*)?$/),
      ...f.times,
      ...f.version,
    },
    sealed: {
      place: (row) => cpdPlace(String(row.unique_ref)),
      texts: { title: f.sealedText("title"), reflection: f.sealedText("reflection") },
      as: "json",
    },
  },
  {
    name: "saved_reports",
    says: "Choices of a report, under a name",
    table: savedReports,
    fields: {
      unique_ref: f.ref("of the report"),
      name: f.text("name", 300),
      name_key: f.text("name in small letters", 300),
      choices: f.reportChoices("choices, as in the address of the report"),
      ...f.times,
      ...f.version,
    },
    sameBy: ["name_key"],
  },
];
