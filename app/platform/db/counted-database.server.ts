import { currentNote, noteCommitted } from "~/platform/http/request-note.server";

/** What D1 is asked by, itself or in a session. */
type Client = Pick<D1Database, "prepare" | "batch">;

/** A statement of ours: the one that D1 knows, and its values. */
interface Inner {
  statement: D1PreparedStatement;
  values: readonly unknown[];
}

/** Of all counted databases: a statement of one may go into the batch of another that stands for the same. */
const inner = new WeakMap<object, Inner>();

/**
 * The same database, whose trips, and the rows that D1 says that they read, are added to the note of the request that
 * makes them: of bare rows it says nothing. It asks nothing more than it is asked. One is made for each binding and
 * isolate: the note is found by the request at work.
 */
export function countedDatabase(binding: D1Database): D1Database {
  const open = (client: Client): Client => ({
    prepare: (sql) => counted({ statement: client.prepare(sql), values: [] }),
    batch: <Row>(list: D1PreparedStatement[]) => {
      const asked = list.map((each) => inner.get(each));
      return trip(() => client.batch<Row>(list.map((each, at) => asked[at]?.statement ?? each)), asked);
    },
  });

  function counted(own: Inner): D1PreparedStatement {
    const { statement } = own;
    const asked = {
      bind: (...values: unknown[]) => counted({ statement: statement.bind(...values), values }),
      all: () => one(() => statement.all(), own),
      run: () => one(() => statement.run(), own),
      raw: (options?: { columnNames?: false }) => trip(() => statement.raw(options)),
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
