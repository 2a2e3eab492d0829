/** The two services beside the Worker that a Daybook cannot do without: Turnstile, and the sending of mails. */

/**
 * The Turnstile widget: that of the settings, or the one that has the Worker's name.
 * @param needsSecret whether neither the caller nor the Worker has its secret
 * @returns its site key and, if it is needed, its secret; null if it is yet to be made
 */
export async function findWidget(wrangler, name, siteKey, needsSecret) {
  if (siteKey && !needsSecret) return { sitekey: siteKey };
  const known =
    siteKey ||
    (await wrangler.json("turnstile", "widget", "list", "--json")).find((each) => each.name === name)?.sitekey;
  if (!known) return null;
  return needsSecret ? wrangler.json("turnstile", "widget", "get", known, "--json") : { sitekey: known };
}

/** @returns its site key and its secret */
export function makeWidget(wrangler, name, host) {
  return wrangler.json("turnstile", "widget", "create", name, "--domain", host, "--mode", "managed", "--json");
}

/** Whether Cloudflare sends mails of a domain. @throws Error for a domain that is not in the account */
export async function sendsMail(wrangler, domain) {
  const said = await wrangler.say("email", "sending", "list", domain);
  const row = said.split("\n").find((line) => line.split(/[\s│|]+/).includes(domain));
  return row !== undefined && /\byes\b/.test(row);
}

export function beginMail(wrangler, domain) {
  return wrangler.say("email", "sending", "enable", domain);
}
