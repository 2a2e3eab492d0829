/**
 * Makes a database an exact copy of another, tables and rows, for `lagging-database.ts` to go on from. It must be empty,
 * or such a copy already, which it stays.
 * @param {D1Database} primary
 * @param {D1Database} copy
 */
export async function beginCopy(primary, copy) {
  const made = "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'";
  const schema = `${made} AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name NOT LIKE 'd1_%'`;
  const [{ results: there }, { results: parts }] = await Promise.all([
    copy.prepare(schema).all(),
    primary.prepare(schema).all(),
  ]);
  if (there.length > 0) throw new Error("The copy has tables: it must begin empty");
  const tables = parts.filter(({ type }) => type === "table");
  const rest = parts.filter(({ type }) => type !== "table");
  await copy.batch(tables.map(({ sql }) => copy.prepare(sql)));
  const rows = await primary.batch(tables.map(({ name }) => primary.prepare(`SELECT * FROM "${name}"`)));
  const inserts = tables.flatMap(({ name }, at) => rows[at].results.map((row) => insertOf(copy, name, row)));
  const { results: ids } = await primary.prepare("SELECT name, seq FROM sqlite_sequence").all();
  await copy.batch([
    // Rows of other tables point at these.
    copy.prepare("PRAGMA defer_foreign_keys = on"),
    ...inserts,
    copy.prepare("DELETE FROM sqlite_sequence"),
    ...ids.map(({ name, seq }) => copy.prepare("INSERT INTO sqlite_sequence VALUES (?, ?)").bind(name, seq)),
    // Triggers last: no row is to be judged again.
    ...rest.map(({ sql }) => copy.prepare(sql)),
  ]);
  for (const each of [primary, copy]) await each.prepare(WRITES_TABLE).run();
}

/** As `lagging-database.ts` numbers the writes: in both databases, so that order and progress are of their own. */
const WRITES_TABLE = "CREATE TABLE IF NOT EXISTS writes_of_copy (n INTEGER PRIMARY KEY)";

function insertOf(database, name, row) {
  const columns = Object.keys(row).map((column) => `"${column}"`);
  // D1 hands a blob out as a list of numbers, and takes it in as bytes.
  const values = Object.values(row).map((value) => (Array.isArray(value) ? new Uint8Array(value) : value));
  return database.prepare(`INSERT INTO "${name}" (${columns}) VALUES (${columns.map(() => "?")})`).bind(...values);
}
