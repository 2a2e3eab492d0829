import { RESET_CODE_LENGTH } from "../rules";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
/** The most whole alphabets that a byte holds: bytes beyond them are left out, else early letters came more often. */
const FAIR_BYTES = 256 - (256 % LETTERS.length);

/** A code of the specification (section 9): each of 36^6 is as likely as any other. */
export function newResetCode(randomBytes: (count: number) => Uint8Array = random): string {
  let code = "";
  while (code.length < RESET_CODE_LENGTH) {
    for (const byte of randomBytes(RESET_CODE_LENGTH - code.length)) {
      if (byte < FAIR_BYTES) code += LETTERS[byte % LETTERS.length];
    }
  }
  return code;
}

function random(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}
