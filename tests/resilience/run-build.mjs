import { runBuild } from "../../scripts/run-build.mjs";
import { makeTables } from "./make-tables.mjs";

/**
 * A server that a test may kill: a process of its own with the workerd that it starts. Says its address once it
 * answers, and then begins anew, makes the tables, or runs the SQL that it is sent, or the cron.
 */
const [build, state, bindings] = process.argv.slice(2);
const begin = () => runBuild(build, state, JSON.parse(bindings));
let miniflare = begin();
const { origin } = await miniflare.ready;

process.on("message", async (asked) => {
  process.send(await answerTo(asked).catch((error) => ({ failed: String(error) })));
});

async function answerTo({ anew, cron, sql, tables }) {
  if (anew) {
    await miniflare.dispose();
    miniflare = begin();
    return { url: (await miniflare.ready).origin };
  }
  if (tables) {
    await makeTables(miniflare);
    return {};
  }
  if (cron) {
    const worker = await miniflare.getWorker();
    await worker.scheduled({ cron });
    return {};
  }
  const database = await miniflare.getD1Database("DB");
  const answers = await database.batch(sql.map((each) => database.prepare(each)));
  return { tables: answers.map(({ results }) => results) };
}
// Whoever started it is gone.
process.on("disconnect", () => process.exit());
process.send({ url: origin });
