import { drizzle } from "drizzle-orm/d1";
import { createContext, type RouterContextProvider } from "react-router";

export type Database = ReturnType<typeof openDatabase>;

/** The database of the request. A page queries it once: one batch after the login look-up. */
export const databaseContext = createContext<Database>();

/** See `besideDatabase`. */
export const besideDatabaseContext = createContext<Database | null>(null);

/**
 * The same database, beside what the request reads and saves: for what is noted of a request, or asked at once with its
 * login look-up. Within a request nothing that is written by it is read again. Where a test has set none, the request's own.
 */
export function besideDatabase(context: Readonly<RouterContextProvider>): Database {
  return context.get(besideDatabaseContext) ?? context.get(databaseContext);
}

export function openDatabase(binding: D1Database) {
  return drizzle(binding);
}
