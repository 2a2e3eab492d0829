const PIECE = 8_192;

/** Encodes bytes as text that is safe in an address and in a cookie. */
export function base64url(bytes: Uint8Array): string {
  // In pieces, because a call takes a limited number of arguments.
  const pieces = Array.from({ length: Math.ceil(bytes.length / PIECE) }, (_, at) => {
    return String.fromCharCode(...bytes.subarray(at * PIECE, (at + 1) * PIECE));
  });
  return btoa(pieces.join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/**
 * Decodes text of `base64url`.
 * @throws when the text is not valid base64
 */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at);
  return bytes;
}

/** 256 random bits in base64url: also for links and cookies that give access by themselves. */
export function newSecret(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

/** SHA-256 of a text in base64url. It is stored in place of a random token or key, which itself is not kept. */
export async function hashOf(text: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}
