import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensureInstalled, migrate, ROOT, TOOL_ENV } from "./local-world.mjs";

/** `npm run dev`: the server that reloads as one edits, over the same local database as `npm start`. */
const state = join(ROOT, ".local", "state");

ensureInstalled();
migrate(state);
const server = spawn("react-router", ["dev", "--port", process.env.PORT ?? "8787"], {
  cwd: ROOT,
  env: { ...TOOL_ENV, DAYBOOK_LOCAL: "1", DAYBOOK_STATE: state },
  stdio: "inherit",
});
server.once("exit", (code) => process.exit(code ?? 0));
