import { z } from "zod";
import * as fields from "~/platform/http/fields";
import { byButton, takesNoRoom } from "~/platform/http/form-schemas";

/** A bank holiday of one's own, or what is done with one that is listed. */
export const publicHolidayForm = takesNoRoom(
  z.object({
    idempotency_key: fields.idempotencyKey,
    /** "remove" takes a day of the list out, "restore" puts it in again; nothing adds the day that was typed. */
    act: fields.choice("what to do", ["remove", "restore"]),
    day: fields.date("date", "Enter the date, such as 24/12/2026"),
    name: fields.text({ name: "name", max: 60 }),
  }),
  byButton("act", "remove", "restore"),
);
