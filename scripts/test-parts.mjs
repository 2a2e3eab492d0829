import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, TEST_ENV } from "./local-world.mjs";

/** The processes of a whole run: what waits for servers and commands, and two runtimes, each of which loads the product once. */
const PARTS = ["project", "first", "second"];

/** The files of each part; those of the Worker are dealt out in the order in which they would run. */
export async function partsOf({ config }, specifications) {
  const sorted = await new config.sequence.sequencer({ config }).sort(specifications);
  const workers = sorted.filter(({ project }) => project.name === "worker");
  return {
    project: sorted.filter(({ project }) => project.name === "project"),
    first: workers.filter((_, at) => at % 2 === 0),
    second: workers.filter((_, at) => at % 2 === 1),
  };
}

/** Time limit of a part: three times what the slowest takes. */
const LIMIT_MS = 30 * 60_000;

/**
 * Runs all parts beside each other.
 * @returns when one of the runtimes has ended, whose core others may have meanwhile; and the status of the first part that
 * failed, or 0
 */
export function runParts(report = join(ROOT, ".local", "worker-tests.json"), env = {}) {
  const reports = PARTS.map((part) => `${report}.${part}`);
  for (const path of reports) rmSync(path, { force: true });
  // The parts are cut from one order.
  const seed = process.env.DAYBOOK_SEED ?? String(Date.now() % 2_147_483_648);
  const parts = PARTS.map((part, at) => runPart(part, reports[at], { DAYBOOK_SEED: seed, ...env }));
  return { core: Promise.race(parts.slice(1)), ended: statusOf(parts, reports, report) };
}

/** Joins the reports of the parts once all have ended. */
async function statusOf(parts, reports, report) {
  const statuses = await Promise.all(parts);
  const read = reports.filter((path) => existsSync(path)).map((path) => JSON.parse(readFileSync(path, "utf8")));
  const numPassedTests = read.reduce((sum, each) => sum + each.numPassedTests, 0);
  writeFileSync(
    report,
    JSON.stringify({ numPassedTests, testResults: read.flatMap(({ testResults }) => testResults) }),
  );
  return statuses.find((status) => status !== 0) ?? 0;
}

function runPart(part, report, env) {
  return new Promise((ended) => {
    const args = [join(import.meta.dirname, "worker-tests.mjs"), "--part", part, "--report", report];
    const child = spawn("node", args, {
      cwd: ROOT,
      stdio: "inherit",
      env: { ...TEST_ENV, ...env, DAYBOOK_PART: part },
      timeout: LIMIT_MS,
      killSignal: "SIGKILL",
    });
    child.once("error", () => ended(1));
    child.once("close", (status) => ended(status ?? 1));
  });
}
