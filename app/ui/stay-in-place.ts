import { connection, type Results, setWaiting } from "./connection";

/** By the signal of their navigation: those whose form had its answer, before the page's data were asked for anew. */
const answered = new WeakSet<AbortSignal>();
/** A form was taken, and its answer leads elsewhere. */
let ledOn = false;

/**
 * When no answer comes, the navigation goes no further: the page in front stays as it is, with all that was typed in
 * it, and so does the browser's history. Another attempt, or another way that the user takes, puts an end to it.
 */
export async function stayInPlace({ request }: { request: Request }, next: () => Promise<Results>): Promise<void> {
  const { signal } = request;
  const posts = request.method === "POST";
  const isNext = ledOn;
  ledOn = false;
  const results = Object.values(await next());
  if (!signal.aborted && results.some(({ type, result }) => type === "error" && isLost(result))) {
    setWaiting(posts || answered.has(signal) ? "form" : isNext ? "next" : "page");
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    setWaiting(null);
  } else if (posts) {
    answered.add(signal);
    ledOn = results.some(({ result }) => result instanceof Response);
    connection.sent = undefined;
  }
}

/** No answer at all is a TypeError; one that broke off, or that is not Daybook's, is an error with a cause. */
function isLost(result: unknown): boolean {
  const error = (result as { data?: unknown } | null)?.data ?? result;
  return error instanceof TypeError || (error instanceof Error && error.cause !== undefined);
}
