import { redirect } from "react-router";
import type { Database } from "~/db/database.server";
import { endLogin } from "./logins.server";

/** Ends the login that the request carries, and leads home. */
export async function logOut(db: Database, request: Request): Promise<Response> {
  const cookie = await endLogin(db, request);
  // The next person at a shared screen must not find the last one's pages in the browser's stores.
  return redirect("/", { headers: { "Set-Cookie": cookie, "Clear-Site-Data": '"cache", "storage"' } });
}
