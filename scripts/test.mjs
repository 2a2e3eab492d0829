import { spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureHeadlessShell } from "./browser.mjs";
import { BUILD, ensureInstalled, neededBuild, ROOT, run, say, stampBuild, TEST_ENV } from "./local-world.mjs";
import { runParts } from "./test-parts.mjs";
import { readReport } from "./test-report.mjs";
import { isJourney, isSlice, linesOf, named, setAside } from "./test-words.mjs";
import { serveEmptyWorld } from "./test-world.mjs";

/**
 * `npm test`: all that a change needs, in the order in which a fault is found at the least cost; `npm run test:full`:
 * everything there is, its journeys beside the last drills. `npm test -- <words>` runs whole the worker tests and journeys
 * whose path or title contains one of the words, without types and lint.
 */

/** Seed for the order of files, and for random tests. */
const SEED = process.env.DAYBOOK_SEED ?? String(Date.now() % 2_147_483_648);
/** By how many writes the copies are behind from which journeys read: nobody may miss what they have just saved. */
const LAG = process.env.DAYBOOK_LAG ?? "3";
const RESULTS = join(ROOT, ".local", "results");
const WORKER_REPORT = join(RESULTS, "vitest.json");
const began = Date.now();

/** Time limit of one tool: three times what the slowest takes. */
const LIMIT_MS = 45 * 60_000;

/** Counts of tests only; types, lint and build are reported separately. */
const counts = { passed: 0, failed: 0, skipped: 0 };
/** Names of what failed, repeated at the very end of the output. */
const failures = [];
const checked = [];

const { values, positionals: words } = parseArgs({ allowPositionals: true, options: { full: { type: "boolean" } } });
const { files, unknown } = named(words);
if (unknown.length > 0) {
  console.error(`No test has ${unknown.map((word) => `"${word}"`).join(", ")} in its path or title`);
  process.exit(1);
}
const journeyPaths = [...files.keys()].filter(isJourney);
const whole = words.length === 0;
/** Whether nothing is sampled, and what only a landing needs runs too. */
const isFull = values.full || !whole;

for (const place of setAside()) failed(`${place}: no test is left out, kept for later or run alone`);
const command = whole && isFull ? "npm run test:full" : "npm test";
say(`Order, samples and random tests by seed ${SEED}; DAYBOOK_SEED=${SEED} ${command} runs the same`);
// Begins before the packages are installed, which keeps another core busy.
const browser = whole || journeyPaths.length > 0 ? ensureHeadlessShell() : null;
// Where the journeys wait for it a failure is said.
browser?.catch(() => {});
const installed = ensureInstalled();
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

const toBuild = neededBuild();
// Before types and build, which both read its output.
if ((whole || toBuild) && !installed) run("panda", ["codegen", "--silent"]);
if (whole) {
  // Beside the worker tests, which wait for nothing but the build.
  const checks = Promise.all([types(), lint()]);
  if (await build()) {
    // Ready when the worker tests are done.
    const world = serveEmptyWorld(LAG);
    world.catch(() => {});
    const { core, workers } = wholeWorkerTests();
    await core;
    await checks;
    await journeys([], { workers, world });
    await workers;
  }
  await checks;
} else {
  const building = build();
  // These tests read the build.
  const readBuild = ["build", "resilience"].map((folder) => join("tests", folder));
  if ([...files.keys()].some((path) => readBuild.some((folder) => path.startsWith(folder)))) await building;
  const workers = files.size > journeyPaths.length ? workerTests() : null;
  // A slice is done in half a minute when its journeys run beside them.
  if (!isSlice(files)) await workers;
  if ((await building) && journeyPaths.length > 0) await journeys(journeyPaths.flatMap(journeyFilter), { workers });
  await workers;
}
finish();

function types() {
  return check("Types", async () => {
    const generated = await tool("npm", ["run", "--silent", "typegen"]);
    // Several checkers would each work out again what they share, a third more in all; the build keeps the other core busy.
    return generated.ok ? tool("tsc", ["--checkers", "1"]) : generated;
  });
}

function lint() {
  return check("Lint", () => tool("biome", ["check", "--error-on-warnings", "."]));
}

function build() {
  if (!toBuild) return true;
  return check("Build", async () => {
    const answer = await tool(BUILD.command, BUILD.args, { env: BUILD.env });
    if (answer.ok) stampBuild(toBuild);
    return answer;
  });
}

