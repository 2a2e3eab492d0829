import { showPa } from "~/job-plans/pa-rules";
import type { Figure } from "~/sessions/figures";
import { shortDate } from "~/time/dates";
import type { PlanBalance } from "./balance.server";

/** How each plan stands, as an answer of the figures strip that leads to its page of progress. */
export function balanceFigures(balances: readonly PlanBalance[]): Figure[] {
  const isOnly = balances.length === 1;
  return balances.map(({ plan, balance, weeks, word, day }) => {
    const value = showPa(Math.abs(balance));
    const isEven = !/[1-9]/.test(value);
    const side = balance < 0 ? "behind" : "ahead";
    const about = Math.abs(weeks).toFixed(1);
    const inWords = word === "on track" ? "On track" : `About ${about} ${about === "1.0" ? "week" : "weeks"}`;
    return {
      label: isOnly ? "Plan to date" : plan.title,
      // Of several plans the short words would not say which.
      short: isOnly ? (isEven ? "Balance" : `${side.charAt(0).toUpperCase()}${side.slice(1)}`) : null,
      value,
      more: isEven ? "PA, as planned" : `PA ${word === "on track" ? side : word}`,
      beside: [`${inWords}, to ${shortDate(day, false)}`],
      to: isOnly ? "/progress/" : `/progress/?plan=${plan.unique_ref}`,
      warns: word.endsWith("behind"),
    };
  });
}
