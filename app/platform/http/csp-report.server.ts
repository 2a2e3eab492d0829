import { z } from "zod";
import { parseJson } from "./parse-json";

/** What a browser blocked because the policy of a page does not allow it; nothing of an address is in it. */
export interface BlockedThing {
  /** First part of the page's path, e.g. `logbook`, which never has a reference; empty for the landing page. */
  page: string;
  directive: string;
  blocked: "inline" | "eval" | "own origin" | "other host" | "data" | "extension" | "other";
}

/** Most violations that are read of one message: browsers send those of a minute together. */
const MAX_AT_ONCE = 20;

const text = z.string().catch("");
/** Of `report-uri`: one violation a message. */
const legacyReport = z.object({
  "csp-report": z.object({
    "document-uri": text,
    "effective-directive": text,
    "violated-directive": text,
    "blocked-uri": text,
    "source-file": text,
  }),
});
/** Of `report-to`: a list, which may hold reports of other kinds. */
const report = z.object({
  type: z.literal("csp-violation"),
  body: z.object({ documentURL: text, effectiveDirective: text, blockedURL: text, sourceFile: text }),
});

interface Violation {
  page: string;
  directive: string;
  blocked: string;
  source: string;
}

const READERS: Record<string, (body: unknown) => Violation[]> = {
  "application/csp-report": (body) => {
    const { data } = legacyReport.safeParse(body);
    if (!data) return [];
    const report = data["csp-report"];
    const directive = report["effective-directive"] || (report["violated-directive"].split(" ")[0] as string);
    const [page, blocked, source] = [report["document-uri"], report["blocked-uri"], report["source-file"]];
    return [{ page, directive, blocked, source }];
  },
  "application/reports+json": (body) =>
    (Array.isArray(body) ? body.slice(0, MAX_AT_ONCE) : []).flatMap((each) => {
      const { data } = report.safeParse(each);
      if (!data) return [];
      const { documentURL: page, effectiveDirective: directive, blockedURL: blocked, sourceFile: source } = data.body;
      return [{ page, directive, blocked, source }];
    }),
};

/** Whether a content type is that of a report. */
export function isReportType(type: string | null): boolean {
  return Object.hasOwn(READERS, mediaType(type));
}

/**
 * Reads what a browser reports.
 * @param origin of this Daybook: reports about pages of others are left out
 * @param isPage whether a path is of a route: only of such the first part is kept
 * @throws SyntaxError for a body that is not JSON
 */
export function blockedThings(
  type: string | null,
  body: string,
  origin: string,
  isPage: (path: string) => boolean,
): BlockedThing[] {
  const read = READERS[mediaType(type)];
  return (read?.(parseJson(body)) ?? []).flatMap((violation) => {
    const page = URL.parse(violation.page);
    if (page?.origin !== origin) return [];
    const [, first = ""] = page.pathname.toLowerCase().split("/");
    const directive = DIRECTIVES.has(violation.directive) ? violation.directive : "other";
    return [{ page: isPage(page.pathname) ? first : "unknown", directive, blocked: kindOf(violation, origin) }];
  });
}

function mediaType(type: string | null): string {
  return (type ?? "").split(";")[0]?.trim().toLowerCase() as string;
}

/** Directives that browsers name: any other text is not kept. */
const DIRECTIVES = new Set([
  "default-src",
  "script-src",
  "script-src-elem",
  "script-src-attr",
  "style-src",
  "style-src-elem",
  "style-src-attr",
  "img-src",
  "font-src",
  "connect-src",
  "frame-src",
  "worker-src",
  "manifest-src",
  "media-src",
  "object-src",
  "form-action",
  "base-uri",
  "frame-ancestors",
]);

const EXTENSION = /^[a-z-]*extension\b/i;

function kindOf({ blocked, source }: Violation, origin: string): BlockedThing["blocked"] {
  if (EXTENSION.test(blocked) || EXTENSION.test(source)) return "extension";
  if (blocked === "inline" || blocked === "self") return "inline";
  if (blocked === "eval" || blocked === "wasm-eval") return "eval";
  if (/^(?:data|blob)\b/.test(blocked)) return "data";
  const address = URL.parse(blocked);
  if (!address || !/^(?:https?|wss?):$/.test(address.protocol)) return "other";
  return address.host === new URL(origin).host ? "own origin" : "other host";
}
