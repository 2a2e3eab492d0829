import { z } from "zod";
import * as fields from "~/platform/http/fields";
import { byIntent, exemptFromQuota } from "~/platform/http/form-schemas";
import { identifierAnswers } from "~/ui/identifiers/form";
import { foldSpaces, PAYER_KINDS, type PayerKind } from "./kinds";

const answers = {
  name: fields.text({ name: "name", max: 80, empty: "Enter the name of the payer" }).transform(foldSpaces),
  kind: fields.chosen("what kind of payer it is", Object.keys(PAYER_KINDS) as PayerKind[]),
  ...identifierAnswers,
};

export const newPayerForm = z.object({ idempotency_key: fields.idempotencyKey, ...answers });

/** The buttons of a payer's page; each changes the payer only at the version that the page showed. */
export const editPayerForm = exemptFromQuota(
  z.discriminatedUnion(
    "intent",
    [
      z.object({ intent: z.literal("save"), version: fields.version, ...answers }),
      z.object({ intent: z.literal("archive"), version: fields.version }),
      z.object({ intent: z.literal("restore"), version: fields.version }),
      z.object({ intent: z.literal("delete"), version: fields.version }),
    ],
    "Press one of the buttons on this page",
  ),
  byIntent("archive", "restore", "delete"),
);
