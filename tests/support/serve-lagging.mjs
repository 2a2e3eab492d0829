import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { runBuild } from "../../scripts/run-build.mjs";
import { beginCopy } from "./begin-copy.mjs";

/**
 * As `scripts/serve.mjs`, with a database that is read from a copy, which is so many writes behind, in a state that had none
 * so far: `node tests/support/serve-lagging.mjs <port> <state> <lag>`.
 */
const [port, state, lag] = process.argv.slice(2);
const lagging = stripTypeScriptTypes(readFileSync(join(import.meta.dirname, "lagging-database.ts"), "utf8"));
const outer = `import daybook from "./index.js";
${lagging}
let world;
const worldOf = (env) => {
  world ??= { ...env, DB: laggingDatabase(env.DB, env.DB_COPY, ${Number(lag)}) };
  return world;
};
export default {
  fetch: (request, env, execution) => daybook.fetch(request, worldOf(env), execution),
  queue: (batch, env, execution) => daybook.queue(batch, worldOf(env), execution),
  scheduled: (event, env, execution) => daybook.scheduled(event, worldOf(env), execution),
};
`;
const build = join(import.meta.dirname, "..", "..", "build");
const miniflare = runBuild(build, state, {}, Number(port), { outer, databases: ["DB_COPY"] });
await miniflare.ready;
const { DB, DB_COPY } = await miniflare.getBindings();
await beginCopy(DB, DB_COPY);
// To `serve` of local-world.mjs.
process.send?.("ready");

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, async () => {
    await miniflare.dispose();
    process.exit(0);
  });
}
