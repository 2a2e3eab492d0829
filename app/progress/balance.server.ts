import { lastBegunFirst, type Period, periodOf } from "~/diary/expected/period";
import { dayValuesOf } from "~/diary/leave/day-values";
import type { Figure } from "~/diary/list/figures";
import type { Method } from "~/planning/job-plans/elements";
import { showPa } from "~/planning/job-plans/pa-rules";
import { plansBefore, plansOn } from "~/planning/job-plans/plan-dates";
import { plansOf } from "~/planning/job-plans/queries.server";
import { shownPaUnits } from "~/planning/job-plans/shown-units";
import { type ValuedPlan, valuedPlans } from "~/planning/job-plans/valued-plans.server";
import type { Database } from "~/platform/db/database.server";
import { shortDate } from "~/platform/time/dates";
import { type LondonDate, londonInstant, londonOffsetMs } from "~/platform/time/london";
import type { balanceBatch } from "./balance-batch.server";
import { calculate, type WorkedSession } from "./calculation";
import { carriedInto } from "./carried.server";
import { sumOf } from "./forecast";
import { formatBalance, wordOf } from "./format";
import { balanceOf, weeklyOf } from "./methods";
import { asPlannedOf, doneByElement, expectedInAll, termsOf, uncountedWork, weeksOf } from "./report";
import { isEmpty, isToCome } from "./sentences";
import type { CarriedBalance, Progress, ProgressWord } from "./types";

/** Progress of a plan for a line of figures, in PA units. */
interface PlanBalance extends Progress {
  plan: { unique_ref: string; title: string };
  method: Method;
  /** The last day that is calculated. */
  day: LondonDate;
  weeks: number;
  word: ProgressWord;
  /** `isEmpty`: nothing is logged in the plan yet. `isToCome`: its first day is not over. Neither counts as behind. */
  isEmpty: boolean;
  isToCome: boolean;
}

type AnswersOf<Statements extends readonly { _: { result: unknown } }[]> = {
  [At in keyof Statements]: Statements[At]["_"]["result"];
};
/** Results of the batch; empty for a user without the page of progress. */
type Answers = AnswersOf<ReturnType<typeof balanceBatch>> | readonly never[];

function isNone(answers: Answers): answers is readonly never[] {
  return answers.length === 0;
}

/** What plans of today go on with from plans before them, by their references. */
type Carried = ReadonlyMap<string, readonly CarriedBalance[]>;

/** As `balancesOf`, with the balances of the plans that those of today go on from: they are read where there are any. */
export async function goingBalances(db: Database, userId: number, answers: Answers, today: LondonDate) {
  const [plans = []] = answers;
  const going = plansOn(plans, today).filter((plan) => plansBefore(plans, plan).length > 0);
  if (going.length === 0) return balancesOf(answers, today);
  const all = await plansOf(db, userId);
  const carried = await Promise.all(
    going.map(async (plan) => {
      const terms = { plan, period: periodOf(plan, today), today, measure: "pas" as const, method: null };
      return [plan.unique_ref, await carriedInto(db, userId, all, terms)] as const;
    }),
  );
  return balancesOf(answers, today, new Map(carried));
}

/**
 * Calculates the balance of each plan that contains today, by its own method. The plan that the page of progress shows
 * comes first.
 */
