import { ensureBuilt, ensureInstalled, migrate, STATE, say, seed, serve } from "./local-world.mjs";

/** `npm start`: serves Daybook on this machine. PORT sets the port, DAYBOOK_TODAY (yyyy-mm-dd) the day. */
const port = Number(process.env.PORT ?? 8787);

ensureInstalled();
ensureBuilt();
say("Preparing the database");
migrate(STATE);
const { url, server } = await serve({ port, state: STATE, today: process.env.DAYBOOK_TODAY, log: "inherit" });
const signIns = await seed(url).catch((error) => {
  server.kill();
  throw error;
});

console.log(`
Daybook is at ${url}/, and the mails that it sends at ${url}/dev/mail/

${signIns}

Stop it with Ctrl+C.
`);

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => server.kill(signal));
server.once("exit", (code) => process.exit(code ?? 0));
