import { randomBytes } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { smoke } from "./smoke.mjs";

/** A new name needs a certificate, which may take minutes; a version is everywhere within seconds. */
const PATIENCE_MS = { first: 15 * 60_000, next: 2 * 60_000 };
const PAUSE_MS = 2000;

/** The version of a Worker that has most requests; null where there is no Worker yet. */
export function runningVersion(wrangler, name) {
  try {
    const { versions } = wrangler.json("deployments", "status", "--name", name, "--json");
    return versions.toSorted((one, other) => other.percentage - one.percentage)[0].version_id;
  } catch (error) {
    if (/does not exist|has no deployments/.test(error.message)) return null;
    throw error;
  }
}

/**
 * Puts a version up at Cloudflare, tries it, and gives it to everybody: beside the running one at first, which has all
 * requests but ours; in place of nothing, where the Worker is new.
 * @param at where requests go, if not to the region's own address
 * @throws Error for a version that fails; nobody has got it, unless it is the first
 */
export async function release(wrangler, { running, settings, configuration, path, build, at }) {
  const { name, vars } = configuration;
  const { secretsFile, secrets } = settings;
  // By this file one sees that it is this version that answers.
  const mark = `/assets/deployed-${randomBytes(8).toString("hex")}.txt`;
  writeFileSync(join(build, "client", mark), "Daybook\n");
  const more = ["--config", path, ...(existsSync(secretsFile) ? ["--secrets-file", secretsFile] : [])];
  const output = wrangler.say(...(running ? ["versions", "upload"] : ["deploy"]), ...more);
  const [, version] = /Version ID: (\S+)/.exec(output);
  const give = (...shares) => wrangler.say("versions", "deploy", ...shares, "--config", path, "--yes");
  const ask = (where, { headers, ...init } = {}) => {
    const all = { ...headers, "Cloudflare-Workers-Version-Overrides": `${name}="${version}"` };
    return fetch(new URL(where, at ?? vars.APP_ORIGIN), { redirect: "manual", ...init, headers: all });
  };
  try {
    if (running) give(`${version}@0%`, `${running}@100%`);
    await untilThere(ask, mark, running ? PATIENCE_MS.next : PATIENCE_MS.first);
    await smoke(ask, vars, secrets.HEALTH_TOKEN);
    if (running) give(`${version}@100%`);
    // Of the version are the bindings alone.
    if (running) wrangler.say("triggers", "deploy", "--config", path);
    return version;
  } catch (error) {
    const back = running
      ? `\nTo be sure that all requests go to the one before: npx wrangler rollback ${running} --name ${name}`
      : "";
    throw new Error(`Version ${version} is up, and something failed. ${error.message}${back}`);
  }
}

async function untilThere(ask, mark, patienceMs) {
  const end = Date.now() + patienceMs;
  while ((await ask(mark).catch(() => null))?.status !== 200) {
    if (Date.now() > end) throw new Error(`It does not answer after ${patienceMs / 60_000} minutes`);
    await new Promise((resume) => setTimeout(resume, PAUSE_MS));
  }
}
