import { index, type RouteConfig, route } from "@react-router/dev/routes";

/** Every address, in the order of the specification (2.1); each page's forms stand under it. */
export default [index("routes/home.tsx"), route("*", "routes/not-found.tsx")] satisfies RouteConfig;
