import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import routes from "./app/routes.ts";
import { noSignal } from "./scripts/no-signal-build.mjs";
import { addressesOf } from "./workers/addresses.ts";

/** Set by the scripts of the local world; a build without it is the one that ships. */
const local = process.env.DAYBOOK_LOCAL === "1";
/** The folder of a region's build, whose variables replace those of wrangler.toml (scripts/deploy/build.mjs). */
const deployed = process.env.DAYBOOK_DEPLOY;

function varsOf(folder: string) {
  return { vars: JSON.parse(readFileSync(join(folder, "vars.json"), "utf8")) };
}

export default defineConfig({
  plugins: [
    cloudflare({
      viteEnvironment: { name: "ssr" },
      ...(deployed ? { config: (settings) => void Object.assign(settings, varsOf(deployed)) } : {}),
      persistState: process.env.DAYBOOK_STATE ? { path: process.env.DAYBOOK_STATE } : true,
    }),
    reactRouter(),
    noSignal(),
  ],
  define: {
    __LOCAL_BUILD__: JSON.stringify(local),
    __ADDRESSES__: JSON.stringify(addressesOf(routes)),
    __MIGRATIONS__: JSON.stringify(readdirSync("migrations").filter((name) => name.endsWith(".sql")).length),
  },
  resolve: { tsconfigPaths: true },
  build: { reportCompressedSize: false, modulePreload: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // What most pages share, in one file: small files shrink badly, and each is a request.
            codeSplitting: { groups: [{ name: "shared", minShareCount: 48 }] },
            // Short: the table of routes, which travels with each page, names every file.
            hashCharacters: "base36",
            entryFileNames: "assets/[hash:7].js",
            chunkFileNames: "assets/[hash:7].js",
          },
        },
      },
    },
  },
});
