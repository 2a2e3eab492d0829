import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { ensureBuilt, ensureInstalled, freePort, migrate, ROOT, say, serve, TOOL_ENV } from "./local-world.mjs";

/**
 * `npm test`: everything, in the order in which a fault is cheapest to find. `npm test -- journeys <words>`
 * runs only the browser journeys, with the words handed on to Playwright.
 */
/** The day on which every test happens. */
const TODAY = "2026-11-21";
const results = join(ROOT, ".local", "results");
const [only, ...words] = process.argv.slice(2);

const counts = { passed: 0, failed: 0 };
/** What failed, by name: said once more at the very end, where one looks first. */
const failures = [];

ensureInstalled();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

if (only !== "journeys") {
  step("Types", () => tool("npm", ["run", "--silent", "types"]));
  step("Lint", () => tool("biome", ["check", "--error-on-warnings", "."]));
}
step("Build", ensureBuilt);
if (only !== "journeys") {
  suite(
    "Unit and worker tests",
    "vitest",
    ["run", "--reporter=default", "--reporter=json"],
    "vitest.json",
    vitestCounts,
  );
}
try {
  await journeys();
} catch (error) {
  console.error(error.message);
  failed("Browser journeys", 1);
}

if (failures.length > 0) console.log(`\nFailed:\n${failures.map((name) => `- ${name}`).join("\n")}`);
console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed === 0 ? 0 : 1);

async function journeys() {
  const browser = ensureBrowser();
  const state = join(ROOT, ".local", "test-state");
  rmSync(state, { recursive: true, force: true });
  migrate(state);
  const { url, server } = await serve({ port: await freePort(), state, today: TODAY });
  const env = { DAYBOOK_URL: url, DAYBOOK_CHROMIUM: browser };
  suite("Browser journeys", "playwright", ["test", ...words], "playwright.json", playwrightCounts, env);
  server.kill();
}

/** One check that either holds or does not. */
function step(name, check) {
  say(name);
  try {
    if (check() === false) failed(name, 1);
    else counts.passed += 1;
  } catch (error) {
    console.error(error.message);
    failed(name, 1);
  }
}

function failed(name, number) {
  counts.failed += number;
  failures.push(name);
}

/** A run of many tests, counted from its own report; a run that ends badly without a report is one failure. */
function suite(name, command, args, report, read, env = {}) {
  say(name);
  const file = join(results, report);
  const extra = command === "vitest" ? [`--outputFile.json=${file}`] : [];
  const ok = tool(command, [...args, ...extra], { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  const { passed, failing } = existsSync(file)
    ? read(JSON.parse(readFileSync(file, "utf8")))
    : { passed: 0, failing: [] };
  counts.passed += passed;
  for (const test of failing) failed(test, 1);
  if (!ok && failing.length === 0) failed(name, 1);
}

function tool(command, args, env = {}) {
  return spawnSync(command, args, { cwd: ROOT, stdio: "inherit", env: { ...TOOL_ENV, ...env } }).status === 0;
}

function vitestCounts({ numPassedTests, testResults }) {
  const failing = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(ROOT, name);
    const tests = assertionResults.filter((one) => one.status === "failed").map((one) => `${file}: ${one.fullName}`);
    // A file that does not load has no test that failed.
    return tests.length === 0 && status === "failed" ? [`${file}: ${message}`] : tests;
  });
  return { passed: numPassedTests, failing };
}

function playwrightCounts({ stats, suites }) {
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
  // A flaky journey is a fault: it did not pass when it was asked to.
  const faulty = suites
    .flatMap(specs)
    .flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === "unexpected" || status === "flaky")
        .map(({ projectName }) => `[${projectName}] ${file}: ${title}`),
    );
  return { passed: stats.expected, failing: faulty };
}
