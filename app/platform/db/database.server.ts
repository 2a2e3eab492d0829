import { drizzle } from "drizzle-orm/d1";
import { createContext, type RouterContextProvider } from "react-router";

export type Database = ReturnType<typeof openDatabase>;

/** The database of the request: that of its region. A page queries it once: one batch after the login look-up. */
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

/** @param region code of the region that the database is of; tokens that are made with it carry the code */
export function openDatabase(binding: D1Database, region: string) {
  return Object.assign(drizzle(binding), { region });
}
