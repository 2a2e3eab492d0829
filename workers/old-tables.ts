import { refuseCall } from "~/platform/http/read-json.server";

/** Number of files in `migrations/`: Vite inserts the literal. */
declare const __MIGRATIONS__: number;

const RETRY_SECONDS = 60;
const WORDS = "Daybook is being updated, and nothing was saved. Try again in a few minutes.";

/** Databases that have the tables, one answer for each isolate; what is refused is asked again. */
const ready = new WeakMap<D1Database, Promise<boolean>>();

/**
 * Whether the database has all migrations that this build was made with. It is asked once for each isolate until it has
 * them: after the migration no new deployment is needed.
 */
export function hasTables(database: D1Database, needed = __MIGRATIONS__): Promise<boolean> {
  const known = ready.get(database);
  if (known) return known;
  const asked = countMigrations(database, needed).then(
    (applied) => {
      if (applied >= needed) return true;
      ready.delete(database);
      console.error(JSON.stringify({ kind: "old-tables", applied, needed }));
      return false;
    },
    () => {
      // Unknown, as where D1 does not answer: the request then says so itself.
      ready.delete(database);
      return true;
    },
  );
  ready.set(database, asked);
  return asked;
}

/**
 * The nearest copy is asked first, so that the first page of an isolate does not wait for a far primary: tables are only
 * added to, and what a copy has the primary has, too. Only where a copy has too few the primary is asked.
 */
async function countMigrations(database: D1Database, needed: number): Promise<number> {
  const inCopy = await countIn(database.withSession("first-unconstrained"));
  return inCopy >= needed ? inCopy : countIn(database);
}

/** Wrangler notes them, in a table that it makes. @returns 0 for a database without tables */
async function countIn(database: Pick<D1Database, "prepare">): Promise<number> {
  try {
    return (await database.prepare("SELECT count(*) AS n FROM d1_migrations").first<number>("n")) ?? 0;
  } catch (error) {
    if (/no such table/.test(String(error))) return 0;
    throw error;
  }
}

/**
 * Answers, unless the tables are older than this build needs. A page is made meanwhile, and dropped if they
 * are: none waits for the look.
 */
export async function answerOnTables(
  request: Request,
  database: D1Database,
  answer: () => Promise<Response>,
  needed?: number,
): Promise<Response> {
  const has = hasTables(database, needed);
  const isPage = !isCall(request) && (request.method === "GET" || request.method === "HEAD");
  if (!isPage && !(await has)) return refuseOldTables(request);
  const answered = answer();
  // On old tables it may fail before they are known to be old.
  answered.catch(() => {});
  return (await has) ? answered : refuseOldTables(request);
}

function isCall(request: Request): boolean {
  return new URL(request.url).pathname.startsWith("/api/");
}

function refuseOldTables(request: Request): Response {
  const headers = { "Retry-After": String(RETRY_SECONDS) };
  if (isCall(request)) return refuseCall(WORDS, 503, headers);
  return new Response(WORDS, { status: 503, headers: { ...headers, "Content-Type": "text/plain; charset=utf-8" } });
}
