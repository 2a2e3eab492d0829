import type { Site } from "~/platform/context";
import { newSecret } from "~/platform/db/tokens";
import { isoInstant } from "~/platform/time/instants";

/** Local stand-in for Turnstile: gives tokens without a challenge, and verifies them by Cloudflare's protocol. */
const TOKEN_LASTS_MS = 300_000;
/** Longer than a token's life: KV expires by the real clock, and the age of a token is counted by the local one. */
const KEPT_SECONDS = 3600;

const DUMMY_TOKEN = "XXXX.DUMMY.TOKEN.XXXX";
const DUMMY_KEY = /^[123]x0{20}[A-F]{2}$/;
const PASSES = "1x0000000000000000000000000000000AA";
const FAILS = "2x0000000000000000000000000000000AA";
const SPENT = "3x0000000000000000000000000000000AA";

interface Issued {
  action: string;
  cdata: string;
  hostname: string;
  issued_at: number;
  /** Idempotency key of the first verification; the same key gets the same answer. */
  asked_with?: string;
}

interface Balance {
  store: KVNamespace;
  site: Site;
  now: number;
}

/** Issues the token that the widget asks for, bound to its site key, action and page; null for an unknown site key. */
export async function issueToken({ store, site, now }: Balance, asked: URLSearchParams, hostname: string) {
  const sitekey = asked.get("sitekey") ?? "";
  if (DUMMY_KEY.test(sitekey)) return { token: DUMMY_TOKEN, lasts_ms: TOKEN_LASTS_MS };
  if (sitekey !== site.turnstile.siteKey) return null;
  const token = `local.${newSecret()}`;
  const issued: Issued = {
    action: asked.get("action") ?? "",
    cdata: asked.get("cdata") ?? "",
    hostname,
    issued_at: now,
  };
  await store.put(nameOf(token), JSON.stringify(issued), { expirationTtl: KEPT_SECONDS });
  return { token, lasts_ms: TOKEN_LASTS_MS };
}

export interface Verification {
  secret?: string;
  response?: string;
  idempotency_key?: string;
}

export async function siteverify({ store, site, now }: Balance, asked: Verification) {
  const { secret, response, idempotency_key = "" } = asked;
  if (!secret) return failed("missing-input-secret");
  if (!response) return failed("missing-input-response");
  if (secret === PASSES) return passed({ action: "", cdata: "", hostname: "example.com", issued_at: now });
  if (secret === FAILS) return failed("invalid-input-response");
  if (secret === SPENT) return failed("timeout-or-duplicate");
  if (secret !== site.turnstile.secret) return failed("invalid-input-secret");

  const issued = await store.get<Issued>(nameOf(response), "json");
  if (!issued) return failed("invalid-input-response");
  const isAgain = idempotency_key !== "" && issued.asked_with === idempotency_key;
  if ((issued.asked_with !== undefined && !isAgain) || now - issued.issued_at >= TOKEN_LASTS_MS) {
    return failed("timeout-or-duplicate");
  }
  const spent: Issued = { ...issued, asked_with: idempotency_key };
  await store.put(nameOf(response), JSON.stringify(spent), { expirationTtl: KEPT_SECONDS });
  return passed(issued);
}

function passed({ action, cdata, hostname, issued_at }: Issued) {
  return { success: true, "error-codes": [], challenge_ts: isoInstant(issued_at), hostname, action, cdata };
}

function failed(code: string) {
  return { success: false, "error-codes": [code] };
}

function nameOf(token: string): string {
  return `local-turnstile/${token.slice(0, 400)}`;
}
