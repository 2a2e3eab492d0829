/**
 * Counted in code points, any characters, no composition rules. Twelve is above the eight of OWASP ASVS 5.0
 * and GOV.UK and below NIST's fifteen for a sole factor: a deviation, taken with the refusal of what is easy
 * to guess and with a second factor that may be added.
 */
export const PASSWORD_MIN = 12;

export function passwordLength(password: string): number {
  return [...password.normalize("NFC")].length;
}
