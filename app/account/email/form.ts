import { z } from "zod";
import { chosen, text } from "~/platform/http/fields";
import { email, secret } from "../form";
import { emailKey } from "../rules";

/** In the order of the page, as the summary of what is wrong lists it. */
const answers = z.object({
  new_email: email("Enter your new email address"),
  new_email_confirm: text({ name: "email address", max: 254, empty: "Enter the new email address again" }),
  password: secret.refine((password) => password !== "", "Enter your current password"),
  twoFactorCode: text({ name: "code", max: 40 }),
});

/** Beside `answers`, not after them: that the two differ is said at once with whatever else is wrong. */
const alike = z
  .object({ new_email: secret, new_email_confirm: secret })
  .transform(({ new_email: one, new_email_confirm: other }, context) => {
    const [address, again] = [emailKey(one), emailKey(other)];
    if (address && again && address !== again) {
      context.addIssue({
        code: "custom",
        path: ["new_email_confirm"],
        message: "Both email addresses must be the same",
      });
    }
    return {};
  });

export const changeEmailForm = answers.and(alike);

export type ChangeEmailAnswers = z.output<typeof changeEmailForm>;

/** The one button of /email/ that does something. */
export const sendVerificationForm = z.object({ send: chosen("what to send", ["verification"]) });

/** The address of the page says which link it is. */
export const verifyEmailForm = z.object({});
