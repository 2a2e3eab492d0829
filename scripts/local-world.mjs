import { spawn, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

// Runs on any Node from 20 on, before anything is installed: nothing but Node's own modules here.

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** The local world's database and store. In .local/state lie those from before migrations were one. */
export const STATE = join(ROOT, ".local", "world");
const BIN = join(ROOT, "node_modules", ".bin");

/** The tools of the project, on the project's own Node. */
export const TOOL_ENV = {
  ...process.env,
  PATH: `${BIN}${delimiter}${process.env.PATH}`,
  // No tool is to ask an outside host for anything.
  CI: "1",
  WRANGLER_SEND_METRICS: "false",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  // Wrangler alone takes Node two seconds to compile, at each of its starts.
  NODE_COMPILE_CACHE: join(ROOT, "node_modules", ".cache", "compiled"),
};

/** Runs a tool to its end. Throws, with what it printed, when it fails. */
export function run(command, args, { env = {}, quiet = true } = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: ROOT,
    env: { ...TOOL_ENV, ...env },
    stdio: quiet ? "pipe" : "inherit",
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed\n${stdout ?? ""}${stderr ?? ""}`);
  return stdout ?? "";
}

/**
 * Installs the pinned packages, unless what is installed is what the lock file says.
 * @returns whether it did, with all that `prepare` of package.json makes
 */
export function ensureInstalled() {
  const wanted = hashOf(["package-lock.json"]);
  const stamp = join(ROOT, "node_modules", ".daybook-installed");
  if (readIfThere(stamp) === wanted) return false;
  say("Installing packages");
  run("npm", ["ci", "--no-audit", "--no-fund"]);
  writeFileSync(stamp, wanted);
  return true;
}

/** Secrets of this machine's own local world, made once: without them what was encrypted here could not be opened. */
function ensureSecrets() {
  const file = join(ROOT, ".dev.vars");
  const kept = (readIfThere(file) ?? "").split("\n").filter((line) => line.startsWith("VAULT_KEYS="));
  return kept[0] ?? `VAULT_KEYS={"1":"${randomBytes(32).toString("base64")}"}`;
}

/**
 * What the local world sets in place of wrangler.toml's settings: its own address, and stand-ins that speak the
 * protocols of what lies outside.
 */
export function localSettings(url, offsetMs = 0) {
  return {
    APP_ORIGIN: url,
    MAIL_FROM: "no-reply@daybook.example",
    CONTROLLER: "whoever runs this local copy",
    CONTACT_EMAIL: "support@daybook.example",
    TURNSTILE_SITE_KEY: "local-site-key",
    TURNSTILE_SECRET: "local-secret",
    TURNSTILE_SCRIPT_URL: `${url}/dev/turnstile/v0/api.js?render=explicit`,
    TURNSTILE_VERIFY_URL: `${url}/dev/turnstile/v0/siteverify`,
    CSV_IMPORT_MIN_LEVEL: "3",
    CLOCK_OFFSET_MS: String(offsetMs),
  };
}

/** Secrets and settings for the served build and for `react-router dev`; the secrets stay from run to run. */
export function writeSettings(settings) {
  const lines = [ensureSecrets(), ...Object.entries(settings).map(([name, value]) => `${name}="${value}"`)];
  for (const file of [".dev.vars", "build/server/.dev.vars"]) {
    if (existsSync(join(ROOT, file, ".."))) writeFileSync(join(ROOT, file), `${lines.join("\n")}\n`, { mode: 0o600 });
  }
}

const BUILT = join(ROOT, "build", ".daybook-built");
/** The command that builds the Worker for this machine. */
export const BUILD = { command: "react-router", args: ["build"], env: { DAYBOOK_LOCAL: "1" } };

/** Builds the Worker for this machine, unless nothing that goes into it changed. */
export function ensureBuilt() {
  const wanted = neededBuild();
  if (!wanted) return;
  say("Building");
  run("panda", ["codegen", "--silent"]);
  run(BUILD.command, BUILD.args, { env: BUILD.env });
  stampBuild(wanted);
}

/** @returns a hash of what is to be built, or null where the build holds just that */
export function neededBuild() {
  const wanted = hashOf(["app", "workers", "public", ...CONFIGURATION]);
  if (readIfThere(BUILT) === wanted) return null;
  // What is half built counts as none.
  rmSync(BUILT, { force: true });
  return wanted;
}

export function stampBuild(wanted) {
  writeFileSync(BUILT, wanted);
}

const CONFIGURATION = [
  "package-lock.json",
  "wrangler.toml",
  "vite.config.ts",
  "react-router.config.ts",
  "panda.config.ts",
  "postcss.config.cjs",
];

/** @param state folder that holds the local D1 */
export function migrate(state) {
  mkdirSync(state, { recursive: true });
  run("wrangler", ["d1", "migrations", "apply", "DB", "--local", "--persist-to", state]);
}

/**
 * Serves the built Worker in workerd, on loopback, and waits until it answers.
 * @param today ISO date that the local world lives on; without it the real day.
 */
export async function serve({ port, state, today, log = "ignore" }) {
  const url = `http://localhost:${port}`;
  writeSettings(localSettings(url, today ? Date.parse(`${today}T12:00:00Z`) - Date.now() : 0));
  const server = spawn("node", [join(ROOT, "scripts", "serve.mjs"), String(port), state], {
    cwd: ROOT,
    env: TOOL_ENV,
    stdio: ["ignore", log, log],
  });
  const gone = new Promise((_, refuse) => {
    server.once("exit", (code) => refuse(new Error(`The server stopped (${code}): is port ${port} in use?`)));
  });
  gone.catch(() => {});
  try {
    await Promise.race([gone, untilAnswers(url)]);
  } catch (error) {
    server.kill();
    throw error;
  }
  return { url, server };
}

/** A port of this machine that nobody listens on. */
export function freePort() {
  return new Promise((found, refuse) => {
    const probe = createServer().once("error", refuse);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => found(port));
    });
  });
}

export async function untilAnswers(url) {
  for (let tries = 0; tries < 300; tries += 1) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resume) => setTimeout(resume, 100));
  }
  throw new Error("The server did not answer within 30 s");
}

/**
 * Fills an empty local world with two sign-ins and two years of work; changes nothing in a filled one.
 * @returns the sign-ins, to be printed.
 */
export async function seed(url) {
  const answer = await fetch(`${url}/dev/seed/`, { method: "POST", headers: { Origin: url } });
  if (!answer.ok) throw new Error(`Seeding failed: ${answer.status} ${await answer.text()}`);
  const { admin_totp } = await answer.json();
  return `  consultant      username consultant, theatre list on tuesday     two years of work
  administrator   username admin, keeper of the theatre keys
                  ${codeWords(url, admin_totp)}`;
}

function codeWords(url, secret) {
  if (!secret) return "the page after the login sets up the second factor";
  return `two-factor secret ${secret}, or read the code of the moment at ${url}/dev/code/?username=admin`;
}

export function say(text) {
  console.log(`· ${text}`);
}

/** One hash over files and folders, by path and content. */
function hashOf(paths) {
  const hash = createHash("sha256");
  const walk = (path) => {
    const full = join(ROOT, path);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort()) walk(join(path, name));
    } else {
      hash.update(path).update("\0").update(readFileSync(full)).update("\0");
    }
  };
  for (const path of paths) walk(path);
  return hash.digest("hex");
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}
