import { data } from "react-router";
import { claimRow } from "~/diary/fees/claim-writes.server";
import { type ClaimOwner, claimOf, lastPayers, openFeeNotes } from "~/diary/fees/queries.server";
import { ratesOf } from "~/diary/fees/rates.server";
import type { Around } from "~/diary/fees/reckon-claim";
import { plansOf } from "~/planning/job-plans/queries.server";
import { calendarOf, regionOn } from "~/planning/public-holidays/calendar";
import { localBankDaysOf } from "~/planning/public-holidays/local-days.server";
import type { Asker } from "~/platform/context";
import type { Database } from "~/platform/db/database.server";
import { type LondonDate, londonToday } from "~/platform/time/london";
import { sizeOfWork, workOf, workOfClaim } from "./work.server";

/** What every form of a fee is reckoned with: its rates, payers, and the bank holidays of its owner. */
function reckonedWith(db: Database, userId: number) {
  return [ratesOf(db, userId), lastPayers(db, userId), plansOf(db, userId), localBankDaysOf(db, userId)] as const;
}

/** A fee with what it is for. @throws 404 when it is not there, or not the user's. */
export async function claimPage({ db, userId, cipher, now }: Asker, claimRef: string) {
  const [[claim], [row], rates, payers, plans, local] = await db.batch([
    claimRow(db, userId, claimRef),
    workOfClaim(db, userId, claimRef),
    ...reckonedWith(db, userId),
  ]);
  if (!claim) throw data(null, { status: 404 });
  const notes = await openFeeNotes(cipher, claim);
  const around: Around = {
    work: row ? sizeOfWork(row) : null,
    rates,
    calendarOn: calendarsOf(plans, local),
    savedTexts: { payer: claim.payer, reference: claim.reference, notes },
    today: londonToday(now),
  };
  return { claim, notes, row, rates, payers, around };
}

/** For the deletion of a fee, which may be gone already: it and what it was for, if they are still there. */
export async function claimGoing({ db, userId }: Pick<Asker, "db" | "userId">, claimRef: string) {
  const [[claim], [row]] = await db.batch([claimRow(db, userId, claimRef), workOfClaim(db, userId, claimRef)]);
  return { claim, row };
}

/** For a fee that is new: of a session or case that has none, or of work that stands alone. @throws 404 */
export async function newClaimPage({ db, userId, now }: Asker, owner: ClaimOwner | null) {
  const nobodys = { session_ref: "" };
  const [[row], [claim], rates, payers, plans, local] = await db.batch([
    workOf(db, userId, owner ?? nobodys),
    claimOf(db, userId, owner ?? nobodys),
    ...reckonedWith(db, userId),
  ]);
  if (owner && !row) throw data(null, { status: 404 });
  const around: Around = {
    work: row ? sizeOfWork(row) : null,
    rates,
    calendarOn: calendarsOf(plans, local),
    savedTexts: {},
    today: londonToday(now),
  };
  return { row, rates, payers, around, claim };
}

/** For the form of a fee that is gone, and what it was for with it: its answers are kept. */
export async function goneClaimPage(asked: Asker) {
  return { ...(await newClaimPage(asked, null)), claim: undefined, notes: "" };
}

type Plans = Awaited<ReturnType<typeof plansOf>>;

/** The bank holidays that a day of work goes by. */
function calendarsOf(plans: Plans, local: Awaited<ReturnType<typeof localBankDaysOf>>) {
  return (date: LondonDate) => calendarOf(regionOn(plans, date), local);
}
