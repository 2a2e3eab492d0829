/** The data with which a page checks that a person fills it in: by Turnstile's widget, else by a question in words. */
export interface BotCheckData {
  action: BotAction;
  siteKey: string;
  scriptUrl: string;
  question: Question;
}

/**
 * The forms that are checked. Cloudflare gets the action and returns it, so that a token of one form is invalid for
 * another.
 */
export type BotAction = "sign-up" | "forgot-password" | "login";

/** Asked where the widget is not available: without script, or where a network blocks it. */
export interface Question {
  words: string;
  /**
   * Sent with the answer: the question's id, its expiry, and a signature of the right answer, which only the server can
   * check.
   */
  signed: string;
}

/** Names of the token's field in the specification (3.3); the login has none there. */
export const TOKEN_NAMES = {
  "sign-up": "turnstile_token",
  "forgot-password": "turnstileToken",
  login: "turnstile_token",
} as const;

/** Name of the answer's field, with which all messages of the check are shown. */
export const ANSWER = "question_answer";
