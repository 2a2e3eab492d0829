import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { runBuild } from "../../scripts/run-build.mjs";

/**
 * What a Worker weighs that Cloudflare loads and starts: at most this. Since machines differ by half in their speed, its
 * start is held to that of the runtime itself.
 */
export const MAX = { bytes: 2_000_000, startUpRatio: 1.25 };

/** Bytes of all modules together, compressed as wrangler does it to say what it uploads. */
export function compressedBytes(build) {
  const modules = globSync(join(build, "server", "**/*.js")).map((file) => readFileSync(file));
  return gzipSync(Buffer.concat(modules)).length;
}

const STARTS = 5;
/** Begins to evaluate the Worker when it is asked. */
const FIRST = 'export default { async fetch() { await import("./index.js"); return new Response(); } };';
const EMPTY = convertV4MiniflareOptions({
  modules: true,
  script: "export default { fetch() { return new Response(); } };",
});

/**
 * CPU milliseconds to evaluate the Worker's modules, and their ratio to those of a start of the runtime with an empty
 * Worker; of both the start that took the least. CPU, and not time, since that depends on what else the machine does. It
 * stops at the first start of the Worker that is quick enough.
 */
export async function startUp(build) {
  const state = mkdtempSync(join(tmpdir(), "daybook-"));
  let [ms, emptyMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  try {
    for (let starts = 0; starts < STARTS; starts += 1) {
      emptyMs = Math.min(emptyMs, (await cpuOf(() => new Miniflare(EMPTY))).startMs);
    }
    for (let starts = 0; starts < STARTS && ms > emptyMs * MAX.startUpRatio; starts += 1) {
      ms = Math.min(ms, (await cpuOf(() => runBuild(build, state, {}, 0, { outer: FIRST }))).requestMs);
    }
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
  return { ms, ratio: ms / emptyMs };
}

/** CPU milliseconds of a runtime until it is ready, and for its first request. */
async function cpuOf(start) {
  const others = new Set(workerds());
  const began = performance.now();
  const worker = start();
  await worker.ready;
  const own = workerds().find((pid) => !others.has(pid));
  const startMs = cpuMs(own, began);
  await worker.dispatchFetch("http://localhost/");
  const requestMs = cpuMs(own, began) - startMs;
  await worker.dispose();
  return { startMs, requestMs };
}

/** The runtimes that this process has started; none where the system, which is no Linux, does not tell. */
function workerds() {
  if (!existsSync("/proc/self/task")) return [];
  const pids = readdirSync("/proc", { encoding: "utf8" }).filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => new RegExp(`\\(workerd\\) \\S ${process.pid} `).test(read(`/proc/${pid}/stat`)));
}

/** CPU milliseconds of all threads of a process; of one that was not found, the time since it began. */
function cpuMs(pid, began) {
  if (pid === undefined) return performance.now() - began;
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
