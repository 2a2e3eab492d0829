/** The one message of a failed login or code (specification section 5): it never says which answer was wrong. */
export const CHECK_DETAILS = "Please check the details you have entered";

/** Message of status 429. A lock ends with its 15 minutes, regardless of its cause. */
export const TOO_MANY_PASSWORDS = "Too many wrong passwords. Wait 15 minutes, then try again";
export const TOO_MANY_CODES = "Too many wrong codes. Wait 15 minutes, then try again, or use a recovery code";

/** Key of a username: unique without regard to case. */
export function usernameKey(username: string): string {
  return username.trim().toLowerCase();
}

/** Key of an address: the same for any case, because people type them in any. */
export function emailKey(address: string): string {
  return address.trim().toLowerCase();
}

/**
 * Counted in code points, any characters, no composition rules. Twelve is above the eight of OWASP ASVS 5.0 and GOV.UK
 * and below NIST's fifteen for a sole factor: a deliberate deviation, because passwords that are easy to guess are
 * refused, and a second factor can be added.
 */
export const PASSWORD_MIN = 12;

export function passwordLength(password: string): number {
  return [...password.normalize("NFC")].length;
}
