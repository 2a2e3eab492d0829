import type { LondonDate } from "~/platform/time/london";
import type { MatterKind } from "./matters";

/**
 * Every mail that Daybook sends, with the values in its text. Links have the configured origin, never that of a
 * request.
 */
export type MailContent =
  /** `username` is that of the account, which may be a stranger's. */
  | { kind: "verify-address"; link: string; username: string }
  /** Continues a sign-up; its link confirms the address. */
  | { kind: "sign-up-link"; link: string }
  /** To the owner of an address that somebody else signed up with, or changed to. */
  | { kind: "address-in-use" }
  /** To the old address, when a change is asked for. */
  | { kind: "address-change-asked" }
  /** To the old address, once the new one is verified; `takeBack` is null where the account had the new one before. */
  | { kind: "address-changed"; takeBack: { link: string; until: string } | null }
  /** To an address that a former one has taken the place of again. */
  | { kind: "address-taken-back"; contact: string }
  /** To the former address that has taken the place of another again. */
  | { kind: "address-is-back"; contact: string }
  | { kind: "reset-code"; code: string }
  | { kind: "password-changed" }
  | { kind: "factor-changed"; what: FactorChange }
  /** `browser` is empty if it is not recognised. */
  | { kind: "new-browser"; browser: string }
  /** An address was made that shows a calendar without a login. */
  | { kind: "feed-made" }
  /** On Fridays, to users who asked for it: numbers only. `stop` ends it without a login. */
  | { kind: "round-up"; monday: LondonDate; unlogged: number; entries: number; fees: number; stop: string }
  /** A rota could not be read at its address for days; `why` has no address. */
  | { kind: "rota-unread"; why: string; since: string }
  /** Entries wait on a device that was without signal; `since` is when the first was heard of. */
  | { kind: "no-signal-waiting"; entries: number; since: string }
  | { kind: "data-deleted" }
  /** `contact` is the address of support. */
  | { kind: "account-suspended"; reason: SuspensionReason; contact: string }
  | { kind: "suspension-lifted" }
  /** The owner of a suspended account may export it, for some days. */
  | { kind: "export-allowed"; until: string; contact: string }
  /** To whoever runs Daybook: something that must not be, or that it is over. `place` is where: "the European Union". */
  | { kind: "matter"; about: MatterKind; place: string; n: number; since: string; isOver: boolean };

export type MailKind = MailContent["kind"];

export type ContentOf = { [Kind in MailKind]: Extract<MailContent, { kind: Kind }> };

/** Sentences that several mails end with. */
export const WARNING =
  "Daybook never asks for your password or for a code by email, by text message or on the telephone.";
export const NOTHING_TO_DO = "If it was you, there is nothing to do.";

/**
 * Whether a mail is one of the two that a verification may send. All that happens to both must be the same: whoever
 * asked for the verification must not learn from it that an address belongs to another account.
 */
export function isOfVerification(kind: string): boolean {
  return kind === "verify-address" || kind === "address-in-use";
}

/** The sentence of the mail for each change of factors. */
export const FACTOR_CHANGES = {
  "totp-on": "Two-factor authentication was turned on.",
  "totp-off": "Two-factor authentication was turned off.",
  "codes-renewed": "New recovery codes were made. The old ones no longer work.",
  "code-used": "A recovery code was used in place of a passkey or of a code from the authenticator app.",
  "passkey-added": "A passkey was added.",
  "passkey-removed": "A passkey was removed.",
  "factor-always-asked": "Logging in with the password was set to ask for a passkey or a code each time.",
  "password-alone": "Logging in was set to take the password alone, without a passkey.",
  "tries-stopped":
    "Too many wrong codes were entered, so codes of the authenticator app are refused for a while. Recovery codes still work.",
  "codes-guessed": "Wrong recovery codes were entered several times. Your codes still work.",
} as const;

export type FactorChange = keyof typeof FACTOR_CHANGES;

/**
 * Why an administrator suspended an account. Chosen from these, so that nobody writes about a person what they would have
 * to be given a copy of: `label` is for administrators and the activity log, `toOwner` for the owner's mail and page.
 */
export const SUSPENSION_REASONS = {
  "taken-over": {
    label: "Somebody else may have access",
    toOwner: "The reason: somebody else may have access to it.",
  },
  shared: {
    label: "More than one person may use it",
    toOwner: "The reason: more than one person may be using it, which the terms do not allow.",
  },
  patients: {
    label: "It may record who patients are",
    toOwner: "The reason: it may record who patients are, which the terms do not allow.",
  },
  harm: {
    label: "It may be used to harm others",
    toOwner: "The reason: it may be used to harm others, which the terms do not allow.",
  },
  asked: { label: "Its owner asked for it", toOwner: "The reason: you asked for it." },
} as const;

export type SuspensionReason = keyof typeof SUSPENSION_REASONS;
