import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { runBuild } from "./run-build.mjs";

/**
 * What a Worker weighs that Cloudflare loads and starts: at most this. Machines differ by half in their speed: elsewhere
 * than at Cloudflare the start is held to that of the runtime itself.
 */
export const MAX = { bytes: 2_000_000, startUpMs: 100, startUpRatio: 1.25 };

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
 * CPU milliseconds to evaluate the Worker's modules, and how many times that is what the runtime takes to start with an
 * empty Worker; of each the start that took the least. CPU, and not time, since that depends on what else the machine
 * does. It stops as soon as the ratio is as it must be.
 */
export async function startUp(build) {
  const state = mkdtempSync(join(tmpdir(), "daybook-"));
  let [ms, emptyMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  try {
    for (let starts = 0; starts < STARTS && (starts === 0 || ms / emptyMs > MAX.startUpRatio); starts += 1) {
      emptyMs = Math.min(emptyMs, (await cpuOf(() => new Miniflare(EMPTY))).startMs);
      ms = Math.min(ms, (await cpuOf(() => runBuild(build, state, {}, 0, { outer: FIRST }))).firstRequestMs);
    }
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
  return { ms, ratio: ms / emptyMs };
}

/** CPU milliseconds that a runtime takes to start, and for its first request. */
async function cpuOf(start) {
  const others = new Set(workerds());
  const worker = start();
  await worker.ready;
  const own = workerds().find((pid) => !others.has(pid));
  const startMs = cpuMs(own);
  await worker.dispatchFetch("http://localhost/");
  const firstRequestMs = cpuMs(own) - startMs;
  await worker.dispose();
  return { startMs, firstRequestMs };
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
