import { readFileSync } from "node:fs";

/** Every address of app/routes.ts, so that a new route is covered by standing there. Parameters name nothing that is. */
export const ADDRESSES = [
  "/",
  ...[...readFileSync("app/routes.ts", "utf8").matchAll(/route\("([^"]+)"/g)].map(([, path = ""]) => addressOf(path)),
  "/no/such/page/",
];

function addressOf(path: string): string {
  return `/${path.replace(/:\w+\??/g, "A".repeat(22)).replace("*", "no-such-thing")}`;
}
