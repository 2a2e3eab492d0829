import { env } from "cloudflare:workers";
import { openDatabase } from "~/db/database.server";

/** Tables of the product in the order of their making: a table comes after those that it points at. */
const tables = await env.DB.prepare(
  "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'd1_%' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
).all<{ name: string }>();
const names = tables.results.map(({ name }) => name);

type Row = Record<string, unknown>;

/** Every row there is, table by table. Never to be printed: it is long. */
export type Rows = readonly { name: string; rows: Row[] }[];

export async function everyRow(): Promise<Rows> {
  const dumps = await env.DB.batch<Row>(names.map((name) => env.DB.prepare(`SELECT * FROM ${name} ORDER BY 1, 2`)));
  return dumps.map(({ results }, at) => ({ name: names[at] as string, rows: results }));
}

export async function deleteRows(): Promise<void> {
  await env.DB.batch(names.toReversed().map((name) => env.DB.prepare(`DELETE FROM ${name}`)));
}

/** Puts a database back from `after` to `before`, in one batch: much quicker than making a diary anew. */
export async function restoreRows(before: Rows, after: Rows): Promise<void> {
  const changed = before.filter(({ rows }, at) => JSON.stringify(rows) !== JSON.stringify(after[at]?.rows));
  await env.DB.batch([
    // Rows of other tables point at these.
    env.DB.prepare("PRAGMA defer_foreign_keys = on"),
    ...changed.map(({ name }) => env.DB.prepare(`DELETE FROM ${name}`)),
    ...changed.flatMap(({ name, rows }) => rows.map((row) => insertOf(name, row))),
  ]);
}

function insertOf(name: string, row: Row) {
  const places = Object.keys(row).map(() => "?");
  // D1 hands a blob out as a list of numbers, and takes it in as bytes.
  const values = Object.values(row).map((value) => (Array.isArray(value) ? new Uint8Array(value) : value));
  return env.DB.prepare(`INSERT INTO ${name} (${Object.keys(row)}) VALUES (${places})`).bind(...values);
}

/** What was written, as text; apart from tries counted, noted and answered, which a refused form may well raise. */
export function writtenIn(all: Rows): string {
  return JSON.stringify(all.map(({ name, rows }) => rows.filter((row) => !isTry(name, row))));
}

/** The rows of one user, as text. */
export function ownOf(all: Rows, userRef: string): string {
  return JSON.stringify(
    all.map(({ name, rows }) => rows.filter((row) => (name === "users" ? row.unique_ref : row.user_ref) === userRef)),
  );
}

function isTry(name: string, row: Row): boolean {
  if (name === "audit") return String(row.act).endsWith("-refused");
  return name === "rate_counters" || (name === "challenges" && row.kind === "question");
}

/** A database that notices whether D1 reports a write of what is asked of it. */
export function watchedDatabase() {
  let written = false;
  const inner = new WeakMap<object, D1PreparedStatement>();
  const note = ({ meta }: D1Result) => {
    if (meta.rows_written > 0 || meta.changes > 0) written = true;
  };

  function watch(statement: D1PreparedStatement, query: string): D1PreparedStatement {
    const watched = new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => watch(target.bind(...values), query);
        const member = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return async (...values: unknown[]) => {
          const result = await (member as (...values: unknown[]) => Promise<D1Result>).apply(target, values);
          if (name === "all" || name === "run") note(result);
          // Its answer holds rows alone, and does not say what was written.
          else if (!/^\s*select\b/i.test(query)) written = true;
          return result;
        };
      },
    });
    inner.set(watched, statement);
    return watched;
  }

  const binding = new Proxy(env.DB, {
    get(target, name) {
      if (name === "prepare") return (query: string) => watch(target.prepare(query), query);
      if (name !== "batch") return Reflect.get(target, name);
      return async (list: D1PreparedStatement[]) => {
        const results = await target.batch(list.map((each) => inner.get(each) ?? each));
        results.forEach(note);
        return results;
      };
    },
  });
  return { database: openDatabase(binding), hasWritten: () => written };
}
