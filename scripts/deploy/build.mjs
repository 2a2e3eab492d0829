import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isBuilt, neededBuild, ROOT, run, say, stampBuild } from "../local-world.mjs";
import { runBuild } from "../run-build.mjs";
import { smoke } from "./smoke.mjs";

/** Builds what ships, with a region's variables and beside the local build, unless it was built from the same. */
export function buildFor({ region }, { vars }) {
  const folder = join(".local", "deploy", region);
  const [build, file] = [join(folder, "build"), join(folder, "vars.json")];
  mkdirSync(join(ROOT, folder), { recursive: true });
  writeFileSync(join(ROOT, file), JSON.stringify(vars));
  const wanted = neededBuild(build, [file]);
  if (wanted) {
    rmSync(join(ROOT, build), { recursive: true, force: true });
    // Made for the local build of the same sources, which something may be reading.
    if (!isBuilt()) run("panda", ["codegen", "--silent"]);
    run("react-router", ["build"], { env: { DAYBOOK_DEPLOY: folder, DAYBOOK_LOCAL: "", NODE_ENV: "production" } });
    // Secrets of the local world, which Cloudflare's plugin puts beside each build.
    rmSync(join(ROOT, build, "server", ".dev.vars"), { force: true });
    stampBuild(wanted, build);
  }
  say("Built");
  return join(ROOT, build);
}

/** Writes names and ids into the configuration that wrangler uploads the build with. @returns its path */
export function configure(build, configuration) {
  const path = join(build, "server", "wrangler.json");
  const built = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...built, ...configuration, topLevelName: configuration.name }));
  return path;
}

/** Applies the migrations to the database of a configuration. @param where by wrangler's flags */
export function migrate(wrangler, path, ...where) {
  for (const { binding } of JSON.parse(readFileSync(path, "utf8")).d1_databases) {
    wrangler.say("d1", "migrations", "apply", binding, "--config", path, ...where);
    say(`${binding} has its tables`);
  }
}

/** All that a deployment does with a build, on this machine: migrations, the upload but for its end, the smoke journey. */
export async function rehearse(wrangler, build, path, secrets) {
  const state = join(build, "..", "state");
  rmSync(state, { recursive: true, force: true });
  migrate(wrangler, path, "--local", "--persist-to", state);
  wrangler.say("deploy", "--dry-run", "--config", path);
  const { vars } = JSON.parse(readFileSync(path, "utf8"));
  const VAULT_KEYS = JSON.stringify({ [vars.VAULT_KEY_ID]: randomBytes(32).toString("base64") });
  const made = { TURNSTILE_SECRET: "rehearsed", HEALTH_TOKEN: "rehearsed".repeat(4), VAULT_KEYS };
  const own = { ...vars, ...made, ...secrets };
  const worker = runBuild(build, state, {}, 0, { own });
  try {
    const ask = (where, init) => worker.dispatchFetch(new URL(where, vars.APP_ORIGIN), { redirect: "manual", ...init });
    await smoke(ask, vars, own.HEALTH_TOKEN);
  } finally {
    await worker.dispose();
    rmSync(state, { recursive: true, force: true });
  }
}
