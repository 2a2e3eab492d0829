import { ensureInstalled } from "./local-world.mjs";

/** `npm run bench`. What measures is loaded once it can be there. */
ensureInstalled();
await import("../tests/bench/budgets.mjs");
