import { type SQL, sql } from "drizzle-orm";
import { integer, type SQLiteColumn, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Of a move in the region that a user leaves, and, the last two, in the one that they come to. */
const MOVE_STATES = ["asked", "stopped", "copying", "switched", "arriving", "complete"] as const;

/** Moves of users to another region that are on their way, or that stopped: docs/decisions/0022-moving-a-user.md. */
export const moves = sqliteTable("moves", {
  user_ref: text().primaryKey(),
  state: text({ enum: MOVE_STATES }).notNull(),
  /** Code of the region at the other end. */
  other: text().notNull(),
  /** Number of the run that is at work, higher for each: an earlier one that goes on late changes nothing. */
  attempt: integer().notNull(),
  /** Under which the names of the user are open in the directory. */
  claim: text().notNull(),
  /** `users.id` of a user who is being copied or was: triggers then refuse every change of their rows. */
  held_id: integer().unique(),
  leased_until: integer().notNull(),
  /** Why it stopped, in words. */
  reason: text().notNull(),
  asked_at: integer().notNull(),
});

/** What a trigger says that refuses a change. */
export const MOVING_WORDS = "account is being moved";

/** Condition: a user is being moved away or has not quite arrived, so that nobody uses this copy of their rows. */
export function isMoving(userRef: SQLiteColumn | SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM moves WHERE moves.user_ref = ${userRef} AND moves.state NOT IN ('asked', 'stopped'))`;
}

/** As `isMoving`, by `users.id`: for jobs that go over the rows of all users. */
export function isMovingById(userId: SQLiteColumn): SQL {
  return sql`${userId} IN (SELECT users.id FROM moves CROSS JOIN users
    WHERE users.unique_ref = moves.user_ref AND moves.state NOT IN ('asked', 'stopped'))`;
}
