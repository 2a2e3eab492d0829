import { and, asc, desc, eq } from "drizzle-orm";
import { nameOfLeave } from "~/diary/leave/rules";
import { leave, lieuLedger, lieuPlace } from "~/diary/leave/table.server";
import { type Cipher, openedOr, UNREADABLE_TEXT } from "~/platform/crypto/vault.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { pathTo } from "~/platform/http/path-to";
import { shortDate } from "~/platform/time/dates";
import { LIEU_KINDS, signedLieu } from "./format";

/** Query for a page's batch: the ledger of a user, newest day first, each line with the leave that it was spent on. */
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
      leave_name: leave.name,
    })
    .from(lieuLedger)
    .leftJoin(leave, refersTo(lieuLedger.leave_ref, leave))
    .where(eq(lieuLedger.user_id, userId))
    .orderBy(desc(lieuLedger.day), desc(lieuLedger.created_at));
}

export type LieuRow = typeof lieuLedger.$inferSelect;

/** One line of the ledger: one row, or none. */
export function lieuLineOf(db: Database, userId: number, lineRef: string) {
  return db
    .select()
    .from(lieuLedger)
    .where(and(eq(lieuLedger.user_id, userId), eq(lieuLedger.unique_ref, lineRef)));
}

/**
 * Query for a page's batch: the amounts of all lines, from which a form that spends time in lieu shows the balances.
 */
export function lieuAmountsOf(db: Database, userId: number) {
  return db
    .select({ kind: lieuLedger.kind, unit: lieuLedger.unit, hundredths: lieuLedger.hundredths })
    .from(lieuLedger)
    .where(eq(lieuLedger.user_id, userId))
    .orderBy(asc(lieuLedger.day));
}

/** Query for a page's batch: the line that was spent on a leave; none if it spent nothing. */
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

/** The notes of a line as text; empty when it has none. */
export function decryptLieuNotes(cipher: Cipher, line: Pick<LieuRow, "unique_ref" | "text_encrypted">) {
  return cipher.decrypt(lieuPlace(line.unique_ref), line.text_encrypted);
}

type LieuLine = Awaited<ReturnType<typeof lieuLinesOf>>[number];

/**
 * The lines of the ledger as text.
 * @param sessions references of those that earned a line and still exist
 */
export function lieuLinesShown(cipher: Cipher, lines: readonly LieuLine[], sessions: ReadonlySet<string>) {
  return Promise.all(
    lines.map(async (line) => ({
      ref: line.unique_ref,
      date: shortDate(line.day),
      kind: LIEU_KINDS[line.kind],
      /** `+1 day`. */
      amount: signedLieu(line),
      notes: await openedOr(decryptLieuNotes(cipher, line), UNREADABLE_TEXT),
      cause: causeOf(line, sessions),
    })),
  );
}

export type LieuLineShown = Awaited<ReturnType<typeof lieuLinesShown>>[number];

/** What earned a line, or what it was spent on, with a link; no link if that was deleted. */
function causeOf(
  { leave_ref, leave_type: type, leave_name: name, session_ref }: LieuLine,
  sessions: ReadonlySet<string>,
) {
  if (leave_ref !== null && type !== null) {
    return {
      to: pathTo("/leave/:leaveRef/", { leaveRef: leave_ref }),
      words: nameOfLeave({ type, name: name ?? "" }),
    };
  }
  if (session_ref === null) return null;
  const to = sessions.has(session_ref) ? pathTo("/logbook/session/:sessionRef/", { sessionRef: session_ref }) : null;
  return { to, words: "worked on a bank holiday" };
}
