import { base64url } from "./base64url";

/** SHA-256 of a text in base64url: what is stored in place of a random token or key, which itself is not kept. */
export async function hashOf(text: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}
