/** Bytes as text that is safe in an address and in a cookie. */
export function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
}

/** 256 random bits: for whatever opens something by itself. */
export function newToken(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}
