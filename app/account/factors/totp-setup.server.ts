import type { Vault } from "~/platform/crypto/vault.server";
import { drawQr, type QrDrawing } from "./qr.server";
import { newTotpSecret, totpUri } from "./totp.server";

/** Long enough to find the phone and install an app. */
const SETUP_HOLDS_MS = 15 * 60 * 1000;
const PURPOSE = "totp-setup";

interface SetupOwner {
  unique_ref: string;
  username: string;
}

/** A secret that is shown but not stored anywhere yet: it travels in the page. */
export interface TotpSetup {
  /** For the form: the secret, until when it may be used, and our signature that binds both to the user. */
  token: string;
  /** In groups of four, as it is typed. */
  secret: string;
  uri: string;
  qr: QrDrawing;
}

export async function newTotpSetup(vault: Vault, user: SetupOwner, now: number): Promise<TotpSetup> {
  const secret = newTotpSecret();
  const expires = now + SETUP_HOLDS_MS;
  const signature = await vault.sign(PURPOSE, signed(user, secret, expires));
  return drawSetup(user, secret, `${secret}.${expires}.${signature}`);
}

/** The secret of a page's token, and the page again; null when the token is not ours, not this user's, or too old. */
export async function readTotpSetup(vault: Vault, user: SetupOwner, token: string, now: number) {
  const [secret = "", expires = "", ...signature] = token.split(".");
  if (!(await vault.isSigned(PURPOSE, signed(user, secret, expires), signature.join(".")))) return null;
  return Number(expires) > now ? { secret, setup: drawSetup(user, secret, token) } : null;
}

function signed({ unique_ref }: SetupOwner, secret: string, expires: number | string): string {
  return `${unique_ref}\n${secret}\n${expires}`;
}

function drawSetup({ username }: SetupOwner, secret: string, token: string): TotpSetup {
  const uri = totpUri(secret, username);
  return { token, secret: (secret.match(/.{1,4}/g) ?? []).join(" "), uri, qr: drawQr(uri) };
}
