import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isBuilt, neededBuild, ROOT, run, stampBuild } from "../local-world.mjs";

/** Set once there is a widget; no page is rendered with it. */
const LATER = "TURNSTILE_SITE_KEY";

/**
 * Builds what ships, with the variables of an environment and beside the local build, unless it was built from the same.
 * @returns the folder of the build, and whether it was made anew
 */
export function buildFor(environment, { vars }) {
  const folder = join(".local", "deploy", environment);
  const [build, file] = [join(folder, "build"), join(folder, "vars.json")];
  mkdirSync(join(ROOT, folder), { recursive: true });
  writeFileSync(join(ROOT, file), JSON.stringify({ ...vars, [LATER]: "" }));
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
  return { folder: join(ROOT, folder), build: join(ROOT, build), isNew: wanted !== null };
}

/** Writes names and ids into the configuration that wrangler uploads the build with. @returns its path */
export function configure(build, configuration) {
  const path = join(build, "server", "wrangler.json");
  const built = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...built, ...configuration, topLevelName: configuration.name }));
  return path;
}

const MARK = "deployed-";

/** Puts a file among the assets by which one sees that this version answers, and no other. @returns its path */
export function markVersion(build) {
  const assets = join(build, "client", "assets");
  for (const name of readdirSync(assets)) if (name.startsWith(MARK)) rmSync(join(assets, name));
  const name = `${MARK}${randomBytes(8).toString("hex")}.txt`;
  writeFileSync(join(assets, name), "Daybook\n");
  return `/assets/${name}`;
}
