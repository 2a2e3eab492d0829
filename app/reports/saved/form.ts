import { z } from "zod";
import { foldSpaces } from "~/diary/fees/payer-key";
import * as fields from "~/platform/http/fields";
import { byButton, takesNoRoom } from "~/platform/http/form-schemas";
import { identifierAnswers } from "~/ui/identifiers/form";

const named = {
  name: fields.text({ name: "name", max: 60, empty: "Enter a name for the report" }).transform(foldSpaces),
  ...identifierAnswers,
};

/** What is saved stands in the address that it is sent to. */
export const newReportForm = z.object({
  idempotency_key: fields.idempotencyKey,
  /** In the place of the one that has this name. */
  replace: fields.tick(),
  ...named,
});

/** The buttons of a saved report's page. */
export const editReportForm = takesNoRoom(
  z.discriminatedUnion(
    "intent",
    [
      z.object({ intent: z.literal("save"), version: fields.version, ...named }),
      z.object({ intent: z.literal("delete"), version: fields.version }),
    ],
    "Press one of the buttons on this page",
  ),
  byButton("intent", "delete"),
);
