import { parseArgs } from "node:util";
import { ensureInstalled, ensureOwnNode, say } from "./local-world.mjs";

/**
 * `npm run mutants -- 40`: plants small bugs, one at a time, in a copy of the project, runs the nearest tests and names
 * the bugs that none of them caught. `--seed` draws the same sample again, `--only <kind>` narrows it, and so does
 * `--file <part of a path>`; `--list` only prints what it would plant.
 *
 * StrykerJS (10.1) is not used: its runner for Vitest replaces the pool that runs tests in workerd with its own threads
 * or processes, and its plug-ins can exclude bugs but add no kinds: owner, version and column are kinds of this
 * project.
 */
ensureInstalled();
ensureOwnNode();
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
