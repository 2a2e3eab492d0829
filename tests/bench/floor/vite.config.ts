import { fileURLToPath } from "node:url";
import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

const root = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** Daybook's own modules are reached as in Daybook: the look-up and the batch are to be the same code. */
export default defineConfig({
  plugins: [cloudflare({ viteEnvironment: { name: "ssr" } }), reactRouter()],
  define: { __LOCAL_BUILD__: "true" },
  resolve: {
    alias: {
      "~": root("app"),
      "styled-system": root("styled-system"),
    },
  },
  build: { reportCompressedSize: false },
});
