import { vi } from "vitest";
import { openDatabase } from "~/platform/db/database.server";

/** A database that gives this answer, or none, to whatever it is asked. */
export function hangingDatabase(answer: () => Promise<never>) {
  const statement: object = { bind: () => statement, all: answer, run: answer, raw: answer, first: answer };
  return openDatabase({ prepare: () => statement, batch: answer } as unknown as D1Database);
}

/** What the code sets time limits to, from now until the end of the test, and how many have run out. */
export function watchTimeLimits() {
  const limits = { setMs: new Set<number | undefined>(), runOut: 0 };
  const begin = globalThis.setTimeout;
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((act: () => void, ms?: number) => {
    limits.setMs.add(ms);
    return begin(() => {
      limits.runOut += 1;
      act();
    }, ms);
  }) as unknown as typeof setTimeout);
  return limits;
}
