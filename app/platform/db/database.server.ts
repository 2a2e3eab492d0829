import { drizzle } from "drizzle-orm/d1";
import { createContext } from "react-router";

export type Database = ReturnType<typeof openDatabase>;

/** The database of the request: that of its region. A page queries it once: one batch after the login look-up. */
export const databaseContext = createContext<Database>();

/** @param region code of the region that the database is of; tokens that are made with it carry the code */
export function openDatabase(binding: D1Database, region: string) {
  return Object.assign(drizzle(binding), { region });
}
