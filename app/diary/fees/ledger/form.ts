import { z } from "zod";
import { TAX_BASES, type TaxBasis } from "~/diary/fees/kinds";
import { LONGEST_WORDS } from "~/diary/search/words";
import { hashOf } from "~/platform/db/tokens";
import { choice, date, text, ticks } from "~/platform/http/fields";
import { byIntent, exemptFromQuota } from "~/platform/http/form-schemas";
import { readShownRow } from "~/platform/http/shown-row";
import { MAX_MARKED } from "./marks";

const ASK_AGAIN = "Reload this page, then choose the fees again";

/** Fields of the extra-work page: an action by a row's own button, on the ticked rows, or of the page. */
const answers = z.object({
  intent: choice("what to do", ["claimed", "paid", "tax_basis", "find"]),
  /** A row's own button: `<intent>/<reference>/<version>`. */
  one: text({ name: "button", max: 60 }),
  fee: ticks("the fees", MAX_MARKED),
  date: date("date"),
  tax_basis: choice("a date", Object.keys(TAX_BASES) as TaxBasis[]),
  words: text({ name: "words", max: LONGEST_WORDS }),
  idempotency_key: text({ name: "key", max: 22 }).transform(hashOf),
});

/**
 * Reads `answers`. A row's own button is in the same form as the date for the ticked fees, and never uses that date.
 */
export const extrasForm = exemptFromQuota(
  z
    .preprocess((sent) => (hasOwnButton(sent) ? { ...sent, date: "" } : sent), answers)
    .transform(({ one, fee, ...answers }, context) => {
      const [, intent = null, only] = /^(claimed|paid|copy)\/([\w-]{22}\/\d{1,9})$/.exec(one) ?? [];
      const shown = (only ? [only] : fee).map(readShownRow);
      if (shown.includes(null) || (one !== "" && intent === null)) {
        context.addIssue({ code: "custom", message: ASK_AGAIN });
        return z.NEVER;
      }
      return {
        ...answers,
        one: intent as "claimed" | "paid" | "copy" | null,
        fees: shown.filter((each) => each !== null),
      };
    }),
  (sent) => !sent.one && byIntent("find")(sent),
);

export type ExtrasAnswers = z.output<typeof extrasForm>;

function hasOwnButton(sent: unknown): sent is { one: unknown } {
  return typeof sent === "object" && sent !== null && "one" in sent && sent.one !== "";
}