/** Runs a check that is not a test; if it fails, its output is printed. @returns whether it passed */
async function check(name, act) {
  const { ok, output } = await act();
  if (!ok) {
    console.error(output);
    failures.push(name);
  }
  checked.push(`${name} ${ok ? "passed" : "failed"}`);
  return ok;
}

/** @returns when one of the runtimes has ended, and when all parts have */
function wholeWorkerTests() {
  say("Unit and worker tests");
  const { core, ended } = runParts(WORKER_REPORT, { DAYBOOK_SEED: SEED, DAYBOOK_FULL: isFull ? "1" : "" });
  return { core, workers: ended.then((status) => count("Unit and worker tests", WORKER_REPORT, status === 0)) };
}

async function workerTests() {
  say("Unit and worker tests");
  const args = ["scripts/worker-tests.mjs", "--report", WORKER_REPORT, ...words];
  const { ok } = await tool("node", args, { shown: true });
  count("Unit and worker tests", WORKER_REPORT, ok);
}

/**
 * @param workers the worker tests, beside which they may run: what journeys print follows what those do
 * @param world the server of the journeys, if it was started before
 */
async function journeys(filter, { workers = null, world = serveEmptyWorld(LAG) }) {
  const begun = Promise.resolve(workers).then(() => say("Browser journeys"));
  const report = join(RESULTS, "playwright.json");
  try {
    const executable = await browser;
    const { url, server } = await world;
    const where = { DAYBOOK_URL: url, DAYBOOK_LAG: LAG, DAYBOOK_CHROMIUM: executable };
    const env = { ...where, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
    // In a slice a third worker costs more than it takes over: each starts a browser for each kind of journey.
    const args = ["test", ...filter, ...(isSlice(files) ? ["--workers=2"] : [])];
    const { ok } = await tool("playwright", args, { shown: true, after: workers && begun, env });
    server.kill();
    await begun;
    count("Browser journeys", report, ok);
  } catch (error) {
    await begun;
    console.error(error.message);
    failed("Browser journeys");
  }
}

/** Arguments for Playwright: a journey's file, or the lines of its tests that the words name. */
function journeyFilter(path) {
  const inTitles = files.get(path);
  return inTitles === null ? [path] : linesOf(path, inTitles).map((line) => `${path}:${line}`);
}

/** Counts the tests of a run from its report; a run that fails without naming a test counts as one failure. */
function count(name, report, ok) {
  const { passed, failing, skipped } = readReport(report, isFull);
  counts.passed += passed;
  // In a run by words the tests that were not named are reported as skipped, too.
  if (whole) counts.skipped += skipped.length;
  for (const test of failing) failed(test);
  if (whole) for (const test of skipped) failed(`${test}: was skipped`);
  if (!ok && failing.length === 0) failed(name);
}

function failed(name) {
  counts.failed += 1;
  failures.push(name);
}

/**
 * Runs a tool to its end.
 * @param shown whether it prints as it runs
 * @param after a promise: what it prints is held back until then
 * @returns whether it succeeded and, unless it prints as it runs, its output
 */
function tool(command, args, { shown = false, after = null, env = {} } = {}) {
  return new Promise((ended) => {
    const stdio = shown && !after ? "inherit" : ["ignore", "pipe", "pipe"];
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio,
      env: {
        ...TEST_ENV,
        DAYBOOK_SEED: SEED,
        DAYBOOK_FULL: isFull ? "1" : "",
        ...(process.stdout.isTTY && after ? { FORCE_COLOR: "1" } : {}),
        ...env,
      },
      timeout: LIMIT_MS,
      killSignal: "SIGKILL",
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (piece) => (output += piece));
    after?.then(() => {
      process.stdout.write(output);
      for (const stream of [child.stdout, child.stderr]) stream.pipe(process.stdout);
    });
    child.once("error", (error) => ended({ ok: false, output: error.message }));
    child.once("close", (status) => ended({ ok: status === 0, output }));
  });
}

function finish() {
  if (counts.passed + counts.failed === 0 && failures.length === 0) failed("No test ran");
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map((name) => `- ${name}`).join("\n")}`);
  const minutes = ((Date.now() - began) / 60_000).toFixed(1);
  console.log(`\n${[...checked, `${minutes} minutes`].join(", ")}`);
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  process.exit(failures.length === 0 ? 0 : 1);
}
