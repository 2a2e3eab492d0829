import { z } from "zod";
import { AGE_UNITS, codesOf, GENDERS, SUPERVISIONS, URGENCIES } from "~/diary/cases/codes";
import { STANDARD_LABELS } from "~/diary/cases/options.server";
import { BLOCK_FLAGS } from "~/diary/cases/standard-options";
import type { StoredOption } from "~/diary/cases/table.server";
import { WORK_KINDS as FEE_KINDS } from "~/diary/fees/kinds";
import { countedUnits, OUTCOMES, type Outcome } from "~/diary/sessions/outcome";
import { REACH_MS } from "~/diary/sessions/queries.server";
import { PA_BASES } from "~/diary/sessions/rules";
import { CSV_FIELDS } from "~/import/fields";
import { wordTable } from "~/import/map/word-table";
import { CSV_ENCODINGS } from "~/import/parse/decode";
import { CSV_DELIMITERS } from "~/import/parse/table";
import { paUnitsOf } from "~/planning/job-plans/pa-rules";
import { rulesFrom } from "~/planning/job-plans/table.server";
import { MINUTE_MS } from "~/platform/time/durations";
import type { Choice } from "~/ui/forms/choice-fields";
import type { ColumnValue, RecordFields } from "./fields.server";
import * as f from "./fields.server";
import { allocation, paRules } from "./plan-kinds.server";

/**
 * Names the part of a session that contradicts the rest; null when none does. Its minutes must add up to its duration,
 * and its PAs must follow from them by its own rules, or be fixed, or be none as its outcome has it. Which minutes are
 * premium is not computed again: a bank holiday may be proclaimed after a session was saved.
 */
export function sessionDisagreement(row: Readonly<Record<string, ColumnValue>>): string | null {
  const lasts = Number(row.end_at) - Number(row.start_at);
  if (lasts <= 0 || lasts > REACH_MS) return "times";
  const worked = { standard: Number(row.standard_minutes), premium: Number(row.premium_minutes) };
  if ((worked.standard + worked.premium) * MINUTE_MS !== lasts) return "minutes";
  const units = Number(row.fixed_pa_units ?? paUnitsOf(worked, rulesFrom(String(row.pa_rules))));
  const outcome = OUTCOMES[Number(row.outcome ?? 0)] as Outcome;
  // Whether its element counted then is not said in the file.
  if (![true, false].some((isPlanned) => countedUnits(outcome, units, isPlanned) === row.pa_units)) return "PAs";
  return row.element_ref && row.work_kind ? "element and kind of work" : null;
}

const OPTION_KINDS = ["airway", "procedure"];

function coded(words: string, choices: readonly Choice[]) {
  const codes = choices.map(({ value, label }) => `${value} ${label}`).join(", ");
  const labels = Object.fromEntries(choices.map(({ value, label }) => [value, label]));
  return f.optional(f.withLabels(f.integer(`${words}: ${codes}`), labels));
}

const patient = {
  age: f.optional(f.integer("age of the patient", 0, 1500)),
  age_unit: f.oneOf("what the age is in", codesOf(AGE_UNITS)),
  gender: coded("gender of the patient", GENDERS),
  asa: f.optional(f.integer("ASA grade", 1, 5)),
};

const caseTexts = {
  case_description: f.encryptedText("description"),
  complications: f.encryptedText("complications"),
  reflective_notes: f.encryptedText("reflective notes"),
};

const FLAG_LABELS: Record<string, string> = Object.fromEntries(BLOCK_FLAGS.map(({ value, label }) => [value, label]));
const flag = Object.keys(FLAG_LABELS).join("|");
const chosenOption = z.strictObject({
  id: z.string().regex(/^(\d{1,4}|[\w-]{22})$/),
  flags: z
    .string()
    .max(300)
    .regex(new RegExp(`^((${flag})(,(${flag}))*)?$`)),
});
/** Most options of a case. Both Standard lists, and the most options that a user can add, are some 600. */
export const MAX_OPTIONS = 1000;

const chosenOptions: f.Field = {
  ...f.json(
    "airway and procedure options, of the standard lists or your own, with details of blocks",
    z
      .array(chosenOption)
      .max(MAX_OPTIONS)
      .refine((chosen) => new Set(chosen.map(({ id }) => id)).size === chosen.length),
  ),
  refs: { kind: "options", must: false, isList: true },
  inTable: {
    shape: "names, a semicolon between; details of a block in brackets",
    show: (chosen, names) => (chosen as StoredOption[]).map((each) => optionText(each, names)).join("; "),
  },
};

function optionText({ id, flags }: StoredOption, names: f.Names): string {
  const name = STANDARD_LABELS.get(id) ?? names.get(id) ?? id;
  const details = flags.split(",").map((each) => FLAG_LABELS[each] ?? each);
  return flags === "" ? name : `${name} (${details.join(", ")})`;
}

