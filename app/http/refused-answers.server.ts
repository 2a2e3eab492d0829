import { AsyncLocalStorage } from "node:async_hooks";

interface Refused {
  /** Said to the form as a whole. */
  words: string;
  /** Answers that are taken all the same. */
  unless: (payload: unknown) => boolean;
}

const refused = new AsyncLocalStorage<Refused>();

/** Whatever `readAnswers` reads within `work` is refused in these words: the page comes back with every answer. */
export function refusingAnswers<Result>(words: string, unless: Refused["unless"], work: () => Result): Result {
  return refused.run({ words, unless }, work);
}

/** The words for a payload that is refused in the request at work; null as a rule. */
export function refusalOfAnswers(payload: unknown): string | null {
  const said = refused.getStore();
  return said && !said.unless(payload) ? said.words : null;
}
