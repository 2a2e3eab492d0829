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
export type VerifyOutcome = "success" | "already_verified" | "expired" | "invalid" | "taken" | "missing";

/**
 * Why a change of address cannot be sent yet, for the page (specification section 5); empty when it can. The
 * server has the last word on all of it.
 */
export function changeEmailHeldBy(newEmail: string, newEmailAgain: string, password: string): string {
  if (newEmail.trim() === "") return "Enter the new address to go on.";
  if (newEmailAgain.trim() === "") return "Enter the new address again to go on.";
  return password === "" ? "Enter your current password to go on." : "";
}
