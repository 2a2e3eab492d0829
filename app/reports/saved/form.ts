import { z } from "zod";
import { foldSpaces } from "~/diary/fees/kinds";
import * as fields from "~/platform/http/fields";
import { rowForm } from "~/platform/http/row-form";
import { identifierAnswers } from "~/ui/identifiers/form";

const named = {
  name: fields.text({ name: "name", max: 60, empty: "Enter a name for the report" }).transform(foldSpaces),
  ...identifierAnswers,
};

/** The form that saves a report. Its choices are in the address that the form is sent to. */
export const newReportForm = z.object({
  idempotency_key: fields.idempotencyKey,
  /** Whether to replace the report that has this name. */
  replace: fields.tick(),
  ...named,
});

/** Form of a saved report's page, by its two buttons: save and delete. */
export const editReportForm = rowForm(
  z.object({ intent: z.literal("save"), version: fields.version, ...named }),
  "delete",
);
