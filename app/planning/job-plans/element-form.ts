import { z } from "zod";
import * as fields from "~/platform/http/fields";
import { type Readable, withCrossFieldChecks } from "~/platform/http/form-schemas";
import { upperFirst } from "~/platform/letter-case";
import { alternates, CATEGORIES, COUNTINGS, PATTERNS, RECURRENCES, type Recurrence, usualBasis } from "./elements";
import { MOST_ON_CALL, NOT_ON_CALL, ON_CALL_CATEGORIES } from "./on-call";
import { paUnits } from "./pa-rules";
import { ROTA_WEEKS_MESSAGE, readRotaWeeks } from "./rota-weeks";
import type { ScheduleRow } from "./schedule";

export const MAX_SCHEDULE_ROWS = 14;

/** Error for a list whose shape differs from the one that the page sends. */
export const TAMPERED = "Reload this page, then enter the times again";

const RECURRENCE_CODES = Object.keys(RECURRENCES) as `${Recurrence}`[];

export const rowAnswers = z.object(
  {
    weekday: fields.choice("a day", ["1", "2", "3", "4", "5", "6", "7"]),
    start: fields.clock(),
    end: fields.nextEnd(),
    recurrence: fields.choice("how often", RECURRENCE_CODES),
    anchor_date: fields.date("date of one such week"),
    rota_weeks: rotaWeeks(),
  },
  { error: TAMPERED },
);

/** Field: weeks of a rota as typed, `2, 3 and 5 of 8`. */
export function rotaWeeks() {
  return fields.text({ name: "weeks", max: 100 }).transform((typed, context) => {
    const read = readRotaWeeks(typed);
    if (read !== false) return read;
    context.addIssue({ code: "custom", message: ROTA_WEEKS_MESSAGE });
    return z.NEVER;
  });
}

type RowAnswers = z.output<typeof rowAnswers>;

/** Whether a row is the blank one that the page offers, in which only the recurrence is set. */
export function isBlank({ weekday, start, end, anchor_date, rota_weeks }: Readable<RowAnswers>): boolean {
  return [weekday, start, end, anchor_date, rota_weeks].every((answer) => answer === null);
}

export const scheduleRow = withCrossFieldChecks(rowAnswers, refuseIncompleteRow).transform(timeOf);

export function refuseIncompleteRow(row: Readable<RowAnswers>, context: z.RefinementCtx): void {
  if (isBlank(row)) return;
  const missing = (name: string, message: string) => context.addIssue({ code: "custom", path: [name], message });
  if (row.weekday === null) missing("weekday", "Choose a day");
  if (row.start === null) missing("start", "Enter a start time");
  if (row.end === null) missing("end", "Enter an end time");
  if (alternates(Number(row.recurrence)) && row.anchor_date === null) {
    const which = row.recurrence === "31" ? "in week 1 of the rota" : "in a week when it happens";
    missing("anchor_date", `Enter any date ${which}`);
  }
  if (row.recurrence === "31" && row.rota_weeks === null) missing("rota_weeks", ROTA_WEEKS_MESSAGE);
}

export function timeOf(row: RowAnswers): ScheduleRow | null {
  if (isBlank(row)) return null;
  const recurrence = Number(row.recurrence ?? 11) as Recurrence;
  return {
    weekday: Number(row.weekday),
    start_minute: row.start ?? 0,
    end_minute: row.end ?? 0,
    recurrence,
    anchor_date: alternates(recurrence) ? row.anchor_date : null,
    rota_weeks: recurrence === 31 ? row.rota_weeks : null,
  };
}

