/** One line a request, for the keeper: no query text, no names, no bodies. References in paths are cut. */
export function logRequest(request: Request, status: number, milliseconds: number): void {
  const path = new URL(request.url).pathname.replace(/[\w-]{22,}/g, ":ref");
  console.log(JSON.stringify({ kind: "request", method: request.method, path, status, milliseconds }));
}
