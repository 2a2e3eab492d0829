import type { Basis } from "~/diary/fees/kinds";
import type { fees, payers, rates } from "~/diary/fees/table.server";
import { newRef } from "~/platform/db/columns.server";
import { addDays, type LondonDate, londonMoment } from "~/platform/time/london";
import { extraOn, type Fate, INSURER, PATIENTS, TRUST } from "./believable-calendar.server";
import type { BelievableCase } from "./believable-cases.server";
import type { BelievableSession } from "./believable-work.server";

type FeeRow = typeof fees.$inferInsert;
/** References of payers by name. */
type PayerRefs = ReadonlyMap<string, string>;

/** Fees of extra work in every state: not claimed, waiting, paid. */
export function believableFees(
  work: readonly BelievableSession[],
  cases: readonly BelievableCase[],
  payers: PayerRefs,
  today: LondonDate,
): FeeRow[] {
  return work.flatMap(({ row, element }) => {
    const found = extraOn(londonMoment(row.start_at).date, today);
    if (found?.element !== element) return [];
    const ofSession = found.fee ? [{ ...feeRow(found.fee, row, "list", payers), session_ref: row.unique_ref }] : [];
    const treated = cases.filter((each) => each.row.session_ref === row.unique_ref);
    const ofCases = found.caseFees.flatMap((fate, at) => {
      const treatedOne = treated[at];
      return treatedOne ? [{ ...feeRow(fate, row, "case", payers), case_ref: treatedOne.row.unique_ref }] : [];
    });
    return [...ofSession, ...ofCases];
  });
}

export function feeRow(fate: Fate, worked: BelievableSession["row"], basis: Basis, payers: PayerRefs): FeeRow {
  const date = londonMoment(worked.start_at).date;
  const timesheet_date = fate.claimedAfterDays === undefined ? null : addDays(date, fate.claimedAfterDays);
  return {
    unique_ref: newRef(),
    user_id: worked.user_id,
    basis,
    rate_pence: fate.amount_pence,
    amount_pence: fate.amount_pence,
    payer_ref: payers.get(fate.payer) ?? null,
    kind: fate.kind,
    procedure_codes: fate.codes ?? "",
    timesheet_date,
    paid_date: paidOn(timesheet_date, fate.paidAfterDays),
    created_at: worked.created_at,
    updated_at: worked.updated_at,
  };
}

function paidOn(timesheet: LondonDate | null, days: number | undefined): LondonDate | null {
  return timesheet === null || days === undefined ? null : addDays(timesheet, days);
}

export function believablePayers(user_id: number, now: number): (typeof payers.$inferInsert)[] {
  const kinds = { [TRUST]: "trust", [INSURER]: "insurer", [PATIENTS]: "patient" } as const;
  return Object.entries(kinds).map(([name, kind]) => {
    return {
      unique_ref: newRef(),
      user_id,
      name,
      name_key: name.toLowerCase(),
      kind,
      created_at: now,
      updated_at: now,
    };
  });
}

export function refsByName(rows: readonly { name: string; unique_ref: string }[]): PayerRefs {
  return new Map(rows.map(({ name, unique_ref }) => [name, unique_ref]));
}

/** The user's own rates for extra work, by the list and by the hour of the week. */
export function believableRates(user_id: number, payers: PayerRefs, now: number): (typeof rates.$inferInsert)[] {
  const weekdays = [1, 2, 3, 4, 5];
  const band = (days: number[], from: number, until: number, rate_pence: number) => {
    return { weekdays: days, from_minute: from * 60, until_minute: until * 60, rate_pence };
  };
  const every = [...weekdays, 6, 7];
  const bands = [
    band(every, 0, 7, 25_000),
    ...[band(weekdays, 7, 19, 15_000), band(weekdays, 19, 23, 20_000), band([6, 7], 7, 23, 20_000)],
    band(every, 23, 24, 25_000),
  ];
  const shared = () => {
    return { unique_ref: newRef(), user_id, payer_ref: payers.get(TRUST) ?? null, created_at: now, updated_at: now };
  };
  return [
    { ...shared(), name: "Waiting list initiative", basis: "list", rate_pence: 120_000 },
    { ...shared(), name: "Extra trauma list", basis: "list", rate_pence: 90_000 },
    { ...shared(), name: "Extra shift", basis: "hour", bands },
  ];
}
