import { z } from "zod";
import * as fields from "~/platform/http/fields";

function figure(name: string) {
  const empty = "Open this page again to see the figures first";
  return fields.number({ name, min: -1e12, max: 1e12, places: 0, empty }).transform((value) => value as number);
}

/** What the page showed before its button was pressed; the write must still mean the same. */
export const recalculateForm = z.object({
  version: fields.version,
  from: fields.date("date"),
  sessions: figure("sessions"),
  difference: figure("difference"),
});
