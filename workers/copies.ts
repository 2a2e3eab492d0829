import { type Database, openDatabase } from "~/platform/db/database.server";
import { cookieOfResponse, LOGIN_COOKIE, readCookie, writeCookie } from "~/platform/http/cookies";

/** How new its owner's own writes are: where D1 stood after the last one. */
const BOOKMARK_COOKIE = "bookmark";
/** Far longer than a copy lags behind. */
const KEPT_SECONDS = 60 * 60;
/** D1 promises no more than that they sort as text. One of another form costs a trip to the primary, never a page. */
const BOOKMARK = /^[0-9a-f]{1,32}(?:-[0-9a-f]{1,32}){1,7}$/;

/**
 * Pages that are read from the nearest copy. Any other address guards a secret, ends or opens something, or hands out a
 * file: it is read from the primary; so is a device's, which a copy that does not know it yet would tell to forget what
 * waits. A test names the addresses of both kinds.
 */
const DIARY =
  /^\/(?:$|(?:logbook(?!\/no_signal\/)|leave|job_plans|profile|help)\/|import_csv_data\/(?!rejected\/)|extras\/(?!csv\/|timesheet\/)|progress\/(?!csv\/)|reports\/(?:$|saved\/|cpd\/|reflections\/|locks\/)|mydata\/(?:(?:session|case)_data\/)?$)/;

/** Whence a request reads: `copy` from the nearest one, `act` likewise, but only what is as new as its login look-up. */
type Source = "copy" | "act" | "primary";

/** The path of a page, also where script asks for its data alone. */
export function pathOf({ pathname }: URL): string {
  return pathname.replace(/\/_\.data$/, "/").replace(/\.data$/, "");
}

/** @param path as `pathOf` gives it */
export function sourceOf(method: string, path: string): Source {
  if (!DIARY.test(path)) return "primary";
  return method === "GET" || method === "HEAD" ? "copy" : "act";
}

/** The database of one request, and its answer with the bookmark of what it wrote. */
export interface Reading {
  database: Database;
  /** For what goes on beside it: a write by the request's own session would lead all that it reads then to the primary. */
  beside: Database;
  withBookmark(response: Response): Response;
}

/** Opens the database for a request: see docs/decisions/0023-replicas.md. */
export function openReading(request: Request, path: string, binding: D1Database): Reading {
  const source = readCookie(request, LOGIN_COOKIE) ? sourceOf(request.method, path) : "primary";
  const client = openClient(binding, source, source === "copy" ? constraintOf(request) : PRIMARY);
  const open = (asked: typeof client) => openDatabase(asked as unknown as D1Database);
  return {
    database: open(client),
    beside: open(openClient(binding, "primary", PRIMARY)),
    withBookmark(response) {
      const cookie = cookieAfter(request, response, client.written());
      if (!cookie) return response;
      const marked = new Response(response.body, response);
      marked.headers.append("Set-Cookie", cookie);
      return marked;
    },
  };
}

const PRIMARY = "first-primary";

/** What the first trip of a page asks for. What is no bookmark proves nothing: the primary then. */
function constraintOf(request: Request): string {
  const kept = readCookie(request, BOOKMARK_COOKIE);
  if (kept === null) return "first-unconstrained";
  return BOOKMARK.test(kept) ? kept : PRIMARY;
}

/** Only whoever holds a login after the answer needs one; it ends with the login. */
function cookieAfter(request: Request, response: Response, written: string | null): string | null {
  const login = cookieOfResponse(request, response, LOGIN_COOKIE);
  if (login === "") return readCookie(request, BOOKMARK_COOKIE) ? writeCookie(request, BOOKMARK_COOKIE, "", 0) : null;
  const isHeld = Boolean(login ?? readCookie(request, LOGIN_COOKIE));
  return written && isHeld ? writeCookie(request, BOOKMARK_COOKIE, written, KEPT_SECONDS) : null;
}

type Ask<Answer> = (session: D1DatabaseSession) => Promise<Answer>;
type Asked = Pick<D1PreparedStatement, "bind" | "all" | "run" | "raw" | "first">;

/** Of this project's statements, one that begins in another way only reads. */
export const WRITES = /^\s*(?:insert|update|delete)\b/i;

/**
 * What Drizzle asks. A copy and an act are one session, which never reads anything older than it has read; to the primary
 * each trip goes in a session of its own, since D1 lets only the first trip of a session ask for it.
 */
function openClient(binding: D1Database, source: Source, first: string) {
  let session = binding.withSession(first);
  const all = [session];
  /** Whether the session has made no trip yet, and the first one goes to the primary. */
  let isNew = first === PRIMARY;
  let wrote = false;
  const inner = new WeakMap<object, (session: D1DatabaseSession) => D1PreparedStatement>();

  function openAtPrimary(): void {
    session = binding.withSession(PRIMARY);
    all.push(session);
    isNew = true;
  }

  async function trip<Answer>(ask: Ask<Answer>): Promise<Answer> {
    if (source === "primary") openAtPrimary();
    const isPrimary = isNew;
    isNew = false;
    try {
      return await ask(session);
    } catch (error) {
      // What is read next is why the write was refused: a copy may not have heard of that yet.
      if (wrote) openAtPrimary();
      if (wrote || isPrimary) throw error;
      // A bookmark that D1 has never given, or of a database that was lost since; or a copy without the newest tables.
      openAtPrimary();
      isNew = false;
      return ask(session);
    }
  }

  function statement(sql: string, values: unknown[]): Asked {
    const of = (session: D1DatabaseSession) => session.prepare(sql).bind(...values);
    const asked = {
      bind: (...bound: unknown[]) => statement(sql, bound),
      all: () => trip((session) => of(session).all()),
      run: () => trip((session) => of(session).run()),
      raw: () => trip((session) => of(session).raw()),
      first: (column: string) => trip((session) => of(session).first(column)),
    } as unknown as Asked;
    inner.set(asked, of);
    return asked;
  }

  return {
    prepare(sql: string) {
      wrote ||= WRITES.test(sql);
      return statement(sql, []);
    },
    batch: (statements: D1PreparedStatement[]) =>
      trip((session) => session.batch(statements.map((each) => inner.get(each)?.(session) ?? each))),
    /** Where D1 stood after the last write of the request; null for a request that wrote nothing. */
    written(): string | null {
      const known = all.map((each) => each.getBookmark()).filter((each) => each !== null);
      return wrote ? (known.sort().at(-1) ?? null) : null;
    },
  };
}
