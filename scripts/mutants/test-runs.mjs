import { spawn } from "node:child_process";
import { join } from "node:path";
import { ROOT, TOOL_ENV } from "../local-world.mjs";

const STOPPING_MS = 20_000;

/** Runs test files on a copy, one run after another, in one Vitest. */
export async function openTestRuns({ root }) {
  let vitest = await startVitest(root);
  let before = [];
  process.on("exit", () => kill(vitest));
  return {
    files: vitest.files,
    /**
     * Runs test files until the first is red.
     * @param changed the source file that was changed or restored; that of the run before counts as changed, too
     * @param cap `capMs` for all files; a silence of `silenceMs` counts as red
     * @returns `red`, the first failed test; `broken`, a file that failed to load; `left`, the files that did not end
     *   in time
     */
    async run(files, changed, cap) {
      const result = await runIn(vitest.process, files, [...before, changed], cap);
      before = [changed];
      if (result.dead) {
        kill(vitest);
        vitest = await startVitest(root);
      }
      return result;
    },
    close: () => kill(vitest),
  };
}

async function startVitest(root) {
  const child = spawn("node", [join(ROOT, "scripts", "mutants", "vitest-process.mjs"), root], {
    ...{ cwd: root, env: { ...TOOL_ENV, NODE_ENV: "test" }, detached: true },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let faults = "";
  child.stderr.on("data", (part) => {
    faults = (faults + part).slice(-4000);
  });
  const { files } = await new Promise((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", () => reject(new Error(`Vitest did not start:\n${faults}`)));
  });
  return { process: child, files };
}

/** Kills a Vitest with its process group, which is all that it started. */
function kill({ process: child }) {
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // The process has ended already.
  }
}

function runIn(child, files, changed, { capMs, silenceMs }) {
  return new Promise((resolve) => {
    const left = new Set(files);
    let red = null;
    let broken = null;
    let silence;
    let stopping;
    let isAgain = false;
    const stop = () => {
      child.send({ files: [], changed: [], stop: true });
      stopping = setTimeout(() => end({ dead: true }), STOPPING_MS);
    };
    const cap = setTimeout(stop, capMs);
    const end = (more) => {
      clearTimeout(cap);
      clearTimeout(silence);
      clearTimeout(stopping);
      child.off("message", hear);
      child.off("exit", died);
      resolve({ red, broken, left: [...left], ...more });
    };
    const died = () => end({ dead: true });
    const wait = () => {
      clearTimeout(silence);
      if (!silenceMs) return;
      silence = setTimeout(() => {
        red ??= { file: [...left][0], name: "does not end", message: "Nothing was heard of it any more" };
        end({ dead: true });
      }, silenceMs);
    };
    const hear = ({ type, file, state, name, message, errors }) => {
      wait();
      if (type === "test" && state === "failed") red ??= { file, name, message };
      if (type === "file" && state === "failed" && !red) broken ??= { file, message };
      if (type === "file" && state === "passed") left.delete(file);
      // A worker that is stopped because of a red test reports that as an error.
      const error = errors?.find((each) => !each.includes("Cancelled"));
      if (type === "end" && error && !red && !broken)
        red = { file: null, name: "an error outside of tests", message: error };
      if (type !== "end") return;
      // The end of the run before, which a red test stopped, can stop this one, too: what it left out is run again.
      if (left.size > 0 && !red && !broken && !stopping && !isAgain) {
        isAgain = true;
        child.send({ files: [...left], changed: [] });
        return;
      }
      end({ dead: false });
    };
    child.on("message", hear);
    child.once("exit", died);
    wait();
    child.send({ files, changed });
  });
}
