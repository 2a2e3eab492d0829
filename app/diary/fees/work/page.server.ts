import { data } from "react-router";
import type { FeeContext } from "~/diary/fees/calculate-fee";
import { decryptFeeNotes, type FeeOwner, feeOf, lastPayers } from "~/diary/fees/queries.server";
import { ratesOf } from "~/diary/fees/rates.server";
import type { RateRow } from "~/diary/fees/table.server";
import { feeRow } from "~/diary/fees/write.server";
import { plansOf } from "~/planning/job-plans/queries.server";
import { calendarOf, regionOn } from "~/planning/public-holidays/calendar";
import { localPublicHolidaysOf } from "~/planning/public-holidays/queries.server";
import type { Actor } from "~/platform/context";
import type { Database } from "~/platform/db/database.server";
import { type LondonDate, londonToday } from "~/platform/time/london";
import { sizeOfWork, type WorkRow, workOf, workOfFee } from "./work.server";

/** Statements that every form of a fee needs: the user's rates, payers, plans and local bank holidays. */
function calculatedWith(db: Database, userId: number) {
  return [ratesOf(db, userId), lastPayers(db, userId), plansOf(db, userId), localPublicHolidaysOf(db, userId)] as const;
}

/**
 * The data of a fee's page: the fee, its notes decrypted, and its work.
 * @throws 404 when it does not exist, or is another user's
 */
export async function feePage({ db, userId, cipher, now }: Actor, feeRef: string) {
  const [[fee], [row], rates, payers, plans, local] = await db.batch([
    feeRow(db, userId, feeRef),
    workOfFee(db, userId, feeRef),
    ...calculatedWith(db, userId),
  ]);
  if (!fee) throw data(null, { status: 404 });
  const notes = await decryptFeeNotes(cipher, fee);
  const savedTexts = { payer: fee.payer, reference: fee.reference, notes };
  return { fee, notes, row, rates, payers, around: { ...aroundOf(row, rates, plans, local, now), savedTexts } };
}

/** For the deletion of a fee, which may have been deleted already: the fee and its work, each if it still exists. */
export async function feeToDelete({ db, userId }: Pick<Actor, "db" | "userId">, feeRef: string) {
  const [[fee], [row]] = await db.batch([feeRow(db, userId, feeRef), workOfFee(db, userId, feeRef)]);
  return { fee, row };
}

/**
 * The data of the page for a new fee: of a session or case, or of stand-alone work. `fee` is the one that the session
 * or case has already, if any.
 * @throws 404 when the session or case does not exist
 */
export async function newFeePage({ db, userId, now }: Actor, owner: FeeOwner | null) {
  const nobodys = { session_ref: "" };
  const [[row], [fee], rates, payers, plans, local] = await db.batch([
    workOf(db, userId, owner ?? nobodys),
    feeOf(db, userId, owner ?? nobodys),
    ...calculatedWith(db, userId),
  ]);
  if (owner && !row) throw data(null, { status: 404 });
  return { row, rates, payers, around: aroundOf(row, rates, plans, local, now), fee };
}

type Plans = Awaited<ReturnType<typeof plansOf>>;
type LocalDays = Awaited<ReturnType<typeof localPublicHolidaysOf>>;

/** The context of a fee's calculation; the bank holidays of a day are those of the region that applies on it. */
function aroundOf(row: WorkRow | undefined, rates: RateRow[], plans: Plans, local: LocalDays, now: number): FeeContext {
  const calendarOn = (date: LondonDate) => calendarOf(regionOn(plans, date), local);
  return { work: row ? sizeOfWork(row) : null, rates, calendarOn, savedTexts: {}, today: londonToday(now) };
}
