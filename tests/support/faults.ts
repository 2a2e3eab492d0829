import { type Database, openDatabase } from "~/platform/db/database.server";

/** A database that gives this answer, or none, to whatever it is asked. */
export function hangingDatabase({ region }: Database, answer: () => Promise<never>): Database {
  const statement: object = { bind: () => statement, all: answer, run: answer, raw: answer, first: answer };
  return openDatabase({ prepare: () => statement, batch: answer } as unknown as D1Database, region);
}
