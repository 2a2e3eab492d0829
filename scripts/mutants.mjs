import { parseArgs } from "node:util";
import { ensureInstalled, say } from "./local-world.mjs";

/**
 * `npm run mutants -- 40`: plants small bugs, one at a time, in a copy of the project, runs the tests that are nearest
 * and names the bugs that none of them caught. `--seed` draws the same sample again, `--only <kind>` and
 * `--file <part of a path>` narrow it, `--list` only says what it would plant.
 *
 * Not StrykerJS (10.1): its runner for Vitest takes its own pool of threads or processes in place of the one that runs
 * in workerd, and its plug-ins can leave bugs out but bring no kinds of their own: owner, version and column are ours.
 */
ensureInstalled();
const { values, positionals } = parseArgs({
  options: {
    seed: { type: "string", default: String(Math.floor(Math.random() * 1e9)) },
    only: { type: "string" },
    file: { type: "string", default: "" },
    list: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const wanted = Number(positionals[0] ?? 40);
if (!Number.isInteger(wanted) || wanted < 1) throw new Error(`How many bugs? "${positionals[0]}" is no number`);

const { runSample } = await import("./mutants/run-sample.mjs");
say(`${wanted} bugs, drawn by --seed ${values.seed}`);
process.exit((await runSample({ ...values, seed: Number(values.seed), wanted })) ? 0 : 1);
