import { CATEGORIES } from "~/planning/job-plans/elements";
import { addDays, type LondonDate, mondayOf } from "~/platform/time/london";
import type { BarsBy } from "./choice";
import { sumOf } from "./forecast";
import { runningTotals } from "./methods";
import { daysOf } from "./period";
import { type Calculation, doneByElement, termsOf } from "./report";
import type { ProgressBar } from "./types";

/** The weeks or months of a period, the first and last cut to it; what is done and extra up to its day. */
export function progressBars(calculation: Calculation, step: BarsBy): ProgressBar[] {
  const { days, elements, sessions, day, method, period } = calculation;
  const { expected } = runningTotals(method, termsOf(calculation));
  const past = sessions.filter(({ date }) => date <= day);
  return stretchesOf(period, step).map(({ begins, ends, from, until }) => {
    const own = past.filter(({ date }) => date >= begins && date <= ends);
    const done = doneByElement(elements, own);
    return {
      begins,
      ends,
      done: CATEGORIES.map((category) => ({
        category,
        amount: sumOf(done.filter((_, at) => elements[at]?.category === category)),
      })).filter(({ amount }) => amount !== 0),
      extra: sumOf(own.filter(({ counts_to_balance }) => counts_to_balance === false).map(({ units }) => units)),
      leave: sumOf(days.slice(from, until).flatMap(({ off }) => off)),
      expected: sumOf(expected[until]) - sumOf(expected[from]),
    };
  });
}

/** With the places of their days: `from` the first, `until` after the last. */
function stretchesOf({ begins, ends }: Calculation["period"], step: BarsBy) {
  const stretches: { begins: LondonDate; ends: LondonDate; from: number; until: number }[] = [];
  let from = 0;
  for (let first = begins; first <= ends; ) {
    const wholeEnds = step === "week" ? addDays(mondayOf(first), 6) : lastOfMonth(first);
    const last = wholeEnds < ends ? wholeEnds : ends;
    const until = from + daysOf({ begins: first, ends: last });
    stretches.push({ begins: first, ends: last, from, until });
    first = addDays(last, 1);
    from = until;
  }
  return stretches;
}

function lastOfMonth(date: LondonDate): LondonDate {
  const nextMonth = addDays(`${date.slice(0, 7)}-28`, 4);
  return addDays(`${nextMonth.slice(0, 7)}-01`, -1);
}
