import { join } from "node:path";
import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // A build that ships lies beside its settings (scripts/deploy/build.mjs).
  buildDirectory: join(process.env.DAYBOOK_DEPLOY ?? "", "build"),
  // Hospital Wi-Fi drops requests: the small route table travels with the page instead of being asked for later.
  routeDiscovery: { mode: "initial" },
  async buildEnd({ reactRouterConfig: { buildDirectory } }) {
    // Loaded by a build alone: it brings a runtime.
    const { prerender } = await import("./scripts/prerender.mjs");
    await prerender(buildDirectory);
  },
} satisfies Config;
