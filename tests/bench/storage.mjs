import { globSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { migrate } from "../../scripts/local-world.mjs";
import { serveBuild } from "./serve.mjs";
import { line } from "./table.mjs";

/** What a row takes with its places in indexes, whole pages of the file: over two years of the seeded consultant. */
const GOALS = [
  { table: "sessions", most: 300 },
  { table: "cases", most: 400 },
];

export async function storageLines(build, state, bindings) {
  migrate(state);
  const server = await serveBuild(build, state, bindings);
  const headers = { "Sec-Fetch-Site": "same-origin", connection: "close" };
  const answer = await fetch(`${server.url}/dev/seed/`, { method: "POST", headers });
  await server.stop();
  if (!answer.ok) throw new Error(`Seeding failed: ${answer.status}`);
  const file = globSync(join(state, "**/*.sqlite")).find(holdsSessions);
  const db = new DatabaseSync(file);
  const lines = GOALS.map(({ table, most }) => {
    const { n } = db.prepare(`SELECT count(*) AS n FROM ${table}`).get();
    const { bytes } = db
      .prepare(
        `SELECT sum(pgsize) AS bytes FROM dbstat WHERE name = ? OR name IN (SELECT name FROM sqlite_schema WHERE tbl_name = ?)`,
      )
      .get(table, table);
    const each = bytes / n;
    return line(`bytes of a row of ${table}, indexes included`, `<= ${most} B`, `${Math.round(each)} B`, each <= most);
  });
  db.close();
  return lines;
}

function holdsSessions(file) {
  const db = new DatabaseSync(file, { readOnly: true });
  const found = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sessions'").get();
  db.close();
  return found !== undefined;
}
