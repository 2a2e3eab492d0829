import { drizzle } from "drizzle-orm/d1";
import { createContext } from "react-router";

export type Database = ReturnType<typeof openDatabase>;

/** The database of the request. A page queries it once: one batch after the login look-up. */
export const databaseContext = createContext<Database>();

export function openDatabase(binding: D1Database) {
  return drizzle(binding);
}
