import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { run, say } from "./local-world.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * The Chromium that the journeys drive: one that is installed, else Debian's package, else Playwright's own.
 * @returns its path, or an empty text for Playwright's own.
 */
export function ensureBrowser() {
  const found = process.env.DAYBOOK_CHROMIUM ?? installed();
  if (found) return found;
  say("Installing Chromium");
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  if (succeeds([...sudo, "apt-get", "update"])) {
    succeeds([...sudo, "apt-get", "install", "-y", "--no-install-recommends", "chromium"]);
  }
  const fromPackage = installed();
  if (fromPackage) return fromPackage;
  run("playwright", ["install", "--with-deps", "chromium"]);
  return "";
}

function installed() {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    for (const name of NAMES) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // Not here: look on.
      }
    }
  }
  return null;
}

function succeeds([command, ...args]) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(command, args, { stdio: "ignore", env }).status === 0;
}
