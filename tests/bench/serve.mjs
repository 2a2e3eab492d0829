import { readdirSync, readFileSync } from "node:fs";
import { runBuild } from "../../scripts/run-build.mjs";

/** Clock ticks a second in /proc/<pid>/stat, on every Linux that runs Node. */
const TICKS = 100;
/** And a page of memory in the same line. */
const PAGE_BYTES = 4096;

/** As `runBuild`, for measuring; any port. */
export async function serveBuild(build, state, bindings, watch) {
  const others = new Set(workerdsOfThisProcess());
  const miniflare = runBuild(build, state, bindings, 0, watch);
  const url = (await miniflare.ready).origin;
  const pid = workerdsOfThisProcess().find((each) => !others.has(each));
  if (!pid) throw new Error("The runtime that was just started cannot be found");
  return {
    url,
    /** CPU milliseconds that this workerd has used, its D1 included. */
    cpu: () => (cpuTicks(pid) * 1000) / TICKS,
    /** Bytes of memory that this workerd has. */
    memory: () => Number(statOf(pid)[1][21]) * PAGE_BYTES,
    database: (binding = "DB") => miniflare.getD1Database(binding),
    /** Runs a cron. */
    cron: async (cron) => (await miniflare.getWorker()).scheduled({ cron }),
    /** Hands the Worker a message of a queue, which may come in while others are worked on. */
    job: async (queue, body) => {
      const message = { id: crypto.randomUUID(), timestamp: new Date(), body, attempts: 1 };
      return (await miniflare.getWorker()).queue(queue, [message]);
    },
    inspector: () => miniflare.getInspectorURL(),
    stop: () => miniflare.dispose(),
  };
}

/** One request on a connection of its own: the runtime closes idle ones, and a kept one may be closed as it is used. */
export function askOnce(url, cookie = "") {
  return fetch(url, { headers: { cookie, connection: "close" } });
}

function workerdsOfThisProcess() {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const [name, stat] = statOf(pid);
      return name === "workerd" && Number(stat[1]) === process.pid;
    });
}

function cpuTicks(pid) {
  const [, stat] = statOf(pid);
  return Number(stat[11]) + Number(stat[12]);
}

/** @returns the name of a process and the fields of its stat line from the state on; nothing for one that is gone. */
function statOf(pid) {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    return [line.slice(line.indexOf("(") + 1, line.lastIndexOf(")")), line.slice(line.lastIndexOf(")") + 2).split(" ")];
  } catch {
    return ["", []];
  }
}
