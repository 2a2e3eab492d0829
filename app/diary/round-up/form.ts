import { z } from "zod";
import { ASA_GRADES, codesOf, GENDERS, URGENCIES } from "~/diary/cases/codes";
import { AGE_LIMITS } from "~/diary/cases/rules";
import * as fields from "~/platform/http/fields";
import { byIntent, exemptFromQuota } from "~/platform/http/form-schemas";
import type { Choice } from "~/ui/forms/choice-fields";

const ASK_AGAIN = "Reload this page, then make your changes again";
const MAX_ROWS = 200;

/** Reference and version of a row as it was shown. */
const shown = { ref: fields.reference(ASK_AGAIN), version: fields.version };

function code(name: string, choices: readonly Choice[]) {
  return fields.choice(name, codesOf(choices)).transform((value) => (value === null ? null : Number(value)));
}

const lackingCase = z.object({
  ...shown,
  asa: code("an ASA grade", ASA_GRADES),
  urgency: code("an urgency", URGENCIES),
  gender: code("female or male", GENDERS),
  age: fields.number({ name: "age in years", min: 0, max: AGE_LIMITS.years, places: 0 }),
});

const untaggedSession = z.object({
  ...shown,
  element: fields.text({ name: "job plan element", max: 22 }),
});

/** Key of a planned session: its element, its date, and the minute of its start. */
const PLANNED = /^[\w-]{22}\/\d{4}-\d\d-\d\d\/\d{1,4}$/;

function planned(read: z.ZodType<string[]>) {
  return read.refine((keys) => keys.every((key) => PLANNED.test(key)), ASK_AGAIN);
}

const answers = z.object({
  intent: fields.choice("what to do", ["save", "log_all", "mail_on", "mail_off"]),
  /** Key of the planned session whose button logs it. */
  log: planned(fields.ticks("the session", 1)),
  /** Key of the planned session whose button records that it did not happen. */
  cancel: planned(fields.ticks("the session", 1)),
  /** Keys of all planned sessions that were shown. */
  planned: planned(fields.ticks("the sessions", MAX_ROWS)),
  cases: z.array(lackingCase, { error: ASK_AGAIN }).max(MAX_ROWS, ASK_AGAIN).default([]),
  sessions: z.array(untaggedSession, { error: ASK_AGAIN }).max(MAX_ROWS, ASK_AGAIN).default([]),
  /** The fees that were ticked as claimed: `<reference>/<version>`. */
  fee: fields
    .ticks("the fees", MAX_ROWS)
    .refine((list) => list.every((each) => /^[\w-]{22}\/\d{1,9}$/.test(each)), ASK_AGAIN),
  claimed_on: fields.date("claimed on"),
  idempotency_key: fields.idempotencyKey,
});

/** Every button of the page sends all choices, so that none are lost. */
export const roundUpForm = exemptFromQuota(answers, byIntent("mail_off"));

export type RoundUpAnswers = z.output<typeof answers>;
