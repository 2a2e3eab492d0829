import { ensureInstalled, ensureOwnNode } from "./local-world.mjs";

/** What is measured, by the word after `npm run bench --`: each in a file of its own. */
const RUNS = { "": "budgets", growth: "growth", load: "load", far: "far" };

/** `npm run bench`. The benchmarks are loaded once their packages are installed. */
const word = process.argv[2] ?? "";
if (!Object.hasOwn(RUNS, word)) {
  console.error(`npm run bench -- ${Object.keys(RUNS).filter(Boolean).join(" | ")}, or none of them for the budgets`);
  process.exit(2);
}
ensureInstalled();
ensureOwnNode();
await import(`../tests/bench/${RUNS[word]}.mjs`);
