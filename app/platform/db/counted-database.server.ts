import { currentNote, noteCommitted } from "~/platform/http/request-note.server";

/** What D1 is asked by, itself or in a session. */
type Client = Pick<D1Database, "prepare" | "batch">;

/** A statement of ours: the one that D1 knows, and what it was made of. */
interface Inner {
  statement: D1PreparedStatement;
  sql: string;
  values: readonly unknown[];
}

/** Of all counted databases: a statement of one may go into the batch of another that stands for the same. */
const inner = new WeakMap<object, Inner>();

/**
 * The same database, whose trips, and the rows that they read, are added to the note of the request that makes them. It
 * asks nothing more than it is asked. One is made for each binding and isolate: the note is found by the request at work.
 */
export function countedDatabase(binding: D1Database): D1Database {
  const open = (client: Client): Client => ({
    prepare: (sql) => counted({ statement: client.prepare(sql), sql, values: [] }),
    batch: <Row>(list: D1PreparedStatement[]) => {
      const asked = list.map((each) => inner.get(each));
      return trip(() => client.batch<Row>(list.map((each, at) => asked[at]?.statement ?? each)), asked);
    },
  });

  function counted(own: Inner): D1PreparedStatement {
    const { statement, sql } = own;
    const asked = {
      bind: (...values: unknown[]) => counted({ statement: statement.bind(...values), sql, values }),
      all: () => one(() => statement.all(), own),
      run: () => one(() => statement.run(), own),
      raw: (options?: { columnNames: true }) => (options ? trip(() => statement.raw(options)) : rawOf(own)),
      first: (column: string) => trip(() => statement.first(column)),
    } as unknown as D1PreparedStatement;
    inner.set(asked, own);
    return asked;
  }

  return {
    ...open(binding),
    withSession(constraint?: string) {
      const session = binding.withSession(constraint);
      return { ...open(session), getBookmark: () => session.getBookmark() };
    },
    exec: (sql: string) => trip(() => binding.exec(sql)),
  } as D1Database;
}

/** Bare rows come without what they cost. Where their columns have names of their own the whole answer is asked for. */
async function rawOf(own: Inner): Promise<unknown[][]> {
  const { statement, sql } = own;
  if (!hasDistinctNames(sql)) return trip(() => statement.raw());
  const { results } = await one(() => statement.all<Record<string, unknown>>(), own);
  return results.map((row) => Object.values(row));
}

async function one<Row>(ask: () => Promise<D1Result<Row>>, asked: Inner): Promise<D1Result<Row>> {
  const [result] = await trip(async () => [await ask()], [asked]);
  return result as D1Result<Row>;
}

/**
 * Counts a trip, also one that fails, and of an answer with their number the rows that were read for it. Events wait for
 * the rows that were written.
 * @param asked the statements of the results, in their order
 */
async function trip<Answer>(ask: () => Promise<Answer>, asked: readonly (Inner | undefined)[] = []): Promise<Answer> {
  const note = currentNote();
  if (note) note.trips += 1;
  const answer = await ask();
  if (!note || !Array.isArray(answer)) return answer;
  for (const [at, { meta }] of (answer as Partial<D1Result>[]).entries()) {
    note.rows += meta?.rows_read ?? 0;
    if (meta?.changes) noteCommitted(asked[at]?.values ?? []);
  }
  return answer;
}

const QUOTED_OR_BRACKET = /"(?:[^"]|"")*"|'(?:[^']|'')*'|[(),]| from /gi;

/**
 * Whether each column of an answer has a name of its own, so that a row as an object has them all, in their order: read
 * off the list of a `select`, or after `returning`. False where that cannot be told.
 */
export function hasDistinctNames(sql: string): boolean {
  const [, list] =
    /^select (?:distinct )?(.*)$/is.exec(sql) ?? /^(?:insert|update|delete)\b.* returning (.*)$/is.exec(sql) ?? [];
  const names = list === undefined ? [null] : itemsOf(list).map(nameOf);
  return !names.includes(null) && new Set(names).size === names.length;
}

/** The parts of a list up to its `from`, split at commas that stand in no bracket. */
function itemsOf(list: string): string[] {
  let [depth, from] = [0, 0];
  const items: string[] = [];
  for (const { 0: sign, index } of list.matchAll(QUOTED_OR_BRACKET)) {
    if (sign === "(") depth += 1;
    if (sign === ")") depth -= 1;
    if (depth > 0 || (sign !== "," && sign.toLowerCase() !== " from ")) continue;
    items.push(list.slice(from, index).trim());
    from = index + 1;
    if (sign !== ",") return items;
  }
  return [...items, list.slice(from).trim()];
}

/** The name that SQLite gives a column: what is after its last dot or its `as`, else the text itself. Null: not told. */
function nameOf(item: string): string | null {
  const [, name = item] = /^(?:"?\w+"?\.)?"?(\w+)"?$/.exec(item) ?? / as "?(\w+)"?$/i.exec(item) ?? [];
  // Names like numbers come first in an object, wherever they stand.
  return /^\d+$|^\?|^$|(?:^|\.)\*$/.test(name) ? null : name;
}
