import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { run, say } from "./local-world.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const SHELL = ["chromium-headless-shell"];

/**
 * The Chromium that the journeys drive: the headless shell, which renders as Chromium does and takes half the
 * processor's time, since it draws no window; one that is installed, else Debian's package, else as `ensureBrowser`.
 * @returns its path, or an empty text for Playwright's own, which is a headless shell too.
 */
export function ensureHeadlessShell() {
  return (
    process.env.DAYBOOK_CHROMIUM ?? installed(SHELL) ?? fromDebian("chromium-headless-shell", SHELL) ?? ensureBrowser()
  );
}

/**
 * A whole Chromium, whose times are those of a user's: one that is installed, else Debian's package, else
 * Playwright's own.
 * @returns its path, or an empty text for Playwright's own.
 */
export function ensureBrowser() {
  const found = process.env.DAYBOOK_CHROMIUM ?? installed(NAMES) ?? fromDebian("chromium", NAMES);
  if (found) return found;
  run("playwright", ["install", "--with-deps", "chromium"]);
  return "";
}

/** Installs a package of Debian. @returns the path of the browser in it, or null where it cannot be had. */
function fromDebian(name, names) {
  say(`Installing ${name}`);
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  if (succeeds([...sudo, "apt-get", "update"])) {
    succeeds([...sudo, "apt-get", "install", "-y", "--no-install-recommends", name]);
  }
  return installed(names);
}

/** The first of these names that PATH has. */
function installed(names) {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    for (const name of names) {
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
