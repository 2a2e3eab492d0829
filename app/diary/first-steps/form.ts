import { z } from "zod";
import { TEMPLATE_KEYS } from "~/planning/job-plans/templates";
import * as fields from "~/platform/http/fields";

/** The form that adds a plan from a template and, if chosen, fills the diary from it. */
export const startForm = z.object({
  idempotency_key: fields.idempotencyKey,
  /** Key for adding the sessions, since an idempotency key is valid for one change. */
  diary_key: fields.idempotencyKey,
  template: fields.chosen("a template", TEMPLATE_KEYS, "Choose the template nearest to your week"),
  from: fields.date("day", "Enter the day it counts from, such as 27/3/2026"),
  fill_diary: fields.tick(),
});

export const firstStepsForm = z.object({
  intent: fields.chosen("what to do with the first steps", ["hide", "show"]),
  /** The page with the button, to return to. */
  page: fields.choice("a page", ["home", "logbook"]),
});
