import type { Rows } from "../support/every-row";
import { type Names, withNames } from "./as-text";

type Row = Record<string, unknown>;

/** `makeWholeDiary` numbers the change of a diary from here by its user. */
const FIRST_CHANGE = 1_000_000;

/** What is another in each table: rows that came and went, and of the others the columns that changed. */
export function changedRows(before: Rows, after: Rows, names: Names): Record<string, unknown> {
  const [was, is] = [before, after].map((rows) => withoutNumbers(rows, before)) as [Rows, Rows];
  const changes = was.map(({ name, rows }, at) => [name, changedIn(rows, is[at]?.rows ?? [], names)] as const);
  return Object.fromEntries(changes.filter(([, rows]) => rows.length > 0));
}

/** Rows without the numbers of users, which are others in each run. */
function withoutNumbers(all: Rows, before: Rows): Rows {
  const ids = before.find(({ name }) => name === "users")?.rows.map(({ id }) => id) ?? [];
  const nameOf = (id: unknown) => (ids.includes(id) ? `user ${ids.indexOf(id) + 1}` : "new user");
  return all.map(({ name, rows }) => {
    const named = rows.map(({ id, ...row }) => ({
      ...row,
      ...("user_id" in row ? { user_id: nameOf(row.user_id) } : {}),
      ...(Number(row.number) >= FIRST_CHANGE
        ? { number: `change of ${nameOf(Number(row.number) - FIRST_CHANGE)}` }
        : {}),
    }));
    return { name, rows: named };
  });
}

function changedIn(before: Row[], after: Row[], names: Names): unknown[] {
  const [was, is] = [before, after].map((rows) => new Map(rows.map((row) => [keyOf(row), row]))) as [
    Map<string, Row>,
    Map<string, Row>,
  ];
  const rows = [
    ...[...is].filter(([key]) => !was.has(key)).map(([, row]) => ({ added: shown(row, names) })),
    ...[...was].filter(([key]) => !is.has(key)).map(([key]) => ({ deleted: key })),
    ...[...is].flatMap(([key, row]) => {
      const columns = Object.keys(row).filter((column) => isOther(was.get(key), row, column));
      return columns.length > 0 ? [{ changed: key, ...pairs([was.get(key) as Row, row], columns, names) }] : [];
    }),
  ];
  return sorted(rows, names);
}

/** In an order that does not depend on what is drawn. */
function sorted(list: unknown[], names: Names): unknown[] {
  return list
    .map((each) => ({ each, text: withNames(JSON.stringify(each), names) }))
    .toSorted((one, other) => (one.text < other.text ? -1 : one.text > other.text ? 1 : 0))
    .map(({ each }) => each);
}

function keyOf({ unique_ref, key, user_ref, user_id, number, title_key, kind }: Row): string {
  return String(unique_ref ?? key ?? [user_ref ?? user_id, number, title_key, kind].filter(Boolean).join(" "));
}

function isOther(was: Row | undefined, is: Row, column: string): boolean {
  return was !== undefined && JSON.stringify(was[column]) !== JSON.stringify(is[column]);
}

function pairs(rows: [Row, Row], columns: string[], names: Names): Row {
  return Object.fromEntries(columns.map((column) => [column, rows.map((row) => shownValue(row[column], names))]));
}

/** What a row says, without the columns that say nothing: it is the sender's, unless it says whose. */
function shown({ created_at, updated_at, ...row }: Row, names: Names): Row {
  const said = Object.entries(row).filter(
    ([, value]) => value !== null && value !== "" && value !== 0 && value !== "user 1",
  );
  return Object.fromEntries(said.map(([column, value]) => [column, shownValue(value, names)]));
}

/** What is encrypted is other each time its key is; a list of references is kept in the order of these. */
function shownValue(value: unknown, names: Names): unknown {
  if (typeof value === "string" && value.startsWith("[")) return sorted(JSON.parse(value), names);
  return Array.isArray(value) ? `${value.length} bytes` : value;
}
