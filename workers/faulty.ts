import { readCookie, writeCookie } from "~/platform/http/cookies";
import { WRITES } from "./copies";

/** Cookie of the local world: which statements of a browser's requests fail (`/dev/fault/`). */
const COOKIE = "fault";
/** What D1 refuses, as it refuses any statement of an unknown table: with its whole batch. */
const REFUSED = "SELECT * FROM table_of_the_fault";

/** `all`, `writes`, or the name of a table. */
const FAULT = /^\w{1,40}$/;

/** The cookie that makes them fail; ends the fault where there is none of that name. */
export function faultCookie(request: Request, fault: string): string {
  return FAULT.test(fault) ? writeCookie(request, COOKIE, fault, null) : writeCookie(request, COOKIE, "", 0);
}

/**
 * Local builds only: the same database, which fails as the browser's cookie says. What the local world itself does goes
 * well.
 */
export function withFault(request: Request, database: D1Database): D1Database {
  const fault = readCookie(request, COOKIE);
  if (!fault || new URL(request.url).pathname.startsWith("/dev/")) return database;
  const named = new RegExp(`\\b${fault}\\b`);
  const fails = (sql: string) => fault === "all" || (fault === "writes" ? WRITES.test(sql) : named.test(sql));
  return failing(database, fails);
}

function failing<Asked extends D1Database | D1DatabaseSession>(asked: Asked, fails: (sql: string) => boolean): Asked {
  return new Proxy(asked, {
    get(target, name) {
      if (name === "prepare") return (sql: string) => target.prepare(fails(sql) ? REFUSED : sql);
      if (name === "withSession" && "withSession" in target) {
        return (constraint: string) => failing(target.withSession(constraint), fails);
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
