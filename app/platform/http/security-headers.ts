/** Headers of every response: pages, data, assets that the Worker serves, errors. `public/_headers` has them too. */
export const ALWAYS: Record<string, string> = {
  "Strict-Transport-Security": "max-age=63072000; includeSubDomains; preload",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  // Not no-referrer: a form on such a page would post "Origin: null" and be refused as foreign.
  "Referrer-Policy": "same-origin",
  "Permissions-Policy":
    "camera=(), microphone=(), geolocation=(), payment=(), usb=(), publickey-credentials-get=(self), publickey-credentials-create=(self)",
};

/** The policy of what is no page: a file, a call's answer, a refusal. */
const NO_PAGE_POLICY = "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";
/** Where browsers report what the policy of a page blocked (`workers/csp-reports.ts`). */
export const CSP_REPORTS = "/csp-report/";
/** The name of that address in a policy. */
const GROUP = "csp";

export function withSecurityHeaders(response: Response): Response {
  const secured = new Response(response.body, response);
  for (const [name, value] of Object.entries(ALWAYS)) secured.headers.set(name, value);
  if (secured.headers.has("Content-Security-Policy")) {
    secured.headers.set("Reporting-Endpoints", `${GROUP}="${CSP_REPORTS}"`);
  } else {
    secured.headers.set("Content-Security-Policy", NO_PAGE_POLICY);
  }
  if (!secured.headers.has("Cache-Control")) secured.headers.set("Cache-Control", "no-store");
  return secured;
}

/**
 * The policy of a page. Style attributes are allowed because widgets put them in server HTML, and a
 * stricter rule would un-hide their visually hidden inputs.
 * @param nonce of its scripts; null for a page that has none
 * @param frames the one origin whose frames the page shows; none on most pages.
 */
export function pagePolicy(nonce: string | null, development: boolean, frames: string | null = null): string {
  return [
    "default-src 'none'",
    ...(nonce === null ? [] : [`script-src 'nonce-${nonce}' 'strict-dynamic'`]),
    development ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'; style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    development ? "connect-src 'self' ws:" : "connect-src 'self'",
    ...(frames ? [`frame-src ${frames}`] : []),
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    // Browsers that know the first leave out the second.
    `report-to ${GROUP}`,
    `report-uri ${CSP_REPORTS}`,
  ].join("; ");
}
