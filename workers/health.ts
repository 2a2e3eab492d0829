import { createHash, timingSafeEqual } from "node:crypto";
import { checkParts, isWell, type World } from "~/admin/health.server";
import { lookForMatters } from "~/admin/matters.server";
import { tellKeeper } from "~/mail/keeper.server";
import type { JobContext } from "~/platform/context";
import { addToNote } from "~/platform/http/request-note.server";
import { databaseOf } from "./regions";
import { readClock } from "./settings";

const PATH = "/healthz";

/**
 * Answers whoever watches Daybook: `/healthz`, that the Worker answers; `/healthz?deep` with the token, how each part was
 * found, with 503 if one is not well. Not a route, so that no browser's route table contains it.
 * @returns null for all other requests
 */
export async function health(request: Request, env: Env): Promise<Response | null> {
  const url = new URL(request.url);
  if (url.pathname !== PATH || (request.method !== "GET" && request.method !== "HEAD")) return null;
  addToNote({ route: PATH });
  if (!url.searchParams.has("deep")) return inJson({ status: "ok" }, 200);
  // The setting is missing until somebody has set it, whatever its type says.
  const token: string | undefined = env.HEALTH_TOKEN;
  if (!token) return inJson({ status: "not found" }, 404);
  if (!isToken(request, token)) return inJson({ status: "unauthorized" }, 401, { "WWW-Authenticate": "Bearer" });
  const parts = await checkParts(worldOf(env));
  const well = isWell(parts);
  return inJson({ status: well ? "ok" : "bad", parts }, well ? 200 : 503);
}

/** For the cron of each minute: looks at what must not be, and tells whoever runs Daybook. */
export async function watchForMatters(app: JobContext, env: Env): Promise<void> {
  const looks = await lookForMatters({ ...worldOf(env), now: app.now }, app.site.maxUsers);
  await tellKeeper(app, looks);
}

/** What of the settings is looked at. */
export function worldOf(env: Env): World {
  return { db: databaseOf(env), objects: env.OBJECTS, queues: [env.JOBS, env.BULK_JOBS], now: readClock(env) };
}

/** As hashes, which are of one length: the time of a comparison says nothing of the token. */
function isToken(request: Request, token: string): boolean {
  const given = /^Bearer (\S{1,500})$/.exec(request.headers.get("Authorization") ?? "")?.[1] ?? "";
  const [one, other] = [given, token].map((text) => createHash("sha256").update(text).digest());
  return timingSafeEqual(one as Buffer, other as Buffer);
}

function inJson(answer: object, status: number, headers: Record<string, string> = {}): Response {
  return Response.json(answer, { status, headers: { ...headers, "Cache-Control": "no-store" } });
}
