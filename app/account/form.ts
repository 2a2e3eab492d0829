import { z } from "zod";
import { chosen, idempotencyKey, number, text, tick } from "~/platform/http/fields";
import { exemptFromQuota } from "~/platform/http/form-schemas";
import { botAnswers, botCheckForm } from "./bot-check/form";
import { isBreached, isEasyToGuess, spellings } from "./passwords/easy-to-guess.server";
import { RESET_CODE_LENGTH, resetCodeLetters } from "./passwords/rules";
import { emailKey, PASSWORD_MIN, passwordLength } from "./rules";

const PASSWORD_MAX = 200;

/** A password is taken exactly as typed: nothing is trimmed, removed or truncated. */
export const secret = z
  .unknown()
  .optional()
  .transform((input) => (typeof input === "string" ? input : ""));

/** The bot check is optional, because it is asked only at times. */
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

/** Addresses that mail can be sent to: without quotes, lists, and names beside the address. */
const ADDRESS =
  /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]*[\p{L}\p{N}]$/u;

function email(empty: string) {
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
  // See `isDecoyFilled`.
  location: text({ name: "location", max: Number.POSITIVE_INFINITY }),
  /** Code of a region; empty where there is no choice. It is none of the page's: see `refuseRegion`. */
  region: text({ name: "region", max: Number.POSITIVE_INFINITY }),
});

const terms = z.object({
  read_t_c: tick().refine((ticked) => ticked, "Select the box to accept the terms and the privacy notice"),
});

/** Combined with `account` by intersection: its messages are reported together with those of the other fields. */
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

/** In the order of the page, which is the order of the error summary. */
export const signUpForm = account.and(passwords).and(terms).and(botCheckForm("sign-up"));

/**
 * As `signUpForm`, for a page that a mailed link opened: the link proves the address, so the bot check is not required.
 */
export const linkedSignUpForm = account.and(passwords).and(terms).and(botAnswers("sign-up"));

export type SignUpAnswers = z.output<typeof signUpForm>;

/**
 * Checks a new password and its repetition.
 * @param about words that it must not be built from
 */
function checkNewPassword(password1: string, password2: string, about: readonly string[], context: z.RefinementCtx) {
  const message = passwordMessage(password1, ["daybook", ...about]);
  if (message) addError(context, "password1", message);
  if (password2 === "") {
    addError(context, "password2", "Enter the password again");
  } else if (!message && password2 !== password1) {
    addError(context, "password2", "Both passwords must be the same");
  }
}

function addError(context: z.RefinementCtx, field: string, message: string) {
  context.addIssue({ code: "custom", path: [field], message });
}

/**
 * The message that refuses a new password; null when it is accepted.
 * @param context words that it must not be built from
 */
function passwordMessage(password: string, context: string[]): string | null {
  const length = passwordLength(password);
  if (length === 0) return "Enter a password";
  if (length < PASSWORD_MIN) return `Password must be ${PASSWORD_MIN} characters or more`;
  if (length > PASSWORD_MAX) return `Password must be ${PASSWORD_MAX} characters or fewer`;
  if (isEasyToGuess(password, context) || spellings(password).some(isBreached))
    return "That password is easy to guess. Choose three random words";
  return null;
}

export const deleteAccountForm = z.object({
  password: secret,
  twoFactorCode: secret,
  /** Reference of this deletion: see `deletionRef`. */
  deletion: text({ name: "form", max: 100 }),
});

/** In the order of the page, which is the order of the error summary. */
const answers = z.object({
  new_email: email("Enter your new email address"),
  new_email_confirm: text({ name: "email address", max: 254, empty: "Enter the new email address again" }),
  password: secret.refine((password) => password !== "", "Enter your current password"),
  twoFactorCode: text({ name: "code", max: 40 }),
});

/**
 * Combined with `answers` by intersection: a difference of the two addresses is reported together with all other
 * faults.
 */
const alike = z
  .object({ new_email: secret, new_email_confirm: secret })
  .transform(({ new_email: one, new_email_confirm: other }, context) => {
    const [address, again] = [emailKey(one), emailKey(other)];
    if (address && again && address !== again) {
      addError(context, "new_email_confirm", "Both email addresses must be the same");
    }
    return {};
  });

export const changeEmailForm = answers.and(alike);

export type ChangeEmailAnswers = z.output<typeof changeEmailForm>;

/** Form of the button of /email/ that sends a link. */
export const sendVerificationForm = z.object({ send: chosen("what to send", ["verification"]) });

/** Form of the button that accepts the terms. */
export const termsForm = exemptFromQuota(
  z.object({
    version: number({ name: "version", min: 0, max: Number.MAX_SAFE_INTEGER, places: 0 }),
    next: text({ name: "page", max: 300 }),
  }),
);

/** A code of an authenticator app, or a recovery code. */
const twoFactorCode = text({ name: "code", max: 100 });

/** @param about words that the password must not be built from: names, username and address of its owner */
export function resetPasswordForm(about: readonly string[]) {
  return z
    .object({ password1: secret, password2: secret })
    .superRefine(({ password1, password2 }, context) => checkNewPassword(password1, password2, about, context));
}

/** As `resetPasswordForm`, for a logged-in user, who gives the current password too. */
export function changePasswordForm(about: readonly string[]) {
  return z
    .object({ password: secret, password1: secret, password2: secret, twoFactorCode })
    .superRefine(({ password, password1, password2 }, context) => {
      if (password === "") {
        addError(context, "password", "Enter your current password");
      }
      checkNewPassword(password1, password2, about, context);
      if (password1 !== "" && password1.normalize("NFC") === password.normalize("NFC")) {
        const message = "The new password must not be the same as the current one";
        addError(context, "password1", message);
      }
    });
}

const resetCode = text({ name: "code", max: Number.POSITIVE_INFINITY, empty: "Enter the code from the email" })
  .transform(resetCodeLetters)
  .refine((code) => code === "" || code.length === RESET_CODE_LENGTH, "Enter the 6 letters and numbers of the code");

/** Body of the call that tries a code (specification section 7). */
export const resetCodeCall = z.object({ email: email("Enter your email address"), code: resetCode });

const send = z.object({ step: z.literal("send"), email: email("Enter your email address") });

/** Forms of the buttons of /password/forgot/: the button that was pressed, and its answers. */
export const forgotForm = z.discriminatedUnion(
  "step",
  [
    // A pipe, because the union needs an object with the step: faults of both parts are then reported together.
    z.looseObject({ step: z.literal("send") }).pipe(send.and(botCheckForm("forgot-password"))),
    z.object({ step: z.literal("verify"), code: resetCode }),
    z.object({ step: z.literal("resend") }),
    z.object({ step: z.literal("restart") }),
  ],
  { error: "Reload this page, then send the form again" },
);
