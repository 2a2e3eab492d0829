import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { runBuild } from "./run-build.mjs";

/** What a Worker weighs that Cloudflare loads and starts: at most this. */
export const MAX = { bytes: 2_000_000, startUpMs: 100 };

/** Bytes of all modules together, compressed as wrangler does it to say what it uploads. */
export function compressedBytes(build) {
  const modules = globSync(join(build, "server", "**/*.js")).map((file) => readFileSync(file));
  return gzipSync(Buffer.concat(modules)).length;
}

const STARTS = 5;
/** Begins to evaluate the Worker when it is asked. */
const FIRST = 'export default { async fetch() { await import("./index.js"); return new Response(); } };';

/**
 * CPU milliseconds to evaluate the Worker's modules, of the start that took the least: CPU, and not time, since that
 * depends on what else the machine does. It stops at the first start that is quick enough.
 */
export async function startUpMs(build) {
  const state = mkdtempSync(join(tmpdir(), "daybook-"));
  let least = Number.POSITIVE_INFINITY;
  try {
    for (let starts = 0; starts < STARTS && least > MAX.startUpMs; starts += 1) {
      const others = new Set(workerds());
      const worker = runBuild(build, state, {}, 0, { outer: FIRST });
      await worker.ready;
      const own = workerds().find((pid) => !others.has(pid));
      const before = cpuMs(own);
      await worker.dispatchFetch("http://localhost/");
      least = Math.min(least, cpuMs(own) - before);
      await worker.dispose();
    }
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
  return least;
}

/** The runtimes that this process has started; none where the system, which is no Linux, does not tell. */
function workerds() {
  if (!existsSync("/proc/self/task")) return [];
  const pids = readdirSync("/proc", { encoding: "utf8" }).filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => new RegExp(`\\(workerd\\) \\S ${process.pid} `).test(read(`/proc/${pid}/stat`)));
}

/** CPU milliseconds of all threads of a process; the time, of one that was not found. */
function cpuMs(pid) {
  if (pid === undefined) return performance.now();
  const threads = readdirSync(`/proc/${pid}/task`);
  return (
    threads.reduce((sum, id) => sum + Number.parseInt(read(`/proc/${pid}/task/${id}/schedstat`) || "0", 10), 0) / 1e6
  );
}

/** Nothing of what has ended. */
function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
