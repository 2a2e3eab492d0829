import { and, asc, desc, eq } from "drizzle-orm";
import { leave, lieuLedger, lieuPlace } from "~/diary/leave/table.server";
import type { Cipher } from "~/platform/crypto/vault.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { logError } from "~/platform/http/log";

/** The ledger of a user, newest day first, each line with the leave that it was spent on. For a page's batch. */
export function lieuLinesOf(db: Database, userId: number) {
  return db
    .select({
      unique_ref: lieuLedger.unique_ref,
      day: lieuLedger.day,
      kind: lieuLedger.kind,
      unit: lieuLedger.unit,
      hundredths: lieuLedger.hundredths,
      leave_ref: lieuLedger.leave_ref,
      session_ref: lieuLedger.session_ref,
      text_encrypted: lieuLedger.text_encrypted,
      leave_type: leave.type,
      leave_called: leave.called,
    })
    .from(lieuLedger)
    .leftJoin(leave, refersTo(lieuLedger.leave_ref, leave))
    .where(eq(lieuLedger.user_id, userId))
    .orderBy(desc(lieuLedger.day), desc(lieuLedger.created_at));
}

export type LieuRow = typeof lieuLedger.$inferSelect;

export function lieuLineOf(db: Database, userId: number, lineRef: string) {
  return db
    .select()
    .from(lieuLedger)
    .where(and(eq(lieuLedger.user_id, userId), eq(lieuLedger.unique_ref, lineRef)));
}

/** What each unit holds, line by line: for a form that spends it. For a page's batch. */
export function lieuAmountsOf(db: Database, userId: number) {
  return db
    .select({ kind: lieuLedger.kind, unit: lieuLedger.unit, hundredths: lieuLedger.hundredths })
    .from(lieuLedger)
    .where(eq(lieuLedger.user_id, userId))
    .orderBy(asc(lieuLedger.day));
}

/** The line that a leave has spent; none where it spent nothing. For a page's batch. */
export function lieuSpentOn(db: Database, userId: number, leaveRef: string) {
  return db
    .select({
      unique_ref: lieuLedger.unique_ref,
      version: lieuLedger.version,
      unit: lieuLedger.unit,
      hundredths: lieuLedger.hundredths,
    })
    .from(lieuLedger)
    .where(and(eq(lieuLedger.user_id, userId), eq(lieuLedger.leave_ref, leaveRef)));
}

const UNREADABLE = "This note could not be opened";

/** The notes of a line as text; empty when it has none. */
export function decryptLieuNotes(cipher: Cipher, line: Pick<LieuRow, "unique_ref" | "text_encrypted">) {
  return cipher.decrypt(lieuPlace(line.unique_ref), line.text_encrypted);
}

/** As `decryptLieuNotes`, for a list: one that does not open says so, and the rest are shown. */
export async function lieuNotesShown(cipher: Cipher, line: Pick<LieuRow, "unique_ref" | "text_encrypted">) {
  try {
    return await decryptLieuNotes(cipher, line);
  } catch (error) {
    logError(error);
    return UNREADABLE;
  }
}
