import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { unstable_readConfig as readConfig, experimental_readRawConfig as readRaw } from "wrangler";
import { load } from "../environment.mjs";
import { ROOT } from "../local-world.mjs";

/** What is the same in every region: bindings, limits, and the list of regions. */
const shared = readConfig({ config: join(ROOT, "wrangler.toml") }, { hideWarnings: true });

/** What a region's file must say, since nobody can guess it. */
const OWN = ["APP_ORIGIN", "MAIL_FROM", "CONTROLLER", "CONTACT_EMAIL", "TURNSTILE_SITE_KEY"];
/** Those of wrangler.toml, and of papers. */
const EXAMPLE = /[.@/](example|(example|your-domain)\.(com|net|org))$/;

/** A region's variables, in place of those of wrangler.toml, and the secrets that the Worker is to get. */
export function openSettings(region, folder = "deploy") {
  // What begins with "dead" would name its queues like dead-letter queues.
  if (!/^(?!dead(-|$))[a-z][a-z0-9-]{0,19}$/.test(region)) throw new Error(`${region} cannot be the name of a region`);
  const [path, secretsFile] = ["toml", "secrets.json"].map((end) => join(folder, `${region}.${end}`));
  if (!existsSync(path)) {
    throw new Error(`There is no ${path}. Write it:\n\n[vars]\n${OWN.map((name) => `${name} = "…"`).join("\n")}`);
  }
  const secrets = existsSync(secretsFile) ? JSON.parse(readFileSync(secretsFile, "utf8")) : {};
  return { region, path, secretsFile, secrets, vars: readRaw({ config: path }).rawConfig.vars ?? {} };
}

/** The entry of REGIONS that says where a region lies; what it does not list, a trial, lies where the first does. */
export function placeOf({ region, vars: { REGIONS = shared.vars.REGIONS } }) {
  return REGIONS.find(({ code }) => code === region) ?? REGIONS[0];
}

/**
 * What a region has in place of wrangler.toml's: names of its own, its place, and its variables.
 * @param ids of databases and namespaces by their names, which stand in for them until they are known
 */
export function configurationOf(settings, ids = {}) {
  const { region, vars } = settings;
  const { jurisdiction } = placeOf(settings);
  const own = (name) => name && `${name}-${region}`;
  const all = { ...shared.vars, ...vars, REGION: region };
  const host = URL.parse(all.APP_ORIGIN)?.hostname;
  const isWorkersDev = host?.endsWith(".workers.dev") ?? false;
  return {
    name: own(shared.name),
    workers_dev: isWorkersDev,
    routes: host && !isWorkersDev ? [{ pattern: host, custom_domain: true }] : [],
    vars: all,
    d1_databases: shared.d1_databases.map((each) => ({
      binding: each.binding,
      database_name: own(each.database_name),
      database_id: ids[own(each.database_name)] ?? own(each.database_name),
      migrations_dir: join(ROOT, each.migrations_dir),
    })),
    kv_namespaces: shared.kv_namespaces.map(({ binding }) => {
      const title = own(`${shared.name}-${binding.toLowerCase()}`);
      return { binding, id: ids[title] ?? title };
    }),
    r2_buckets: shared.r2_buckets.map(({ binding, bucket_name }) => {
      return { binding, bucket_name: own(bucket_name), ...(jurisdiction && { jurisdiction }) };
    }),
    queues: {
      producers: shared.queues.producers.map((each) => ({ ...each, queue: own(each.queue) })),
      consumers: shared.queues.consumers.map((each) => ({
        ...each,
        queue: own(each.queue),
        dead_letter_queue: own(each.dead_letter_queue),
      })),
    },
    // Counters of one number are shared by all Workers of an account.
    ratelimits: shared.ratelimits.map((each) => ({ ...each, namespace_id: numberOf(region, each.namespace_id) })),
  };
}

function numberOf(region, id) {
  return String(Number(id) + createHash("sha256").update(region).digest().readUInt16BE(0));
}

/** What is wrong with a region's settings, each by its name: what the Worker would refuse, and what it cannot see. */
export async function faultsOf(settings, configuration) {
  const { path, vars, secrets } = settings;
  const { wrongSettings } = await load("workers/settings.ts");
  const unnamed = OWN.filter((name) => !vars[name]?.trim() || EXAMPLE.test(vars[name]));
  // What no file gives the Worker has, or a deployment makes.
  const wrong = wrongSettings({ TURNSTILE_SECRET: "kept", ...configuration.vars, ...secrets });
  const { REGIONS, APP_ORIGIN } = configuration.vars;
  const isWrongHost = ({ code, hostname }) =>
    code === settings.region ? hostname !== URL.parse(APP_ORIGIN)?.hostname : EXAMPLE.test(`.${hostname}`);
  return [
    // Those of one region alone lead nobody.
    ...(REGIONS.length > 1 ? REGIONS.filter(isWrongHost) : []).map(
      ({ code }) => `REGIONS: the hostname of ${code} is an example, or not that of its APP_ORIGIN`,
    ),
    ...unnamed.map((name) => `${path}: ${name} is missing, or an example`),
    ...Object.keys(vars)
      .filter((name) => !(name in shared.vars))
      .map((name) => `${path}: there is no variable ${name}`),
    ...wrong.filter((text) => !unnamed.includes(text.split(" ")[0])),
  ];
}
