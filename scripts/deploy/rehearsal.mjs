import { rmSync } from "node:fs";
import { join } from "node:path";
import { run, say } from "../local-world.mjs";
import { runBuild } from "../run-build.mjs";
import { compressedBytes, MAX, startUp } from "../worker-weight.mjs";
import { tell } from "./release.mjs";
import { newKeys } from "./secrets.mjs";
import { smoke } from "./smoke.mjs";

/** Keys that a widget would tell: of nobody, and no keys for tests, which the Worker refuses. */
const NO_WIDGET = { TURNSTILE_SITE_KEY: "rehearsed", TURNSTILE_SECRET: "rehearsed" };

/**
 * All that a deployment does with a build, on this machine: databases of its own with their migrations, the upload as far
 * as wrangler goes without sending it, and the smoke journey through the Worker that ships, with its own settings.
 */
export async function rehearse(wrangler, { settings, configuration, folder, build, path, secrets, mark, health }) {
  const state = join(folder, "state");
  rmSync(state, { recursive: true, force: true });
  run("node", ["scripts/migrate.mjs", "--settings", settings.path, "--state", state]);
  say(`${configuration.d1_databases.length} databases have their tables`);
  const { bundle_size } = await wrangler.upload("deploy", {}, "deploy", "--dry-run", "--config", path);
  weigh(bundle_size?.gzip_bytes ?? compressedBytes(build), await startUp(build));
  const { vars } = configuration;
  const own = { ...NO_WIDGET, VAULT_KEYS: newKeys(vars.VAULT_KEY_ID), ...filled(vars), ...secrets };
  const worker = runBuild(build, state, {}, 0, { own });
  try {
    const ask = (where, init) => worker.dispatchFetch(new URL(where, vars.APP_ORIGIN), { redirect: "manual", ...init });
    if ((await ask(mark)).status !== 200) throw new Error("The files of the build are not served");
    tell(await smoke(ask, configuration, build, health));
  } finally {
    await worker.dispose();
    rmSync(state, { recursive: true, force: true });
  }
}

function filled(vars) {
  return Object.fromEntries(Object.entries(vars).filter(([, value]) => value !== ""));
}

function weigh(bytes, { ms, ratio }) {
  const start = `${Math.ceil(ms)} ms of CPU to evaluate on this machine, ${ratio.toFixed(2)} times a start of the runtime`;
  say(`The Worker has ${Math.ceil(bytes / 1000)} kB compressed, and takes ${start}`);
  say(`It may have ${MAX.bytes / 1000} kB, and take ${MAX.startUpRatio} times a start of the runtime`);
}
