import { type leave, leavePlace, type leaveYears, type lieuLedger, lieuPlace } from "~/diary/leave/table.server";
import type { Cipher } from "~/platform/crypto/vault.server";
import { newRef } from "~/platform/db/columns.server";
import { type LondonDate, londonMoment } from "~/platform/time/london";
import { believableAways } from "./believable-calendar.server";
import { planYearOf } from "./believable-plan.server";
import { type BelievableSession, bankHolidayList } from "./believable-work.server";

interface BelievableLeave {
  leave: (typeof leave.$inferInsert)[];
  years: (typeof leaveYears.$inferInsert)[];
  lieu: (typeof lieuLedger.$inferInsert)[];
}

/** Leave of the believable work, taken and booked, and a day in lieu for the bank holiday that was worked. */
export async function believableLeave(
  cipher: Cipher,
  userId: number,
  work: readonly BelievableSession[],
  from: LondonDate,
  now: number,
): Promise<BelievableLeave> {
  const today = londonMoment(now).date;
  const rowOf = () => ({ unique_ref: newRef(), user_id: userId, created_at: now, updated_at: now });
  const away = believableAways(from, today).map(async ({ costPence, note, ...span }) => {
    const row = rowOf();
    const text_encrypted = await cipher.encrypt(leavePlace(row.unique_ref), note);
    const status = span.date_end <= today ? ("taken" as const) : ("approved" as const);
    return { ...row, ...span, status, study_cost_pence: costPence, text_encrypted };
  });
  const year = { ...rowOf(), year_begins: planYearOf(today), carried_half_days: 4 };
  const day = bankHolidayList(today);
  const worked = work.find(({ row }) => londonMoment(row.start_at).date === day);
  return { leave: await Promise.all(away), years: [year], lieu: day && worked ? [await earned(day, worked)] : [] };

  async function earned(date: LondonDate, session: BelievableSession): Promise<typeof lieuLedger.$inferInsert> {
    const row = rowOf();
    const text_encrypted = await cipher.encrypt(lieuPlace(row.unique_ref), "Trauma list on the bank holiday.");
    const session_ref = session.row.unique_ref;
    return { ...row, day: date, kind: "earned", unit: "days", hundredths: 100, session_ref, text_encrypted };
  }
}
