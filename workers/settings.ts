/** True in a build for one's own machine (`npm start`, tests). Vite puts the literal in, so other builds drop the code. */
declare const __LOCAL_BUILD__: boolean;

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Where a Worker must not run, and how it must not be asked. A shipped one refuses a shifted clock, and plain
 * http: a page is sent on to https, anything else is refused. A local build, which lets anybody in by
 * `/dev/`, answers on this machine alone.
 * @returns the answer to give in place of a page; null when all is well.
 */
export function refusePlace(request: Request, env: Env, isLocal = __LOCAL_BUILD__): Response | null {
  const url = new URL(request.url);
  if (isLocal) {
    return LOOPBACK.includes(url.hostname)
      ? null
      : new Response("A local build answers on this machine only", { status: 403 });
  }
  refuseLocalSettings(env, isLocal);
  if (url.protocol === "https:") return null;
  url.protocol = "https:";
  const isPage = request.method === "GET" || request.method === "HEAD";
  return isPage ? Response.redirect(url.href, 301) : new Response("Use https", { status: 403 });
}

/** A shipped Worker must never run on a shifted clock. */
export function refuseLocalSettings(env: Env, isLocal = __LOCAL_BUILD__): void {
  if (!isLocal && "CLOCK_OFFSET_MS" in env) {
    throw new Error("Local settings in a production build: remove CLOCK_OFFSET_MS");
  }
}

/** Milliseconds since the epoch. A local clock may be shifted, so that seeded work and tests have a day of their own. */
export function readClock(env: Env): number {
  const offsetMs = __LOCAL_BUILD__ ? Number((env as { CLOCK_OFFSET_MS?: string }).CLOCK_OFFSET_MS ?? 0) : 0;
  return Date.now() + offsetMs;
}
