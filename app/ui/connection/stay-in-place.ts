import { referenceIn } from "../layout/failure";
import { connection, type Results, WAITING, type Waiting } from "./connection";

/**
 * The form that was answered last, before its page's data are loaded again: it came back, or it was taken. Known by its
 * address, since the router gives the second request a signal of its own.
 */
let answered: { url: string; as: "form" | "next" } | null = null;
/** True when the last form was answered by a redirect. */
let wasRedirected = false;
/** Tells the user that the pending navigation came to nothing: there is no connection, or the server failed. */
let report = (_failed?: "failed") => {};
/**
 * On a device that keeps what cannot be sent, hospital Wi-Fi that leads nowhere counts as no connection after this: what is
 * typed is kept before its user gives up. An answer that comes after all counts.
 */
const PATIENCE_MS = 10_000;
/** True when the code of a page could not be loaded: React Router would wait for it until a document is loaded. */
let lacksCode = false;

/**
 * Without an answer, and where the server failed to save a form, the navigation stays pending: the page in front stays as
 * it is, with all that was typed in it, and so does the browser's history. Another attempt or another navigation aborts it.
 */
export async function stayInPlace({ request }: { request: Request }, next: () => Promise<Results>): Promise<void> {
  const { signal } = request;
  const posts = request.method === "POST";
  const reloaded = answered?.url === request.url ? answered.as : null;
  const waiting = posts ? "form" : (reloaded ?? (wasRedirected ? "next" : "page"));
  wasRedirected = false;
  answered = null;
  const tell: typeof report = (failed) => {
    if (signal.aborted) return;
    setWaiting(failed ?? waiting);
    signal.addEventListener("abort", () => setWaiting(null), { once: true });
  };
  report = tell;
  const mayBeKept = !!connection.keep && new URL(request.url).pathname.startsWith("/logbook/");
  let isSlow = false;
  const timer = setTimeout(() => {
    isSlow = mayBeKept;
    if (isSlow) tell();
  }, PATIENCE_MS);
  const results = Object.values(await (lacksCode ? asDocument(request) : next()));
  clearTimeout(timer);
  if (signal.aborted) return;
  const errors = results.filter(({ type }) => type === "error").map(({ result }) => result as Thrown);
  const isFailed = waiting === "form" && errors.some(hasFailed);
  if (isFailed || errors.some(isLost)) {
    connection.reference = errors.map(({ data }) => referenceIn(data)).find(Boolean);
    report(errors.some(isLost) ? undefined : "failed");
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    return;
  }
  if (isSlow) setWaiting(null);
  if (posts) {
    wasRedirected = results.some(({ result }) => result instanceof Response);
    connection.cameBack = results.some(({ result }) => showsForm(result));
    connection.isComplete = connection.cameBack && !results.some(({ result }) => lacksData(result));
    if (!wasRedirected) answered = { url: request.url, as: connection.cameBack || errors.length > 0 ? "form" : "next" };
    if (isSaved(results)) {
      connection.saved = location.pathname + location.search;
      if (connection.sent) connection.drop?.(request.url, new FormData(connection.sent.form));
    }
    connection.sent = undefined;
  }
}

function setWaiting(waiting: Waiting | null): void {
  connection.waiting = waiting;
  dispatchEvent(new Event(WAITING));
}

/** An error of this script, or what the server answered in place of data. */
interface Thrown {
  status?: number;
  data?: unknown;
}

/**
 * True when there was no usable answer: no answer at all is a TypeError; one that broke off, or that is not Daybook's,
 * is an error with a cause.
 */
function isLost(thrown: Thrown): boolean {
  const error = thrown.data ?? thrown;
  return error instanceof TypeError || (error instanceof Error && error.cause !== undefined);
}

/** True for an error of the server, or of this script: neither a redirect nor a refusal in words (503 is one). */
function hasFailed({ status }: Thrown): boolean {
  return status === undefined || (status >= 500 && status !== 503);
}

/** The pages to which the guards lead in place of a save. */
const TURNED_AWAY = /^\/(?:$|login\/|suspended\/|terms\/|account\/(?:confirm|two_factor)\/)/;

/** True for the answer to a form whose answers the server has now: with a login that had ended it has none of them. */
function isSaved(results: readonly { type: string; result: unknown }[]): boolean {
  const redirect = results.map(({ result }) => result).find((result) => result instanceof Response);
  if (!redirect) return !connection.cameBack && results.every(({ type }) => type !== "error");
  return !TURNED_AWAY.test(new URL(redirect.headers.get("Location") ?? "/", location.href).pathname);
}

/** True for an answer that shows a form again: every page receives it as `form`. */
function showsForm(result: unknown): boolean {
  const answer = (result as { data?: unknown } | null)?.data ?? result;
  return (answer as { form?: unknown } | null)?.form !== undefined;
}

/**
 * True for a form that came back and needs the page's data before it may be sent again: what is saved now, which the user
 * has not seen yet, or another bot check, whose tokens are valid once.
 */
function lacksData(result: unknown): boolean {
  const { status } = (result as { init?: ResponseInit | null } | null)?.init ?? {};
  return status === 409 || !!connection.sent?.form.querySelector("[name^=turnstile]");
}

/** Opens the address as a document, like a browser without script, once the server answers. */
async function asDocument(request: Request): Promise<Results> {
  try {
    await fetch("/favicon.svg", { method: "HEAD", cache: "no-store" });
  } catch (result) {
    return { root: { type: "error", result } };
  }
  if (request.method === "POST") {
    const form = document.createElement("form");
    form.method = "post";
    form.action = request.url;
    for (const [name, value] of await request.formData()) {
      const input = document.createElement("input");
      input.type = "hidden";
      input.name = name;
      input.value = String(value);
      form.appendChild(input);
    }
    document.body.appendChild(form);
    form.submit();
  } else window.location.assign(request.url);
  return new Promise(() => {});
}

/**
 * Prevents React Router from reloading the document when the code of a page cannot be loaded. Without a connection that
 * would show the browser's own error page, and lose what was typed.
 * @returns removes the listener
 */
export function refuseReloads(): () => void {
  const refuse = (event: NavigateEvent) => {
    if (event.navigationType !== "reload" || event.userInitiated || navigator.onLine) return;
    event.preventDefault();
    lacksCode = true;
    report();
  };
  window.navigation?.addEventListener("navigate", refuse);
  return () => window.navigation?.removeEventListener("navigate", refuse);
}
