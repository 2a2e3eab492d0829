import { globSync } from "node:fs";
import { join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";

/**
 * Runs a build in Miniflare without a development server, in a separate workerd on loopback: the proxy of a development
 * server now and then uses a connection that the runtime is just closing.
 * @param build folder with server/ and client/
 * @param state folder that holds the local D1, as wrangler keeps it
 * @param bindings variables and secrets of the Worker, in addition to those of server/.dev.vars
 * @param port 0 for any free one
 * @param more `own`: variables and secrets in place of those of server/wrangler.json and server/.dev.vars. For tests
 * `outer`, a module that stands before the Worker and imports it as ./index.js, names of more `databases`, and the port of
 * an inspector; `onLine` gets
 * each line that the Worker logs
 */
export function runBuild(
  build,
  state,
  bindings = {},
  port = 0,
  { own, outer, databases = [], inspectorPort, onLine } = {},
) {
  const server = join(build, "server");
  const { workerOptions, main } = unstable_getMiniflareWorkerOptions(join(server, "wrangler.json"));
  const { modulesRules, ...options } = workerOptions;
  const before = outer ? [{ type: "ESModule", path: join(server, "outer.js"), contents: outer }] : [];
  const files = [main, ...globSync(join(server, "**/*.js")).filter((file) => file !== main)];
  return new Miniflare(
    convertV4MiniflareOptions({
      ...options,
      d1Databases: { ...options.d1Databases, ...Object.fromEntries(databases.map((id) => [id, { id }])) },
      bindings: { ...(own ?? options.bindings), ...bindings },
      modules: [...before, ...files.map((path) => ({ type: "ESModule", path }))],
      modulesRoot: server,
      resourcePersistencePath: join(state, "v3"),
      host: "127.0.0.1",
      port,
      inspectorPort,
      log: new Log(LogLevel.ERROR),
      // Failures are printed; request lines would clutter the tables that a caller prints.
      handleStructuredLogs: ({ level, message }) => {
        onLine?.(message);
        if (level === "error") console.error(message);
      },
    }),
  );
}
