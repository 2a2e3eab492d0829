import { AsyncLocalStorage } from "node:async_hooks";
import { setTodaySource } from "./dates";
import type { LondonDate } from "./london";

const days = new AsyncLocalStorage<LondonDate>();
setTodaySource(() => days.getStore() ?? null);

/** Runs `work`: a date without a year that is read in it means the one nearest to `today`. */
export function withToday<Result>(today: LondonDate, work: () => Result): Result {
  return days.run(today, work);
}
