/** The data with which a page checks by Turnstile's widget that a person fills it in. */
export interface BotCheckData {
  action: BotAction;
  siteKey: string;
  scriptUrl: string;
  /** What to do where the widget is not available: without script, or where a network blocks it. */
  otherwise: string;
}

/**
 * The forms that are checked. Cloudflare gets the action and returns it, so that a token of one form is invalid for
 * another.
 */
export type BotAction = "sign-up" | "forgot-password" | "login";

/** Names of the token's field in the specification (3.3); the login has none there. */
export const TOKEN_NAMES = {
  "sign-up": "turnstile_token",
  "forgot-password": "turnstileToken",
  login: "turnstile_token",
} as const;
