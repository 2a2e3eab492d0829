import { type SQL, sql } from "drizzle-orm";
import { DIARY_PARTS, type PartName, partOf } from "~/diary/cascade.server";
import { otherSharesHalf } from "~/diary/leave/queries.server";
import { LIEU_TYPES } from "~/diary/leave/rules";
import type { Assertion } from "~/platform/db/assertions.server";

const NOTHING = "Nothing was restored";
const ALREADY_EXISTS = `${NOTHING}: some of it is in the logbook again, put there in another way. To have it as it was when it was deleted, delete that first, then undo this`;

interface Obstacle {
  part: PartName;
  message: string;
  /** Condition on `kept`, a row that the change deleted or changed, and on `row`, the same row now. */
  when: (userId: number, number: number) => SQL;
}

const wasTaken = sql`kept.version_left IS NULL`;
const before = (column: string) => sql.raw(`(kept.before ->> '$.${column}')`);

/** Condition: the change wrote a row, so that undoing the change deals with the row. */
function isOfChange(userId: number, number: number, ref: SQL, more: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM changed_rows AS own WHERE own.user_id = ${userId} AND own.number = ${number}
    AND own.unique_ref = ${ref} AND ${more})`;
}

/** Condition: the row with this alias is as the change left it, so that after the undo it is no obstacle. */
function isUndone(userId: number, number: number, name: string): SQL {
  const stands = sql.raw(`own.version_left = ${name}.version`);
  return isOfChange(userId, number, sql.raw(`${name}.unique_ref`), stands);
}

/** Condition: another row of the part has the value that was, or will be, unique to `kept`. */
function isTakenByOther(part: PartName, column: string, userId: number, number: number): SQL {
  const other = sql.raw(`other.${column}`);
  return sql`EXISTS (SELECT 1 FROM ${partOf(part).table} AS other WHERE other.user_id = ${userId} AND ${other} = ${before(column)}
    AND other.unique_ref <> kept.unique_ref AND NOT ${isUndone(userId, number, "other")})`;
}

/** The reasons why a change cannot be undone: a former row no longer fits. */
const OBSTACLES: readonly Obstacle[] = [
  ...DIARY_PARTS.map(({ name }) => ({
    part: name,
    message:
      name === "leave"
        ? `${NOTHING}: this leave has been added again. Delete it first, then undo this`
        : ALREADY_EXISTS,
    when: () => sql`${wasTaken} AND row.unique_ref IS NOT NULL`,
  })),
  ...DIARY_PARTS.flatMap(({ name, belongsTo }) =>
    belongsTo.map(({ part: owner, column }) => ({
      part: name,
      message:
        owner === "leave"
          ? `${NOTHING}: the leave was deleted, or no longer uses time in lieu`
          : `${NOTHING}: the session or case that it belonged to has been deleted since. Undo that first`,
      when: (userId: number, number: number) => {
        const ref = before(column.name);
        return sql`${ref} IS NOT NULL AND NOT ${isOfChange(userId, number, ref, sql`own.before IS NOT NULL`)}
          AND NOT EXISTS (SELECT 1 FROM ${partOf(owner).table} AS owner WHERE owner.user_id = ${userId} AND owner.unique_ref = ${ref})`;
      },
    })),
  ),
  ...["session_ref", "case_ref"].map((column) => ({
    part: "fees" as const,
    message: `${NOTHING}: this work now has another fee. Delete that fee first, then undo this`,
    when: (userId: number, number: number) => isTakenByOther("fees", column, userId, number),
  })),
  ...["leave_ref", "session_ref"].map((column) => ({
    part: "lieu_ledger" as const,
    message: `${NOTHING}: this time in lieu has been added again. Delete that entry first, then undo this`,
    when: (userId: number, number: number) => isTakenByOther("lieu_ledger", column, userId, number),
  })),
  {
    part: "cancellations",
    message: `${NOTHING}: its element was deleted from your job plan`,
    when: (userId) => sql`NOT EXISTS (SELECT 1 FROM job_plan_elements AS element WHERE element.user_id = ${userId}
      AND element.unique_ref = ${before("element_ref")})`,
  },
  {
    part: "lieu_ledger",
    message: `${NOTHING}: the leave was deleted, or no longer uses time in lieu`,
    when: (userId, number) => {
      const types = sql.raw(LIEU_TYPES.map((type) => `'${type}'`).join(", "));
      return sql`EXISTS (SELECT 1 FROM leave AS off WHERE off.user_id = ${userId} AND off.unique_ref = ${before("leave_ref")}
        AND off.type NOT IN (${types}) AND NOT ${isUndone(userId, number, "off")})`;
    },
  },
  {
    part: "leave",
    message: `${NOTHING}: other leave is on those days now. Change or delete that first, then undo this`,
    when: (userId, number) => sql`${before("status")} <> 'cancelled' AND EXISTS (SELECT 1 FROM leave AS other
      WHERE other.user_id = ${userId} AND other.status <> 'cancelled' AND other.unique_ref <> kept.unique_ref
        AND NOT ${isUndone(userId, number, "other")} AND ${otherSharesHalf(before)})`,
  },
];

const OBSTACLE = "obstacle ";

/** What an undo asserts: that the change meets no obstacle. */
export function obstacles(userId: number, number: number): Assertion[] {
  return OBSTACLES.map(({ part, when }, at) => [
    `${OBSTACLE}${at}`,
    sql`NOT EXISTS (SELECT 1 FROM changed_rows AS kept
      LEFT JOIN ${partOf(part).table} AS row ON row.user_id = kept.user_id AND row.unique_ref = kept.unique_ref
      WHERE kept.user_id = ${userId} AND kept.number = ${number} AND kept.table_name = ${part} AND kept.before IS NOT NULL
        AND (${wasTaken} OR row.version = kept.version_left) AND ${when(userId, number)})`,
  ]);
}

/** The error message for the obstacle by whose name an undo failed; null for any other name. */
export function obstacleNamed(failed: string | null): string | null {
  return failed?.startsWith(OBSTACLE) ? (OBSTACLES[Number(failed.slice(OBSTACLE.length))]?.message ?? null) : null;
}
