import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { cases, sessions } from "./tables.server";

export type DiaryTable = typeof sessions | typeof cases;

interface DiaryPart {
  name: "sessions" | "cases";
  table: DiaryTable;
  /** What it is deleted with, by the foreign key of the schema. */
  parent?: { table: DiaryTable; column: SQLiteColumn };
}

/** What a diary is made of, owners first: a session holds cases. The one declaration that undo and previews read. */
export const DIARY_PARTS: readonly DiaryPart[] = [
  { name: "sessions", table: sessions },
  { name: "cases", table: cases, parent: { table: sessions, column: cases.session_ref } },
];

export type PartName = DiaryPart["name"];
