import { and, eq, inArray, sql } from "drizzle-orm";
import { data } from "react-router";
import { cases } from "~/cases/table.server";
import { claims } from "~/claims/table.server";
import { isStale, newRef } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { claimKey, type FormKey, madeBefore, once } from "~/db/idempotency.server";
import { keepForUndo } from "~/db/undo-steps.server";
import type { Asker } from "~/http/context";
import { FORM_WAS_USED, type Refusal } from "~/http/refusal.server";
import { ownersMoveOn } from "~/reports/fees/owners.server";
import { sessions } from "~/sessions/table.server";
import { type LondonDate, londonMoment, londonToday } from "~/time/london";
import type { ShownFee } from "./form";
import { countWords, decideMarks, type Mark } from "./marks";

export interface Done {
  says: string;
  undo: string | null;
}

/**
 * Gives fees their timesheet date, or their paid date for the whole amount: all of them, or none. A form that is
 * sent again is answered as it was.
 * @throws 404 for a fee that is not the user's
 */
export async function markFees(
  { db, userId, now }: Pick<Asker, "db" | "userId" | "now">,
  form: FormKey,
  shown: readonly ShownFee[],
  mark: Mark,
  date: LondonDate,
): Promise<Refusal | Done> {
  const rows = await feesToMark(db, userId, shown);
  if (rows.length === 0) throw data(null, { status: 404 });
  const isAsShown = shown.every(({ ref, version }) =>
    rows.some((row) => row.unique_ref === ref && row.version === version),
  );
  if (!isAsShown) {
    const undo = await madeBefore(db, userId, form);
    return undo ? { says: `${countWords(shown.length)} marked`, undo } : changed(shown.length);
  }
  const fees = rows.map((row) => ({ ...row, work: row.work_date ?? londonMoment(row.start_at ?? 0).date }));
  const decided = decideMarks(fees, mark, date, londonToday(now));
  if (!decided.ok) return { errors: { "": decided.error }, status: 422 };

  const undo = newRef();
  const refs = decided.mark.map(({ unique_ref }) => unique_ref);
  const says = `${countWords(refs.length)} marked as ${mark}`;
  const each = JSON.stringify(decided.mark.map((fee) => [fee.unique_ref, versionOf(shown, fee.unique_ref)]));
  const listed = sql`(SELECT each.value ->> 0 FROM json_each(${each}) AS each)`;
  const these = sql`${claims.user_id} = ${userId} AND ${claims.unique_ref} IN ${listed}`;
  const dates = mark === "claimed" ? { timesheet_date: date } : { paid_date: date, paid_pence: null };
  const write = () =>
    db.batch([
      claimKey(db, userId, form, undo, now),
      keepForUndo(
        db,
        userId,
        { ref: undo, says, deletes: [{ table: claims, where: these }], makes: { claims: refs } },
        now,
      ),
      ...ownersMoveOn(db, userId, inArray(claims.unique_ref, listed), now),
      db
        .update(claims)
        .set({
          ...dates,
          updated_at: now,
          version: sql`CASE WHEN ${claims.version} = each.value ->> 1 THEN ${claims.version} + 1 END`,
        })
        .from(sql`json_each(${each}) AS each`)
        .where(and(eq(claims.user_id, userId), sql`${claims.unique_ref} = each.value ->> 0`)),
    ]);
  try {
    const made = await once(db, userId, form, undo, write, async () => true);
    return made === null ? FORM_WAS_USED : { says: decided.says, undo: made };
  } catch (error) {
    if (!isStale(error)) throw error;
    return changed(shown.length);
  }
}

function versionOf(shown: readonly ShownFee[], feeRef: string): number {
  return shown.find(({ ref }) => ref === feeRef)?.version ?? 0;
}

function changed(all: number): Refusal {
  const what = all === 1 ? "This fee was" : "One of these fees was";
  const message = `${what} changed or deleted elsewhere after you opened this page, so nothing is marked. The list shows the fees as they are now: choose again`;
  return { errors: { "": message }, status: 409 };
}

/** Those of the fees that are there, each found by its key. */
function feesToMark(db: Database, userId: number, shown: readonly ShownFee[]) {
  const refs = JSON.stringify(shown.map(({ ref }) => ref));
  return db
    .select({
      unique_ref: claims.unique_ref,
      version: claims.version,
      work_date: claims.work_date,
      start_at: sessions.start_at,
      amount_pence: claims.amount_pence,
      timesheet_date: claims.timesheet_date,
      paid_date: claims.paid_date,
      paid_pence: claims.paid_pence,
      written_off_date: claims.written_off_date,
    })
    .from(claims)
    .leftJoin(cases, sql`${cases.user_id} = ${userId} AND ${cases.unique_ref} = ${claims.case_ref}`)
    .leftJoin(
      sessions,
      sql`${sessions.user_id} = ${userId}
        AND ${sessions.unique_ref} = coalesce(${claims.session_ref}, ${cases.session_ref})`,
    )
    .where(
      sql`${claims.user_id} = ${userId} AND ${claims.unique_ref} IN (SELECT each.value FROM json_each(${refs}) AS each)`,
    );
}
