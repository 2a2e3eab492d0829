import type { Rows } from "../support/every-row";

type Row = Record<string, unknown>;

/** What every write of a diary notes down beside its own rows. */
const NOTED = ["idempotency_keys", "diaries", "changes", "changed_rows", "audit"];

/**
 * What is another in each table: rows that came and went, and of the others the columns that changed.
 * @param noted with what every write notes down
 */
export function changedRows(before: Rows, after: Rows, noted: boolean): Record<string, unknown> {
  const changes = before
    .map(({ name, rows }, at) => [name, changedIn(rows, after[at]?.rows ?? [])] as const)
    .filter(([name]) => noted || !NOTED.includes(name));
  return Object.fromEntries(changes.filter(([, rows]) => rows.length > 0));
}

function changedIn(before: Row[], after: Row[]): unknown[] {
  const [was, is] = [byKey(before), byKey(after)];
  return [
    ...[...is].filter(([key]) => !was.has(key)).map(([, row]) => ({ added: shown(row) })),
    ...[...was].filter(([key]) => !is.has(key)).map(([key]) => ({ deleted: key })),
    ...[...is].flatMap(([key, row]) => {
      const columns = Object.keys(row).filter((column) => isOther(was.get(key), row, column));
      return columns.length > 0 ? [{ changed: key, ...pairs(was.get(key) as Row, row, columns) }] : [];
    }),
  ];
}

/** Rows by what names them in a comparison: a user's number is another in each run. */
function byKey(rows: Row[]): Map<string, Row> {
  const users = [...new Set(rows.map(({ user_id }) => user_id))];
  const nameOf = ({ unique_ref, key, id, user_id, user_ref, number, title_key, kind }: Row) =>
    unique_ref ??
    key ??
    (user_id === undefined ? (user_ref ?? id) : `row ${users.indexOf(user_id)}`) +
      [number, title_key, kind]
        .filter(Boolean)
        .map((each) => ` ${each}`)
        .join("");
  return new Map(rows.map((row) => [String(nameOf(row)), row]));
}

function isOther(was: Row | undefined, is: Row, column: string): boolean {
  return was !== undefined && JSON.stringify(was[column]) !== JSON.stringify(is[column]);
}

function pairs(was: Row, is: Row, columns: string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, [shownValue(was[column]), shownValue(is[column])]]));
}

/** What a row says, without the columns that say nothing. */
function shown({ id, created_at, updated_at, user_id, ...row }: Row): Row {
  const said = Object.entries(row).filter(([, value]) => value !== null && value !== "" && value !== 0);
  return Object.fromEntries(said.map(([column, value]) => [column, shownValue(value)]));
}

/** What is encrypted is other each time its key is. */
function shownValue(value: unknown): unknown {
  return Array.isArray(value) ? `${value.length} bytes` : value;
}
