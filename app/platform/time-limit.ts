/** What was asked may have been done all the same. */
export class TimeLimitError extends Error {
  constructor() {
    super("No answer in time");
  }
}

/**
 * The answer of something outside that may never answer.
 * @throws TimeLimitError for what takes longer: it goes on, and nobody waits for it
 */
export async function withTimeLimit<Answer>(asked: PromiseLike<Answer>, limitMs: number): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeLimitError()), limitMs);
  });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
