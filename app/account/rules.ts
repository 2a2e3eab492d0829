/** The one message of a failed login or code (specification section 5): it never says which answer was wrong. */
export const CHECK_DETAILS = "Please check the details you have entered";

/** Message of specification section 8 for all forms that ask a logged-in user for their password. */
export const CHECK_PASSWORD = "Please check your password and try again";

/** Message of status 429. A lock ends with its 15 minutes, regardless of its cause. */
export const TOO_MANY_PASSWORDS = "Too many wrong passwords. Wait 15 minutes, then try again";
/** Message above a limit of the login: it does not reveal whether that of the username or of the network. */
export const PASS_CHECK = "There were too many wrong passwords. Show below that you are a person, then try again";
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

/**
 * The message while a sign-up cannot be sent yet, for the page (specification section 5); empty when it can. The server
 * checks everything again.
 * @param checkMessage message of an incomplete bot check; empty when it is complete
 */
export function signUpProblem(
  password1: string,
  password2: string,
  termsTicked: boolean,
  checkMessage: string,
): string {
  if (password1 === "") return "Enter a password to continue.";
  if (passwordLength(password1) < PASSWORD_MIN)
    return `Enter a password of ${PASSWORD_MIN} or more characters to continue.`;
  if (password2 === "") return "Enter the password again to continue.";
  if (password1 !== password2) return "The two passwords are not the same yet.";
  return termsTicked ? checkMessage : "Tick the box to accept the terms to continue.";
}

/** As `signUpProblem`, for Send Code. */
export function sendCodeProblem(email: string, checkMessage: string): string {
  return email.trim() === "" ? "Enter your email address to continue." : checkMessage;
}

export const RESET_CODE_LENGTH = 6;
/** Lifetime of a reset code, and, once it is verified, of the right to set a password (specification section 9). */
export const RESET_SECONDS = 900;
/** Wait between two codes (specification section 9). */
export const RESEND_SECONDS = 30;

/** A typed reset code in its normal form: upper case, only A to Z and 0 to 9, at most as long as a code (section 5). */
export function normalizedResetCode(typed: string): string {
  return resetCodeLetters(typed).slice(0, RESET_CODE_LENGTH);
}

/** As `normalizedResetCode`, of any length: a code that is too long must not be cut into another one. */
export function resetCodeLetters(typed: string): string {
  return typed.replace(/[^a-z0-9]/gi, "").toUpperCase();
}

/** `14:59`, for the seconds that are left. */
export function minutesAndSeconds(seconds: number): string {
  const two = (n: number) => String(n).padStart(2, "0");
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}
