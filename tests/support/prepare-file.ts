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
  await deleteRows();
  await env.DIRECTORY.prepare("DELETE FROM names").run();
  for (const { name } of (await env.FORMS.list()).keys) await env.FORMS.delete(name);
  await env.OBJECTS.delete((await env.OBJECTS.list()).objects.map(({ key }) => key));
}
last.wasAlone = isAlone;
