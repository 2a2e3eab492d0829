import { z } from "zod";
import { idempotencyKey, text, tick } from "~/platform/http/fields";
import { botToken, requiredBotToken } from "../bot-check/form";
import { emailAddress, secret } from "../fields";
import { checkNewPassword } from "../passwords/form";

const username = text({ name: "username", max: 30, empty: "Enter a username" }).superRefine((value, context) => {
  if (value.length < 3) return void context.addIssue("Username must be between 3 and 30 characters");
  if (!/^[a-z0-9._-]+$/i.test(value)) {
    context.addIssue("Username must only include letters a to z, numbers, dots, hyphens and underscores");
  }
});

const account = z.object({
  idempotency_key: idempotencyKey,
  first_name: text({ name: "first name", max: 80, empty: "Enter your first name" }),
  last_name: text({ name: "last name", max: 80, empty: "Enter your last name" }),
  email: emailAddress("Enter your email address"),
  username,
  // See `isDecoyFilled`.
  location: text({ name: "location", max: Number.POSITIVE_INFINITY }),
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
const answers = account.and(passwords).and(terms);

export const signUpForm = answers.and(botToken("sign-up"));

export const signUpCall = answers.and(requiredBotToken("sign-up"));

export type SignUpAnswers = z.output<typeof signUpForm>;
