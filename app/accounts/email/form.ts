import { z } from "zod";
import { chosen, text } from "~/http/fields";
import { email, secret } from "../form";
import { emailKey } from "../rules";

const addresses = z
  .object({
    new_email: email("Enter your new email address"),
    new_email_confirm: text({ name: "email address", max: 254, empty: "Enter the new email address again" }),
  })
  .refine((answers) => emailKey(answers.new_email) === emailKey(answers.new_email_confirm), {
    path: ["new_email_confirm"],
    message: "Both email addresses must be the same",
  });

/** In the order of the page, as the summary of what is wrong lists it. */
export const changeEmailForm = addresses.and(
  z.object({
    password: secret.refine((password) => password !== "", "Enter your current password"),
    twoFactorCode: text({ name: "code", max: 40 }),
  }),
);

export type ChangeEmailAnswers = z.output<typeof changeEmailForm>;

/** The one button of /email/ that does something. */
export const sendVerificationForm = z.object({ send: chosen("what to send", ["verification"]) });

/** The address of the page says which link it is. */
export const verifyEmailForm = z.object({});
