import "./migrate";
import { env } from "cloudflare:workers";

/** Tables of the product in the order of their making: a table comes after those that it points at. */
const tables = await env.DB.prepare(
  "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'assertions' AND name NOT LIKE 'd1_%' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
).all<{ name: string }>();
/** Names of the tables. */
export const names = tables.results.map(({ name }) => name);

/** What else a statement on a table writes: what its triggers do, and the rows that go with its own. */
const { results: triggers } = await env.DB.prepare(
  "SELECT tbl_name AS name, sql FROM sqlite_schema WHERE type = 'trigger'",
).all<{ name: string; sql: string }>();
const cascades = await env.DB.batch<{ owner: string }>(
  names.map((name) =>
    env.DB.prepare(`SELECT "table" AS owner FROM pragma_foreign_key_list('${name}') WHERE on_delete = 'CASCADE'`),
  ),
);

/** Columns of each table, those of its primary key with their place in that. */
const columns = await env.DB.batch<{ column: string; pk: number }>(
  names.map((name) => env.DB.prepare(`SELECT name AS "column", pk FROM pragma_table_info('${name}') ORDER BY pk`)),
);
export const columnsOf = new Map(names.map((name, at) => [name, columns[at]?.results ?? []]));

/** Columns of a table's primary key. */
function keyOf(name: string): string[] {
  return (columnsOf.get(name) ?? []).filter(({ pk }) => pk > 0).map(({ column }) => column);
}

function cascadedTables(name: string): string[] {
  return names.filter((_, at) => cascades[at]?.results.some(({ owner }) => owner === name));
}

/** The table, and all that a statement on it may write. */
export function reachOf(name: string, reached = new Set<string>()): Set<string> {
  if (reached.has(name)) return reached;
  reached.add(name);
  const byTriggers = triggers.flatMap((trigger) =>
    trigger.name === name ? [...trigger.sql.matchAll(/INSERT INTO (\w+)/g)].map(([, table]) => table as string) : [],
  );
  for (const each of [...byTriggers, ...cascadedTables(name)]) reachOf(each, reached);
  return reached;
}

export type Row = Record<string, unknown>;

/** Every row there is, table by table. Never to be printed: it is long. */
export type Rows = readonly { name: string; rows: Row[] }[];

export async function allRows(): Promise<Rows> {
  const dumps = await env.DB.batch<Row>(names.map((name) => env.DB.prepare(`SELECT * FROM ${name} ORDER BY 1, 2`)));
  return dumps.map(({ results }, at) => ({ name: names[at] as string, rows: results }));
}

/** As `allRows`, where only these tables were written since `before`: the rows of the others are those of `before`. */
export async function rowsAfter(before: Rows, written: ReadonlySet<string>): Promise<Rows> {
  const asked = before.filter(({ name }) => written.has(name));
  if (asked.length === 0) return before;
  const dumps = await env.DB.batch<Row>(asked.map(({ name }) => env.DB.prepare(`SELECT * FROM ${name} ORDER BY 1, 2`)));
  return before.map((each) => {
    const at = asked.indexOf(each);
    return at < 0 ? each : { name: each.name, rows: dumps[at]?.results ?? [] };
  });
}

/** The file before, and whether it counted over everybody (`prepare-file.ts`). */
export const last = { file: "", wasAlone: false };

export async function deleteRows(database: D1Database = env.DB): Promise<void> {
  await database.batch(names.toReversed().map((name) => database.prepare(`DELETE FROM ${name}`)));
}

/** Empties a database and puts these rows there, in one batch: much quicker than making a diary anew. */
export async function replaceRows(rows: Rows): Promise<void> {
  await env.DB.batch([
    // Rows of other tables point at these.
    env.DB.prepare("PRAGMA defer_foreign_keys = on"),
    ...rows.toReversed().map(({ name }) => env.DB.prepare(`DELETE FROM ${name}`)),
    ...rows.flatMap((table) => table.rows.map((row) => insertOf(table.name, row))),
  ]);
}

/** Puts a database back from `after` to `before`, in one batch of the rows that differ. */
export async function restoreRows(before: Rows, after: Rows): Promise<void> {
  const others = before.flatMap(({ name, rows }, at) => {
    const found = after[at]?.rows;
    return found === undefined || found === rows ? [] : [differenceOf(name, rows, found)];
  });
  // A row that came back under another key is in the way of the one that was: such a table is emptied, with all that a
  // deletion takes along.
  const mixed = others.filter(({ added, changed }) => added.length > 0 && changed.length > 0);
  const emptied = new Set(mixed.flatMap(({ name }) => [...reachOf(name)]));
  const one = others.filter(({ name }) => !emptied.has(name));
  const again = before.filter(({ name }) => emptied.has(name));
  const statements = [
    ...again.map(({ name }) => env.DB.prepare(`DELETE FROM ${name}`)),
    ...again.flatMap(({ name, rows }) => rows.map((row) => insertOf(name, row))),
    ...one.flatMap(({ name, changed }) => changed.map((row) => upsertOf(name, row))),
    // Last, when nothing hangs on them any more that was there before.
    ...one.toReversed().flatMap(({ name, added }) => added.map((row) => deleteOf(name, row))),
  ];
  if (statements.length > 0) await env.DB.batch([env.DB.prepare("PRAGMA defer_foreign_keys = on"), ...statements]);
}

