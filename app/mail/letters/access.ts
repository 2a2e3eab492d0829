import { FACTOR_CHANGES, NOTHING_TO_DO, WARNING } from "../contents";
import type { LetterPart, Letters } from "../layout";

/** Letters about what opens an account: its address, password, second factors, browsers and feed. */
export const ACCESS_LETTERS = {
  "verify-address": ({ link, username }) => [
    "Confirm your email address for Daybook",
    [
      `This email address was given for the account ‘${username}’ of Daybook, a diary and logbook for hospital consultants.`,
      "To confirm that it is yours, open this link:",
      { link },
      "The link works for 15 minutes. If you were sent more than one, only the newest works.",
      "If it has expired, log in, open Manage Email and choose ‘Resend Verification’.",
      `If it was not you, or ‘${username}’ is not your account, do nothing: without this link nobody can use your address.`,
      WARNING,
    ],
  ],
  "sign-up-link": ({ link }) => [
    "Finish creating your Daybook account",
    [
      "This email address was given for a new account of Daybook, a diary and logbook for hospital consultants.",
      "To create it, open this link and choose a password:",
      { link },
      "The link works for an hour, for one account. There is no account until you use it.",
      "If it was not you, do nothing: without this link no account is made.",
      WARNING,
    ],
  ],
  "address-in-use": (_content, origin) => [
    "Somebody tried to use your email address on Daybook",
    [
      "Somebody gave this email address for a Daybook account. It already belongs to your account, so they could not have it.",
      "Nothing was changed. Your account, your password and your diary are as they were.",
      "If it was you, log in to the account that you have. If you have forgotten its password, set a new one here:",
      { link: `${origin}/password/forgot/` },
      "If it was not you, there is nothing to do.",
      WARNING,
    ],
  ],
  "address-change-asked": (_content, origin) => [
    "A new email address was asked for on Daybook",
    [
      "Somebody who was logged in to your Daybook account, and knew its password, asked to change its email address.",
      "Nothing has changed yet: this address stays in use until the new one is confirmed.",
      "If it was you, open the link in the email to the new address.",
      ...warningLines(origin),
    ],
  ],
  "address-changed": ({ takeBack }, origin) => [
    "Your Daybook email address was changed",
    [
      "Your Daybook account has a new email address, and it is confirmed. Daybook no longer uses this one.",
      NOTHING_TO_DO,
      ...(takeBack
        ? [
            `If it was not you, get this address back. The link works once, until ${takeBack.until}:`,
            { link: takeBack.link },
            "All logins then end, and passkeys, authenticator apps and recovery codes added since the change are removed. You set a new password by email to this address.",
          ]
        : [
            "If it was not you, log in and change your password now:",
            { link: `${origin}/password/change/` },
            "Then change the address back under Manage Email.",
          ]),
      "Afterwards remove logins and passkeys that you do not know under Two-Factor Authentication. If you cannot log in, tell whoever runs Daybook for you.",
      WARNING,
    ],
  ],
  "address-taken-back": ({ contact }) => [
    "This email address was removed from a Daybook account",
    [
      "Somebody with the email address that this Daybook account had before got that address back. Daybook no longer uses this one.",
      "All logins of the account have ended, and its password no longer works. A new one is set by email to the other address.",
      NOTHING_TO_DO,
      `If it was not you and the account is yours, write to ${contact}.`,
      WARNING,
    ],
  ],
  "address-is-back": ({ contact }, origin) => [
    "Your Daybook account uses this email address again",
    [
      "You asked to have this address back. Your Daybook account uses it again, and the other address was removed.",
      "All logins of the account have ended, and its password no longer works. Set a new one here:",
      { link: `${origin}/password/forgot/` },
      "Passkeys, authenticator apps and recovery codes added since the address was changed were removed. After you log in, open Two-Factor Authentication and remove any others that you do not know.",
      `If it was not you, or you cannot log in, write to ${contact}.`,
      WARNING,
    ],
  ],
  "reset-code": ({ code }) => [
    "Your code to set a new Daybook password",
    [
      "A code to set a new password for your Daybook account was asked for. Enter it on the page that asks for it:",
      { code },
      "The code works once, within 15 minutes, in a browser that asked for it. If you were sent more than one, only the newest works.",
      "Do not share it: anyone who has it could try to set your password.",
      "If it was not you, do nothing: your password stays as it is.",
      WARNING,
    ],
  ],
  "password-changed": (_content, origin) => [
    "Your Daybook password was changed",
    [
      "The password of your Daybook account was changed. Every other login of the account was ended, and its calendar feed if there was one.",
      NOTHING_TO_DO,
      ...warningLines(origin),
    ],
  ],
  "factor-changed": ({ what }, origin) => [
    what === "tries-stopped" || what === "codes-guessed"
      ? "Wrong codes for your Daybook account"
      : "Your Daybook login changed",
    [`On your Daybook account: ${FACTOR_CHANGES[what]}`, NOTHING_TO_DO, ...warningLines(origin)],
  ],
  "new-browser": ({ browser }, origin) => [
    "A new browser logged in to your Daybook account",
    [
      `Somebody logged in to your Daybook account from a browser that was never used for it before${browser && `: ${browser}`}. Your activity log, under Your Data, says when.`,
      NOTHING_TO_DO,
      ...warningLines(origin),
    ],
  ],
  "feed-made": (_content, origin) => [
    "A calendar feed of your Daybook was made",
    [
      "An address was made that shows your sessions and your leave to any calendar program that knows it, without a login. An address made before no longer works.",
      NOTHING_TO_DO,
      "A new password ends the feed, too.",
      ...warningLines(origin),
    ],
  ],
} satisfies Partial<Letters>;

function warningLines(origin: string): LetterPart[] {
  return [
    "If it was not you, somebody may know your password. Set a new one now:",
    { link: `${origin}/password/forgot/` },
    "Then log in, open Two-Factor Authentication, and remove logins and passkeys that you do not know. If you can no longer log in, tell whoever runs Daybook for you.",
    WARNING,
  ];
}
