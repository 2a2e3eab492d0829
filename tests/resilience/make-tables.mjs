import { readD1Migrations } from "@cloudflare/vitest-pool-workers";

/** Wrangler's own list, by which the Worker knows that its tables are there. */
const APPLIED = "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE)";

/** Makes the tables in a runtime that has none yet. */
export async function makeTables(miniflare) {
  const database = await miniflare.getD1Database("DB");
  for (const { name, queries } of await readD1Migrations("migrations")) {
    const noted = database.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name);
    await database.batch([...[APPLIED, ...queries].map((each) => database.prepare(each)), noted]);
  }
}