/** Rows that a table must lose, and those that it must have again. */
function differenceOf(name: string, before: Row[], after: Row[]) {
  const [was, is] = [byKey(name, before), byKey(name, after)];
  return {
    name,
    added: [...is].flatMap(([key, { row }]) => (was.has(key) ? [] : [row])),
    changed: [...was].flatMap(([key, { row, text }]) => (is.get(key)?.text === text ? [] : [row])),
  };
}

/** Rows of a table by their primary key, each with its text. */
function byKey(name: string, rows: Row[]): Map<string, { row: Row; text: string }> {
  const key = keyOf(name);
  return new Map(rows.map((row) => [JSON.stringify(key.map((each) => row[each])), { row, text: JSON.stringify(row) }]));
}

/** D1 hands a blob out as a list of numbers, and takes it in as bytes. */
function taken(value: unknown): unknown {
  return Array.isArray(value) ? new Uint8Array(value) : value;
}

export function insertOf(name: string, row: Row): D1PreparedStatement {
  const places = Object.keys(row).map(() => "?");
  const insert = `INSERT INTO ${name} (${Object.keys(row)}) VALUES (${places})`;
  return env.DB.prepare(insert).bind(...Object.values(row).map(taken));
}

/** A row that is there is changed in its place: to delete it would take along what hangs on it. */
function upsertOf(name: string, row: Row): D1PreparedStatement {
  const places = Object.keys(row).map(() => "?");
  const others = Object.keys(row).map((column) => `${column} = excluded.${column}`);
  const upsert = `INSERT INTO ${name} (${Object.keys(row)}) VALUES (${places}) ON CONFLICT (${keyOf(name)}) DO UPDATE SET ${others}`;
  return env.DB.prepare(upsert).bind(...Object.values(row).map(taken));
}

function deleteOf(name: string, row: Row): D1PreparedStatement {
  const key = keyOf(name);
  const match = key.map((column) => `${column} = ?`).join(" AND ");
  return env.DB.prepare(`DELETE FROM ${name} WHERE ${match}`).bind(...key.map((column) => taken(row[column])));
}

/** Tables in which a row was changed and kept its version: a page that shows the row as it was would save over that. */
export function unversioned(before: Rows, after: Rows): string[] {
  return before
    .filter(({ name, rows }, at) => {
      if (rows === after[at]?.rows || !rows.some((row) => "version" in row)) return false;
      const was = byKey(name, rows);
      return [...byKey(name, after[at]?.rows ?? [])].some(([key, { row }]) => {
        const old = was.get(key)?.row;
        const text = ({ updated_at, version, ...said }: Row) => JSON.stringify(said);
        return old !== undefined && text(old) !== text(row) && Number(row.version) <= Number(old.version);
      });
    })
    .map(({ name }) => name);
}

/** What was written, as text; apart from tries counted, noted and answered, which a refused form may well raise. */
export function writtenIn(all: Rows): string {
  return JSON.stringify(all.map(({ name, rows }) => rows.filter((row) => !isTry(name, row))));
}

/** Whether `writtenIn` is another, or what it says of one user, by their reference. */
export function isWritten(before: Rows, after: Rows, owner?: string): boolean {
  const others = (each: Rows[number], at: number) => each !== after[at];
  const [was, is] = [before.filter(others), after.filter((each, at) => each !== before[at])];
  if (owner === undefined) return writtenIn(was) !== writtenIn(is);
  const isOwn = ownedBy(before, owner);
  return ownOf(was, isOwn) !== ownOf(is, isOwn);
}

/** Whether a row is one user's: those of an account carry their reference, those of a diary their number. */
function ownedBy(all: Rows, userRef: string): (name: string, row: Row) => boolean {
  const user = all.find(({ name }) => name === "users")?.rows.find((row) => row.unique_ref === userRef);
  if (!user) throw new Error(`There is no user ${userRef}`);
  return (name, row) => (name === "users" ? row.unique_ref : row.user_ref) === userRef || row.user_id === user.id;
}

/** The rows of one user, as text. */
function ownOf(all: Rows, isOwn: (name: string, row: Row) => boolean): string {
  return JSON.stringify(all.map(({ name, rows }) => rows.filter((row) => isOwn(name, row))));
}

function isTry(name: string, row: Row): boolean {
  if (name === "audit") return String(row.action).endsWith("-refused");
  return name === "rate_counters";
}
