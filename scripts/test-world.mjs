import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { freePort, isMigrated, migrate, ROOT, serve } from "./local-world.mjs";

/** The date of the clock in every test. */
const TODAY = "2026-11-21";
const STATE = join(ROOT, ".local", "test-state");
/** Tables without rows, kept from run to run: Wrangler needs six seconds to make them. */
const EMPTY = join(ROOT, ".local", "empty-state");

/**
 * Serves the build for journeys, with nobody in its databases.
 * @param lag by how many writes the copies are behind from which it reads
 */
export async function serveEmptyWorld(lag) {
  // A migration that was changed is not applied again to what has it.
  if (!isMigrated(EMPTY)) rmSync(EMPTY, { recursive: true, force: true });
  migrate(EMPTY);
  rmSync(STATE, { recursive: true, force: true });
  cpSync(EMPTY, STATE, { recursive: true });
  const program = ["tests/support/serve-lagging.mjs", lag];
  return serve({ port: await freePort(), state: STATE, today: TODAY, program });
}
