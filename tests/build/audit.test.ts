import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { affectedParts, readAdvisories } from "../../scripts/parts/advisories";
import { partsList } from "../../scripts/parts/parts-list";
import { textOf } from "./source";

const folder = mkdtempSync(join(tmpdir(), "daybook-audit-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As npm writes them, in `npm audit --json` and in the answer to a bulk request. */
const OF_NPM = { url: "https://github.com/advisories/GHSA-aaaa", title: "Says too much", severity: "high" };
const AUDIT = {
  auditReportVersion: 2,
  vulnerabilities: {
    one: { name: "one", via: [{ source: 7, name: "one", ...OF_NPM, range: ">=1.0.0 <1.3.0 || 2.0.0" }] },
    parent: { name: "parent", via: ["one"] },
  },
};
const BULK = { one: [{ id: 7, ...OF_NPM, vulnerable_versions: "<1.3.0" }] };

function osv(range: object, more: object = {}) {
  const affected = [{ package: { ecosystem: "npm", name: "one" }, ranges: [range] }];
  return { id: "GHSA-bbbb", summary: "Waits for ever", database_specific: { severity: "MODERATE" }, affected, ...more };
}

const semver = (...events: object[]) => osv({ type: "SEMVER", events });

const LOCK = JSON.stringify({
  name: "daybook",
  packages: { "node_modules/one": { version: "1.2.3" }, "node_modules/a/node_modules/one": { version: "1.3.0" } },
});
const PARTS = partsList(LOCK, { worker: ["node_modules/one"], page: ["node_modules/a/node_modules/one"] }).components;

function affected(file: unknown) {
  return affectedParts(readAdvisories(JSON.stringify(file)), PARTS).map(({ id, version, severity, reach }) =>
    [id, version, severity, ...reach].join(" "),
  );
}

const GITHUB = "GHSA-aaaa 1.2.3 high worker";
const OSV = "GHSA-bbbb 1.2.3 moderate worker";

test.each([
  ["npm audit --json", AUDIT, [GITHUB]],
  ["npm's bulk request", BULK, [GITHUB]],
  ["OSV, until fixed", semver({ introduced: "0" }, { fixed: "1.3.0" }), [OSV]],
  ["OSV, up to the last affected", semver({ introduced: "1.2.0" }, { last_affected: "1.2.3" }), [OSV]],
  ["OSV, not fixed yet", semver({ introduced: "1.2.4" }), ["GHSA-bbbb 1.3.0 moderate page"]],
  [
    "OSV, come back",
    semver({ introduced: "0" }, { fixed: "1.2.3" }, { introduced: "1.3.0-rc" }, { fixed: "1.4.0" }),
    ["GHSA-bbbb 1.3.0 moderate page"],
  ],
  ["OSV, an answer of its API", { vulns: [semver({ introduced: "0" }, { fixed: "1.3.0" })] }, [OSV]],
  [
    "OSV, single versions",
    [
      osv(
        { type: "GIT", events: [] },
        { affected: [{ package: { ecosystem: "npm", name: "one" }, versions: ["1.2.3"] }] },
      ),
    ],
    [OSV],
  ],
  ["OSV, withdrawn", osv({ type: "SEMVER", events: [{ introduced: "0" }] }, { withdrawn: "2026-11-01T00:00:00Z" }), []],
  ["OSV, of another registry", osv({}, { affected: [{ package: { ecosystem: "PyPI", name: "one" } }] }), []],
  ["an older version", semver({ introduced: "0" }, { fixed: "1.2.3" }), []],
])("advisories are read: %s", (_, file, found) => {
  expect(affected(file)).toEqual(found);
});

test.each([
  ["[1]"],
  ['{"one": 1}'],
  // Of npm audit, where the registry did not answer.
  ['{"message": "405 Method Not Allowed", "error": {"summary": ""}}'],
  [JSON.stringify({ one: [{ ...OF_NPM, vulnerable_versions: "soon" }] })],
  [JSON.stringify(osv({}, { affected: [{ package: { ecosystem: "npm", name: "one" } }] }))],
])("what is not understood does not pass: %s", (text) => {
  expect(() => readAdvisories(text)).toThrow();
});

function audit(advisories: unknown, { days = 0, of = textOf("package-lock.json") } = {}) {
  const { packages } = JSON.parse(of) as { packages: Record<string, unknown> };
  const reached = ["node_modules/react"].filter((place) => place in packages);
  const [parts, file] = [join(folder, "parts.json"), join(folder, "advisories.json")];
  writeFileSync(parts, JSON.stringify(partsList(of, { worker: reached, page: reached })));
  writeFileSync(file, JSON.stringify(advisories));
  const written = Date.now() / 1000 - days * 24 * 60 * 60;
  utimesSync(file, written, written);
  const { status, stdout, stderr } = spawnSync("node", ["scripts/audit.mjs", "--parts", parts, file], {
    encoding: "utf8",
  });
  return { status, said: stdout + stderr };
}

test("the command ends with 1 for what is served, and with 0 for a tool alone", () => {
  const all = { ...OF_NPM, vulnerable_versions: "*" };
  const served = audit({ react: [all], vitest: [all] });
  expect(served.status).toBe(1);
  expect(served.said).toMatch(
    /high: react [\d.]+ \(\*\), reached from the Worker and the script of pages\. GHSA-aaaa: Says/,
  );
  expect(served.said).toMatch(/high: vitest [\d.]+ \(\*\), only by tools/);
  const tool = audit({ vitest: [all] });
  expect([tool.status, tool.said]).toEqual([0, expect.stringMatching(/1 affected, 0 in what is served/)]);
});

test("the command says when its file is old, and ends with 2 where it cannot tell", () => {
  expect(audit({}, { days: 29 }).said).not.toContain("days old");
  expect(audit({}, { days: 31 })).toMatchObject({ status: 0, said: expect.stringContaining("31 days old") });
  expect(audit([1])).toMatchObject({ status: 2, said: expect.stringContaining("could not be read") });
  expect(audit({}, { of: LOCK })).toMatchObject({ status: 2, said: expect.stringContaining("has changed") });
});