export const WORK_KINDS: readonly RecordFields[] = [
  {
    name: "sessions",
    description: "A work session",
    fields: {
      unique_ref: f.ref("of the session"),
      start_at: f.minuteAt("start"),
      end_at: f.minuteAt("end"),
      element_ref: f.optional(f.requiredReference("job_plan_elements", "its job plan element")),
      work_kind: f.optional(f.oneOf("its kind of work outside the plan", FEE_KINDS)),
      site: f.text("site", 300),
      pa_basis: f.oneOf("whether PAs follow from its times", PA_BASES),
      fixed_pa_units: f.optional(allocation("fixed PAs")),
      standard_minutes: f.integer("minutes in standard time", 0),
      premium_minutes: f.integer("minutes in premium time", 0),
      pa_units: f.paUnits("PAs", 0),
      pa_rules: f.json("what an hour counted when it was saved", paRules),
      recurring_uuid: f.optional(f.pattern("the series that it is of: equal for its sessions", /^[\w-]{1,40}$/)),
      outcome: f.optional(f.oneOf("whether it was held, and if not, why; empty: held", OUTCOMES)),
      ...f.times,
      ...f.version,
    },
    disagrees: sessionDisagreement,
    texts: { fields: f.notes, as: "text" },
  },
  {
    name: "cancellations",
    description: "A planned session that did not happen",
    fields: {
      unique_ref: f.ref("of the cancellation"),
      element_ref: f.requiredReference("job_plan_elements", "its job plan element"),
      start_at: f.minuteAt("when it was planned to start"),
      ...f.times,
      ...f.version,
    },
  },
  {
    name: "options",
    description: "An airway or procedure option of one's own",
    nameField: "label",
    fields: {
      unique_ref: f.ref("of the option"),
      kind: f.oneOf("of which list", OPTION_KINDS),
      label: f.text("name", 300),
      group_name: f.text("group", 300),
      active: f.boolean("whether it is offered"),
      sort_order: f.integer("place in the list"),
      ...f.times,
      ...f.version,
    },
    sameBy: ["kind", "label"],
  },
  {
    name: "cases",
    description: "A case in a session",
    fields: {
      unique_ref: f.ref("of the case"),
      session_ref: f.requiredReference("sessions", "the session that it is in"),
      start_at: f.optional(f.minuteAt("start")),
      end_at: f.optional(f.minuteAt("end")),
      ...patient,
      urgency: coded("urgency", URGENCIES),
      supervision: coded("whom you supervised", SUPERVISIONS),
      identifier_suspected: f.boolean("whether its text may identify a patient"),
      reflection_type: f.optional(
        f.oneOf("what its reflective notes are of", [
          ...["cpd", "quality", "event", "colleagues", "patients", "compliment", "complaint"],
        ]),
      ),
      reflection_domains: f.pattern("GMC domains of its reflective notes", /^([1-4](,[1-4])*)?$/),
      options: chosenOptions,
      ...f.times,
      ...f.version,
    },
    texts: { fields: caseTexts, as: "json" },
  },
];

const mapping = z.partialRecord(z.enum(CSV_FIELDS), z.int().min(0).max(9999));
const choices = z.strictObject({
  encodings: z
    .array(z.enum(Object.keys(CSV_ENCODINGS)))
    .max(50)
    .optional(),
  delimiters: z
    .array(z.enum(Object.keys(CSV_DELIMITERS)))
    .max(50)
    .optional(),
  usDates: z.boolean().optional(),
  genderCodes: z.string().max(40).optional(),
  joinProcedures: z.boolean().optional(),
  mine: z.array(z.string().max(43)).max(50).optional(),
  words: wordTable.optional(),
});
const remarks = z.array(z.strictObject({ field: z.enum(CSV_FIELDS), code: z.string().max(60) })).max(100);

export const IMPORT_KINDS: readonly RecordFields[] = [
  {
    name: "imports",
    description: "A theatre system's file that was imported",
    fields: {
      unique_ref: f.ref("of the import"),
      file_hash: f.text("SHA-256 of the file", 300),
      layout: f.text("hash of its header row", 300),
      mapping: f.json("column of each field, from 0", mapping),
      choices: f.json("how unclear columns were read", choices),
      rows_read: f.integer("rows of the file", 0),
      rows_skipped: f.integer("rows left out: empty, headers, totals, cancelled cases, cases of others", 0),
      rows_merged: f.integer("rows equal to another, or going on from the one above", 0),
      rows_rejected: f.integer("rows with a fault that left nothing to place", 0),
      rows_expected: f.integer("rows that were to arrive", 0),
      rows_received: f.integer("rows that have arrived", 0),
      rows_known: f.integer("rows that an earlier import had brought", 0),
      complete_at: f.optional(f.instant("when all rows had arrived")),
      cleared_at: f.optional(f.instant("when what was not placed was cleared")),
      undone_at: f.optional(f.instant("when it was undone")),
      wiped_at: f.optional(f.instant("when the values of its rows were wiped")),
      ...f.times,
    },
  },
  {
    name: "import_rows",
    description: "A row of an imported file; its values go when they are old",
    fields: {
      unique_ref: f.ref("of the row"),
      import_ref: f.requiredReference("imports", "the import that it is of"),
      case_ref: f.optionalReference("cases", "the case that it became, or would become"),
      line: f.integer("line of the file, from 1", 1),
      row_key: f.optional(f.bytes("keyed hash of its values, by which it is known again")),
      case_date: f.optional(f.date("date")),
      day_at: f.optional(f.instant("midnight before")),
      next_day_at: f.optional(f.instant("midnight after")),
      start_at: f.optional(f.minuteAt("start")),
      end_at: f.optional(f.minuteAt("end")),
      ...patient,
      urgency: coded("urgency", URGENCIES),
      supervision: coded("whom you supervised", SUPERVISIONS),
      options: chosenOptions,
      location: f.text("location, for its session", 300),
      specialty: f.text("specialty, for the notes of its session", 300),
      identifier: f.optional(f.oneOf("how strongly its text may identify a patient", ["medium", "strong"])),
      remarks: f.json("what to check", remarks),
      placed_at: f.optional(f.instant("when its case was made")),
      by_hand: f.boolean("whether its case was completed by hand"),
      wiped_at: f.optional(f.instant("when its values were wiped")),
      ...f.times,
    },
    texts: { fields: caseTexts, as: "json" },
    partOf: "import_ref",
  },
];
