import type { WorkKind } from "~/diary/fees/kinds";
import { addDays, type LondonDate, mondayOf } from "~/platform/time/london";
import type { ElementKey } from "./believable-plan.server";

export const TRUST = "County Hospitals NHS Trust";
export const INSURER = "Riverside Health";
export const PATIENTS = "Self-paying patients";

/** A fee, and what became of it: days from the work to the timesheet, and from there to the money. */
export interface Fate {
  amount_pence: number;
  payer: string;
  kind: WorkKind;
  codes?: string;
  claimedAfterDays?: number;
  paidAfterDays?: number;
}

/** Extra work on a Saturday. */
interface Extra {
  /** From there to the Monday of the running week. */
  daysBefore: number;
  element: ElementKey;
  /** Of the session; null where its cases are paid one by one. */
  fee: Fate | null;
  caseFees: readonly Fate[];
}

function extra(daysBefore: number, element: ElementKey, fee: Fate): Extra {
  return { daysBefore, element, fee, caseFees: [] };
}

const WLI = { amount_pence: 120_000, payer: TRUST, kind: "wli" } as const;

/** Newest first: on 21 November 2026 the Saturdays are 7 November, 31 October, 19 September, 11 July, 16 May, 28 March. */
const EXTRAS: readonly Extra[] = [
  {
    daysBefore: 9,
    element: "private_list",
    fee: null,
    caseFees: [
      { amount_pence: 31_000, payer: INSURER, kind: "private", codes: "W8500", claimedAfterDays: 2 },
      { amount_pence: 26_000, payer: PATIENTS, kind: "private", codes: "W3712" },
    ],
  },
  extra(16, "wli", WLI),
  extra(58, "wli", { ...WLI, claimedAfterDays: 6 }),
  extra(128, "extra_trauma", { amount_pence: 90_000, payer: TRUST, kind: "trauma", claimedAfterDays: 4 }),
  extra(184, "wli", { ...WLI, claimedAfterDays: 4, paidAfterDays: 39 }),
  extra(233, "wli", { ...WLI, claimedAfterDays: 5, paidAfterDays: 26 }),
];

/** The extra work of a day, of which the fees are. */
export function extraOn(date: LondonDate, today: LondonDate): Extra | undefined {
  return EXTRAS.find(({ daysBefore }) => date === addDays(mondayOf(today), -daysBefore));
}
