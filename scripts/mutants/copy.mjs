import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT, TOOL_ENV } from "../local-world.mjs";
import { applied } from "./change.mjs";

/** Copies the project to a temporary folder, in which bugs are planted: the working tree is only read. */
export function copyProject() {
  const root = mkdtempSync(join(tmpdir(), "daybook-mutants-"));
  process.on("exit", () => rmSync(root, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(1));
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: ROOT });
  const files = [...new Set(listed.toString().split("\0"))].filter((file) => file !== "" && isThere(file));
  for (const file of files) cpSync(join(ROOT, file), join(root, file));
  symlinkSync(join(ROOT, "styled-system"), join(root, "styled-system"));
  // Packages are linked one by one: the files that tools keep beside them belong to the copy alone.
  mkdirSync(join(root, "node_modules"));
  for (const name of readdirSync(join(ROOT, "node_modules")).filter((each) => !/^\.(vite|cache|mf)/.test(each))) {
    symlinkSync(join(ROOT, "node_modules", name), join(root, "node_modules", name));
  }
  const copy = { root, files };
  tool(copy, "npm", ["run", "--silent", "typegen"]);
  const faults = typeFaults(copy);
  if (faults.length > 0) throw new Error(`The types are wrong before any bug is planted:\n${faults.join("\n")}`);
  return copy;
}

function isThere(file) {
  try {
    readFileSync(join(ROOT, file));
    return true;
  } catch {
    return false;
  }
}

export function textIn({ root }, file) {
  return readFileSync(join(root, file), "utf8");
}

/** Plants a bug. @returns a function that removes it */
export function plant(copy, file, change) {
  const path = join(copy.root, file);
  const was = textIn(copy, file);
  writeFileSync(path, applied(was, change));
  return () => writeFileSync(path, was);
}

/** Errors of the type checker in the copy, a line each. */
function typeFaults(copy) {
  const kept = join(copy.root, "node_modules", ".tsbuildinfo");
  const { stdout } = tool(copy, "tsc", ["--incremental", "--tsBuildInfoFile", kept, "--pretty", "false"]);
  return stdout.split("\n").filter((line) => / error TS\d+: /.test(line));
}

function tool({ root }, command, args, env = {}) {
  return spawnSync(command, args, { cwd: root, env: { ...TOOL_ENV, ...env }, encoding: "utf8", stdio: "pipe" });
}

/**
 * The bugs that the type checker refuses, which tests need not find. It is run over many bugs at once, since it takes
 * as long for one as for all. If a file without a bug has an error, the bug that causes it is searched for by halves.
 */
export function refusedByTypes(copy, bugs) {
  return onePerFile(bugs).flatMap((round) => refusedOf(copy, round));
}

/** Groups bugs into rounds with at most one bug in a file. */
function onePerFile(bugs) {
  const rounds = [];
  for (const bug of bugs) {
    const free = rounds.find((round) => round.every(({ file }) => file !== bug.file));
    if (free) free.push(bug);
    else rounds.push([bug]);
  }
  return rounds;
}

function refusedOf(copy, bugs) {
  if (bugs.length === 0) return [];
  const files = filesAtFault(copy, bugs);
  if (files.size === 0) return [];
  if (bugs.length === 1) return bugs;
  const refused = bugs.filter(({ file }) => files.has(file));
  const others = bugs.filter((bug) => !refused.includes(bug));
  const elsewhere = [...files].some((file) => bugs.every((bug) => bug.file !== file));
  if (!elsewhere) return refused;
  const half = Math.ceil(others.length / 2);
  return [...refused, ...refusedOf(copy, others.slice(0, half)), ...refusedOf(copy, others.slice(half))];
}

function filesAtFault(copy, bugs) {
  const unplant = bugs.map(({ file, change }) => plant(copy, file, change));
  try {
    return new Set(typeFaults(copy).map((fault) => fault.slice(0, fault.indexOf("("))));
  } finally {
    for (const each of unplant) each();
  }
}
