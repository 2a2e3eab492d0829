import { AsyncLocalStorage } from "node:async_hooks";
import { askServerForToday } from "./dates";
import type { LondonDate } from "./london";

const days = new AsyncLocalStorage<LondonDate>();
askServerForToday(() => days.getStore() ?? null);

/** Whatever date is read within `work` without its year is that which is nearest to `today`. */
export function readingOn<Result>(today: LondonDate, work: () => Result): Result {
  return days.run(today, work);
}
