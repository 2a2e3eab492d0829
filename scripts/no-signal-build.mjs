import { createHash } from "node:crypto";
import { build } from "vite";

/** Folder of the client's build for what works without a connection. */
const FOLDER = "no_signal";
/** File by file: each is whole, so that a device that keeps it keeps all that it needs. */
const FILES = [
  { from: "app/diary/no-signal/views/page.tsx", name: "page.js" },
  { from: "app/ui/no-signal/worker.ts", name: "worker.js" },
];

/**
 * Vite plugin: builds the page without signal and its service worker as scripts of their own, beside the client's. The page
 * is without React Router, whose table of routes names files that a device does not keep.
 */
export function noSignal() {
  return {
    name: "daybook:no-signal",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    async generateBundle(_options, files) {
      let version = Object.keys(files)
        .filter((name) => name.endsWith(".css"))
        .join();
      for (const { from, name } of FILES) {
        const source = await bundle(from, version);
        // The worker is another file whenever the page is: browsers fetch both anew then.
        version = createHash("sha256").update(version).update(source).digest("hex").slice(0, 10);
        this.emitFile({ type: "asset", fileName: `${FOLDER}/${name}`, source });
      }
    },
  };
}

async function bundle(entry, version) {
  const { output } = await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    resolve: { tsconfigPaths: true },
    define: { "process.env.NODE_ENV": '"production"', __NO_SIGNAL_VERSION__: JSON.stringify(version) },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: entry, output: { format: "iife", codeSplitting: false } },
    },
  });
  return output[0].code;
}
