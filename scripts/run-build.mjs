import { globSync } from "node:fs";
import { join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";

/**
 * Runs a build straight in Miniflare, in a workerd of its own, on loopback: no proxy of a development server
 * stands between, which would now and then use a connection that the runtime is just closing.
 * @param build folder with server/ and client/
 * @param state folder that holds the local D1, as wrangler keeps it
 * @param bindings more variables and secrets of the Worker, beside those of server/.dev.vars
 * @param port 0 for any that is free
 */
export function runBuild(build, state, bindings = {}, port = 0) {
  const server = join(build, "server");
  const { workerOptions, main } = unstable_getMiniflareWorkerOptions(join(server, "wrangler.json"));
  const { modulesRules, ...options } = workerOptions;
  const files = [main, ...globSync(join(server, "**/*.js")).filter((file) => file !== main)];
  return new Miniflare(
    convertV4MiniflareOptions({
      ...options,
      bindings: { ...options.bindings, ...bindings },
      modules: files.map((path) => ({ type: "ESModule", path })),
      modulesRoot: server,
      resourcePersistencePath: join(state, "v3"),
      host: "127.0.0.1",
      port,
      log: new Log(LogLevel.ERROR),
      // Request lines are not for the reader of the table; failures are.
      handleStructuredLogs: ({ level, message }) => {
        if (level === "error") console.error(message);
      },
    }),
  );
}
