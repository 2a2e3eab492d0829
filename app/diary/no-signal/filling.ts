import { matchPath } from "react-router";
import { pathTo } from "~/platform/http/path-to";
import { CHOOSE_SESSION, type KeptEntry, type NoSignalEntry } from "./entry";

const NEW_SESSION = "/logbook/session/new/";
const SESSION = "/logbook/session/:sessionRef/";
const PLANNED = "/logbook/planned/:elementRef/:date/";
const CASES = "/logbook/session/:sessionRef/cases/";
const NEW_CASE = "/logbook/session/:sessionRef/case/new/";
const CASE = "/logbook/session/:sessionRef/case/:caseRef/";

type Entry = Pick<NoSignalEntry, "path" | "fields" | "then">;

export function pathnameOf({ path }: Pick<NoSignalEntry, "path">): string {
  return path.split("?")[0] as string;
}

/** What an entry is about; null for what no page has a form for. */
export function kindOf(entry: Entry): "list" | "case" | "session" | null {
  const pathname = pathnameOf(entry);
  if (listOf(entry)) return "list";
  if (matchPath(CASE, pathname)) return "case";
  return [NEW_SESSION, SESSION, PLANNED].some((page) => matchPath(page, pathname)) ? "session" : null;
}

/** The fields of its list of cases. */
function listOf({ path, fields, then: list }: Entry): NoSignalEntry["fields"] | null {
  if (list) return list.fields;
  const isList =
    matchPath(CASES, pathnameOf({ path })) || (path === "" && fields.some(([name]) => /^cases\[/.test(name)));
  return isList ? fields : null;
}

/** The session that it was typed for; null for a new one. */
export function sessionOf(entry: Entry): string | null {
  const pathname = pathnameOf(entry);
  if (pathname === NEW_SESSION) return null;
  const found = [SESSION, CASES, CASE].map((page) => matchPath(page, pathname)).find(Boolean);
  return found?.params.sessionRef ?? null;
}

/** The page of a session, logged or planned, that takes an entry. */
export function pageIn(entry: Entry, session: { ref: string | null; path: string }): string {
  if (session.ref === null) return session.path;
  return pathTo(kindOf(entry) === "list" ? CASES : NEW_CASE, { sessionRef: session.ref });
}

interface Filling {
  fields: NoSignalEntry["fields"];
  /** What is left of the entry once the page has saved these; null for nothing. */
  left: KeptEntry | null;
}

/**
 * What an entry fills a page in with: its own, or another that takes it, since its session may be gone, locked or called off.
 * Null for any other page, whose save says nothing about the entry.
 */
export function fillingAt(kept: KeptEntry, pathname: string): Filling | null {
  const [kind, list] = [kindOf(kept), listOf(kept)];
  const { then: following, ...own } = kept;
  const cases: KeptEntry = { ...own, ...(following && { path: "", fields: following.fields }), why: CHOOSE_SESSION };
  if (kind !== null && pathname === pathnameOf(kept)) return { fields: kept.fields, left: following ? cases : null };
  if (list && matchPath(CASES, pathname)) return { fields: list, left: null };
  if (kind === "case" && matchPath(NEW_CASE, pathname)) return { fields: unversioned(kept.fields), left: null };
  const isNew = pathname === NEW_SESSION;
  if (kind === "session") return isNew ? { fields: unversioned(kept.fields), left: null } : null;
  if (kind === null || !(isNew || matchPath(PLANNED, pathname))) return null;
  // The session comes first, then its cases.
  return { fields: following && isNew ? kept.fields : [], left: cases };
}

/** As the fields of a new row. */
function unversioned(fields: NoSignalEntry["fields"]): NoSignalEntry["fields"] {
  return fields.filter(([name]) => name !== "version");
}
