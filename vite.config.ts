import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { staticStyles } from "./app/ui/static-styles.ts";

/** Set by the scripts of the local world; a build without it is the one that ships. */
const local = process.env.DAYBOOK_LOCAL === "1";

export default defineConfig({
  plugins: [
    cloudflare({
      viteEnvironment: { name: "ssr" },
      persistState: process.env.DAYBOOK_STATE ? { path: process.env.DAYBOOK_STATE } : true,
    }),
    reactRouter(),
    staticStyles(),
  ],
  define: { __LOCAL_BUILD__: JSON.stringify(local) },
  resolve: { tsconfigPaths: true },
  build: { reportCompressedSize: false },
});
