import type { BlockedThing } from "./csp-report.server";

/** The id of the request that is at work; set where there is one (`request-note.server.ts`), never in a browser. */
let requestId: () => string | null = () => null;

export function setRequestSource(source: () => string | null): void {
  requestId = source;
}

/**
 * Logs one line for an unexpected error. A failed query has its values in its own message and in its stack: only the
 * message of the innermost cause is logged, with the code locations of the stack.
 */
export function logError(error: unknown): void {
  const bottom = bottomOf(error);
  const places = error instanceof Error ? (error.stack?.match(/^\s+at .+$/gm) ?? []) : [];
  const reason = bottom instanceof Error ? `${bottom.name}: ${bottom.message}` : "not an error object";
  console.error(
    JSON.stringify({
      kind: "error",
      request: requestId(),
      reason: reason.slice(0, 300),
      places: places.slice(0, 12).map((at) => at.trim()),
    }),
  );
}

function bottomOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? bottomOf(error.cause) : error;
}

/** What the operator learns of a request: nothing that was sent with it, neither address nor query, name nor body. */
interface RequestLine {
  id: string;
  route: string | null;
  trips: number;
  rows: number;
  method: string;
  status: number;
  /** From the request to its answer. A Worker's clock stands still while it computes: this is what it waited for. */
  ms: number;
}

/** Logs one line when a matter of whoever runs Daybook begins, and one when it is over. */
export function logMatter(event: "began" | "over", matter: { kind: string; n: number }): void {
  const { kind, n } = matter;
  console.warn(JSON.stringify({ kind: "matter", event, matter: kind, n }));
}

/** An event of security, as it is logged: whoever it names stands under a keyed hash. */
interface SecurityLine {
  request: string;
  event: string;
  subject: string | null;
  about?: string | null;
}

/** Logs one line for an event of security. */
export function logSecurity({ request, event, subject, about }: SecurityLine): void {
  console.log(JSON.stringify({ kind: "security", event, subject, about, request }));
}

/** Logs one line for things of one kind that a browser blocked, and how many they were. */
export function logBlocked([thing, ...others]: readonly BlockedThing[]): void {
  console.warn(JSON.stringify({ kind: "blocked", ...thing, n: others.length + 1 }));
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Logs one line for a request that was answered. */
export function logRequest({ id, method, route, status, trips, rows, ms }: RequestLine): void {
  const known = METHODS.includes(method) ? method : "other";
  console.log(JSON.stringify({ kind: "request", request: id, method: known, route, status, trips, rows, ms }));
}
