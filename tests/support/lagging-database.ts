/** As `workers/copies.ts` tells them: this file stands before the built Worker, too, and imports nothing. */
const WRITES = /^\s*(?:insert|update|delete)\b/i;

/** One trip to the database, for tests that count them. */
export interface Trip {
  at: "primary" | "copy";
  /** Whether anything may have been written. */
  isWrite: boolean;
  statements: readonly string[];
  /** How many writes the database that answered had seen. */
  seen: number;
}

interface Bound {
  sql: string;
  values: unknown[];
}

type Asked = Pick<D1PreparedStatement, "bind" | "all" | "run" | "raw" | "first">;

/** One row a write, in both databases: so order and progress are of the databases themselves. */
const NEXT = "INSERT INTO writes_of_copy SELECT coalesce(max(n), 0) + 1 FROM writes_of_copy RETURNING n";

/** A database and its copy, with what has been written to either. */
interface Pair {
  primary: D1Database;
  copy: D1Database;
  /** How many writes the copy is behind. */
  lag: number;
  /** Writes that the copy does not have yet, by number. */
  written: Map<number, Bound[]>;
  newest: number;
  replayed: number;
  /** The statements that sessions of it made. */
  bound: WeakMap<object, Bound>;
  onTrip(trip: Trip): void;
}

/**
 * A database with one copy that lags `lag` writes behind, as D1's replicas lag by moments: for tests.
 * Both begin alike (`begin-copy.mjs`). Each write is played again in the copy once `lag` others came after it. A
 * session that asks for something newer than the copy is answered by the primary, and the copy stays as old as it is.
 */
export function laggingDatabase(
  primary: D1Database,
  copy: D1Database,
  lag: number,
  onTrip: (trip: Trip) => void = () => {},
) {
  const pair: Pair = {
    ...{ primary, copy, lag, onTrip, newest: 0, replayed: 0 },
    ...{ written: new Map(), bound: new WeakMap() },
  };
  return {
    ...openSession(pair, "first-primary", true),
    withSession: (constraint: string) => openSession(pair, constraint),
    exec: (sql: string) => primary.exec(sql),
    /** Brings the copy up to date. */
    catchUp: () => replay(pair, pair.newest),
    newest: () => pair.newest,
  } as unknown as D1Database & { catchUp(): Promise<void>; newest(): number };
}

async function write(pair: Pair, statements: Bound[]): Promise<D1Result[]> {
  const { primary, written, onTrip } = pair;
  const results = await primary.batch<Record<string, unknown>>([
    ...prepared(primary, statements),
    primary.prepare(NEXT),
  ]);
  const n = results.pop()?.results[0]?.n as number;
  written.set(n, statements);
  pair.newest = Math.max(pair.newest, n);
  onTrip({ at: "primary", isWrite: true, statements: statements.map(({ sql }) => sql), seen: n });
  return results;
}

/** Plays what the copy is to have. Of two requests that play the same write, the second is refused by its number. */
async function replay(pair: Pair, until: number): Promise<void> {
  const { copy, written } = pair;
  for (let n = pair.replayed + 1; n <= until; n += 1) {
    const statements = written.get(n);
    // Committed, and not yet known to be.
    if (!statements) return;
    const counted = copy.prepare("INSERT INTO writes_of_copy VALUES (?)").bind(n);
    await copy.batch([counted, ...prepared(copy, statements)]).catch((error: unknown) => {
      if (!/UNIQUE constraint failed: writes_of_copy/.test(String(error))) throw error;
    });
    pair.replayed = Math.max(pair.replayed, n);
    written.delete(n);
  }
}

/** @param needs how many writes the database that answers must have seen: the copy, or else the primary */
async function read<Answer>(
  pair: Pair,
  statements: readonly string[],
  ask: (database: D1Database) => Promise<Answer>,
  needs: number,
): Promise<{ answer: Answer; seen: number }> {
  await replay(pair, pair.newest - pair.lag);
  const { primary, copy, newest, replayed, onTrip } = pair;
  const { at, database, seen } =
    needs <= replayed
      ? ({ at: "copy", database: copy, seen: replayed } as const)
      : ({ at: "primary", database: primary, seen: newest } as const);
  onTrip({ at, isWrite: false, statements, seen });
  return { answer: await ask(database), seen };
}

/** What a session asks for: `trip` reads, `act` writes. */
interface Asking {
  trip<Answer>(statements: Bound[], ask: (database: D1Database) => Promise<Answer>): Promise<Answer>;
  act(statements: Bound[]): Promise<D1Result[]>;
}

function openSession(pair: Pair, constraint: string, isAlwaysPrimary = false) {
  /** How many writes it has seen; null for one that has asked nothing yet. */
  let seen = constraint.startsWith("first-") ? null : Number.parseInt(constraint, 16);
  let isFirst = constraint === "first-primary";
  const moveTo = (n: number) => {
    seen = Math.max(seen ?? 0, n);
  };
  const asking: Asking = {
    async trip(statements, ask) {
      const needs = isFirst || isAlwaysPrimary ? Number.POSITIVE_INFINITY : (seen ?? 0);
      isFirst = false;
      const texts = statements.map(({ sql }) => sql);
      const made = await read(pair, texts, ask, needs);
      moveTo(made.seen);
      return made.answer;
    },
    async act(statements) {
      isFirst = false;
      const results = await write(pair, statements);
      moveTo(pair.newest);
      return results;
    },
  };
  return {
    prepare: (sql: string) => statement(pair, asking, { sql, values: [] }),
    batch(list: D1PreparedStatement[]) {
      const statements = list.map((each) => pair.bound.get(each) as Bound);
      const isWrite = statements.some(({ sql }) => WRITES.test(sql));
      return isWrite
        ? asking.act(statements)
        : asking.trip(statements, (database) => database.batch(prepared(database, statements)));
    },
    getBookmark: () => (seen === null ? null : bookmarkOf(seen)),
  };
}

function statement(pair: Pair, asking: Asking, of: Bound): Asked {
  const { trip, act } = asking;
  const isWrite = WRITES.test(of.sql);
  const all = async () =>
    isWrite
      ? ((await act([of]))[0] as D1Result<Record<string, unknown>>)
      : trip([of], (database) => preparedOne(database, of).all<Record<string, unknown>>());
  const asked = {
    ...{ all, run: all },
    bind: (...values: unknown[]) => statement(pair, asking, { sql: of.sql, values }),
    raw: async () =>
      isWrite ? (await all()).results.map(Object.values) : trip([of], (database) => preparedOne(database, of).raw()),
    first: async (column?: string) => {
      const row = (await all()).results[0] ?? null;
      return column === undefined ? row : (row?.[column] ?? null);
    },
  } as unknown as Asked;
  pair.bound.set(asked, of);
  return asked;
}

/** As D1's own: they sort as text. */
export function bookmarkOf(n: number): string {
  return `${n.toString(16).padStart(8, "0")}-00000000-00000000-${"0".repeat(32)}`;
}

function prepared(database: D1Database, statements: Bound[]): D1PreparedStatement[] {
  return statements.map((each) => preparedOne(database, each));
}

function preparedOne(database: D1Database, { sql, values }: Bound): D1PreparedStatement {
  return database.prepare(sql).bind(...values);
}
