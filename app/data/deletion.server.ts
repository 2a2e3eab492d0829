import { and, count, eq } from "drizzle-orm";
import { cases } from "~/diary/cases/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { jobPlans } from "~/planning/job-plans/table.server";
import type { Database } from "~/platform/db/database.server";
import { TABLES } from "./catalogue.server";
import type { DiaryPart } from "./table-entry.server";

/** Those that point at others first. */
const IN_ORDER = TABLES.toReversed();

/** Statements that take everything of a user away, the user's own row last. */
export function deleteAccountRows(db: Database, userRef: string) {
  return IN_ORDER.flatMap(({ table, unnamed = [], deleted }) => [
    ...unnamed.map(({ set, where }) => db.update(table).set(set).where(where(userRef))),
    ...(typeof deleted === "string" ? [] : [db.delete(table).where(deleted(userRef))]),
  ]);
}

/** Statements that take a part of a diary away. */
export function deletePart(db: Database, userId: number, name: DiaryPart) {
  return IN_ORDER.flatMap(({ table, owner, part }) =>
    part?.name === name && typeof owner !== "string"
      ? [db.delete(table).where(and(eq(owner, userId), part.where))]
      : [],
  );
}

/** How much a diary holds, in one batch. */
export async function countDiary(db: Database, userId: number) {
  const ofTable = (table: typeof jobPlans | typeof sessions | typeof cases) =>
    db.select({ n: count() }).from(table).where(eq(table.user_id, userId));
  const [[plansHeld], [sessionsHeld], [casesHeld]] = await db.batch([
    ofTable(jobPlans),
    ofTable(sessions),
    ofTable(cases),
  ]);
  return { plans: plansHeld?.n ?? 0, sessions: sessionsHeld?.n ?? 0, cases: casesHeld?.n ?? 0 };
}
