import { z } from "zod";
import { text } from "~/platform/http/fields";
import { botToken, requiredBotToken } from "../bot-check/form";
import { addError, emailAddress, secret } from "../fields";
import { PASSWORD_MIN, passwordLength } from "../rules";
import { isEasyToGuess } from "./easy-to-guess.server";
import { RESET_CODE_LENGTH, resetCodeLetters } from "./rules";

const PASSWORD_MAX = 200;

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
export const resetCodeCall = z.object({ email: emailAddress("Enter your email address"), code: resetCode });

/** Body of the call that asks for a code (specification section 7). */
export const askCodeCall = z
  .object({ email: emailAddress("Enter your email address") })
  .and(requiredBotToken("forgot-password"));

const send = z.object({ step: z.literal("send"), email: emailAddress("Enter your email address") });

/** Forms of the buttons of /password/forgot/: the button that was pressed, and its answers. */
export const forgotForm = z.discriminatedUnion(
  "step",
  [
    // A pipe, because the union needs an object with the step: faults of both parts are then reported together.
    z.looseObject({ step: z.literal("send") }).pipe(send.and(botToken("forgot-password"))),
    z.object({ step: z.literal("verify"), code: resetCode }),
    z.object({ step: z.literal("resend") }),
    z.object({ step: z.literal("restart") }),
  ],
  { error: "Reload this page, then send the form again" },
);

/**
 * Checks a new password and its repetition.
 * @param about words that it must not be built from
 */
export function checkNewPassword(
  password1: string,
  password2: string,
  about: readonly string[],
  context: z.RefinementCtx,
) {
  const message = passwordMessage(password1, ["daybook", "password", ...about]);
  if (message) addError(context, "password1", message);
  if (password2 === "") {
    addError(context, "password2", "Enter the password again");
  } else if (!message && password2 !== password1) {
    addError(context, "password2", "Both passwords must be the same");
  }
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
  return isEasyToGuess(password, context) ? "That password is easy to guess. Choose three random words" : null;
}
