import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { unstable_readConfig as readConfig } from "wrangler";
import { migrate } from "./deploy/build.mjs";
import { openWrangler } from "./deploy/wrangler.mjs";
import { ROOT, STATE } from "./local-world.mjs";

/** Applies the migrations to this machine's database. */
const { values } = parseArgs({ options: { state: { type: "string", default: STATE } } });
const state = resolve(values.state);
const shared = readConfig({ config: join(ROOT, "wrangler.toml") }, { hideWarnings: true });
const d1_databases = shared.d1_databases.map((each) => {
  return { ...each, migrations_dir: join(ROOT, each.migrations_dir) };
});
mkdirSync(join(state, "migrate"), { recursive: true });
const config = join(state, "migrate", "wrangler.json");
writeFileSync(
  config,
  JSON.stringify({ name: shared.name, compatibility_date: shared.compatibility_date, d1_databases }),
);
migrate(openWrangler(), config, "--local", "--persist-to", state);
