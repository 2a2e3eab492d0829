import type { Figure } from "~/diary/sessions/figures";
import { showPa } from "~/planning/job-plans/pa-rules";
import { shortDate } from "~/platform/time/dates";
import type { PlanBalance } from "./balance.server";
import { formatBalance } from "./format";

/** How each plan stands, as an answer of the figures strip that leads to its page of progress. */
export function balanceFigures(balances: readonly PlanBalance[]): Figure[] {
  const isOnly = balances.length === 1;
  return balances.map((each) => {
    const { plan, balance, weeks, word } = each;
    const words = formatBalance(balance, weeks, "pas");
    const isSilent = each.isEmpty || each.isToCome;
    const side = isSilent || words === null ? "balance" : words.side;
    return {
      label: isOnly ? "Plan to date" : plan.title,
      // Of several plans the short words would not say which.
      short: isOnly ? capital(side) : null,
      value: showPa(isSilent ? 0 : Math.abs(balance)),
      more: isSilent ? "PA" : moreOf(word, words?.side),
      beside: [besideOf(each, words?.about ?? null)],
      to: isOnly ? "/progress/" : `/progress/?plan=${plan.unique_ref}`,
      warns: !isSilent && word.endsWith("behind"),
    };
  });
}

function moreOf(word: PlanBalance["word"], side: string | undefined): string {
  if (side === undefined) return "PA, as planned";
  return `PA ${word === "on track" ? side : word}`;
}

function besideOf({ isEmpty, isToCome, word, day }: PlanBalance, about: string | null): string {
  // As the page of progress has it: a plan that has not begun, and a diary that has not, are not behind.
  if (isToCome) return "Nothing is expected before its first day is over";
  if (isEmpty) return "Nothing logged in this plan yet";
  const formatValue = word === "on track" ? "On track" : capital(about);
  return [formatValue, `to ${shortDate(day, false)}`].filter(Boolean).join(", ");
}

function capital(words: string | null): string | null {
  return words && `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
