import { z } from "zod";
import { sessionClaimAnswers } from "~/claims/form";
import { choice, chosen, clock, date, idempotencyKey, number, text, tick, version } from "~/http/fields";
import { identifierAnswers } from "~/identifiers/form";
import { PA_BASES } from "./rules";
import { DATE_MESSAGE, TIME_MESSAGE } from "./times";

const NOTES_MAX = 10_000;

const which = choice("first or second", ["first", "second"]).transform((value) => value ?? "");

/** The names are those of the specification (3.4). */
const answers = z.object({
  session_date: date("date", DATE_MESSAGE, DATE_MESSAGE).transform((value) => value as string),
  session_start_time: clock(TIME_MESSAGE),
  session_start_time_which: which,
  session_end_time: clock(TIME_MESSAGE),
  session_end_time_which: which,
  whole_day: tick(),
  session_greater_24_hours: tick(),
  session_end_date: date("end date", undefined, DATE_MESSAGE),
  job_plan_element_unique_ref: text({ name: "job plan element", max: 22 }),
  site: text({ name: "site", max: 80 }),
  pa_calculation_basis: chosen("PA basis", PA_BASES),
  fixed_PA_allocation: number({ name: "PA allocation", min: 0, max: 40, places: 2 }),
  description: text({ name: "notes", max: NOTES_MAX }),
  ...sessionClaimAnswers,
  ...identifierAnswers,
});

/** What the rest of a form does not ask for is not read: an end date without its tick, an allocation by time. */
function askedFor(input: unknown): unknown {
  if (typeof input !== "object" || input === null) return input;
  const asked: Record<string, unknown> = { ...input };
  if (asked.pa_calculation_basis !== "fixed") delete asked.fixed_PA_allocation;
  if (!asked.session_greater_24_hours) delete asked.session_end_date;
  return asked;
}

export type SessionAnswers = z.output<typeof answers>;

/** `after_save` is the button that was pressed: "case" goes on to the first case. */
const afterSave = choice("a button", ["case"]);

export const newSessionForm = z.preprocess(
  askedFor,
  answers.extend({ idempotency_key: idempotencyKey, after_save: afterSave }),
);
export const sessionForm = z.preprocess(askedFor, answers.extend({ version, after_save: afterSave }));
export type SessionEdit = z.output<typeof sessionForm>;

/** What the page said would go. */
export const deleteSessionForm = z.object({
  version,
  cases: number({
    name: "cases",
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    places: 0,
    empty: "Open this page again to see what goes with the session",
  }).transform((value) => value as number),
});
export type ShownForDelete = z.output<typeof deleteSessionForm>;
