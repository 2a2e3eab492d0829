/** The message while a code cannot be asked for yet, for the page (specification section 5); empty when it can. */
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
