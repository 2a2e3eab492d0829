import { z } from "zod";
import * as fields from "~/platform/http/fields";
import { rowForm } from "~/platform/http/row-form";
import { identifierAnswers } from "~/ui/identifiers/form";
import { foldSpaces, PAYER_KINDS, type PayerKind } from "./kinds";

const answers = {
  name: fields.text({ name: "name", max: 80, empty: "Enter the name of the payer" }).transform(foldSpaces),
  kind: fields.chosen("what kind of payer it is", Object.keys(PAYER_KINDS) as PayerKind[]),
  ...identifierAnswers,
};

export const newPayerForm = z.object({ idempotency_key: fields.idempotencyKey, ...answers });

/** The buttons of a payer's page; each changes the payer only at the version that the page showed. */
export const editPayerForm = rowForm(
  z.object({ intent: z.literal("save"), version: fields.version, ...answers }),
  "archive",
  "restore",
  "delete",
);
