import { type SQL, sql } from "drizzle-orm";
import { DIARY_PARTS, type PartName, partOf } from "./aggregate.server";

/**
 * What deleting rows of one part deletes, those themselves and what hangs on them: a condition for each part that loses
 * rows.
 * @param chosen the rows, as a condition that names their user
 */
export function cascade(userId: number, part: PartName, chosen: SQL): ReadonlyMap<PartName, SQL> {
  const deleted = new Map([[part, chosen]]);
  // Owners come first: what their rows are is known.
  for (const { name, table, belongsTo } of DIARY_PARTS) {
    const held = belongsTo.flatMap(({ part: owner, column }) => {
      const { table: owners } = partOf(owner);
      const where = deleted.get(owner);
      if (!where) return [];
      // The user in each of them: so each is found by its own index.
      return sql`(${table.user_id} = ${userId} AND ${column} IN (SELECT ${owners.unique_ref} FROM ${owners} WHERE ${where}))`;
    });
    if (held.length > 0) deleted.set(name, sql.join(held, sql` OR `));
  }
  return deleted;
}

/** How many rows of each part a deletion deletes. Columns for a page's batch. */
export function deletionPreview(userId: number, part: PartName, chosen: SQL) {
  const deleted = cascade(userId, part, chosen);
  return Object.fromEntries(
    DIARY_PARTS.map(({ name }) => [name, countOf(name, deleted.get(name)).mapWith(Number).as(name)]),
  ) as Record<PartName, SQL.Aliased<number>>;
}

/** That a deletion deletes just as much as its preview showed: a guard. */
export function isAsPreviewed(
  userId: number,
  part: PartName,
  chosen: SQL,
  shown: Readonly<Partial<Record<PartName, number>>>,
): SQL {
  const deleted = cascade(userId, part, chosen);
  const same = DIARY_PARTS.filter(({ name }) => shown[name] !== undefined).map(
    ({ name }) => sql`${countOf(name, deleted.get(name))} = ${shown[name]}`,
  );
  return sql.join(same, sql` AND `);
}

function countOf(part: PartName, where: SQL | undefined): SQL<number> {
  return where ? sql<number>`(SELECT count(*) FROM ${partOf(part).table} WHERE ${where})` : sql<number>`0`;
}
