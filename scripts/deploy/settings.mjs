import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { unstable_readConfig as readConfig, experimental_readRawConfig as readRaw } from "wrangler";
import { ROOT } from "../local-world.mjs";

/** The environment without another name. */
export const PRODUCTION = "deploy/production.toml";
const NAME = /^[a-z][a-z0-9-]{0,19}$/;
/** Its `daybook-jobs-dead` would be what the Worker knows the dead-letter queue by (`workers/dead-letters.ts`). */
const OF_DEAD_LETTERS = /^dead(-|$)/;

/** What is the same in every environment: bindings, limits, regions. */
const shared = readConfig({ config: join(ROOT, "wrangler.toml") }, { hideWarnings: true });

/**
 * Reads the settings of an environment, which is named by its file: deploy/staging.toml is staging. What has another
 * shape than it must have is left out, and named in `misshapen`.
 * @throws Error for a file that cannot be read
 */
export function openSettings(path = PRODUCTION) {
  const environment = basename(path, ".toml");
  if (!path.endsWith(".toml") || !NAME.test(environment)) {
    throw new Error(`${path} names no environment: call it like deploy/staging.toml`);
  }
  if (OF_DEAD_LETTERS.test(environment)) {
    throw new Error(
      `${path} would name its queues like dead-letter queues: choose a name that does not begin with dead`,
    );
  }
  const isThere = existsSync(path);
  const read = isThere ? readSettings(path) : {};
  const { account_id, vars = {}, ids = {}, ...unknown } = read;
  const tables = { vars, ids };
  const misshapen = Object.keys(tables).filter((name) => !isTable(tables[name]));
  for (const name of misshapen) tables[name] = {};
  const { REGIONS, ...texts } = tables.vars;
  const hasRegions = Array.isArray(REGIONS) && REGIONS.length > 0 && REGIONS.every(isTable);
  if (REGIONS !== undefined && !hasRegions) misshapen.push("REGIONS");
  return {
    ...{ path, isThere, environment, account_id: account_id && String(account_id) },
    // A number or a date in place of a text is judged as the text that it is.
    vars: { ...textsOf(texts), ...(hasRegions && { REGIONS }) },
    ids: textsOf(tables.ids),
    ...{ unknown: Object.keys(unknown), misshapen },
  };
}

function readSettings(path) {
  try {
    return readRaw({ config: path }).rawConfig;
  } catch (error) {
    throw new Error(`${path} cannot be read: ${error.message}`);
  }
}

function isTable(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textsOf(table) {
  return Object.fromEntries(Object.entries(table).map(([name, value]) => [name, String(value)]));
}

const HEAD = "# Settings of one Daybook for npm run deploy, without secrets: keep the file with the source.\n";

/** Adds a line to the file of settings, and leaves every other as it is. @param table "vars", "ids", or "" */
export function addSetting(settings, table, name, value) {
  const { path } = settings;
  mkdirSync(dirname(path), { recursive: true });
  const text = existsSync(path) ? readFileSync(path, "utf8") : HEAD;
  // A text of JSON is one of TOML, too.
  const line = `${name} = ${JSON.stringify(value)}\n`;
  const head = table && new RegExp(`^\\[${table}\\][^\\n]*\\n`, "m").exec(text);
  const at = head ? head.index + head[0].length : table ? null : 0;
  const added = at === null ? `${text}\n[${table}]\n${line}` : text.slice(0, at) + line + text.slice(at);
  writeFileSync(path, added);
  settings.isThere = true;
  if (table) settings[table][name] = value;
  else settings[name] = value;
}

/** The names that a file may set. */
export const VARS = Object.keys(shared.vars);
export const IDS = [...shared.d1_databases, ...shared.kv_namespaces].map(({ binding }) => binding);

/**
 * What the environment has in place of wrangler.toml's: names of its own beside production's, the place that REGIONS
 * gives each database and bucket, ids and variables. An id that the file does not have yet stays wrangler.toml's, which
 * is none.
 */
export function configurationOf({ environment, account_id, vars, ids }) {
  const own = (name) => (environment === "production" ? name : `${name}-${environment}`);
  const all = { ...shared.vars, ...vars };
  const origin = URL.parse(all.APP_ORIGIN);
  const isWorkersDev = origin?.hostname.endsWith(".workers.dev") ?? false;
  const regionOf = (what, binding) => all.REGIONS.find((region) => region[what] === binding);
  return {
    name: own(shared.name),
    ...(account_id ? { account_id } : {}),
    workers_dev: isWorkersDev,
    routes: origin && !isWorkersDev ? [{ pattern: origin.hostname, custom_domain: true }] : [],
    vars: all,
    d1_databases: shared.d1_databases.map(({ binding, database_name, database_id, migrations_dir }) => ({
      ...{ binding, database_name: own(database_name), database_id: ids[binding] ?? database_id, migrations_dir },
    })),
    kv_namespaces: shared.kv_namespaces.map(({ binding, id }) => ({ binding, id: ids[binding] ?? id })),
    r2_buckets: shared.r2_buckets.map(({ binding, bucket_name }) => {
      const jurisdiction = regionOf("bucket", binding)?.jurisdiction;
      return { binding, bucket_name: own(bucket_name), ...(jurisdiction ? { jurisdiction } : {}) };
    }),
    queues: {
      producers: shared.queues.producers.map((each) => ({ ...each, queue: own(each.queue) })),
      consumers: shared.queues.consumers.map((each) => ({
        ...each,
        queue: own(each.queue),
        ...(each.dead_letter_queue ? { dead_letter_queue: own(each.dead_letter_queue) } : {}),
      })),
    },
    // Counters of one number are shared by all Workers of an account.
    ratelimits: shared.ratelimits.map((each) => ({ ...each, namespace_id: numberOf(own, each.namespace_id) })),
  };
}

function numberOf(own, id) {
  const added = own("") === "" ? 0 : createHash("sha256").update(own("")).digest().readUInt16BE(0);
  return String(Number(id) + added);
}

/** The settings of the environment at Cloudflare, for the commands that work on it. @throws Error without its ids */
export function deployedSettings(path) {
  const settings = openSettings(path);
  const missing = IDS.filter((name) => !settings.ids[name]);
  if (missing.length > 0) throw new Error(`${settings.path} has no id of ${missing.join(", ")}: npm run deploy`);
  return { ...shared, ...configurationOf(settings) };
}

/** Where a database or a bucket is to lie: that of its region, or the first one's for what is all regions'. */
export function placeOf({ vars: { REGIONS } }, what, binding) {
  const { jurisdiction, hint } = REGIONS.find((region) => region[what] === binding) ?? REGIONS[0];
  return jurisdiction ? { jurisdiction } : { hint };
}
