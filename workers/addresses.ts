import type { RouteConfigEntry } from "@react-router/dev/routes";

/**
 * Pattern, as the source of a regular expression, that matches the path of every route as it is declared, to the letter
 * and the slash at its end, except what only a route for all else matches. Made by the build.
 */
export function addressesOf(routes: readonly RouteConfigEntry[]): string {
  return `^(?:${routes.flatMap((route) => patternsOf(route, "")).join("|")})$`;
}

function patternsOf({ path = "", children = [] }: RouteConfigEntry, above: string): string[] {
  if (path === "*") return [];
  const parts = path.split("/").filter(Boolean);
  const pattern = above + parts.map(patternOf).join("");
  if (children.length > 0) return children.flatMap((child) => patternsOf(child, pattern));
  return [path === "" || path.endsWith("/") ? `${pattern}/` : pattern];
}

function patternOf(part: string): string {
  if (part === "*") return "(?:/.*)?";
  if (part.startsWith(":")) return part.endsWith("?") ? "(?:/[^/]+)?" : "/[^/]+";
  return `/${part.replaceAll(".", "\\.")}`;
}
