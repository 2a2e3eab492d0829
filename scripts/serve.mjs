import { join } from "node:path";
import { runBuild } from "./run-build.mjs";

/** The process that serves the build, on the project's own Node: `node scripts/serve.mjs <port> <state>`. */
const [port, state] = process.argv.slice(2);
const miniflare = runBuild(join(import.meta.dirname, "..", "build"), state, {}, Number(port));
await miniflare.ready;
// To `serve` of local-world.mjs.
process.send?.("ready");

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, async () => {
    await miniflare.dispose();
    process.exit(0);
  });
}
