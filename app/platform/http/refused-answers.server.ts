import { AsyncLocalStorage } from "node:async_hooks";

type AskWhy = () => Promise<string | null>;

const asked = new AsyncLocalStorage<AskWhy>();

/**
 * Whatever `readAnswers` reads within `work`, and takes room, is refused in the words that `askWhy` has for it: the page
 * comes back with every answer. It is asked once, and only where there is something to refuse.
 */
export function refusingAnswers<Result>(askWhy: AskWhy, work: () => Result): Result {
  let why: Promise<string | null> | undefined;
  return asked.run(() => {
    why ??= askWhy();
    return why;
  }, work);
}

/** The words for answers that take room, in the request at work; null as a rule. */
export async function refusalOfRoom(): Promise<string | null> {
  return (await asked.getStore()?.()) ?? null;
}
