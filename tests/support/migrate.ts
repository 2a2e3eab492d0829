import type { D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";

/**
 * The tables of a test file's own databases, made in one batch: one migration after the other, each statement a call
 * of its own, takes longer than most files' tests. Files that share a database find them there.
 */
const { MIGRATIONS, DIRECTORY_MIGRATIONS, DB_OC } = env as unknown as {
  MIGRATIONS: D1Migration[];
  DIRECTORY_MIGRATIONS: D1Migration[];
  DB_OC: D1Database;
};
const [there] = await env.DB.prepare("SELECT 1 FROM sqlite_master WHERE name = 'users'").raw();
if (!there) {
  const make = (database: D1Database, migrations: D1Migration[]) =>
    database.batch(migrations.flatMap(({ queries }) => queries).map((query) => database.prepare(query)));
  await Promise.all([make(env.DB, MIGRATIONS), make(DB_OC, MIGRATIONS), make(env.DIRECTORY, DIRECTORY_MIGRATIONS)]);
}
