import { env } from "cloudflare:workers";
import { TestRunner } from "vitest";
import { deleteRows, last } from "./every-row";

/**
 * Runs before each file, and is loaded anew for it; the tables are made with a runtime's first.
 *
 * A file that counts over everybody finds nothing of the files before, and leaves nothing to those after it.
 */
const isAlone = /\.alone\.test\.tsx?$/.test(TestRunner.getCurrentSuite().file.name);
if (isAlone || last.wasAlone) {
  const { DB_OC, OBJECTS_OC } = env as unknown as { DB_OC: D1Database; OBJECTS_OC: R2Bucket };
  for (const database of [env.DB, DB_OC]) await deleteRows(database);
  await env.DIRECTORY.prepare("DELETE FROM names").run();
  for (const { name } of (await env.FORMS.list()).keys) await env.FORMS.delete(name);
  for (const store of [env.OBJECTS, OBJECTS_OC]) await store.delete((await store.list()).objects.map(({ key }) => key));
}
last.wasAlone = isAlone;
