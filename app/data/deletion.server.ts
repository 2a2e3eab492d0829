import { and, count, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { auditLineBy } from "~/account/audit.server";
import { checkReauthentication, type Reauthentication } from "~/account/factors/reauthentication.server";
import { secret } from "~/account/fields";
import { type RequestContext, rejectEndedLogin } from "~/account/guard.server";
import { keepLockedCases } from "~/changes/keep-locked-entries.server";
import { deleteChanges } from "~/changes/open-change.server";
import { cases } from "~/diary/cases/table.server";
import { dropUnnamedPayers } from "~/diary/fees/payer-names.server";
import { fees } from "~/diary/fees/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { importRows, imports } from "~/import/table.server";
import { jobPlans } from "~/planning/job-plans/table.server";
import { assertThat, isStale, STALE } from "~/platform/db/assertions.server";
import type { Database } from "~/platform/db/database.server";
import { chosen, text } from "~/platform/http/fields";
import { exemptFromQuota } from "~/platform/http/form-schemas";
import { TABLES } from "./catalogue.server";
import type { DiaryPart } from "./table-entry.server";

/** Tables that refer to others come first. */
const IN_ORDER = TABLES.toReversed();

/** Statements that delete everything of a user, the user's own row last; rows that are kept lose the user's name. */
export function deleteAccountRows(db: Database, userRef: string) {
  return IN_ORDER.flatMap(({ table, unnamed = [], deleted }) => [
    ...unnamed.map(({ set, where }) => db.update(table).set(set).where(where(userRef))),
    ...(typeof deleted === "string" ? [] : [db.delete(table).where(deleted(userRef))]),
  ]);
}

/** Statements that delete one part of a diary. */
function deletePart(db: Database, userId: number, name: DiaryPart) {
  return IN_ORDER.flatMap(({ table, owner, part }) => {
    if (part?.name !== name || typeof owner === "string") return [];
    return [db.delete(table).where(and(eq(owner, userId), part.where))];
  });
}

/** Counts the job plans, sessions and cases of a diary, in one batch. */
export async function countDiary(db: Database, userId: number) {
  const ofTable = (table: typeof jobPlans | typeof sessions | typeof cases) =>
    db.select({ n: count() }).from(table).where(eq(table.user_id, userId));
  const found = await db.batch([ofTable(jobPlans), ofTable(sessions), ofTable(cases)]);
  const [plansHeld = 0, sessionsHeld = 0, casesHeld = 0] = found.map(([held]) => held?.n);
  return { plans: plansHeld, sessions: sessionsHeld, cases: casesHeld };
}

/** The form that deletes one part of a diary. */
export const deleteSomeForm = exemptFromQuota(
  z.object({
    part: chosen("what to delete", ["cases", "imports"]),
    password: secret.refine((password) => password !== "", "Enter your password"),
    twoFactorCode: secret,
    /** The counts that the page showed, see `countsText`. */
    shown: text({ name: "counts", max: 60, empty: "Reload this page to see what will be deleted" }),
  }),
);

function countsOf(userId: number) {
  const count = (table: typeof cases | typeof fees | typeof imports | typeof importRows, more = sql``) =>
    sql<number>`(SELECT count(*) FROM ${table} WHERE ${table.user_id} = ${userId} ${more})`.mapWith(Number);
  const ofCases = sql`AND ${fees.case_ref} IS NOT NULL`;
  return { cases: count(cases), fees: count(fees, ofCases), imports: count(imports), rows: count(importRows) };
}

/** Statement: counts of what each part holds. For a page's batch. */
export function partCounts(db: Database, userId: number) {
  const { cases, fees, imports, rows } = countsOf(userId);
  return db
    .select({
      cases: cases.as("n_cases"),
      fees: fees.as("n_fees"),
      imports: imports.as("n_imports"),
      rows: rows.as("n_rows"),
    })
    .from(sql`(SELECT 1)`);
}

export type PartCounts = Awaited<ReturnType<typeof partCounts>>[number];

/** The counts as a form carries them. They are compared again, so that only what was shown is deleted. */
export function countsText({ cases, fees, imports, rows }: PartCounts): string {
  return [cases, fees, imports, rows].join();
}

const CHANGED =
  "Your data changed after you opened this page, so nothing was deleted. Check what is shown now, then delete it again if you still want to";

/**
 * Deletes all cases, with their options and fees, or all imported files: permanently, in one batch, after the password
 * was checked, and only if the counts are still as shown.
 * @throws Response to /login/ when the login that asks was ended meanwhile
 */
export async function deleteSome(
  context: RequestContext,
  request: Request,
  { part, shown, ...given }: Reauthentication & { part: DiaryPart; shown: string },
): Promise<{ errors: Record<string, string>; status: number } | { message: string }> {
  const refused = await checkReauthentication(context, given);
  if (refused) return refused;
  const { db, user } = context;
  const userId = user.id;
  try {
    await db
      .batch([
        asShown(db, userId, shown),
        ...auditLineBy(context, "some-data-deleted"),
        // An undo could bring back earlier deletions into what is deleted now.
        deleteChanges(db, userId),
        ...(part === "cases" ? [keepLockedCases({ db, userId })] : []),
        ...deletePart(db, userId, part),
        dropUnnamedPayers(db, sql`= ${userId}`),
      ])
      .catch(rejectEndedLogin(request));
  } catch (error) {
    if (!isStale(error)) throw error;
    return { errors: { "": CHANGED }, status: 409 };
  }
  return { message: part === "cases" ? "All cases deleted" : "All imported files deleted" };
}

/** Statement that fails its batch, with an error that `isStale` recognises, if the counts are not as shown. */
function asShown(db: Database, userId: number, shown: string) {
  const now = sql.join(Object.values(countsOf(userId)), sql` || ',' || `);
  return assertThat(db, [STALE, sql`${now} = ${shown}`]);
}