export function balancesOf(answers: Answers, today: LondonDate, before: Carried = new Map()): PlanBalance[] {
  if (isNone(answers)) return [];
  const [plans, elements, times, local, leave, years, [settings], done, untagged] = answers;
  const valued = valuedPlans(plans.toSorted(lastBegunFirst), elements, times);
  const values = dayValuesOf(valued, local);
  return plansOn(valued, today).map((plan) => {
    const period = periodOf(plan, today);
    const calculation = calculate({
      ...{ plan, plans: valued, period, today, local, leave, values },
      leaveTerms: { settings, years },
      sessions: [...done, ...untagged.filter(({ plan_ref }) => plan_ref === plan.unique_ref)].map((sum) =>
        sessionOfSum(sum, plan, period),
      ),
      method: plan.method,
      measure: "pas",
      part: { category: null, element: null },
      carried: before.get(plan.unique_ref) ?? [],
    });
    const { elements, sessions, day, method } = calculation;
    const atDay = balanceOf(method, termsOf(calculation));
    // Rounded as on the page of progress, see `shownReport`.
    const opening = shownPaUnits(calculation.opening);
    const [expected, credit] = [sumOf(atDay.expected), sumOf(atDay.credit)].map(shownPaUnits) as [number, number];
    const past = sessions.filter(({ date }) => date <= day);
    const total = {
      expected,
      credit,
      done: shownPaUnits(sumOf(doneByElement(elements, past))),
      weekly: shownPaUnits(sumOf(elements.map(weeklyOf))),
    };
    const asPlanned = shownPaUnits(asPlannedOf(past));
    const balance = opening + total.done + credit - expected;
    const { extra, untagged: bare } = uncountedWork(calculation, past);
    return {
      isEmpty: isEmpty({ total, opening, extra, untagged: bare, asPlanned }),
      isToCome: isToCome(calculation),
      ...{ plan: { unique_ref: plan.unique_ref, title: plan.title }, ...total, balance, method, day },
      weeks: weeksOf(balance, total.weekly),
      word: wordOf(balance, expectedInAll(expected, calculation.carried), plan.tolerance_percent),
    };
  });
}

/** All work for an element, or without an element, as one session on the period's first day. */
function sessionOfSum(
  { element_ref, since, in_hour }: { element_ref: string | null; since: number; in_hour: number },
  { pa_rules }: ValuedPlan,
  { begins }: Period,
): WorkedSession {
  const start_at = londonInstant(begins);
  return {
    ...{ unique_ref: element_ref ?? "", element_ref, start_at },
    pa_units: since + (londonOffsetMs(start_at) > 0 ? in_hour : 0),
    ...{ pa_basis: "fixed", standard_minutes: 0, premium_minutes: 0 },
    standard_minutes_per_pa: pa_rules.standard_minutes_per_pa,
  };
}

/** The balance of each plan as a figure of the figures strip, with a link to its page of progress. */
export function balanceFigures(balances: readonly PlanBalance[]): Figure[] {
  const isOnly = balances.length === 1;
  return balances.map((each) => {
    const { plan, balance, weeks, word } = each;
    const words = formatBalance(balance, weeks, "pas");
    const isSilent = each.isEmpty || each.isToCome;
    const side = isSilent || words === null ? "balance" : words.side;
    return {
      label: isOnly ? "Plan to date" : plan.title,
      // With several plans the short words would not say which plan is meant.
      short: isOnly ? capital(side) : null,
      value: showPa(isSilent ? 0 : Math.abs(balance)),
      more: isSilent ? "PA" : moreOf(word, words?.side),
      beside: [formatBalanceNote(each, words?.about ?? null)],
      to: isOnly ? "/progress/" : `/progress/?plan=${plan.unique_ref}`,
      warns: !isSilent && word.endsWith("behind"),
    };
  });
}

function moreOf(word: PlanBalance["word"], side: string | undefined): string {
  if (side === undefined) return "PA, as planned";
  return `PA ${word === "on track" ? side : word}`;
}

function formatBalanceNote({ isEmpty, isToCome, word, day }: PlanBalance, about: string | null): string {
  // As on the page of progress: a plan that has not begun, or in which nothing is logged, is not behind.
  if (isToCome) return "Nothing is expected before its first day is over";
  if (isEmpty) return "Nothing logged in this plan yet";
  const state = word === "on track" ? "On track" : capital(about);
  return [state, `to ${shortDate(day, false)}`].filter(Boolean).join(", ");
}

function capital(words: string | null): string | null {
  return words && `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
