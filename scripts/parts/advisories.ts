import { satisfies, validRange } from "semver";
import { nameOf, type Part, type Reach, reachOf } from "./parts-list.ts";

/** What an advisory says of one package. */
export interface Advisory {
  id: string;
  name: string;
  /** Affected versions, as npm writes ranges. */
  range: string;
  severity: string;
  title: string;
}

/** A part that an advisory is about. */
export interface Affected extends Advisory {
  version: string;
  reach: Reach[];
}

/** An advisory of npm: in the answer to a bulk request, and in `via` of `npm audit --json`. */
interface OfNpm {
  id?: number;
  source?: number;
  name?: string;
  url?: string;
  title?: string;
  severity?: string;
  range?: string;
  vulnerable_versions?: string;
}

interface OfOsv {
  id: string;
  summary?: string;
  withdrawn?: string;
  database_specific?: { severity?: string };
  affected: {
    package?: { ecosystem?: string; name?: string };
    ranges?: { type: string; events: Record<"introduced" | "fixed" | "last_affected", string | undefined>[] }[];
    versions?: string[];
    database_specific?: { severity?: string };
  }[];
}

/**
 * Reads advisories as `npm audit --json` prints them, as npm's registry answers a bulk request, or as OSV writes them:
 * one, a list, or the `vulns` of an answer.
 * @throws Error for anything else, and for a range that cannot be read: what is not understood must not pass
 */
export function readAdvisories(text: string): Advisory[] {
  const advisories = uniqueOf(advisoriesIn(JSON.parse(text)));
  const wrong = advisories.find(({ name, range }) => !name || validRange(range) === null);
  if (wrong) throw new Error(`${wrong.id} has no package, or versions that cannot be read: ${wrong.range}`);
  return advisories;
}

function advisoriesIn(read: unknown): Advisory[] {
  if (Array.isArray(read)) return read.flatMap(advisoriesIn);
  if (typeof read !== "object" || read === null) throw new Error("It is no file of advisories");
  if ("vulnerabilities" in read && "auditReportVersion" in read) {
    const found = Object.values(read.vulnerabilities as Record<string, { via: (OfNpm | string)[] }>);
    return found.flatMap(({ via }) => via.flatMap((each) => (typeof each === "string" ? [] : [ofNpm(each)])));
  }
  if ("vulns" in read) return advisoriesIn(read.vulns);
  if ("affected" in read && "id" in read) return ofOsv(read as OfOsv);
  const entries = Object.entries(read);
  if (!entries.every(([, each]) => Array.isArray(each))) throw new Error("It is no file of advisories");
  return entries.flatMap(([name, each]) => (each as OfNpm[]).map((advisory) => ofNpm({ name, ...advisory })));
}

function ofNpm({ id, source, name = "", url, title = "", severity, range, vulnerable_versions }: OfNpm): Advisory {
  const known = url?.split("/").at(-1) ?? String(id ?? source ?? "An advisory without a number");
  return { id: known, name, range: range ?? vulnerable_versions ?? "", severity: levelOf(severity), title };
}

function ofOsv({ id, summary = "", withdrawn, affected, database_specific }: OfOsv): Advisory[] {
  if (withdrawn) return [];
  return affected.flatMap(({ package: { ecosystem, name = "" } = {}, ranges = [], versions = [], ...own }) => {
    if (ecosystem !== "npm") return [];
    const spans = ranges.filter(({ type }) => type !== "GIT").flatMap(({ events }) => spansOf(events));
    const range = [...spans, ...versions].join(" || ") || "nothing";
    const severity = levelOf(own.database_specific?.severity ?? database_specific?.severity);
    return [{ id, name, range, severity, title: summary }];
  });
}

/** Ranges from each event that introduces a fault to the next one that ends it. */
function spansOf(events: NonNullable<OfOsv["affected"][0]["ranges"]>[0]["events"]): string[] {
  const spans: string[] = [];
  for (const { introduced, fixed, last_affected } of events) {
    if (introduced !== undefined) spans.push(`>=${introduced === "0" ? "0.0.0-0" : introduced}`);
    else if (fixed !== undefined) spans.push(`${spans.pop() ?? ""} <${fixed}`.trim());
    else if (last_affected !== undefined) spans.push(`${spans.pop() ?? ""} <=${last_affected}`.trim());
  }
  return spans;
}

function levelOf(severity = "unknown"): string {
  return severity.toLowerCase();
}

function uniqueOf(advisories: Advisory[]): Advisory[] {
  return [...new Map(advisories.map((each) => [`${each.id} ${each.name} ${each.range}`, each])).values()];
}

/** The parts that advisories are about, those that a visitor reaches first. */
export function affectedParts(advisories: readonly Advisory[], parts: readonly Part[]): Affected[] {
  return advisories
    .flatMap((advisory) =>
      parts
        .filter((part) => nameOf(part) === advisory.name)
        .filter(({ version }) => satisfies(version, advisory.range, { includePrerelease: true }))
        .map((part) => ({ ...advisory, version: part.version, reach: reachOf(part) })),
    )
    .sort((one, other) => other.reach.length - one.reach.length);
}
