import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { run, say } from "./local-world.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const SHELL = ["chromium-headless-shell"];

/**
 * Finds or installs the Chromium of the journeys: the headless shell, which renders as Chromium does and takes half the
 * processor time, since it draws no window. An installed one is preferred, then Debian's package, then `ensureBrowser`.
 * @returns its path, or an empty text for Playwright's own, which is a headless shell too
 */
export async function ensureHeadlessShell() {
  const found = process.env.DAYBOOK_CHROMIUM ?? installed(SHELL);
  return found ?? (await fromDebian("chromium-headless-shell", SHELL)) ?? ensureBrowser();
}

/**
 * Finds or installs a whole Chromium, whose timings are those of a user's: an installed one, else Debian's package,
 * else Playwright's own.
 * @returns its path, or an empty text for Playwright's own
 */
export async function ensureBrowser() {
  const found = process.env.DAYBOOK_CHROMIUM ?? installed(NAMES) ?? (await fromDebian("chromium", NAMES));
  if (found) return found;
  run("playwright", ["install", "--with-deps", "chromium"]);
  return "";
}

/**
 * Installs a Debian package, beside whatever else is done meanwhile.
 * @returns the path of its browser, or null if it could not be installed
 */
async function fromDebian(name, names) {
  say(`Installing ${name}`);
  const sudo = process.getuid?.() === 0 ? "" : "sudo -n ";
  const install = `${sudo}apt-get update && ${sudo}apt-get install -y --no-install-recommends ${name}`;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await new Promise((ended) => {
    spawn("sh", ["-c", install], { stdio: "ignore", env }).once("error", ended).once("close", ended);
  });
  return installed(names);
}

/** Path of the first of these commands that is found in PATH; null if there is none. */
function installed(names) {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    for (const name of names) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // Not in this folder.
      }
    }
  }
  return null;
}
