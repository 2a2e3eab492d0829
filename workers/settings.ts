import { ADMIN_LEVEL } from "~/account/levels";
import type { Site } from "~/platform/context";

/** True in a build for one's own machine (`npm start`, tests). Vite puts the literal in, so other builds drop the code. */
declare const __LOCAL_BUILD__: boolean;

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Where a Worker must not run, and how it must not be asked. A shipped one refuses local settings, and whatever is
 * not sent to its own origin, be it plain http or another host: a page is sent on, anything else is refused. A local build, which lets anybody in by
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
  if (url.origin === env.APP_ORIGIN) return null;
  const isPage = request.method === "GET" || request.method === "HEAD";
  // Never the host that the request names: it may be anybody's.
  return isPage
    ? Response.redirect(new URL(`${url.pathname}${url.search}`.replace(/^\/+/, "/"), env.APP_ORIGIN).href, 301)
    : new Response(`Use ${env.APP_ORIGIN}`, { status: 403 });
}

/** A shipped Worker must never run on settings of a local world. */
export function refuseLocalSettings(env: Env, isLocal = __LOCAL_BUILD__): void {
  if (isLocal) return;
  if ("CLOCK_OFFSET_MS" in env) throw new Error("Local settings in a production build: remove CLOCK_OFFSET_MS");
  if (!env.APP_ORIGIN.startsWith("https://")) throw new Error("APP_ORIGIN must begin with https:// in production");
  for (const name of ["CONTROLLER", "CONTACT_EMAIL"] as const) {
    if (!env[name]?.trim())
      throw new Error(`${name} must say who answers for this Daybook: the privacy notice names them`);
  }
  for (const name of ["TURNSTILE_SITE_KEY", "TURNSTILE_SECRET"] as const) {
    if (!env[name]?.trim() || NO_REAL_KEY.test(env[name])) throw new Error(`${name} is not a key of Cloudflare's`);
  }
  for (const name of ["TURNSTILE_SCRIPT_URL", "TURNSTILE_VERIFY_URL"] as const) {
    if (!env[name]?.startsWith(TURNSTILE)) throw new Error(`${name} must begin with ${TURNSTILE} in production`);
  }
}

const TURNSTILE = "https://challenges.cloudflare.com/";
/** Keys of a local world, and Cloudflare's own for tests: a secret of theirs takes any token. */
const NO_REAL_KEY = /^(local-|[123]x0{10})/;

export function readSite(env: Env): Site {
  return {
    origin: env.APP_ORIGIN,
    turnstile: {
      siteKey: env.TURNSTILE_SITE_KEY,
      secret: env.TURNSTILE_SECRET,
      scriptUrl: env.TURNSTILE_SCRIPT_URL,
      verifyUrl: env.TURNSTILE_VERIFY_URL,
    },
    keeper: { controller: env.CONTROLLER, contact: env.CONTACT_EMAIL },
    csvImportMinLevel: readLevel(env.CSV_IMPORT_MIN_LEVEL),
  };
}

/** What is no level lets nobody in but the administrator. */
function readLevel(setting: string | undefined): number {
  const level = Number(setting);
  return Number.isInteger(level) && level >= 1 && level <= ADMIN_LEVEL ? level : ADMIN_LEVEL;
}

/** Milliseconds since the epoch. A local clock may be shifted, so that seeded work and tests have a day of their own. */
export function readClock(env: Env): number {
  const offsetMs = __LOCAL_BUILD__ ? Number((env as { CLOCK_OFFSET_MS?: string }).CLOCK_OFFSET_MS ?? 0) : 0;
  return Date.now() + offsetMs;
}
