import { z } from "zod";
import { chosen, text } from "~/platform/http/fields";
import { addError, emailAddress, secret } from "../fields";
import { emailKey } from "../rules";

/** In the order of the page, which is the order of the error summary. */
const answers = z.object({
  new_email: emailAddress("Enter your new email address"),
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
