import { connection, type Results, setWaiting } from "./connection";

/** Code of a page did not come: React Router would wait for it until the document is loaded anew. */
let lacksCode = false;

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
  const load = lacksCode && !posts ? () => asDocument(request.url) : next;
  const results = Object.values(await load());
  if (!signal.aborted && results.some(({ type, result }) => type === "error" && isLost(result))) {
    setWaiting(posts || answered.has(signal) ? "form" : isNext ? "next" : "page");
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    setWaiting(null);
  } else if (posts) {
    answered.add(signal);
    const leads = results.find(({ result }) => result instanceof Response)?.result as Response | undefined;
    ledOn = leads !== undefined;
    connection.sent = undefined;
    if (leads && lacksCode) window.location.assign(leads.headers.get("Location") ?? "");
  }
}

/** Loads a page as a browser does without script, once the server answers. */
async function asDocument(url: string): Promise<Results> {
  try {
    await fetch("/favicon.svg", { method: "HEAD", cache: "no-store" });
    window.location.assign(url);
    return new Promise(() => {});
  } catch (result) {
    return { root: { type: "error", result } };
  }
}

/**
 * React Router reloads the document when the code of a page does not come. Without a connection that would leave the
 * browser's own error page, and nothing of what was typed.
 * @returns an end to it.
 */
export function refuseReloads(): () => void {
  const refuse = (event: NavigateEvent) => {
    if (event.navigationType !== "reload" || event.userInitiated || navigator.onLine) return;
    event.preventDefault();
    lacksCode = true;
  };
  window.navigation?.addEventListener("navigate", refuse);
  return () => window.navigation?.removeEventListener("navigate", refuse);
}

/** No answer at all is a TypeError; one that broke off, or that is not Daybook's, is an error with a cause. */
function isLost(result: unknown): boolean {
  const error = (result as { data?: unknown } | null)?.data ?? result;
  return error instanceof TypeError || (error instanceof Error && error.cause !== undefined);
}
