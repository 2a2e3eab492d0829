import { ensureInstalled, ensureOwnNode } from "./local-world.mjs";

/** `npm run deploy -- <region>`: installs what is missing, and goes on with the project's own Node. */
ensureInstalled();
ensureOwnNode();
const { main } = await import("./deploy/main.mjs");
await main(process.argv.slice(2));
