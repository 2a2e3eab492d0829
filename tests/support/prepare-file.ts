import { env } from "cloudflare:workers";
import { TestRunner } from "vitest";
import { deleteRows, last } from "./every-row";

/**
 * Runs before each file, and is loaded anew for it; the tables are made with a runtime's first.
 *
 * A file that counts over everybody finds nothing of the files before, and leaves nothing to those after it; nor may it
 * leave messages in a queue.
 */
const { name } = TestRunner.getCurrentSuite().file;
const isAlone = /\.alone\.test\.tsx?$/.test(name);
if (isAlone || last.wasAlone) {
  for (const queue of [env.JOBS, env.BULK_JOBS]) {
    const { backlogCount } = await queue.metrics();
    // The Worker would read them beside the tests of this file.
    if (backlogCount > 0) throw new Error(`${last.file} left ${backlogCount} messages in a queue`);
  }
  await deleteRows(env.DB);
  for (const { name } of (await env.FORMS.list()).keys) await env.FORMS.delete(name);
  await env.OBJECTS.delete((await env.OBJECTS.list()).objects.map(({ key }) => key));
}
Object.assign(last, { file: name, wasAlone: isAlone });