const elementAnswers = z.object({
  description: fields.text({ name: "description", max: 60, empty: "Enter a description" }),
  category: fields.chosen("a category", CATEGORIES),
  counts_to_balance: fields.tick(),
  counting: fields.choice("how it counts", COUNTINGS),
  pattern: fields.chosen("when it happens", PATTERNS),
  pa: fields.number({ name: "PAs", min: 0, max: 12, places: 4 }),
  occurrences_per_year: fields.number({ name: "times a year", min: 0, max: 400, places: 0 }),
  schedule: z
    .array(scheduleRow, { error: TAMPERED })
    .max(MAX_SCHEDULE_ROWS, `An element holds up to ${MAX_SCHEDULE_ROWS} times`)
    .default([]),
  default_basis: fields.choice("a PA basis", ["time_calculated", "fixed"]),
  default_fixed_pa: inSteps({ name: "fixed PAs", min: 0, max: 12, places: 2, step: 0.05 }),
  custom_hours_per_pa: inSteps({ name: "hours of a PA", min: 1, max: 12, places: 2, step: 0.25 }),
  on_call_one_in: fields.number({ name: "frequency", min: 1, max: MOST_ON_CALL, places: 0 }),
  on_call_category: fields.choice("a category", ON_CALL_CATEGORIES),
  specialty: fields.text({ name: "specialty", max: 60 }),
  location: fields.text({ name: "site", max: 60 }),
});

/** Field: a number in steps, such as of 0.25. */
export function inSteps({ step, ...rule }: { name: string; min: number; max: number; places: number; step: number }) {
  return fields.number(rule).transform((value, context) => {
    if (value !== null && Math.round(value * 100) % Math.round(step * 100) !== 0) {
      const name = upperFirst(rule.name);
      context.addIssue({ code: "custom", message: `${name} must go in steps of ${step}` });
      return z.NEVER;
    }
    return value;
  });
}

/** The form of an element, as the columns of its rows. The weekly PAs are calculated with its plan. */
const elementForm = withCrossFieldChecks(elementAnswers, refuseMissing).transform((answers) => {
  const schedule = answers.schedule.filter((row) => row !== null);
  const { description, category, pattern, pa, specialty, location, on_call_one_in, on_call_category } = answers;
  const { default_fixed_pa: fixedPa, custom_hours_per_pa: hours } = answers;
  const isExtra = category === "Extra";
  return {
    schedule,
    element: {
      ...{ description, category, pattern, specialty, location },
      counts_to_balance: answers.counts_to_balance && !isExtra,
      counting: isExtra ? "logged" : (answers.counting ?? "logged"),
      stated_pa_units: isExtra || pa === null ? null : paUnits(pa),
      occurrences_per_year: pattern === "flexible_year" ? answers.occurrences_per_year : null,
      default_basis: answers.default_basis ?? usualBasis(pattern),
      default_fixed_pa_units: fixedPa === null ? null : paUnits(fixedPa),
      custom_minutes_per_pa: hours === null ? null : hours * 60,
      ...(pattern === "on_call" ? { on_call_one_in, on_call_category } : NOT_ON_CALL),
    },
  };
});

export type ElementAnswers = z.output<typeof elementForm>["element"];

type Answers = Readable<z.output<typeof elementAnswers>>;

function refuseMissing(answers: Answers, context: z.RefinementCtx) {
  const { category, pattern, pa, occurrences_per_year, schedule, on_call_one_in, on_call_category } = answers;
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: "custom", path: name.split("."), message });
  if (pattern === "on_call" && on_call_one_in !== null && on_call_category === null) {
    refuse("on_call_category", "Choose category A or B");
  }
  if (pattern === "on_call" && on_call_category && on_call_one_in === null) {
    refuse("on_call_one_in", "Enter how often you are on call, such as 6 for 1 in 6");
  }
  if (category === "Extra") {
    if (pa) refuse("pa", "Extra work has no PAs in the plan: leave this blank");
    return;
  }
  if (pattern === "fixed_times") {
    if (schedule?.every((row) => row === null)) {
      const message = "Enter the day and times, or change when it happens";
      context.addIssue({ code: "custom", path: ["schedule", 0, "weekday"], message });
    }
  } else if (pattern !== undefined && pa === null) {
    refuse("pa", pattern === "flexible_year" ? "Enter the PAs of each time" : "Enter the PAs a week");
  }
  if (pattern === "flexible_year" && occurrences_per_year === null) {
    refuse("occurrences_per_year", "Enter how many times a year");
  }
}

export const newElementForm = z.intersection(z.object({ idempotency_key: fields.idempotencyKey }), elementForm);
/** `whole_plan` confirms that what the plan expects changes from its first day on. */
export const elementEditForm = z.intersection(
  z.object({ version: fields.version, whole_plan: fields.tick() }),
  elementForm,
);
