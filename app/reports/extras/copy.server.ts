import { and, eq } from "drizzle-orm";
import { data } from "react-router";
import { claims } from "~/claims/table.server";
import { newRef } from "~/db/columns.server";
import { claimKey, type FormKey, once } from "~/db/idempotency.server";
import { keepForUndo } from "~/db/undo-steps.server";
import type { Asker } from "~/http/context";
import { FORM_WAS_USED, type Refusal } from "~/http/refusal.server";
import { londonToday } from "~/time/london";

/**
 * Makes work on its own that is paid like a fee: today its date, neither claimed nor paid, without its notes and its
 * reference, which are of the other work.
 * @returns the reference of the new fee. @throws 404
 */
export async function copyFee(
  { db, userId, now }: Pick<Asker, "db" | "userId" | "now">,
  form: FormKey,
  feeRef: string,
): Promise<Refusal | { ref: string; undo: string }> {
  const [fee] = await db
    .select()
    .from(claims)
    .where(and(eq(claims.user_id, userId), eq(claims.unique_ref, feeRef)));
  if (!fee) throw data(null, { status: 404 });
  const { amount_pence, basis, rate_pence, payer, kind, procedure_codes, start_minute, end_minute } = fee;
  const ref = newRef();
  // The step has the reference of the fee, so that the same form sent again finds both.
  const undo = ref;
  const copy = { amount_pence, basis, rate_pence, payer, kind, procedure_codes, start_minute, end_minute };
  const row = { unique_ref: ref, user_id: userId, created_at: now, updated_at: now };
  const write = () =>
    db.batch([
      claimKey(db, userId, form, ref, now),
      db.insert(claims).values({ ...row, ...copy, work_date: londonToday(now) }),
      keepForUndo(db, userId, { ref: undo, says: "Fee copied", makes: { claims: [ref] } }, now),
    ]);
  const isThere = async (made: string) =>
    (
      await db
        .select({ ref: claims.unique_ref })
        .from(claims)
        .where(and(eq(claims.user_id, userId), eq(claims.unique_ref, made)))
    ).length > 0;
  const made = await once(db, userId, form, ref, write, isThere);
  return made === null ? FORM_WAS_USED : { ref: made, undo: made };
}
