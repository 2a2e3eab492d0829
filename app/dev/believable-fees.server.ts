import type { claims } from "~/claims/table.server";
import { newRef } from "~/db/columns.server";
import { addDays, type LondonDate, londonMoment } from "~/time/london";
import type { BelievableCase } from "./believable-cases.server";
import type { BelievableSession } from "./believable-work.server";

type ClaimRow = typeof claims.$inferInsert;

/** What became of a fee: days from the work to the timesheet, and from there to the money. */
interface Fate {
  amount_pence: number;
  claimedAfterDays?: number;
  paidAfterDays?: number;
}

/** Of the waiting list initiatives of the last months, newest first. */
const OF_SESSIONS: Fate[] = [
  { amount_pence: 120_000 },
  { amount_pence: 120_000, claimedAfterDays: 6 },
  { amount_pence: 90_000, claimedAfterDays: 4 },
  { amount_pence: 120_000, claimedAfterDays: 4, paidAfterDays: 39 },
  { amount_pence: 120_000, claimedAfterDays: 5, paidAfterDays: 26 },
];

/** Of two cases of the newest list, which has no fee as a whole. */
const OF_CASES: Fate[] = [{ amount_pence: 31_000, claimedAfterDays: 2 }, { amount_pence: 26_000 }];

/** Fees of extra work in every state: not claimed, waiting, paid. */
export function believableFees(work: readonly BelievableSession[], cases: readonly BelievableCase[]): ClaimRow[] {
  const extra = work.filter(({ element }) => element === "wli").reverse();
  const [newest, ...older] = extra.map(({ row }) => row);
  if (!newest) return [];
  const ofNewest = cases.map(({ row }) => row).filter((row) => row.session_ref === newest.unique_ref);
  return [
    ...OF_SESSIONS.flatMap((fate, at) => {
      const session = older[at];
      return session ? [{ ...feeRow(fate, session), session_ref: session.unique_ref, payer: "Trust" }] : [];
    }),
    ...OF_CASES.flatMap((fate, at) => {
      const found = ofNewest[at];
      return found ? [{ ...feeRow(fate, newest), case_ref: found.unique_ref, payer: "Insurer" }] : [];
    }),
  ];
}

function feeRow(fate: Fate, worked: BelievableSession["row"]): ClaimRow {
  const date = londonMoment(worked.start_at).date;
  const timesheet_date = fate.claimedAfterDays === undefined ? null : addDays(date, fate.claimedAfterDays);
  return {
    unique_ref: newRef(),
    user_ref: worked.user_ref,
    amount_pence: fate.amount_pence,
    timesheet_date,
    paid_date: paidOn(timesheet_date, fate.paidAfterDays),
    created_at: worked.created_at,
    updated_at: worked.updated_at,
  };
}

function paidOn(timesheet: LondonDate | null, days: number | undefined): LondonDate | null {
  return timesheet === null || days === undefined ? null : addDays(timesheet, days);
}
