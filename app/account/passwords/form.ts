import { z } from "zod";
import { text } from "~/platform/http/fields";
import { botCheckForm } from "../bot-check/form";
import { checkNewPassword, email, secret } from "../form";
import { RESET_CODE_LENGTH, resetCodeLetters } from "../rules";

/** Code of an app, or one for recovery. */
const twoFactorCode = text({ name: "code", max: 100 });

/** @param about what the password must not be built from: names, username and address of its owner. */
export function resetPasswordForm(about: readonly string[]) {
  return z
    .object({ password1: secret, password2: secret })
    .superRefine(({ password1, password2 }, context) => checkNewPassword(password1, password2, about, context));
}

/** As `resetPasswordForm`, for somebody who is signed in and gives the password that it replaces. */
export function changePasswordForm(about: readonly string[]) {
  return z
    .object({ password: secret, password1: secret, password2: secret, twoFactorCode })
    .superRefine(({ password, password1, password2 }, context) => {
      if (password === "") {
        context.addIssue({ code: "custom", path: ["password"], message: "Enter your current password" });
      }
      checkNewPassword(password1, password2, about, context);
      if (password1 !== "" && password1.normalize("NFC") === password.normalize("NFC")) {
        const message = "The new password must not be the same as the current one";
        context.addIssue({ code: "custom", path: ["password1"], message });
      }
    });
}

const resetCode = text({ name: "code", max: Number.POSITIVE_INFINITY, empty: "Enter the code from the email" })
  .transform(resetCodeLetters)
  .refine((code) => code === "" || code.length === RESET_CODE_LENGTH, "Enter the 6 letters and numbers of the code");

/** What the call that tries a code sends (specification section 7). */
export const resetCodeCall = z.object({ email: email("Enter your email address"), code: resetCode });

const send = z.object({ step: z.literal("send"), email: email("Enter your email address") });

/** What the buttons of /password/forgot/ send: which of them was pressed, and its answers. */
export const forgotForm = z.discriminatedUnion(
  "step",
  [
    // A pipe, since a union looks for its step in an object: what is wrong with either part comes at once.
    z.looseObject({ step: z.literal("send") }).pipe(send.and(botCheckForm("forgot-password"))),
    z.object({ step: z.literal("verify"), code: resetCode }),
    z.object({ step: z.literal("resend") }),
    z.object({ step: z.literal("restart") }),
  ],
  { error: "Open this page again, then send the form once more" },
);
