/** Validity of the link in a mail (specification section 9), exclusive. */
export const LINK_WORKS_MS = 15 * 60 * 1000;

/** How long the button that sends again is disabled with script (specification section 9). */
export const RESEND_LOCK_AFTER_SUCCESS_MS = 2000;
export const RESEND_LOCK_AFTER_FAILURE_MS = 500;

/** Status of an address on file (specification 2.10). */
export type EmailStatus = "verified" | "pending" | "expired" | "failed" | "none";

export const STATUS_TEXTS: Record<EmailStatus, string> = {
  verified: "Email verified",
  pending: "Verification email sent - not yet verified",
  expired: "Verification expired",
  failed: "Verification failed (too many attempts)",
  none: "No verification sent",
};

/** Messages of specification section 8. */
export const SENT = "Verification email sent successfully! Please check your inbox.";
export const NOT_SENT = "Failed to send verification email. Please try again.";

/** Label of the button that sends a link, for each status that has one (specification 2.10). */
export const SEND_LABELS: Partial<Record<EmailStatus, string>> = {
  none: "Send Verification",
  pending: "Resend Verification",
  expired: "Resend Verification",
};

/** A link that was sent to verify an address. */
export interface Verification {
  /** When it was used. */
  used_at: number | null;
  /** Mails with it that could not be delivered. */
  attempts: number;
  expires_at: number;
}

export function statusOf(verification: Verification | undefined, now: number): EmailStatus {
  if (!verification) return "none";
  const { used_at, attempts, expires_at } = verification;
  if (used_at !== null) return "verified";
  if (attempts > 0) return "failed";
  return now < expires_at ? "pending" : "expired";
}

/** Outcome of the press of a verification link: specification 2.11. */
export type VerifyOutcome = "success" | "already_verified" | "expired" | "invalid" | "taken" | "missing" | "error";

/**
 * The message while a change of address cannot be sent yet, for the page (specification section 5); empty when it can.
 * The server checks everything again.
 */
export function changeEmailProblem(newEmail: string, newEmailAgain: string, password: string): string {
  if (newEmail.trim() === "") return "Enter the new address to continue.";
  if (newEmailAgain.trim() === "") return "Enter the new address again to continue.";
  return password === "" ? "Enter your current password to continue." : "";
}

/** The button back. Users whose level has no logbook would only be redirected home from it. */
export function backLink(hasLogbook: boolean): { to: string; children: string } {
  return hasLogbook ? { to: "/logbook/", children: "Back to Logbook" } : { to: "/", children: "Back to the main page" };
}

export interface AddressWithStatus {
  address: string;
  status: EmailStatus;
}

export interface EmailOnFile {
  /** Null if the account has none. */
  current: AddressWithStatus | null;
  /** The new address while a change waits for its link; the current one stays until then. */
  waiting: AddressWithStatus | null;
}

/**
 * Returns the addresses on file with their statuses.
 * @param verified the address that was verified last, if any
 * @param latest the newest verification, of any status
 */
export function emailOnFile(
  verified: string | null,
  latest: (Verification & { address: string }) | undefined,
  now: number,
): EmailOnFile {
  const asked = latest && { address: latest.address, status: statusOf(latest, now) };
  if (verified === null) return { current: asked ?? null, waiting: null };
  return {
    current: { address: verified, status: "verified" },
    waiting: asked && asked.status !== "verified" ? asked : null,
  };
}

/** The address that a link is sent to on request. */
export function addressToVerify({ current, waiting }: EmailOnFile): AddressWithStatus | null {
  return waiting ?? current;
}

interface Outcome {
  /** Of the response. */
  status: number;
  /** Specification 2.11 and section 8. */
  message: string;
  /** Status of the verification afterwards, where the outcome tells. */
  email?: EmailStatus;
}

export const OUTCOMES: Record<VerifyOutcome, Outcome> = {
  success: { status: 200, message: "Your email address has been verified.", email: "verified" },
  already_verified: { status: 200, message: "This email has already been verified.", email: "verified" },
  expired: { status: 422, message: "This verification link has expired.", email: "expired" },
  invalid: { status: 422, message: "Invalid verification link." },
  taken: { status: 422, message: "Another account has verified this address since the link was sent." },
  error: { status: 500, message: "An error occurred during verification." },
  missing: { status: 404, message: "The verification link is missing or invalid." },
};

/** Outcome of the button of a link that takes an address back. */
export type TakeBackOutcome = "success" | "used" | "ended" | "expired" | "taken" | "invalid" | "error";

/** Response status of each of them. */
export const TAKE_BACK_STATUS: Record<TakeBackOutcome, number> = {
  success: 200,
  used: 200,
  ended: 422,
  expired: 422,
  taken: 422,
  invalid: 422,
  error: 500,
};
