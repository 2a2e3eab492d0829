import type { RouteConfigEntry } from "@react-router/dev/routes";

/**
 * Pattern, as the source of a regular expression, that matches the path of every route as React Router does, except what
 * only a route for all else matches: an address that does not match is of no page. Made by the build.
 */
export function addressesOf(routes: readonly RouteConfigEntry[]): string {
  return `^(?:${routes.flatMap((route) => patternsOf(route, "")).join("|")})/?$`;
}

function patternsOf({ path = "", children = [] }: RouteConfigEntry, above: string): string[] {
  if (path === "*") return [];
  const parts = path.split("/").filter(Boolean);
  const pattern = above + parts.map(patternOf).join("");
  return children.length > 0 ? children.flatMap((child) => patternsOf(child, pattern)) : [pattern];
}

function patternOf(part: string): string {
  if (part === "*") return "(?:/.*)?";
  if (part.startsWith(":")) return part.endsWith("?") ? "(?:/[^/]+)?" : "/[^/]+";
  return `/${part.replaceAll(".", "\\.")}`;
}
