import { join } from "node:path";
import { beginCopy } from "./begin-copy.mjs";
import { runBuild } from "./run-build.mjs";

/**
 * The process that serves the build, on the project's own Node: `node scripts/serve.mjs <port> <state>`. With DAYBOOK_LAG
 * each region is read from a copy that is so many writes behind, in a state that had none so far.
 */
const [port, state] = process.argv.slice(2);
const lag = process.env.DAYBOOK_LAG;
const bindings = lag ? { COPY_LAG: lag } : {};
const miniflare = runBuild(join(import.meta.dirname, "..", "build"), state, bindings, Number(port));
await miniflare.ready;
if (lag) {
  const databases = await miniflare.getBindings();
  const copies = Object.keys(databases).filter((name) => name.endsWith("_COPY"));
  for (const name of copies) await beginCopy(databases[name.replace("_COPY", "")], databases[name]);
}
// To `serve` of local-world.mjs.
process.send?.("ready");

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, async () => {
    await miniflare.dispose();
    process.exit(0);
  });
}
