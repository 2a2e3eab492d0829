import { createHash } from "node:crypto";
import type { AppContext, Site } from "~/platform/context";
import { countTry, type Limit } from "~/platform/db/rate-counters.server";
import { logError } from "~/platform/http/log";
import { noteSignal } from "~/platform/http/request-note.server";
import type { LimitRefusal } from "../limits.server";
import { type BotAction, type BotCheckData, TOKEN_NAMES } from "./bot-check";
import type { BotAnswer } from "./form";

/** Cloudflare's own limit. */
const LONGEST_TOKEN = 2048;
const VERIFY_TIMEOUT_MS = 5000;
/** Error codes that the operator must correct, not the visitor. */
const OPERATOR_ERRORS = ["missing-input-secret", "invalid-input-secret", "bad-request", "internal-error"];

/** A valid token may be sent again with the same form, as after a double press, but only this often. */
const TOKEN_LIMIT: Limit = { tries: 3, windowMs: 60 * 60 * 1000 };

const NOT_PASSED = "We could not check that you are a person";
const TOKEN_SPENT = "That check was used before";
const NOT_REACHED = "The check that you are a person is not available at the moment";

/** Data of the bot check for a page. */
export function botCheckOf({ site }: Pick<AppContext, "site">, action: BotAction, otherwise: string): BotCheckData {
  const { siteKey, scriptUrl } = site.turnstile;
  return { action, siteKey, scriptUrl, otherwise };
}

/**
 * Checks by the widget's token, which Cloudflare verifies, whether a person sent the form. Unclear results are refused.
 * @param fetcher calls siteverify
 * @returns null when a person sent it; else the message, by the token's field
 */
export async function checkBot(
  app: AppContext,
  request: Request,
  answer: BotAnswer,
  action: BotAction,
  fetcher: typeof fetch = fetch,
): Promise<LimitRefusal | null> {
  const refused =
    (await refuseToken(app.site, request, answer, action, fetcher)) ??
    ((await isSpent(app, answer.token)) ? TOKEN_SPENT : null);
  if (refused === null) return null;
  noteSignal("bot-check-refused");
  return { errors: { [TOKEN_NAMES[action]]: refused }, status: 422 };
}

/** Counted only after the token was accepted: before that it is worth nothing. */
async function isSpent({ db, vault, now }: AppContext, token: string): Promise<boolean> {
  const key = `bot-token/${await vault.sign("bot-token", token)}`;
  return (await countTry(db, key, TOKEN_LIMIT, now)) > TOKEN_LIMIT.tries;
}

async function refuseToken(
  site: Site,
  request: Request,
  { token, fingerprint }: BotAnswer,
  action: BotAction,
  fetcher: typeof fetch,
): Promise<string | null> {
  if (token.length > LONGEST_TOKEN) return NOT_PASSED;
  const body = new URLSearchParams({
    secret: site.turnstile.secret,
    response: token,
    idempotency_key: uuidOf(`${fingerprint} ${token}`),
  });
  const address = request.headers.get("CF-Connecting-IP");
  if (address) body.set("remoteip", address);
  try {
    const response = await fetcher(site.turnstile.verifyUrl, {
      method: "POST",
      body,
      // The local stand-in for Cloudflare is on this server, which refuses forms without Origin. Cloudflare ignores it.
      headers: { Origin: site.origin },
      signal: AbortSignal.timeout(VERIFY_TIMEOUT_MS),
      // The secret must only be sent to the configured address.
      redirect: "manual",
    });
    // A refusal with a status below 500 has the reason in its body.
    const answer: unknown = response.status < 500 ? await response.json() : null;
    return verdictOf(answer, new URL(site.origin).hostname, action);
  } catch (error) {
    logError(error);
    return NOT_REACHED;
  }
}

function verdictOf(answer: unknown, hostname: string, action: BotAction): string | null {
  if (typeof answer !== "object" || answer === null || !("success" in answer)) {
    logError(new Error("siteverify gave no verdict"));
    return NOT_REACHED;
  }
  const { success, hostname: where, action: what, "error-codes": codes } = answer as Record<string, unknown>;
  if (success === true && where === hostname && what === action) return null;
  const faults = OPERATOR_ERRORS.filter((code) => Array.isArray(codes) && codes.includes(code));
  if (faults.length > 0) logError(new Error(`siteverify: ${faults.join(", ")}`));
  return faults.length > 0 ? NOT_REACHED : NOT_PASSED;
}

/** The same text gives the same UUID: the token of a form that is sent twice is verified once. */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}
