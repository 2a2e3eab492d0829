import { fillPlaceholders, Placeholder, type Query } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import { type Database, openDatabase } from "./database.server";

type Statement = BatchItem<"sqlite">;

/** What Drizzle makes of a statement: its SQL, and how its rows become objects. */
interface Prepared {
  getQuery(): Query;
}

/** What Drizzle's batch asks each statement for; its types leave it out. */
const prepared = (statement: Statement) => (statement as unknown as { _prepare: () => Prepared })._prepare();

/** Statements that a batch can run, with what it answers for each. */
type Answered<Items extends readonly Statement[]> = {
  [At in keyof Items]: RunnableQuery<Items[At]["_"]["result"], "sqlite">;
};

/**
 * Text, numbers and objects of these. A list decides how long its statement is; a truth value or null may decide which
 * statement it is, and Drizzle would bind a truth value as it does not when it builds the statement with it.
 */
type Bindable<Values> = {
  [Name in keyof Values]: Values[Name] extends string | number
    ? Values[Name]
    : Values[Name] extends readonly unknown[] | boolean | null | undefined
      ? never
      : Bindable<Values[Name]>;
};

/**
 * Statements for a page's batch that Drizzle builds once for an isolate instead of for each request, which took a fifth
 * of the CPU of the logbook (docs/decisions/0016-statements-built-once.md).
 *
 * @param build makes them. It may only bind the values that it is given, to columns that store them as they are (no `pa_basis`
 *   or other code with an encoder): what is calculated from them, compared, or decides which statements there are, is
 *   calculated before
 * @returns the statements with the values of a request
 */
export function preparedBatch<Values extends Bindable<Values>, const Items extends readonly Statement[]>(
  build: (db: Database, values: Values) => Items,
) {
  let once: readonly Prepared[] | null = null;
  const bound = (db: Database, values: Values) => {
    once ??= build(NOWHERE, standIns(values)).map(prepared);
    const filled = Object.fromEntries(leavesOf(values));
    return once.map((each) => withValues(each, db, filled)) as unknown as Answered<Items>;
  };
  return Object.assign(bound, { build });
}

/** Statements are built on it, and never sent. */
const NOWHERE = openDatabase({ prepare: () => null } as unknown as D1Database, "");

/** Stands for a value while a statement is built. */
class StandIn extends Placeholder {
  [Symbol.toPrimitive](): never {
    throw new Error(`"${this.name}" is not known when its statement is built: calculate with it before`);
  }
}

/** The same object with a stand-in for each of its values. */
function standIns<Values extends object>(values: Values, at = ""): Values {
  const named = Object.entries(values).map(([name, value]) => [
    name,
    isObject(value) ? standIns(value, `${at}${name}.`) : new StandIn(`${at}${name}`),
  ]);
  return Object.fromEntries(named);
}

/** The values of an object and of the objects in it, by their path, such as `span.from`. */
function leavesOf(values: object, at = ""): [string, unknown][] {
  return Object.entries(values).flatMap(([name, value]) =>
    isObject(value) ? leavesOf(value, `${at}${name}.`) : [[`${at}${name}`, value]],
  );
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function withValues(statement: Prepared, db: Database, values: Record<string, unknown>) {
  const { sql, params } = statement.getQuery();
  const query = { sql, params: fillPlaceholders(params, values) };
  const own = Object.create(statement, {
    getQuery: { value: () => query },
    stmt: { get: () => db.$client.prepare(sql) },
  });
  return { _prepare: () => own };
}
