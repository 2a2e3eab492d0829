import { spawn } from "node:child_process";
import { ensureInstalled, TOOL_ENV } from "./local-world.mjs";

/** `npm run deploy`: installs what is missing, and goes on with the project's own Node (deploy/main.mjs). */
ensureInstalled();
const child = spawn("node", ["scripts/deploy/main.mjs", ...process.argv.slice(2)], { stdio: "inherit", env: TOOL_ENV });
child.once("exit", (code) => process.exit(code ?? 1));
