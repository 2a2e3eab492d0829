import type { Vault } from "~/platform/crypto/vault.server";
import { networkOf } from "~/platform/http/bursts";
import { blockedThings, isReportType } from "~/platform/http/csp-report.server";
import { isSameOrigin } from "~/platform/http/csrf.server";
import { logBlocked } from "~/platform/http/log";
import { readBytes } from "~/platform/http/read-body.server";
import { CSP_REPORTS } from "~/platform/http/security-headers";
import { isAddress } from "./public-pages";

/** Reports are of some 1 kB each, and come together. */
const MAX_BYTES = 32 * 1024;

interface Bounds {
  vault: Vault;
  bursts: RateLimit;
}

/**
 * Takes what a browser reports of the content security policy, and logs how often which kind of thing was blocked.
 * Browsers send reports by themselves, and need not say whence: so this address is answered before other requests that do
 * not say it are refused. It reads no cookie, opens nothing, and can only log.
 * @returns null for all other requests
 */
export async function takeCspReport(request: Request, open: () => Bounds): Promise<Response | null> {
  const { pathname, origin } = new URL(request.url);
  if (pathname !== CSP_REPORTS) return null;
  if (request.method !== "POST") return new Response(null, { status: 405, headers: { Allow: "POST" } });
  if (!isSameOrigin(request) && !hasNoOrigin(request)) return new Response(null, { status: 403 });
  const type = request.headers.get("Content-Type");
  if (!isReportType(type)) return new Response(null, { status: 415 });
  const { vault, bursts } = open();
  const { success } = await bursts.limit({ key: `csp/${await vault.sign("csp", networkOf(request))}` });
  if (!success) return new Response(null, { status: 429 });
  const bytes = await readBytes(request, MAX_BYTES);
  if (!bytes) return new Response(null, { status: 413 });
  try {
    const things = blockedThings(type, new TextDecoder().decode(bytes), origin, isAddress);
    for (const same of Object.values(Object.groupBy(things, (thing) => JSON.stringify(thing)))) logBlocked(same ?? []);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof SyntaxError) return new Response(null, { status: 400 });
    throw error;
  }
}

function hasNoOrigin({ headers }: Request): boolean {
  return !headers.has("Sec-Fetch-Site") && !headers.has("Origin");
}
