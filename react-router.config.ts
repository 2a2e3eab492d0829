import { resolve } from "node:path";
import type { Config } from "@react-router/dev/config";
import { shortenRouteTable } from "./app/ui/route-table.ts";

export default {
  ssr: true,
  // Hospital Wi-Fi drops requests: the small route table travels with the page instead of being asked for later.
  routeDiscovery: { mode: "initial" },
  async buildEnd() {
    shortenRouteTable("build/client/assets");
    // Loaded by a build alone: it brings a runtime.
    const { prerender } = await import("./scripts/prerender.mjs");
    await prerender(resolve("build"));
  },
} satisfies Config;
