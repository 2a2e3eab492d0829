import { readD1Migrations } from "@cloudflare/vitest-pool-workers";

const DATABASES = { DB: "migrations", DB_OC: "migrations", DIRECTORY: "migrations/directory" };

/** Makes the tables of both regions and of the directory in a runtime that has none yet. */
export async function makeTables(miniflare) {
  for (const [binding, folder] of Object.entries(DATABASES)) {
    const database = await miniflare.getD1Database(binding);
    for (const { queries } of await readD1Migrations(folder)) {
      await database.batch(queries.map((each) => database.prepare(each)));
    }
  }
}
