import { z } from "zod";
import * as fields from "~/platform/http/fields";
import { withCrossFieldChecks } from "~/platform/http/form-schemas";
import {
  isBlank,
  MAX_SCHEDULE_ROWS,
  refuseIncompleteRow,
  rowAnswers,
  scheduleRow,
  TAMPERED,
  timeOf,
} from "./element-form";
import { CATEGORIES, usualBasis, usualCounting } from "./elements";
import { NOT_ON_CALL } from "./on-call";
import { paUnits } from "./pa-rules";
import { refuseEndBeforeStart } from "./plan-form";
import type { ElementToAdd } from "./templates";

/** The most elements that the form names: as many as fill a diary. */
const MAX_LINES = 100;

const pa = fields.number({ name: "PAs", min: 0, max: 12, places: 4 });

/** What becomes of an element: dropped unless it is kept, with the times and PAs that it then has. */
const line = z
  .object(
    {
      ref: fields.reference("Reload this page, then make your change again"),
      keep: fields.tick(),
      pa,
      schedule: z
        .array(scheduleRow, { error: TAMPERED })
        .max(MAX_SCHEDULE_ROWS, `An element holds up to ${MAX_SCHEDULE_ROWS} times`)
        .default([]),
    },
    { error: TAMPERED },
  )
  .transform(({ ref, keep, pa, schedule }) => ({
    ...{ ref, keep, stated_pa_units: pa === null ? null : paUnits(pa) },
    schedule: schedule.filter((row) => row !== null),
  }));

export type ChangedLine = z.output<typeof line>;

/** A new element: with a day and times, or with PAs a week; null for the blank row that the page offers. */
const addedRow = withCrossFieldChecks(
  rowAnswers.extend({
    description: fields.text({ name: "description", max: 60 }),
    category: fields.choice("a category", CATEGORIES),
    pa,
  }),
  (row, context) => {
    const { description, category, pa } = row;
    const missing = (name: string, message: string) => context.addIssue({ code: "custom", path: [name], message });
    refuseIncompleteRow(row, context);
    if (isBlank(row) && description === "" && category === null && pa === null) return;
    if (description === "") missing("description", "Enter a description");
    if (category === null) missing("category", "Choose a category");
    if (isBlank(row) && pa === null && category !== "Extra")
      missing("pa", "Enter the day and times, or the PAs a week");
  },
).transform((row): ElementToAdd | null => {
  const { description, category, pa } = row;
  if (category === null || description === "") return null;
  const time = timeOf(row);
  const pattern = time ? "fixed_times" : "flexible_week";
  const isExtra = category === "Extra";
  return {
    element: {
      ...{ description, category, pattern, counts_to_balance: !isExtra },
      counting: isExtra ? "logged" : usualCounting(pattern),
      stated_pa_units: isExtra || pa === null ? null : paUnits(pa),
      ...{ occurrences_per_year: null, default_basis: usualBasis(pattern), default_fixed_pa_units: null },
      ...{ custom_minutes_per_pa: null, specialty: "", location: "", ...NOT_ON_CALL },
    },
    schedule: time ? [time] : [],
  };
});

/** The form that changes a plan from a date: "make" does what the page showed, any other button shows it. */
export const changePlanForm = withCrossFieldChecks(
  z.object({
    from: fields.date("first date", "Enter the date of the change, such as 27/3/2026"),
    date_end: fields.date("end date"),
    contracted_pa: fields.number({
      ...{ name: "contracted PAs", min: 0.25, max: 16, places: 4 },
      empty: "Enter the contracted PAs a week",
    }),
    lines: z.array(line, { error: TAMPERED }).max(MAX_LINES, TAMPERED).default([]),
    added: z.array(addedRow, { error: TAMPERED }).max(MAX_SCHEDULE_ROWS, TAMPERED).default([]),
    /** The elements whose planned sessions the page asked about, and those of them that are to be removed. */
    asked: fields.ticks("elements", MAX_LINES),
    removed: fields.ticks("elements", MAX_LINES),
    intent: fields.text({ name: "button", max: 10 }),
    shown: fields.text({ name: "dates", max: 60 }),
    idempotency_key: fields.idempotencyKey,
  }),
  ({ from, date_end }, context) => refuseEndBeforeStart({ ...(from && { date_start: from }), date_end }, context),
);

export type ChangeAnswers = z.output<typeof changePlanForm>;
