import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const CLIENT = "tests/e2e/form-client";
/** A hash of the form client that was last proven, so that a quick run proves only another one. */
export const PROVEN = join(CLIENT, "proven.txt");
/** What it imports. */
const PACKAGES = [
  ...["@csstools/selector-specificity", "@playwright/test", "jsdom", "postcss", "postcss-selector-parser"],
  "tough-cookie",
];

/** A hash of the form client and of the versions of its packages. */
export function hashOfClient(): string {
  const hash = createHash("sha256");
  const sources = readdirSync(CLIENT).filter((name) => name.endsWith(".ts"));
  for (const name of sources.sort()) hash.update(`${name}\0${readFileSync(join(CLIENT, name), "utf8")}\0`);
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  for (const name of PACKAGES) hash.update(`${name} ${packages[`node_modules/${name}`].version}\0`);
  return hash.digest("hex");
}

export function isProven(): boolean {
  return existsSync(PROVEN) && readFileSync(PROVEN, "utf8").trim() === hashOfClient();
}
