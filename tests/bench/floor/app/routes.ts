import { type RouteConfig, route } from "@react-router/dev/routes";

export default [
  route("logbook/", "routes/logbook.tsx"),
  route("batch-only/", "routes/batch-only.ts"),
  route("cost/", "routes/cost.ts"),
] satisfies RouteConfig;
