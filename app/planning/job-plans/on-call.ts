/** A: usually returns at once, or does work as complex as on site; B: gives advice by telephone, or returns later. */
export const ON_CALL_CATEGORIES = ["A", "B"] as const;
export type OnCallCategory = (typeof ON_CALL_CATEGORIES)[number];

/** The rarest frequency of a rota: one day in so many. */
export const MOST_ON_CALL = 52;

/** How often an element is on call, and in which category of the availability supplement. */
export interface OnCall {
  on_call_one_in: number | null;
  on_call_category: OnCallCategory | null;
}

export const NOT_ON_CALL: OnCall = { on_call_one_in: null, on_call_category: null };

/** The frequencies of a rota by the most consultants on it, with percentages of full-time basic salary. */
const FREQUENCIES = [
  { name: "high", most: 4, percent: { A: 8, B: 3 } },
  { name: "medium", most: 8, percent: { A: 5, B: 2 } },
  { name: "low", most: MOST_ON_CALL, percent: { A: 3, B: 1 } },
] as const;

/** The availability supplement of the 2003 contract for a rota of one day in so many; null until both are known. */
export function supplementOf({ on_call_one_in, on_call_category }: OnCall) {
  const frequency = FREQUENCIES.find(({ most }) => on_call_one_in && on_call_one_in <= most);
  if (!frequency || on_call_category === null) return null;
  return { frequency: frequency.name, percent: frequency.percent[on_call_category] };
}

/** `1 in 6, category A: medium frequency, availability supplement usually 5%`; null when the element has no frequency. */
export function formatOnCall(onCall: OnCall): string | null {
  const supplement = supplementOf(onCall);
  if (!supplement) return null;
  const { frequency, percent } = supplement;
  return `1 in ${onCall.on_call_one_in}, category ${onCall.on_call_category}: ${frequency} frequency, availability supplement usually ${percent}%`;
}
