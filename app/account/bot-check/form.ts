import { z } from "zod";
import { type BotAction, TOKEN_NAMES } from "./bot-check";

export interface BotAnswer {
  /** "" where the widget was not available. */
  token: string;
  /**
   * Fingerprint of the form's other answers (`ReadForm.fingerprint`): the same for each submit of one filled-in form.
   */
  fingerprint: string;
}

/** For the schema of a page's form, by intersection: `value.token` is the widget's, "" where there was none. */
export function botToken(action: BotAction) {
  const name = TOKEN_NAMES[action];
  const token = z
    .unknown()
    .optional()
    .transform((input) => (typeof input === "string" ? input.slice(0, 4096) : ""));
  return z.object({ [name]: token }).transform((fields) => ({ token: fields[name] ?? "" }));
}

/** As `botToken`, for a JSON call, which needs one. */
export function requiredBotToken(action: BotAction) {
  return botToken(action).superRefine(({ token }, context) => {
    const message = "Complete the check that you are a person";
    if (token === "") context.addIssue({ code: "custom", path: [TOKEN_NAMES[action]], message });
  });
}
