import { randomBytes } from "node:crypto";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt, localSettings, migrate, ROOT, run } from "../../scripts/local-world.mjs";

export const BUILD = join(ROOT, "build");
export const FLOOR_BUILD = join(ROOT, "tests/bench/floor/build");

/** Makes both builds, and an empty world. */
export function makeWorld(name) {
  ensureBuilds();
  return emptyWorld(name);
}

export function ensureBuilds() {
  ensureBuilt();
  run("react-router", ["build", "tests/bench/floor"]);
}

/**
 * Empties the folder of a benchmark.
 * @returns the folder of the databases and the settings that a server of either build needs
 */
export function emptyWorld(name) {
  const scratch = join(ROOT, ".local", name);
  rmSync(scratch, { recursive: true, force: true });
  const state = join(scratch, "state");
  migrate(state);
  const keys = JSON.stringify({ 1: randomBytes(32).toString("base64") });
  return {
    state,
    bindings: { ...localSettings("http://127.0.0.1"), VAULT_KEYS: keys },
    /** A copy of the databases, for a second server: two runtimes do not share the files of one database. */
    copy(as) {
      const folder = join(scratch, as);
      cpSync(state, folder, { recursive: true });
      return folder;
    },
    folder: (as) => join(scratch, as),
  };
}
