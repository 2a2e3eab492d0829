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

const FEW_PAGES = 40;

export async function storageLines(build, state, bindings) {
  migrate(state);
  const server = await serveBuild(build, state, bindings);
  const headers = { "Sec-Fetch-Site": "same-origin", connection: "close" };
  const answer = await fetch(`${server.url}/dev/seed/`, { method: "POST", headers });
  await server.stop();
  if (!answer.ok) throw new Error(`Seeding failed: ${answer.status}`);
  const db = new DatabaseSync(databaseFile(state));
  const lines = GOALS.map(({ table, most }) => {
    const each = bytesOfRows(db, table);
    return line(`bytes of a row of ${table}, indexes included`, `<= ${most} B`, `${Math.round(each)} B`, each <= most);
  });
  db.close();
  return lines;
}

/** The file of the database with a diary in it. */
export function databaseFile(state) {
  return globSync(join(state, "**/*.sqlite")).find(holdsSessions);
}

/** What a row of a table takes with its places in indexes. Of few rows only what is in use: a page is mostly empty. */
export function bytesOfRows(db, table) {
  const { n } = db.prepare(`SELECT count(*) AS n FROM ${table}`).get();
  const { bytes, used, pages } = db
    .prepare(
      `SELECT sum(pgsize) AS bytes, sum(pgsize - unused) AS used, count(*) AS pages FROM dbstat
       WHERE name = ? OR name IN (SELECT name FROM sqlite_schema WHERE tbl_name = ?)`,
    )
    .get(table, table);
  return n === 0 ? 0 : (pages < FEW_PAGES ? used : bytes) / n;
}

function holdsSessions(file) {
  const db = new DatabaseSync(file, { readOnly: true });
  const isDiary = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sessions'").get() !== undefined;
  const found = isDiary && db.prepare("SELECT 1 FROM sessions LIMIT 1").get() !== undefined;
  db.close();
  return found;
}
