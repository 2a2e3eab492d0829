import { z } from "zod";
import { text } from "~/platform/http/fields";
import { FEE, readFee } from "~/platform/money";

/** Whole pence as typed in pounds; null when blank. */
export function money(words = FEE) {
  // As long as anybody may lean on a key: what is too much is said in pounds.
  return text({ name: words.name, max: 400 }).transform((typed, context): number | null => {
    const read = readFee(typed, words);
    if (read === null || typeof read === "number") return read;
    context.addIssue({ code: "custom", message: read.problem });
    return z.NEVER;
  });
}
