import type { Config } from "@react-router/dev/config";
import { shortenRouteTable } from "./app/ui/route-table.ts";

export default {
  ssr: true,
  // Hospital Wi-Fi drops requests: the small route table travels with the page instead of being asked for later.
  routeDiscovery: { mode: "initial" },
  buildEnd: () => shortenRouteTable("build/client/assets"),
} satisfies Config;
