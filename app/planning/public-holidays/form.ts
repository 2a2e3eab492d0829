import { z } from "zod";
import * as fields from "~/platform/http/fields";
import { byIntent, exemptFromQuota } from "~/platform/http/form-schemas";

/** The form that adds a bank holiday, or removes or restores a listed one. */
export const publicHolidayForm = exemptFromQuota(
  z.object({
    idempotency_key: fields.idempotencyKey,
    /** "remove" removes a listed day, "restore" restores it; without a value the typed day is added. */
    intent: fields.choice("what to do", ["remove", "restore"]),
    day: fields.date("date", "Enter the date, such as 27/3/2026"),
    name: fields.text({ name: "name", max: 60 }),
  }),
  byIntent("remove", "restore"),
);
