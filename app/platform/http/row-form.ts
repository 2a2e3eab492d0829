import { z } from "zod";
import { version } from "./fields";
import { byIntent, exemptFromQuota } from "./form-schemas";

/**
 * The form of a row's page: its answers, or one of the buttons that need none, at the version that the page showed. These
 * buttons add nothing, so a full account may press them.
 */
export function rowForm<Answers extends z.core.$ZodTypeDiscriminable, const Buttons extends readonly string[]>(
  answers: Answers,
  ...buttons: Buttons
) {
  const pressed = z.object({ intent: z.enum(buttons), version });
  const form = z.discriminatedUnion("intent", [answers, pressed], "Press one of the buttons on this page");
  return exemptFromQuota(form, byIntent(...buttons));
}
