import { spawn } from "node:child_process";
import {
  ensureInstalled,
  localSettings,
  migrate,
  ROOT,
  run,
  STATE,
  seed,
  TOOL_ENV,
  untilAnswers,
  writeSettings,
} from "./local-world.mjs";

/** `npm run dev`: a server that reloads on each edit, with the same local database as `npm start`. */
ensureInstalled();
run("panda", ["codegen", "--silent"]);
migrate(STATE);
const port = process.env.PORT ?? "8787";
const url = `http://localhost:${port}`;
writeSettings(localSettings(url));
const server = spawn("react-router", ["dev", "--port", port, "--host", "127.0.0.1"], {
  cwd: ROOT,
  env: { ...TOOL_ENV, DAYBOOK_LOCAL: "1", DAYBOOK_STATE: STATE },
  stdio: "inherit",
});
await untilAnswers(url);
const signIns = await seed(url);
console.log(
  `\nDaybook reloads as you edit, at ${url}/, and shows the mails that it sends at ${url}/dev/mail/\n\n${signIns}\n`,
);
server.once("exit", (code) => process.exit(code ?? 0));
