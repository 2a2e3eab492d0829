import { say } from "../local-world.mjs";
import { findAccount, findWorker, lookFor, make, needs, whereOf } from "./account.mjs";
import { ASKED } from "./checks.mjs";
import { locksToAdd, lookAtLocks } from "./locks.mjs";
import { beginMail, findWidget, makeWidget, sendsMail } from "./outside.mjs";
import { keysFileOf, tokenFileOf } from "./secrets.mjs";
import { addSetting, configurationOf, placeOf } from "./settings.mjs";

/** What is needed, before anybody has looked at Cloudflare, where a dry run never looks: all that has no id yet. */
export function unseen(settings, given) {
  const configuration = configurationOf(settings);
  const needed = needs(configuration, (what, binding) => placeOf(configuration, what, binding));
  return {
    needed: needed.map((need) => ({ ...need, id: settings.ids[need.binding] ?? null })),
    locks: locksToAdd(needed),
    worker: null,
    wrong: [],
    told: toldByWidget(configuration, given),
    domain: mailDomainOf(configuration),
  };
}

/** The domain that mails come from; null where MAIL_FROM is wrong, which is named by itself. */
function mailDomainOf({ vars: { MAIL_FROM } }) {
  return ASKED.MAIL_FROM.wrong(MAIL_FROM) ? null : MAIL_FROM.split("@").at(-1);
}

const SECRET = "TURNSTILE_SECRET";

/** The settings and secrets that nobody has given, which the Turnstile widget tells. */
function toldByWidget({ vars }, given) {
  return [...(vars.TURNSTILE_SITE_KEY ? [] : ["TURNSTILE_SITE_KEY"]), ...(given[SECRET] ? [] : [SECRET])];
}

/** Everything that is there, without changing anything. */
export async function lookAround(wrangler, settings, given, questions) {
  const account = await findAccount(wrangler, settings.account_id);
  if (account.accounts && questions) {
    addSetting(settings, "", "account_id", await questions.account(account.accounts));
  } else if (account.accounts) {
    const list = account.accounts.map(({ id, name }) => `${id} (${name})`).join(", ");
    account.wrong.push(`account_id is missing, and there are several: ${list}`);
  }
  const { needed, ...rest } = unseen(settings, given);
  if (account.wrong.length > 0) return { needed, ...rest, wrong: account.wrong };
  wrangler.account = settings.account_id ?? account.account_id;
  const { name, vars } = configurationOf(settings);
  const domain = mailDomainOf({ vars });
  const host = configurationOf(settings).routes[0]?.pattern;
  const wrong = [];
  const look = (what, asked, otherwise) =>
    asked.catch((error) => {
      wrong.push(`${what} cannot be looked at: ${error.message}`);
      return otherwise;
    });
  const [things, worker, mails] = await Promise.all([
    lookFor(wrangler, needed, settings.ids),
    look("The Worker", findWorker(wrangler, name), null),
    look(
      `MAIL_FROM: the sending of mails for ${domain}`,
      domain ? sendsMail(wrangler, domain) : Promise.resolve(true),
      true,
    ),
    look(`APP_ORIGIN: the domain of ${host}`, host ? sendsMail(wrangler, host) : Promise.resolve(), null),
  ]);
  const locks = await look("Locks of R2 buckets", lookAtLocks(wrangler, things.needed), { locks: [], wrong: [] });
  const known = Object.fromEntries((worker?.secrets ?? []).map((each) => [each, true]));
  const told = toldByWidget(configurationOf(settings), { ...known, ...given });
  const widget = await look(
    "The Turnstile widget, for want of TURNSTILE_SITE_KEY in the settings and TURNSTILE_SECRET in --secrets,",
    findWidget(wrangler, name, vars.TURNSTILE_SITE_KEY, told.includes(SECRET)),
    null,
  );
  return {
    needed: things.needed,
    locks: locks.locks,
    worker,
    widget,
    told,
    domain: mails ? null : domain,
    wrong: [...things.wrong, ...locks.wrong, ...wrong],
  };
}

export async function makeMissing(wrangler, settings, { needed, widget, told, domain }, secrets) {
  for (const need of needed) {
    const id = need.id ?? (await make(wrangler, need));
    if (need.id === null) say(`Made the ${need.kind} ${need.name}`);
    if (need.binding && !settings.ids[need.binding]) addSetting(settings, "ids", need.binding, id);
  }
  if (domain) await beginMail(wrangler, domain);
  if (told.length === 0) return;
  const { name, vars } = configurationOf(settings);
  const { sitekey, secret } = widget ?? (await makeWidget(wrangler, name, new URL(vars.APP_ORIGIN).hostname));
  if (!settings.vars.TURNSTILE_SITE_KEY) addSetting(settings, "vars", "TURNSTILE_SITE_KEY", sitekey);
  if (secret) secrets.TURNSTILE_SECRET ??= secret;
}

/** What will be done, to be read before it is. */
export function planOf(settings, { needed, locks, worker, widget, told, domain }, given, { keys, health }, isDry) {
  const { name, vars } = configurationOf(settings);
  const missing = needed.filter(({ id }) => id === null);
  const lines = missing.map((need) => `  ${need.kind.padEnd(10)} ${need.name.padEnd(28)} ${whereOf(need)}`.trimEnd());
  if (told.length > 0 && !widget) lines.push(`  widget     of Turnstile, for ${new URL(vars.APP_ORIGIN).hostname}`);
  if (domain) lines.push(`  mail       of ${domain}: wrangler adds records to its DNS`);
  for (const { name, lockedDays } of locks)
    lines.push(`  lock       of the backups in ${name}, for ${lockedDays} days`);
  if (keys.isMade && !isDry) lines.push(`  keys       of the vault, in ${keysFileOf(settings)}`);
  if ((health.isMade || health.isReplaced) && !isDry)
    lines.push(`  token      of /healthz?deep, in ${tokenFileOf(settings)}`);
  const there = needed.length - missing.length;
  return `
${settings.environment}: the Worker ${name} at ${vars.APP_ORIGIN}/
${isDry ? "A deployment makes, where it is missing" : `${there} of ${needed.length} are there. To make`}:
${lines.join("\n") || "  nothing"}
${Object.keys(given).length > 0 ? `Then the secrets given: ${Object.keys(given).join(", ")}\n` : ""}${worker ? `Then a version beside ${worker.version}, tried before anybody gets it` : "Then its first version"}
`;
}
