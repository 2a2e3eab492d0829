import { readD1Migrations } from "@cloudflare/vitest-pool-workers";

const DATABASES = { DB: "migrations", DB_OC: "migrations", DIRECTORY: "migrations/directory" };

/** Wrangler's own list, by which the Worker knows that its tables are there. */
const APPLIED = "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE)";

/** Makes the tables of both regions and of the directory, or of some of them, in a runtime that has none yet. */
export async function makeTables(miniflare, bindings = Object.keys(DATABASES)) {
  for (const binding of bindings) {
    const folder = DATABASES[binding];
    const database = await miniflare.getD1Database(binding);
    for (const { name, queries } of await readD1Migrations(folder)) {
      const noted = database.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name);
      await database.batch([...[APPLIED, ...queries].map((each) => database.prepare(each)), noted]);
    }
  }
}
