import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { unstable_readConfig as readConfig } from "wrangler";
import { configurationOf, deployedSettings, openSettings } from "./deploy/settings.mjs";
import { withSecondRegion } from "./local-regions.mjs";
import { ROOT, run, STATE, say } from "./local-world.mjs";

/**
 * `npm run migrate`: applies the migrations to the databases of all regions and to the directory, one after the other;
 * with `--remote` to those of an environment at Cloudflare (`--settings`), as the user that `wrangler login` logged in. A
 * second run changes nothing. It stops at the first database that fails: run it again then.
 */
const { values } = parseArgs({
  options: {
    remote: { type: "boolean" },
    settings: { type: "string" },
    state: { type: "string" },
    wrangler: { type: "string", default: "wrangler" },
  },
});
const { remote = false, state = STATE } = values;
const settings = settingsAsked();
const databases = settings.d1_databases;
const config = configOf(databases);
for (const { binding } of databases) {
  const where = remote ? ["--remote"] : ["--local", "--persist-to", resolve(state)];
  const said = run(values.wrangler, ["d1", "migrations", "apply", binding, "--config", config, ...where]);
  say(`${binding} has its tables`);
  if (remote) console.log(said);
}

function settingsAsked() {
  if (remote) return deployedSettings(values.settings);
  const shared = readConfig({ config: join(ROOT, "wrangler.toml") }, { hideWarnings: true });
  return {
    ...shared,
    ...(values.settings ? configurationOf(openSettings(values.settings)) : withSecondRegion(shared)),
  };
}

/** Wrangler takes the databases from a file of settings: that of the second region is in none. */
function configOf(databases) {
  const folder = join(resolve(state), "migrate");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "wrangler.json");
  const d1_databases = databases.map((each) => ({ ...each, migrations_dir: join(ROOT, each.migrations_dir) }));
  const { name, account_id, compatibility_date } = settings;
  writeFileSync(path, JSON.stringify({ name, account_id, compatibility_date, d1_databases }));
  return path;
}
