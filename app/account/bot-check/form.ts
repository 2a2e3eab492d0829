import { z } from "zod";
import { text } from "~/platform/http/fields";
import { ANSWER, type BotAction, TOKEN_NAMES } from "./bot-check";

export interface BotAnswers {
  token: string;
  question: string;
  question_answer: string;
  /**
   * Fingerprint of the form's other answers (`ReadForm.fingerprint`): the same for each submit of one filled-in form.
   */
  fingerprint: string;
  /**
   * The username or address that the form is about, where answers are counted by it: those about others do not use up
   * its limit.
   */
  about?: string;
}

const hidden = z
  .unknown()
  .optional()
  .transform((input) => (typeof input === "string" ? input.slice(0, 4096) : ""));

export type GivenAnswers = Pick<BotAnswers, "token" | "question" | "question_answer">;

/** For the schema of a form that only sometimes has the check: `value.bot` contains the answers, if any. */
export function botAnswers(action: BotAction) {
  const token = TOKEN_NAMES[action];
  return z
    .object({
      [token]: hidden,
      question: hidden,
      [ANSWER]: text({ name: "answer", max: 100 }),
    })
    .transform((fields) => {
      const { [token]: given = "", ...asked } = fields as Record<string, string>;
      return { bot: { token: given, ...asked } as GivenAnswers };
    });
}

/** For a form's schema, by intersection: `value.bot` contains the answers, which are required. */
export function botCheckForm(action: BotAction) {
  return botAnswers(action).superRefine(({ bot }, context) => {
    if (hasAnswers(bot)) return;
    context.addIssue({ code: "custom", path: [ANSWER], message: "Answer the question, with one word or number" });
  });
}

export function hasAnswers({ token, question_answer }: GivenAnswers): boolean {
  return token !== "" || question_answer !== "";
}

/** Message for a JSON call, which has no question to answer. */
const NOT_REAUTHENTICATED = "Complete the check that you are a person";

/** The messages of a form for a JSON call, with that of the bot check under the name of its token. */
export function errorsOfCall(
  { [ANSWER]: check, ...others }: Readonly<Record<string, string | string[]>>,
  action: BotAction,
): Record<string, string[]> {
  const errors = check ? { ...others, [TOKEN_NAMES[action]]: NOT_REAUTHENTICATED } : others;
  return Object.fromEntries(Object.entries(errors).map(([name, messages]) => [name, [messages].flat()]));
}
