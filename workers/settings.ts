import { ADMIN_LEVEL } from "~/account/levels";
import type { Site } from "~/platform/context";
import { machineNow } from "~/platform/time/clock";
import { readRegions } from "./regions";

/**
 * True in a build for the local machine (`npm start`, tests). Vite inserts the literal, so that other builds drop the
 * code.
 */
declare const __LOCAL_BUILD__: boolean;

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Addresses that programs ask: the JSON calls, and the calendar feed, whose address is a secret. */
const FOR_PROGRAMS = /^\/+(?:api|calendar)\//i;

/**
 * Checks that the Worker may run with its settings and may answer a request. A shipped Worker refuses local settings,
 * and requests that are not sent to its own origin, be it by plain http or to another host: a page is redirected there,
 * any other request is refused, a call and the calendar feed too. A local build, in which `/dev/` lets anybody in, answers on this machine only.
 * @returns the response to give in place of a page; null when the request may be answered
 * @throws Error for a shipped Worker with local settings
 */
export function refuseRequest(request: Request, env: Env, isLocal = __LOCAL_BUILD__): Response | null {
  const url = new URL(request.url);
  if (isLocal) {
    return LOOPBACK.includes(url.hostname)
      ? null
      : new Response("A local build answers on this machine only", { status: 403 });
  }
  refuseLocalSettings(env, isLocal);
  if (url.origin === env.APP_ORIGIN) return null;
  // A program that calls over plain http must not go on doing so unnoticed: only a person's browser is led on.
  const isPage = (request.method === "GET" || request.method === "HEAD") && !FOR_PROGRAMS.test(url.pathname);
  // Never to the host of the request: it may be anybody's.
  return isPage
    ? Response.redirect(new URL(`${url.pathname}${url.search}`.replace(/^\/+/, "/"), env.APP_ORIGIN).href, 301)
    : new Response(`Use ${env.APP_ORIGIN}`, { status: 403 });
}

/** Throws if a shipped Worker has settings of a local world. */
export function refuseLocalSettings(env: Env, isLocal = __LOCAL_BUILD__): void {
  if (isLocal) return;
  const [wrong] = wrongSettings(env);
  if (wrong) throw new Error(wrong);
}

/** What is missing or wrong in the settings of a shipped Worker, each by its name. */
export function wrongSettings(env: Partial<Env>): string[] {
  const wrong = [];
  if ("CLOCK_OFFSET_MS" in env) wrong.push("Local settings in a production build: remove CLOCK_OFFSET_MS");
  if (!env.APP_ORIGIN?.startsWith("https://")) wrong.push("APP_ORIGIN must begin with https:// in production");
  for (const name of ["CONTROLLER", "CONTACT_EMAIL"] as const) {
    if (!env[name]?.trim()) wrong.push(`${name} must say who answers for this Daybook: the privacy notice names them`);
  }
  for (const name of ["TURNSTILE_SITE_KEY", "TURNSTILE_SECRET"] as const) {
    if (!env[name]?.trim() || NO_REAL_KEY.test(env[name])) wrong.push(`${name} is not a key of Cloudflare's`);
  }
  for (const name of ["CLOSES_AT_USERS", "LOCKED_DAYS"] as const) {
    if (!/^\d*$/.test(env[name] ?? "")) wrong.push(`${name} must be a whole number, or empty`);
  }
  // The law gives a month to delete what is asked for.
  if (Number(env.LOCKED_DAYS) > 30) wrong.push("LOCKED_DAYS must be 30 at most");
  // Missing, it opens nothing. A short one could be found by trying.
  if (env.HEALTH_TOKEN && env.HEALTH_TOKEN.length < 32) wrong.push("HEALTH_TOKEN must have 32 characters or more");
  for (const name of ["TURNSTILE_SCRIPT_URL", "TURNSTILE_VERIFY_URL"] as const) {
    if (!env[name]?.startsWith(TURNSTILE)) wrong.push(`${name} must begin with ${TURNSTILE} in production`);
  }
  return wrong;
}

const TURNSTILE = "https://challenges.cloudflare.com/";
/** Keys of a local world, and Cloudflare's keys for tests, whose secrets accept any token. */
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
    keeper: { controller: env.CONTROLLER, contact: env.CONTACT_EMAIL, copies: env.BACKUP_COPIES?.trim() ?? "" },
    csvImportMinLevel: readLevel(env.CSV_IMPORT_MIN_LEVEL),
    place: readRegions(env).own,
    otherRegions: readRegions(env).others,
    readsLocalRotas: __LOCAL_BUILD__,
    maxUsers: Number(env.CLOSES_AT_USERS) || null,
    lockedDays: Number(env.LOCKED_DAYS) || 0,
  };
}

/** The level that a setting gives; an invalid setting admits administrators only. */
function readLevel(setting: string | undefined): number {
  const level = Number(setting);
  return Number.isInteger(level) && level >= 1 ? Math.min(level, ADMIN_LEVEL) : ADMIN_LEVEL;
}

/**
 * The time in milliseconds since the epoch. A local clock may be shifted, so that seeded work and tests have a fixed
 * day.
 */
export function readClock(env: Env): number {
  const offsetMs = __LOCAL_BUILD__ ? Number((env as { CLOCK_OFFSET_MS?: string }).CLOCK_OFFSET_MS ?? 0) : 0;
  return machineNow() + offsetMs;
}
