import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { ROOT } from "./local-world.mjs";

/**
 * Reads the JSON report of Vitest or of Playwright; a report that was never written counts as one without tests.
 * @param isFull whether the run was to leave nothing out
 * @returns the number of tests that passed, and the names of those that failed and of those that did not run
 */
export function readReport(file, isFull = true) {
  if (!existsSync(file)) return { passed: 0, failing: [], skipped: [] };
  const report = JSON.parse(readFileSync(file, "utf8"));
  return "testResults" in report ? ofVitest(report, isFull) : ofPlaywright(report);
}

function ofVitest({ numPassedTests, testResults }, isFull) {
  // Those that only a full run has are no fault of another.
  const isLeftOut = ({ status, tags }) => !isFull && status !== "failed" && tags.includes("full");
  const named = (wanted) =>
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter((each) => wanted.includes(each.status) && !isLeftOut(each))
        .map(({ fullName }) => `${relative(ROOT, name)}: ${fullName}`),
    );
  // A file that does not load contains no failed test.
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  );
  return {
    passed: numPassedTests,
    failing: [...named(["failed"]), ...unloaded.map(({ name, message }) => `${relative(ROOT, name)}: ${message}`)],
    skipped: named(["skipped", "pending", "todo"]),
  };
}

function ofPlaywright({ stats, suites, errors }) {
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
  const tests = suites
    .flatMap(specsOf)
    .flatMap(({ file, title, tests: runs }) =>
      runs.map(({ projectName, status }) => ({ name: `[${projectName}] ${file}: ${title}`, status })),
    );
  const named = (wanted) => tests.filter(({ status }) => wanted.includes(status)).map(({ name }) => name);
  return {
    passed: stats.expected,
    // A flaky journey is a failure: its first run did not pass.
    failing: [...named(["unexpected", "flaky"]), ...errors.map(({ message }) => String(message).split("\n")[0])],
    skipped: named(["skipped"]),
  };
}
