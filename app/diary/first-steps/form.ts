import { z } from "zod";
import { TEMPLATE_KEYS } from "~/planning/job-plans/templates";
import * as fields from "~/platform/http/fields";

/** A plan from a template, and the diary filled from it. */
export const startForm = z.object({
  idempotency_key: fields.idempotencyKey,
  /** Of the sessions: a key counts for one thing. */
  diary_key: fields.idempotencyKey,
  template: fields.chosen("a template", TEMPLATE_KEYS, "Choose the template nearest to your week"),
  from: fields.date("day", "Enter the day it counts from, such as 27/3/2026"),
  fill_diary: fields.tick(),
});

export const firstStepsForm = z.object({
  act: fields.chosen("what to do with the first steps", ["hide", "show"]),
  /** Where the button was pressed. */
  page: fields.choice("a page", ["home", "logbook"]),
});
