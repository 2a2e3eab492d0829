import { type BotAction, TOKEN_NAMES } from "~/account/bot-check/bot-check";
import { newRef } from "~/platform/db/columns.server";
import { SITE } from "./harness";

const PREFIX = "passed as ";
const elsewhere = globalThis.fetch;

/** Which form has used which token, as siteverify remembers it. */
const spent = new Map<string, string | null>();

/** Siteverify, which lets the tokens of `passedCheck` pass, each for one form. */
globalThis.fetch = async (address, init) => {
  if (address !== SITE.turnstile.verifyUrl) return elsewhere(address, init);
  const asked = init?.body as URLSearchParams;
  const [token, form] = [asked.get("response") ?? "", asked.get("idempotency_key")];
  const isUsed = spent.has(token) && spent.get(token) !== form;
  spent.set(token, form);
  const [action] = token.slice(PREFIX.length).split(" ");
  return Response.json({
    success: token.startsWith(PREFIX) && !isUsed,
    hostname: new URL(SITE.origin).hostname,
    action,
  });
};

/** Field of the bot check that a person has just passed. */
export function passedCheck(action: BotAction): Record<string, string> {
  return { [TOKEN_NAMES[action]]: `${PREFIX}${action} ${newRef()}` };
}

let networks = 0;

/** A network of one's own, as Cloudflare names it. */
export function ownNetwork(): { "CF-Connecting-IP": string } {
  networks += 1;
  return { "CF-Connecting-IP": `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}` };
}
