/**
 * Logs one line for an unexpected error. A failed query has its values in its own message and in its stack: only the
 * message of the innermost cause is logged, with the code locations of the stack.
 */
export function logError(error: unknown): void {
  const bottom = bottomOf(error);
  const places = error instanceof Error ? (error.stack?.match(/^\s+at .+$/gm) ?? []) : [];
  const reason = bottom instanceof Error ? `${bottom.name}: ${bottom.message}` : "not an error object";
  console.error(
    JSON.stringify({ kind: "error", reason: reason.slice(0, 300), places: places.slice(0, 12).map((at) => at.trim()) }),
  );
}

function bottomOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? bottomOf(error.cause) : error;
}

/**
 * Logs one line per request, for the operator: no query text, no names, no bodies. References in paths are replaced.
 */
export function logRequest(request: Request, status: number, milliseconds: number): void {
  const path = new URL(request.url).pathname.replace(/[\w-]{22,}/g, ":ref");
  console.log(JSON.stringify({ kind: "request", method: request.method, path, status, milliseconds }));
}
