import { formatCounted, formatCountedIfAny } from "~/platform/time/counted";
import { weekHeading } from "~/platform/time/dates";
import { FACTOR_CHANGES, type MailContent, SUSPENSION_REASONS } from "./contents";
import { type Letter, type LetterPart, layOut, type RenderedMail } from "./layout";
import { matterLetter } from "./matter-letter";

const WARNING = "Daybook never asks for your password or for a code by email, by text message or on the telephone.";
const NOTHING_TO_DO = "If it was you, there is nothing to do.";

/**
 * Writes a mail as plain text and HTML.
 * @param origin configured origin of this Daybook, for links: never a request's
 */
export function renderMail(content: MailContent, origin: string): RenderedMail {
  return {
    ...layOut(letterOf(content, origin), origin),
    ...("stop" in content && { headers: oneClick(content.stop) }),
  };
}

/** Headers of RFC 8058, with which mail programs show their own button to end a recurring mail. */
function oneClick(stop: string) {
  return { "List-Unsubscribe": `<${stop}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

/** The text of each kind of mail: what happened, what to do, what to beware of. It contains no names. */
function letterOf(content: MailContent, origin: string): Letter {
  switch (content.kind) {
    case "verify-address":
      return [
        "Confirm your email address for Daybook",
        [
          "This email address was given for an account of Daybook, a diary and logbook for hospital consultants.",
          "To confirm that it is yours, open this link:",
          { link: content.link },
          "The link works for 15 minutes. If you were sent more than one, only the newest works.",
          "If it has expired, log in, open Manage Email and choose ‘Resend Verification’.",
          "If it was not you, do nothing: without this link nobody can use your address.",
          WARNING,
        ],
      ];
    case "sign-up-link":
      return [
        "Finish creating your Daybook account",
        [
          "This email address was given for a new account of Daybook, a diary and logbook for hospital consultants.",
          "To create it, open this link and choose a password:",
          { link: content.link },
          "The link works for an hour, for one account. There is no account until you use it.",
          "If it was not you, do nothing: without this link no account is made.",
          WARNING,
        ],
      ];
    case "address-in-use":
      return [
        "Somebody tried to use your email address on Daybook",
        [
          "Somebody gave this email address for a Daybook account. It already belongs to your account, so they could not have it.",
          "Nothing was changed. Your account, your password and your diary are as they were.",
          "If it was you, log in to the account that you have. If you have forgotten its password, set a new one here:",
          { link: `${origin}/password/forgot/` },
          "If it was not you, there is nothing to do.",
          WARNING,
        ],
      ];
    case "address-change-asked":
      return [
        "A new email address was asked for on Daybook",
        [
          "Somebody who was logged in to your Daybook account, and knew its password, asked to change its email address.",
          "Nothing has changed yet: this address stays in use until the new one is confirmed.",
          "If it was you, open the link in the email to the new address.",
          ...warningLines(origin),
        ],
      ];
    case "address-changed":
      return [
        "Your Daybook email address was changed",
        [
          "Your Daybook account has a new email address, and it is confirmed. Daybook no longer uses this one.",
          NOTHING_TO_DO,
          ...(content.takeBack
            ? [
                `If it was not you, get this address back. The link works once, until ${content.takeBack.until}:`,
                { link: content.takeBack.link },
                "All logins then end, and you set a new password by email to this address.",
              ]
            : [
                "If it was not you, log in and change your password now:",
                { link: `${origin}/password/change/` },
                "Then change the address back under Manage Email.",
              ]),
          "Afterwards remove logins and passkeys that you do not know under Two-Factor Authentication. If you cannot log in, tell whoever runs Daybook for you.",
          WARNING,
        ],
      ];
    case "address-taken-back":
      return [
        "This email address was removed from a Daybook account",
        [
          "Somebody with the email address that this Daybook account had before got that address back. Daybook no longer uses this one.",
          "All logins of the account have ended, and its password no longer works. A new one is set by email to the other address.",
          NOTHING_TO_DO,
          `If it was not you and the account is yours, write to ${content.contact}.`,
          WARNING,
        ],
      ];
    case "reset-code":
      return [
        "Your code to set a new Daybook password",
        [
          "A code to set a new password for your Daybook account was asked for. Enter it on the page that asks for it:",
          { code: content.code },
          "The code works once, within 15 minutes, in a browser that asked for it. If you were sent more than one, only the newest works.",
          "Do not share it: anyone who has it could try to set your password.",
          "If it was not you, do nothing: your password stays as it is.",
          WARNING,
        ],
      ];
    case "password-changed":
      return [
        "Your Daybook password was changed",
        [
          "The password of your Daybook account was changed. Every other login of the account was ended, and its calendar feed if there was one.",
          NOTHING_TO_DO,
          ...warningLines(origin),
        ],
      ];
    case "factor-changed":
      return [
        content.what === "tries-stopped" || content.what === "codes-guessed"
          ? "Wrong codes for your Daybook account"
          : "Your Daybook login changed",
        [`On your Daybook account: ${FACTOR_CHANGES[content.what]}`, NOTHING_TO_DO, ...warningLines(origin)],
      ];
    case "new-browser":
      return [
        "A new browser logged in to your Daybook account",
        [
          `Somebody logged in to your Daybook account from a browser that was never used for it before${content.browser && `: ${content.browser}`}. Your activity log, under Your Data, says when.`,
          NOTHING_TO_DO,
          ...warningLines(origin),
        ],
      ];
    case "feed-made":
      return [
        "A calendar feed of your Daybook was made",
        [
          "An address was made that shows your sessions and your leave to any calendar program that knows it, without a login. An address made before no longer works.",
          NOTHING_TO_DO,
          "A new password ends the feed, too.",
          ...warningLines(origin),
        ],
      ];
    case "round-up": {
      const { monday, unlogged, entries, fees, stop } = content;
      const total = unlogged + entries + fees;
      const things = [
        formatCountedIfAny(unlogged, "planned session is not logged", "planned sessions are not logged"),
        formatCountedIfAny(entries, "entry is not complete", "entries are not complete"),
        formatCountedIfAny(fees, "fee is not claimed", "fees are not claimed"),
      ].filter(Boolean);
      return [
        `Your week on Daybook: ${formatCounted(total, "thing")} to finish`,
        [
          `In the week ${weekHeading(monday)}:`,
          ...things.map((words) => `${words}.`),
          total === 1 ? "Finish it here:" : "Finish all of it on one page:",
          { link: `${origin}/logbook/round-up/?date=${monday}` },
          "You get this email on a Friday because you asked for it. If it was not you, or you no longer want it, open this link and press the button:",
          { link: stop },
        ],
      ];
    }
    case "account-suspended":
      return [
        "Your Daybook account is suspended",
        [
          `Your Daybook account was suspended. ${SUSPENSION_REASONS[content.reason].toOwner}`,
          "While it is suspended nobody can log in to it, and no Friday emails are sent. All logins, links and codes that were open have ended, and the calendar feed if there was one.",
          "Nothing in your diary was changed or deleted, and it is still backed up.",
          `To ask about this, or for a copy of your data, write to ${content.contact}.`,
          WARNING,
        ],
      ];
    case "suspension-lifted":
      return [
        "You can use your Daybook account again",
        [
          "Your Daybook account is no longer suspended. Log in with the password that you have:",
          { link: `${origin}/login/` },
          "Your diary is as it was. If a calendar app showed it, make a new address for it on the Calendar feed page of Your Data.",
          WARNING,
        ],
      ];
    case "export-allowed":
      return [
        "Save a copy of your Daybook data",
        [
          `Your Daybook account is still suspended, but until ${content.until} you can save a copy of your data. Log in, and the page that opens has the files:`,
          { link: `${origin}/login/` },
          "The files have your notes in plain text. Keep them where only you can read them.",
          `If you did not ask for this, write to ${content.contact}.`,
          WARNING,
        ],
      ];
    case "account-moved":
      return [
        "Your Daybook data was moved",
        [
          `Your Daybook account and all its data were moved. They are now stored in ${content.place}.`,
          "Your diary is as it was. You were logged out everywhere. Log in again with the username and password that you have:",
          { link: `${origin}/login/` },
          "If a calendar app showed your diary, its address no longer works. Make a new one on the Calendar feed page of Your Data.",
          "Links and codes that Daybook emailed you before no longer work. If you still need one, ask for a new one.",
          "If you did not expect this, ask whoever runs Daybook for you.",
          WARNING,
        ],
      ];
    case "data-deleted":
      return [
        "Your Daybook data has been deleted",
        [
          "All your data on Daybook has been deleted, and the account with it, as was asked for with its password. Copies that the database keeps against accidents are gone after 30 days.",
          NOTHING_TO_DO,
          "If it was not you, somebody knew your password: change it wherever else you use it, and tell whoever runs Daybook for you.",
          "This is the last email that Daybook sends you.",
        ],
      ];
    case "matter":
      return matterLetter(content, origin);
  }
}

function warningLines(origin: string): LetterPart[] {
  return [
    "If it was not you, somebody may know your password. Set a new one now:",
    { link: `${origin}/password/forgot/` },
    "Then log in, open Two-Factor Authentication, and remove logins and passkeys that you do not know. If you can no longer log in, tell whoever runs Daybook for you.",
    WARNING,
  ];
}
