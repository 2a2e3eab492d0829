import { formatCounted, formatCountedIfAny } from "~/platform/time/counted";
import { weekHeading } from "~/platform/time/dates";
import { NOTHING_TO_DO, SUSPENSION_REASONS, WARNING } from "../contents";
import type { Letters } from "../layout";

/** Letters about an account as a whole, and about what is still to do in it. */
export const ACCOUNT_LETTERS = {
  "round-up": ({ monday, unlogged, entries, fees, stop }, origin) => {
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
  },
  "rota-unread": ({ why, since }, origin) => [
    "Daybook cannot read your rota",
    [
      `Daybook has not been able to read your rota at its address since ${since}. ${why}.`,
      "It goes on trying. If the rota has a new address, enter it here:",
      { link: `${origin}/import_csv_data/rota/address/` },
      "If it was not you who entered an address, remove it there, and set a new password.",
      "Nothing in your diary was changed. You get this email once.",
    ],
  ],
  "no-signal-waiting": ({ entries, since }, origin) => [
    `Not in your Daybook logbook yet: ${formatCounted(entries, "entry", "entries")} on your device`,
    [
      `${formatCounted(entries, "entry that was typed without signal waits", "entries that were typed without signal wait")} on a device of yours since ${since}, and ${entries === 1 ? "is" : "are"} not in your logbook.`,
      "With that device, in the browser that you typed in, open Daybook and log in:",
      { link: `${origin}/login/` },
      "They are then sent by themselves. Safari may remove what waits after seven days unless Daybook is on your home screen.",
      "If it was not you, or you no longer have that device, revoke it under Your Data. What waits on it can then be opened by nobody.",
    ],
  ],
  "account-suspended": ({ reason, contact }) => [
    "Your Daybook account is suspended",
    [
      `Your Daybook account was suspended. ${SUSPENSION_REASONS[reason].toOwner}`,
      "While it is suspended nobody can log in to it, and no Friday emails are sent. All logins, links and codes that were open have ended, and the calendar feed if there was one.",
      "Nothing in your diary was changed or deleted, and it is still backed up.",
      `To ask about this, or for a copy of your data, write to ${contact}.`,
      WARNING,
    ],
  ],
  "suspension-lifted": (_content, origin) => [
    "You can use your Daybook account again",
    [
      "Your Daybook account is no longer suspended. Log in with the password that you have:",
      { link: `${origin}/login/` },
      "Your diary is as it was. If a calendar app showed it, make a new address for it on the Calendar feed page of Your Data.",
      WARNING,
    ],
  ],
  "export-allowed": ({ until, contact }, origin) => [
    "Save a copy of your Daybook data",
    [
      `Your Daybook account is still suspended, but until ${until} you can save a copy of your data. Log in, and the page that opens has the files:`,
      { link: `${origin}/login/` },
      "The files have your notes in plain text. Keep them where only you can read them.",
      `If you did not ask for this, write to ${contact}.`,
      WARNING,
    ],
  ],
  "data-deleted": () => [
    "Your Daybook data has been deleted",
    [
      "All your data on Daybook has been deleted, and the account with it, as was asked for with its password. Copies that the database keeps against accidents are gone after 30 days.",
      NOTHING_TO_DO,
      "If it was not you, somebody knew your password: change it wherever else you use it, and tell whoever runs Daybook for you.",
      "This is the last email that Daybook sends you.",
    ],
  ],
} satisfies Partial<Letters>;
