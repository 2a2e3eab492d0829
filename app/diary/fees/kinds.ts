import { ownValue } from "~/platform/http/own-value";
import type { LondonDate } from "~/platform/time/london";

/** The codes of extra paid work, with their labels. */

export const BASES = {
  fixed: "Fixed amount",
  hour: "Per hour",
  list: "Per list or session",
  pa: "Per PA",
  case: "Per case",
} as const;
export type Basis = keyof typeof BASES;

export const WORK_KINDS = {
  wli: "Waiting list initiative",
  extra_list: "Extra list",
  trauma: "Trauma list",
  locum: "Locum",
  resident_on_call: "Resident on-call",
  private: "Private list",
  medico_legal: "Medico-legal work",
  other: "Other work",
} as const;
export type WorkKind = keyof typeof WORK_KINDS;

/** The kind of work outside the plan that a session has in place of an element's reference; null for any other. */
export function workKind(tag: string): WorkKind | null {
  return Object.hasOwn(WORK_KINDS, tag) ? (tag as WorkKind) : null;
}

/** The kind of extra work in words; empty for none. */
export function formatWorkKind(kind: string | null): string {
  return kind === null ? "" : (ownValue(WORK_KINDS, kind) ?? kind);
}

export const PAYER_KINDS = {
  trust: "Trust",
  insurer: "Insurer",
  patient: "Patient",
  group: "Group practice",
  other: "Other",
} as const;
export type PayerKind = keyof typeof PAYER_KINDS;

/** Which date decides the tax year of a fee. */
export const TAX_BASES = { work: "Date of the work", claim: "Date of the claim", paid: "Date of payment" } as const;
export type TaxBasis = keyof typeof TAX_BASES;

/** A time of day on some weekdays with one price per hour. `until_minute` is at most 1440: a night is two bands. */
export interface RateBand {
  /** ISO weekdays, 1 Monday to 7 Sunday. */
  weekdays: number[];
  from_minute: number;
  until_minute: number;
  /** Pence per hour. */
  rate_pence: number;
}

/** The tax year that contains a date: 6 April to 5 April. */
export function taxYearOf(date: LondonDate): { begins: LondonDate; ends: LondonDate; name: string } {
  const year = Number(date.slice(0, 4));
  const first = date.slice(5) >= "04-06" ? year : year - 1;
  const name = `${first}/${String((first + 1) % 100).padStart(2, "0")}`;
  return { begins: `${first}-04-06`, ends: `${first + 1}-04-05`, name };
}

/** The key of a payer's name: names that differ only in case or in spaces have the same key. */
export function payerKey(name: string): string {
  return foldSpaces(name).toLowerCase();
}

/** A name as it is stored: one space between words. */
export function foldSpaces(name: string): string {
  return name.trim().replace(/\s+/g, " ");
}
