import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { migrate, ROOT, STATE } from "./local-world.mjs";

/** Common code of the operator's commands, which work on databases and stores from outside the Worker. */

/** Options of every command. */
const ALL = {
  remote: { type: "string" },
  settings: { type: "string" },
  state: { type: "string" },
  "keys-file": { type: "string" },
  help: { type: "boolean", short: "h" },
};

/** Usage of those that every command uses. */
export const PLACE_USAGE = `  --remote <region>  the database and the store of a region at Cloudflare; without it those of this machine
  --settings <folder>  has its settings, if not deploy
  --state <folder>   where this machine keeps them, if not in .local/world`;

/** Usage of these options. */
export const ALL_USAGE = `${PLACE_USAGE}
  --keys-file <path> the keys of the vault, or the region's secrets, as JSON; - is standard input, which --remote reads
                     without it, too`;

/**
 * Reads the arguments of the command. Prints the usage and exits if it is asked for, or if an argument cannot be read.
 */
export function readArguments(options, usage) {
  try {
    const { values } = parseArgs({ args: process.argv.slice(2), options: { ...options, ...ALL } });
    if (!values.help) return values;
  } catch (error) {
    refuse(error.message, usage);
  }
  console.log(usage);
  process.exit(0);
}

/** Exits with what is wrong with the arguments, and how they are written. */
export function refuse(reason, usage) {
  console.error(`${reason}\n\n${usage}`);
  process.exit(2);
}

/**
 * Opens the database and the store: those of this machine, or with `remote` those of a region at Cloudflare, as the user
 * that `wrangler login` logged in. The keys of the vault come from a file or from standard input, locally from .dev.vars;
 * never from the command line, which the shell keeps and every program of the machine can read. A command that decrypts
 * nothing asks for none.
 * @returns what a command works with
 */
export async function openEnvironment(
  { remote, state = STATE, "keys-file": file, settings: from },
  { withKeys = true } = {},
) {
  const keys = withKeys ? keysIn(file, remote) : null;
  const known = withKeys ? checkKeys(keys) : null;
  // A database that does not exist is created first.
  if (!remote && !existsSync(join(state, "v3", "d1"))) migrate(state);
  const { getPlatformProxy, unstable_readConfig: readConfig } = await import("wrangler");
  const shared = readConfig({ config: join(ROOT, "wrangler.toml") }, { hideWarnings: true });
  const settings = remote ? { ...shared, ...(await deployed(remote, from)) } : shared;
  const keyId = process.env.VAULT_KEY_ID ?? settings.vars.VAULT_KEY_ID;
  if (known && typeof known[keyId] !== "string") fail(`The keys have no key ${keyId}, which VAULT_KEY_ID names`);
  const only = (bindings) => bindings.map((binding) => ({ ...binding, ...(remote ? { remote: true } : {}) }));
  const folder = mkdtempSync(join(tmpdir(), "daybook-"));
  // Only databases and stores: a command starts no Worker of ours.
  const config = join(folder, "wrangler.json");
  writeFileSync(
    config,
    JSON.stringify({
      // Another name than the Worker's: the Worker that Wrangler uploads as a proxy gets none of its secrets.
      name: `${settings.name}-outside`,
      compatibility_date: settings.compatibility_date,
      d1_databases: only(settings.d1_databases),
      r2_buckets: only(settings.r2_buckets),
    }),
  );
  const proxy = await getPlatformProxy({
    configPath: config,
    persist: remote ? false : { path: join(state, "v3") },
    remoteBindings: Boolean(remote),
  });
  const { openDatabase } = await load("app/platform/db/database.server.ts");
  const { openVault } = await load("app/platform/crypto/vault.server.ts");
  const vault = known ? openVault(JSON.stringify(known), keyId) : null;
  return {
    world: {
      vault,
      now: Date.now(),
      db: openDatabase(proxy.env.DB),
      objects: proxy.env.OBJECTS,
      lockedDays: Number(settings.vars.LOCKED_DAYS) || 0,
    },
    async close() {
      await proxy.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The configuration of a region at Cloudflare. Exits with a message if there is none. */
async function deployed(region, folder) {
  const { openSettings } = await import("./deploy/settings.mjs");
  const { deployedConfiguration } = await import("./deploy/resources.mjs");
  const { openWrangler } = await import("./deploy/wrangler.mjs");
  try {
    return deployedConfiguration(openWrangler(), openSettings(region, folder));
  } catch (error) {
    return fail(error.message);
  }
}

const STANDARD_INPUT = 0;

function keysIn(file, remote) {
  if ("VAULT_KEYS" in process.env) {
    fail("Take VAULT_KEYS out of the environment, and give the keys with --keys-file or on standard input");
  }
  if (file === undefined && !remote) return localKeys();
  if (file === undefined && process.stdin.isTTY) return undefined;
  try {
    return readFileSync(file === undefined || file === "-" ? STANDARD_INPUT : file, "utf8").trim();
  } catch (error) {
    return fail(`The file of keys cannot be read: ${error.code}`);
  }
}

/**
 * Exits with a message if the keys are missing or are not JSON. It never prints any of them, as the JSON parser's error
 * would.
 * @returns the keys by their ids
 */
function checkKeys(keys) {
  if (!keys)
    fail("Give the keys of the vault, as JSON, with --keys-file or on standard input: Cloudflare shows no secrets");
  let known = null;
  try {
    known = JSON.parse(keys);
  } catch {}
  if (typeof known !== "object" || known === null) fail('The keys are no JSON like {"1":"…"}');
  return known.VAULT_KEYS ? checkKeys(known.VAULT_KEYS) : known;
}

function fail(reason) {
  console.error(reason);
  process.exit(1);
}

/** Message of the innermost error: those around it contain the statement with its bound values. */
export function reasonOf(error) {
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}

/** Loads a module of the Worker in Node. What another one has loaded is the same, and read once. */
export async function load(path) {
  return (await openRunner()).import(join(ROOT, path));
}

let runner;

function openRunner() {
  runner ??= (async () => {
    const { createRunnableDevEnvironment, resolveConfig } = await import("vite");
    // Without styles: Panda's plug-in handles uncaught errors, and a command that failed would wait for ever.
    const css = { postcss: {} };
    // What a command does, it does as the shipped Worker would.
    const define = { __LOCAL_BUILD__: "false" };
    const how = { configFile: false, envDir: false, root: ROOT, resolve: { tsconfigPaths: true }, css, define };
    const inNode = { resolve: { external: true, mainFields: [], conditions: ["node", "module-sync"] } };
    const all = { ...how, logLevel: "error", environments: { node: { consumer: "server", ...inNode } } };
    const environment = createRunnableDevEnvironment("node", await resolveConfig(all, "serve"), { hot: false });
    await environment.init();
    return environment.runner;
  })();
  return runner;
}

function localKeys() {
  const file = join(ROOT, ".dev.vars");
  const [, keys] = (existsSync(file) && /^VAULT_KEYS=(.+)$/m.exec(readFileSync(file, "utf8"))) || [];
  return keys;
}
