/** How long the link in a mail works (specification section 9): up to, not at, this age. */
export const LINK_WORKS_MS = 15 * 60 * 1000;

/** With script the button that sends again is off this long (specification section 9). */
export const RESEND_LOCK_AFTER_SUCCESS_MS = 2000;
export const RESEND_LOCK_AFTER_FAILURE_MS = 500;

/** Of an address on file: specification 2.10. */
export type EmailStatus = "verified" | "pending" | "expired" | "failed" | "none";

export const STATUS_TEXTS: Record<EmailStatus, string> = {
  verified: "Email verified",
  pending: "Verification email sent - not yet verified",
  expired: "Verification expired",
  failed: "Verification failed (too many attempts)",
  none: "No verification sent",
};

/** Specification section 8. */
export const SENT = "Verification email sent successfully! Please check your inbox.";
export const NOT_SENT = "Failed to send verification email. Please try again.";

/** The button that sends a link, as each status has it (specification 2.10). */
export const SEND_LABELS: Partial<Record<EmailStatus, string>> = {
  none: "Send Verification",
  pending: "Resend Verification",
  expired: "Resend Verification",
};

/** A verification as it is stored. */
export interface Verification {
  status: Exclude<EmailStatus, "none">;
  /** Null: made before there were mails. */
  sent_at: number | null;
  expires_at: number | null;
}

/** What a verification is worth now, whether or not anything has marked it since. */
export function statusOf(verification: Verification | undefined, now: number): EmailStatus {
  if (!verification) return "none";
  const { status, sent_at, expires_at } = verification;
  if (status !== "pending") return status;
  if (sent_at === null) return "none";
  return expires_at !== null && now < expires_at ? "pending" : "expired";
}

/** How the press of a verification link ends: specification 2.11. */
export type VerifyOutcome = "success" | "already_verified" | "expired" | "invalid" | "taken" | "missing" | "error";

/**
 * Why a change of address cannot be sent yet, for the page (specification section 5); empty when it can. The
 * server has the last word on all of it.
 */
export function changeEmailHeldBy(newEmail: string, newEmailAgain: string, password: string): string {
  if (newEmail.trim() === "") return "Enter the new address to continue.";
  if (newEmailAgain.trim() === "") return "Enter the new address again to continue.";
  return password === "" ? "Enter your current password to continue." : "";
}

/** The button back: those whose level has no logbook would only be sent home from it. */
export function wayBack(hasLogbook: boolean): { to: string; children: string } {
  return hasLogbook ? { to: "/logbook/", children: "Back to Logbook" } : { to: "/", children: "Back to the main page" };
}

export interface AddressWithStatus {
  address: string;
  status: EmailStatus;
}

export interface EmailOnFile {
  /** Null: the account has none at all. */
  current: AddressWithStatus | null;
  /** The new address while a change waits for its link; the current one stays until then. */
  waiting: AddressWithStatus | null;
}

/**
 * @param verified the address that was verified last, if any.
 * @param latest the newest verification, whatever became of it.
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

/** The address that a link is sent to when one asks for it again. */
export function addressToVerify({ current, waiting }: EmailOnFile): AddressWithStatus | null {
  return waiting ?? current;
}

/** The status that each outcome is answered with. */
export const OUTCOME_STATUS: Record<VerifyOutcome, number> = {
  success: 200,
  already_verified: 200,
  expired: 422,
  invalid: 422,
  taken: 422,
  missing: 404,
  error: 500,
};

/** What each outcome is told with (specification 2.11 and section 8). */
export const OUTCOME_MESSAGES: Record<VerifyOutcome, string> = {
  success: "Your email address has been verified.",
  already_verified: "This email has already been verified.",
  expired: "This verification link has expired.",
  invalid: "Invalid verification link.",
  taken: "Another account has verified this address since the link was sent.",
  error: "An error occurred during verification.",
  missing: "The verification link is missing or invalid.",
};

/** What a verification is after each outcome, as far as its link can tell. */
export const STATUS_AFTER: Partial<Record<VerifyOutcome, EmailStatus>> = {
  success: "verified",
  already_verified: "verified",
  expired: "expired",
};
