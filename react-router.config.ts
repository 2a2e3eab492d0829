import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // Hospital Wi-Fi drops requests: the small route table travels with the page instead of being asked for later.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
