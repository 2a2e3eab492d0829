/** What a page needs to find out whether a person fills it in: by Turnstile's widget, else by a question in words. */
export interface BotCheckData {
  action: BotAction;
  siteKey: string;
  scriptUrl: string;
  question: Question;
}

/** The forms that are checked. Cloudflare is told, and says it again, so that a token of one is none for the other. */
export type BotAction = "sign-up" | "forgot-password" | "login";

/** Asked where the widget cannot be: without script, or where a network keeps it out. */
export interface Question {
  words: string;
  /** Travels with the answer: which question, until when, and what is right, which only the server can tell. */
  signed: string;
}

/** The names of the specification (3.3); the login has none there. */
export const TOKEN_NAMES = {
  "sign-up": "turnstile_token",
  "forgot-password": "turnstileToken",
  login: "turnstile_token",
} as const;

/** Where the answer is typed, and where every message of the check stands. */
export const ANSWER = "question_answer";
