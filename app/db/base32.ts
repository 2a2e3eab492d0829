/** RFC 4648: how authenticator apps take a secret. */
const STANDARD = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Five bits a character, without padding. */
export function toBase32(bytes: Uint8Array, alphabet = STANDARD): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const fives = bits.match(/.{1,5}/g) ?? [];
  return fives.map((five) => alphabet[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}

/** Null for what is no such text. */
export function fromBase32(text: string): Uint8Array | null {
  const values = [...text].map((character) => STANDARD.indexOf(character));
  if (values.includes(-1)) return null;
  const bits = values.map((value) => value.toString(2).padStart(5, "0")).join("");
  const bytes = bits.match(/.{8}/g) ?? [];
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2));
}
