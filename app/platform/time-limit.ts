/**
 * The answer of something outside that may never answer.
 * @throws Error for what takes longer: it goes on, and nobody waits for it
 */
export async function withTimeLimit<Answer>(asked: PromiseLike<Answer>, limitMs: number): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("No answer in time")), limitMs);
  });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
