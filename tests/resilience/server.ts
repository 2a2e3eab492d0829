import { fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";

type Row = Record<string, string | number | null>;

export interface Server {
  url: string;
  /** Of the process that started the runtime. */
  pid: number;
  ask: (sql: string[]) => Promise<Row[][]>;
  /** Of every database, which have none yet. */
  makeTables: () => Promise<void>;
  /** One of wrangler.toml's, once. */
  cron: (cron: string) => Promise<void>;
  /** Another runtime, of the same process: it has what the last one kept in its databases, and nothing in its memory. */
  beginAnew: () => Promise<void>;
  /** At once, with all that it started, in the midst of whatever it does. */
  kill: () => Promise<void>;
}

/** Serves the local build in a process of its own, on the database of `state`. */
export async function startServer(state: string, bindings: Record<string, string>): Promise<Server> {
  const child = fork("tests/resilience/run-build.mjs", [resolve("build"), resolve(state), JSON.stringify(bindings)], {
    // A group of its own: the workerd that it starts is in it, too.
    detached: true,
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  const message = async <Message>(): Promise<Message> => {
    const said = await Promise.race([once(child, "message"), ended.then(() => null)]);
    if (!said) throw new Error("The server has ended");
    if (said[0].failed) throw new Error(said[0].failed);
    return said[0];
  };
  const { url } = await message<{ url: string }>();
  const server: Server = {
    url,
    pid: child.pid as number,
    async ask(sql) {
      child.send({ sql });
      return (await message<{ tables: Row[][] }>()).tables;
    },
    async makeTables() {
      child.send({ tables: true });
      await message();
    },
    async cron(cron) {
      child.send({ cron });
      await message();
    },
    async beginAnew() {
      child.send({ anew: true });
      server.url = (await message<{ url: string }>()).url;
    },
    async kill() {
      process.kill(-(child.pid as number), "SIGKILL");
      await ended;
    },
  };
  return server;
}
