import { spawn, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

// Runs on any Node from 20 on, before anything is installed: it may import Node's own modules only.

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** The local world's database and store. `.local/state` holds those from before the migrations became a single one. */
export const STATE = join(ROOT, ".local", "world");
const BIN = join(ROOT, "node_modules", ".bin");

/** Environment in which the project's tools run on its own Node. */
export const TOOL_ENV = {
  ...process.env,
  PATH: `${BIN}${delimiter}${process.env.PATH}`,
  // No tool may send requests to an outside host.
  CI: "1",
  WRANGLER_SEND_METRICS: "false",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  // Node takes two seconds to compile Wrangler alone, at each of its starts.
  NODE_COMPILE_CACHE: join(ROOT, "node_modules", ".cache", "compiled"),
};

/**
 * As `TOOL_ENV`, for what runs once the packages are there: Node's first room for what is new, four times as large. To
 * empty the usual one takes an eighth of the time of what parses thousands of pages and modules.
 */
export const TEST_ENV = { ...TOOL_ENV, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --max-semi-space-size=64` };

/** Runs a tool to its end. Throws an error with its output when it fails. */
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
 * Installs the pinned packages, unless those of the lock file are installed already.
 * @returns whether it did, which also runs `prepare` of package.json
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

/**
 * Goes on in the project's own Node: a first start, before the packages are installed, runs on the machine's. Signals
 * reach both, since they are of one process group.
 */
export function ensureOwnNode() {
  const own = join(BIN, "node");
  if (realpathSync(own) === realpathSync(process.execPath)) return;
  const { status } = spawnSync(own, process.argv.slice(1), { stdio: "inherit", env: TOOL_ENV });
  process.exit(status ?? 1);
}

/**
 * Line of .dev.vars with the secrets of this machine's local world, generated once: without them text that was
 * encrypted here could not be decrypted.
 */
function ensureSecrets() {
  const file = join(ROOT, ".dev.vars");
  const kept = (readIfThere(file) ?? "").split("\n").filter((line) => line.startsWith("VAULT_KEYS="));
  return kept[0] ?? `VAULT_KEYS={"1":"${randomBytes(32).toString("base64")}"}`;
}

/**
 * Settings of the local world that replace those of wrangler.toml: its own address, and stand-ins that speak the
 * protocols of outside services.
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
    // Tests make thousands of users.
    CLOSES_AT_USERS: "",
    CLOCK_OFFSET_MS: String(offsetMs),
  };
}

/** Writes secrets and settings for the served build and for `react-router dev`; the secrets stay from run to run. */
export function writeSettings(settings) {
  const lines = [ensureSecrets(), ...Object.entries(settings).map(([name, value]) => `${name}="${value}"`)];
  for (const path of [".dev.vars", "build/server/.dev.vars"]) {
    const file = join(ROOT, path);
    if (!existsSync(join(file, ".."))) continue;
    // Whole at any moment: tests that begin beside it read them, too.
    writeFileSync(`${file}.new`, `${lines.join("\n")}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
}

/** The folder of the build for this machine, from the project's root. */
const LOCAL = "build";
/** The command that builds the Worker for this machine. */
export const BUILD = { command: "react-router", args: ["build"], env: { DAYBOOK_LOCAL: "1" } };

/** Builds the Worker for this machine, unless its sources are those of the last build. */
export function ensureBuilt() {
  const wanted = neededBuild();
  if (!wanted) return;
  say("Building");
  run("panda", ["codegen", "--silent"]);
  run(BUILD.command, BUILD.args, { env: BUILD.env });
  stampBuild(wanted);
}

/**
 * @param build its folder
 * @param more paths of what else goes into it
 * @returns a hash of the sources to build, or null if the build was made from them
 */
export function neededBuild(build = LOCAL, more = []) {
  const wanted = sourcesOf(more);
  if (isBuiltOf(wanted, build)) return null;
  // An interrupted build must not count as one.
  rmSync(join(ROOT, build, STAMP), { force: true });
  return wanted;
}

/** Whether the local build is of the sources as they are. */
export function isBuilt() {
  return isBuiltOf(sourcesOf([]), LOCAL);
}

function isBuiltOf(wanted, build) {
  return readIfThere(join(ROOT, build, STAMP)) === wanted;
}

function sourcesOf(more) {
  return hashOf(["app", "workers", "migrations", "public", ...CONFIGURATION, ...more]);
}

export function stampBuild(wanted, build = LOCAL) {
  writeFileSync(join(ROOT, build, STAMP), wanted);
}

/** Says beside a build what it was made from. */
const STAMP = ".daybook-built";
const CONFIGURATION = [
  "package-lock.json",
  "wrangler.toml",
  "vite.config.ts",
  "scripts/local-world.mjs",
  "scripts/prerender.mjs",
  "scripts/run-build.mjs",
  "react-router.config.ts",
  "panda.config.ts",
  "postcss.config.cjs",
];

/** @param state folder that holds the local D1 */
export function migrate(state) {
  // Wrangler takes seconds for each database.
  if (isMigrated(state)) return;
  mkdirSync(state, { recursive: true });
  run("node", ["scripts/migrate.mjs", "--state", state]);
  writeFileSync(migratedStamp(state), hashOf(["migrations"]));
}

/** Whether all databases of this folder have the migrations as they are. */
export function isMigrated(state) {
  return readIfThere(migratedStamp(state)) === hashOf(["migrations"]);
}

function migratedStamp(state) {
  return join(state, "v3", "d1", ".daybook-migrated");
}

/** Seconds on a quiet machine; beside a build and the first tests of a busy one, more than a minute. */
const READY_WITHIN_MS = 180_000;

/**
 * Serves the built Worker in workerd, on loopback, and waits until it answers.
 * @param today ISO date of the local world's clock; the real day by default
 * @param program that serves it, and what it is told beside port and state
 */
export async function serve({ port, state, today, program = ["scripts/serve.mjs"], log = "ignore" }) {
  const url = `http://localhost:${port}`;
  writeSettings(localSettings(url, today ? Date.parse(`${today}T12:00:00Z`) - Date.now() : 0));
  const [script, ...told] = program;
  const server = spawn("node", [join(ROOT, script), String(port), state, ...told], {
    cwd: ROOT,
    env: TOOL_ENV,
    stdio: ["ignore", log, log === "ignore" ? "pipe" : log, "ipc"],
  });
  // Why it stopped, if it does.
  let errors = "";
  server.stderr?.setEncoding("utf8").on("data", (piece) => {
    errors = (errors + piece).slice(-4000);
  });
  const gone = new Promise((_, refuse) => {
    server.once("close", (code) =>
      refuse(new Error(`The server stopped (${code}): is port ${port} in use?\n${errors}`)),
    );
  });
  gone.catch(() => {});
  // It answers before its copies are made.
  const ready = new Promise((resolve, refuse) => {
    server.once("message", resolve);
    setTimeout(refuse, READY_WITHIN_MS, new Error("The server was not ready within three minutes")).unref();
  });
  try {
    await Promise.race([gone, ready.then(() => untilAnswers(url))]);
    server.disconnect();
  } catch (error) {
    server.kill();
    throw error;
  }
  return { url, server };
}

/**
 * A free port of this machine, below those that the system gives to connections: one of these could take it before the
 * server does.
 */
export function freePort() {
  return new Promise((found, refuse) => {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    const probe = createServer().once("error", (error) =>
      error.code === "EADDRINUSE" ? found(freePort()) : refuse(error),
    );
    probe.listen(port, "127.0.0.1", () => probe.close(() => found(port)));
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
 * Fills an empty local world with two logins and two years of work; changes nothing in a filled one.
 * @returns the logins, to be printed
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

/** A hash of files and folders, over paths and contents. */
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
