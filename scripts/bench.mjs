import { ensureInstalled } from "./local-world.mjs";

/** `npm run bench`. The benchmarks are loaded once their packages are installed. */
ensureInstalled();
await import("../tests/bench/budgets.mjs");
