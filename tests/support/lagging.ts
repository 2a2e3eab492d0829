import { env } from "cloudflare:workers";
import { openReading, type Reading } from "../../workers/copies";
import { beginCopy } from "./begin-copy.mjs";
import { db } from "./harness";
import { laggingDatabase, type Trip } from "./lagging-database";

/**
 * The database of the tests with a copy that lags behind. Whatever a test does with `db` of the harness is a write that
 * the copy has yet to hear of. For files with a database of their own, once a file.
 */
export async function openLagging(lag: number) {
  const copy = (env as unknown as { COPY: D1Database }).COPY;
  await beginCopy(env.DB, copy);
  let trips: Trip[] = [];
  const lagging = laggingDatabase(env.DB, copy, lag, (trip) => void trips.push(trip));
  const client = db.$client;
  const session = Reflect.get(db, "session") as { client: D1Database };
  session.client = lagging;
  return {
    lagging,
    copy,
    /** As the Worker opens the database for a request. */
    open: (request: Request, path = new URL(request.url).pathname): Reading => openReading(request, path, lagging),
    /** The trips since this was asked last. */
    trips(): Trip[] {
      const made = trips;
      trips = [];
      return made;
    },
    /** Leaves both as they were: other files go on with them. */
    async close() {
      session.client = client;
      const made =
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_cf%' ESCAPE '\\'";
      const { results } = await copy.prepare(made).all<{ name: string }>();
      const drops = results.toReversed().map(({ name }) => copy.prepare(`DROP TABLE "${name}"`));
      await copy.batch([copy.prepare("PRAGMA defer_foreign_keys = on"), ...drops]);
      await env.DB.prepare("DROP TABLE writes_of_copy").run();
    },
  };
}
