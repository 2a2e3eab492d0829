import { and, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { data } from "react-router";
import type { RequestContext } from "~/account/guard.server";
import { writeChange } from "~/changes/write-change.server";
import { deleteWhere } from "~/changes/write-rows.server";
import { cases } from "~/diary/cases/table.server";
import { isLockedAt } from "~/diary/locks/queries.server";
import type { Database } from "~/platform/db/database.server";
import { clockTime } from "~/platform/time/clock-time";
import { formatCounted } from "~/platform/time/counted";
import { shortDate } from "~/platform/time/dates";
import { londonMoment, londonToday } from "~/platform/time/london";
import { isPlaced, ofUser } from "../conditions.server";
import { importRows, imports } from "../table.server";

/** Imports on one page of the list: for each all of its rows are counted. */
export const IMPORTS_PER_PAGE = 50;

/** Imports of the user, newest first, without complete ones that brought no new rows. */
export async function pastImports(
  { db, user }: RequestContext,
  from = 0,
): Promise<{ past: PastImport[]; total: number }> {
  const listed = and(
    eq(imports.user_id, user.id),
    sql`(${imports.complete_at} IS NULL OR ${imports.rows_known} < ${imports.rows_expected})`,
  );
  const [rows, [counted]] = await db.batch([
    importsWithCounts(db, listed).limit(IMPORTS_PER_PAGE).offset(from),
    db
      .select({ total: sql<number>`count(*)`.mapWith(Number).as("total") })
      .from(imports)
      .where(listed),
  ]);
  return { past: rows.map(formatImport), total: counted?.total ?? 0 };
}

/**
 * Returns one import of the user.
 * @throws 404 when it does not exist, or is not the user's
 */
export async function onePastImport({ db, user }: RequestContext, importRef: string): Promise<PastImport> {
  const [row] = await importsWithCounts(db, ofUser(user.id, importRef));
  if (!row) throw data(null, { status: 404 });
  return formatImport(row);
}

/**
 * An import that is about to be undone, and how many of its cases are in locked periods: as long as there are any, it
 * cannot be.
 */
export async function importToUndo({ db, user }: RequestContext, importRef: string) {
  const ofImport = sql`r.user_id = ${user.id} AND r.import_ref = ${importRef}`;
  const [[row], [counted]] = await db.batch([
    importsWithCounts(db, ofUser(user.id, importRef)),
    db
      .select({
        locked: sql<number>`(SELECT count(*) FROM ${casesOfImport(ofImport)} AND EXISTS (SELECT 1 FROM sessions AS own
        WHERE own.user_id = k.user_id AND own.unique_ref = k.session_ref AND ${isLockedAt(user.id, sql`own.start_at`)}))`.mapWith(
          Number,
        ),
      })
      .from(sql`(SELECT 1)`),
  ]);
  if (!row) throw data(null, { status: 404 });
  return { past: formatImport(row), locked: counted?.locked ?? 0 };
}

/** Condition on a case `k` and its row `r`: the case holds more than the file had. */
const isEditedSince = sql`(k.updated_at <> k.created_at OR r.by_hand)`;

/** The rows of an import, joined with the cases that were made from them. */
function casesOfImport(ofImport: SQL): SQL {
  return sql`import_rows AS r JOIN cases AS k ON k.user_id = r.user_id AND k.unique_ref = r.case_ref WHERE ${ofImport}`;
}

function importsWithCounts(db: Database, where: SQL | undefined) {
  // Written out: in a list of columns drizzle omits the name of their table.
  const ofThis = sql`r.user_id = "imports"."user_id" AND r.import_ref = "imports"."unique_ref"`;
  const count = (of: SQL) => sql<number>`(SELECT ${of})`.mapWith(Number);
  const fee = sql`fees AS fee ON fee.case_ref = r.case_ref AND fee.user_id = r.user_id`;
  return db
    .select({
      ...getTableColumns(imports),
      removed: count(sql`count(*) FROM import_rows AS r WHERE ${ofThis} AND r.placed_at IS NOT NULL
        AND NOT ${isPlaced}`).as("removed"),
      cases: count(sql`count(*) FROM ${casesOfImport(ofThis)}`).as("cases"),
      edited: count(sql`count(*) FROM ${casesOfImport(ofThis)} AND ${isEditedSince}`).as("edited"),
      fees: count(sql`count(*) FROM import_rows AS r JOIN ${fee} WHERE ${ofThis}`).as("fees"),
      pence: count(sql`total(fee.amount_pence) FROM import_rows AS r JOIN ${fee} WHERE ${ofThis}`).as("pence"),
    })
    .from(imports)
    .where(where)
    .orderBy(desc(imports.created_at), desc(sql`rowid`));
}

type Counted = Awaited<ReturnType<typeof importsWithCounts>>[number];

function formatImport(row: Counted) {
  const { unique_ref, cases, edited, fees, pence } = row;
  return {
    unique_ref,
    created_at: row.created_at,
    /** `Sat 21 Nov 2026`. */
    day: shortDate(londonToday(row.created_at)),
    /** `14:05`. */
    time: clockTime(londonMoment(row.created_at).minute),
    read: row.rows_read,
    skipped: row.rows_skipped,
    merged: row.rows_merged,
    rejected: row.rows_rejected,
    known: row.rows_known,
    /** Rows that the import brought. */
    brought: row.rows_received - row.rows_known,
    /** Rows whose case is in the diary. */
    placed: cases,
    /** Rows whose case was in the diary, and was removed. */
    removed: row.removed,
    state: stateOf(row),
    /**
     * What undoing the import removes from the diary. `edited`: cases that were changed since they were placed, or
     * completed by hand.
     */
    going: { cases, edited, fees, pence },
  };
}

export type PastImport = ReturnType<typeof formatImport>;

function stateOf(row: Counted): "open" | "complete" | "cleared" | "wiped" | "undone" {
  if (row.undone_at !== null) return "undone";
  if (row.wiped_at !== null) return "wiped";
  if (row.cleared_at !== null) return "cleared";
  return row.complete_at === null ? "open" : "complete";
}

/**
 * Removes all cases that an import placed from the diary, with the rows that depend on them, and deletes the import's
 * rows, in one batch; nothing unless exactly what was shown would be removed. Repeating it changes nothing. When the
 * undoing is itself undone, the cases return for good: the import has no rows any more.
 * @throws 404 when the import does not exist, or is not the user's
 */
export async function undoImport(
  context: RequestContext,
  importRef: string,
  shown: Pick<PastImport["going"], "cases" | "edited" | "fees">,
): Promise<{ result: "undone"; undo: string | null } | { result: "changed" } | { result: "before" }> {
  const { db, userId, now } = context;
  const { state } = await onePastImport(context, importRef);
  if (state === "undone") return { result: "before" };

  const ofImport = and(eq(importRows.user_id, userId), eq(importRows.import_ref, importRef));
  const caseRefs = sql`(SELECT ${importRows.case_ref} FROM ${importRows} WHERE ${ofImport})`;
  const count = (more: SQL) =>
    sql`(SELECT count(*) FROM ${casesOfImport(sql`r.user_id = ${userId} AND r.import_ref = ${importRef}`)} ${more})`;
  const fees = sql`(SELECT count(*) FROM import_rows AS r JOIN fees AS fee ON fee.case_ref = r.case_ref
    AND fee.user_id = r.user_id WHERE r.user_id = ${userId} AND r.import_ref = ${importRef})`;
  const isAsShown = sql`${count(sql``)} = ${shown.cases} AND ${count(sql`AND ${isEditedSince}`)} = ${shown.edited}
    AND ${fees} = ${shown.fees}`;
  const written = await writeChange(context, {
    message: `Import undone, ${formatCounted(shown.cases, "case")}`,
    guards: { isAsShown },
    alongside: [
      db.update(imports).set({ undone_at: now, updated_at: now }).where(ofUser(userId, importRef)),
      ...deleteWhere(context, "cases", sql`${cases.user_id} = ${userId} AND ${cases.unique_ref} IN ${caseRefs}`),
      db.delete(importRows).where(ofImport),
    ],
  });
  if (written.result !== "written") return { result: "changed" };
  return { result: "undone", undo: written.undo };
}
