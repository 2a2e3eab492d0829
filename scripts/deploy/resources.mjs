import { randomBytes } from "node:crypto";
import { chmodSync, writeFileSync } from "node:fs";
import { say } from "../local-world.mjs";
import { configurationOf, placeOf } from "./settings.mjs";

/** The ids of an account's databases and namespaces, by their names. @throws Error for a database that lies elsewhere */
export function idsOf(wrangler, settings, { d1_databases }) {
  const databases = wrangler.json("d1", "list", "--json");
  const { jurisdiction } = placeOf(settings);
  for (const each of databases.filter(({ name }) => d1_databases.some(({ database_name }) => database_name === name))) {
    // Of an older database Cloudflare may not say where it lies.
    if (each.jurisdiction && each.jurisdiction !== jurisdiction)
      throw new Error(`${each.name} lies in ${each.jurisdiction}, and not where REGIONS says`);
  }
  const namespaces = wrangler.json("kv", "namespace", "list");
  return Object.fromEntries([
    ...databases.map(({ name, uuid }) => [name, uuid]),
    ...namespaces.map(({ title, id }) => [title, id]),
  ]);
}

/**
 * Makes what a region needs at Cloudflare and does not have. Nothing is noted: each run looks by name.
 * @returns the ids of databases and namespaces
 */
export function makeMissing(wrangler, settings, configuration) {
  const ids = idsOf(wrangler, settings, configuration);
  const { jurisdiction, hint } = placeOf(settings);
  const where = jurisdiction ? ["--jurisdiction", jurisdiction] : ["--location", hint];
  const make = (...command) => {
    wrangler.say(...command);
    say(`Made: ${command.join(" ")}`);
  };
  for (const { database_name: name } of configuration.d1_databases)
    if (!ids[name]) make("d1", "create", name, ...where);
  for (const { bucket_name: name } of configuration.r2_buckets) {
    const look = ["r2", "bucket", "info", name, ...(jurisdiction ? where : [])];
    if (!isThere(wrangler, look)) make("r2", "bucket", "create", name, ...where);
  }
  for (const { queue } of configuration.queues.consumers)
    if (!isThere(wrangler, ["queues", "info", queue])) make("queues", "create", queue);
  for (const { id: title } of configuration.kv_namespaces) if (!ids[title]) make("kv", "namespace", "create", title);
  return idsOf(wrangler, settings, configuration);
}

/** The configuration of a region, for commands that work on what it has. @throws Error where nothing was deployed */
export function deployedConfiguration(wrangler, settings) {
  const configuration = configurationOf(settings);
  const ids = idsOf(wrangler, settings, configuration);
  const missing = configuration.d1_databases.map(({ database_name }) => database_name).filter((name) => !ids[name]);
  if (missing.length > 0) throw new Error(`There is no ${missing.join(", ")}: npm run deploy -- ${settings.region}`);
  return configurationOf(settings, ids);
}

/** Where it is Cloudflare that does not answer, the command that makes it fails, too. */
function isThere(wrangler, look) {
  try {
    return Boolean(wrangler.say(...look));
  } catch {
    return false;
  }
}

/**
 * Makes the keys of a region that has nothing yet, and writes them for the eyes of who deploys alone. Without its file a
 * Worker keeps the secrets that it has.
 */
export function settleSecrets(wrangler, settings, configuration, running) {
  const { secretsFile, secrets } = settings;
  if (running || secrets.VAULT_KEYS) return;
  const ids = idsOf(wrangler, settings, configuration);
  if (configuration.d1_databases.some(({ database_name }) => ids[database_name]))
    throw new Error(
      `Nothing was made. The databases are there: put the VAULT_KEYS that wrote them into ${secretsFile}`,
    );
  if (!secrets.TURNSTILE_SECRET) throw new Error(`Nothing was made. Write {"TURNSTILE_SECRET": "…"} to ${secretsFile}`);
  secrets.VAULT_KEYS = JSON.stringify({ [configuration.vars.VAULT_KEY_ID]: randomBytes(32).toString("base64") });
  secrets.HEALTH_TOKEN ??= randomBytes(32).toString("base64url");
  // Before the keys are in it.
  chmodSync(secretsFile, 0o600);
  writeFileSync(secretsFile, `${JSON.stringify(secrets, null, 2)}\n`);
}
