import { z } from "zod";
import { idempotencyKey, text, tick } from "~/platform/http/fields";
import { botAnswers, botCheckForm } from "./bot-check/form";
import { isBreached } from "./passwords/breached.server";
import { isEasyToGuess, PASSWORD_MAX, PASSWORD_MIN, passwordLength, spellings } from "./passwords/rules";

/** A password is taken exactly as typed: nothing is trimmed, stripped or cut. */
export const secret = z
  .unknown()
  .optional()
  .transform((input) => (typeof input === "string" ? input : ""));

/** The bot check is answered only where it was asked for. */
export const loginForm = z
  .object({
    username: text({ name: "username", max: 200 }),
    password: secret,
    remember: tick(),
  })
  .and(botAnswers("login"));

const username = text({ name: "username", max: 30, empty: "Enter a username" }).superRefine((value, context) => {
  if (value.length < 3) return void context.addIssue("Username must be between 3 and 30 characters");
  if (!/^[a-z0-9._-]+$/i.test(value)) {
    context.addIssue("Username must only include letters a to z, numbers, dots, hyphens and underscores");
  }
});

/** What mail can be sent to: quotes, lists and names beside the address are not taken for one. */
const ADDRESS =
  /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]*[\p{L}\p{N}]$/u;

export function email(empty: string) {
  return text({ name: "email address", max: 254, empty }).superRefine((value, context) => {
    if (!ADDRESS.test(value)) {
      context.addIssue("Enter an email address in the correct format, like name@example.com");
    }
  });
}

const account = z.object({
  idempotency_key: idempotencyKey,
  first_name: text({ name: "first name", max: 80, empty: "Enter your first name" }),
  last_name: text({ name: "last name", max: 80, empty: "Enter your last name" }),
  email: email("Enter your email address"),
  username,
  // See `isDecoyed`.
  location: text({ name: "location", max: Number.POSITIVE_INFINITY }),
});

const terms = z.object({
  read_t_c: tick().refine((ticked) => ticked, "Tick the box to accept the terms and the privacy notice"),
});

/** Beside `account`, not after it: its messages come at once with those of the other fields. */
const passwords = z
  .object({
    password1: secret,
    password2: secret,
    first_name: secret,
    last_name: secret,
    email: secret,
    username: secret,
  })
  .transform(({ password1, password2, ...about }, context) => {
    checkNewPassword(password1, password2, Object.values(about), context);
    return { password: password1 };
  });

/** In the order of the page, as the summary of what is wrong lists it. */
export const signUpForm = account.and(passwords).and(terms).and(botCheckForm("sign-up"));

/** As `signUpForm`, of a page that a mailed link opened: that is proof enough. */
export const linkedSignUpForm = account.and(passwords).and(terms).and(botAnswers("sign-up"));

export type SignUpAnswers = z.output<typeof signUpForm>;

/** A new password and that it was typed twice alike. @param about words that it must not be built from. */
export function checkNewPassword(
  password1: string,
  password2: string,
  about: readonly string[],
  context: z.RefinementCtx,
) {
  const message = passwordMessage(password1, ["daybook", ...about]);
  if (message) context.addIssue({ code: "custom", path: ["password1"], message });
  if (password2 === "") {
    context.addIssue({ code: "custom", path: ["password2"], message: "Enter the password again" });
  } else if (!message && password2 !== password1) {
    context.addIssue({ code: "custom", path: ["password2"], message: "Both passwords must be the same" });
  }
}

/** What to say to a new password, if anything. @param context words that it must not be built from. */
function passwordMessage(password: string, context: string[]): string | null {
  const length = passwordLength(password);
  if (length === 0) return "Enter a password";
  if (length < PASSWORD_MIN) return `Password must be ${PASSWORD_MIN} characters or more`;
  if (length > PASSWORD_MAX) return `Password must be ${PASSWORD_MAX} characters or fewer`;
  if (isEasyToGuess(password, context) || spellings(password).some(isBreached))
    return "That password is easy to guess. Choose three random words";
  return null;
}
