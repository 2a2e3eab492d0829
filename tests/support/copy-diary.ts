import { env } from "cloudflare:workers";
import { columnsOf, insertOf, names, type Row } from "./every-row";

/** Changes are counted by their user, and what is staged has references of its own. */
const NOT_COPIED = ["changes", "changed_rows", "staged_imports"];

/** Gives a user the diary of another, with its references, in place of their own. */
export async function copyDiary(from: number, to: number): Promise<void> {
  const ofDiary = names.filter((name) => {
    const has = (asked: string) => columnsOf.get(name)?.some(({ column }) => column === asked);
    return has("user_id") && has("unique_ref") && !NOT_COPIED.includes(name);
  });
  const own = await env.DB.batch<Row>(
    ofDiary.map((name) => env.DB.prepare(`SELECT * FROM ${name} WHERE user_id = ?`).bind(from)),
  );
  const copied = ofDiary
    .map((name, at) => ({ name, rows: own[at]?.results ?? [] }))
    .filter(({ rows }) => rows.length > 0);
  await env.DB.batch([
    env.DB.prepare("PRAGMA defer_foreign_keys = on"),
    ...copied.toReversed().map(({ name }) => env.DB.prepare(`DELETE FROM ${name} WHERE user_id = ${to}`)),
    ...copied.flatMap(({ name, rows }) => rows.map(({ id: _, ...row }) => insertOf(name, { ...row, user_id: to }))),
  ]);
}
