import { matchPath } from "react-router";
import type { RequestContext } from "~/account/guard.server";
import { shortDate } from "~/platform/time/dates";
import type { KeptEntry } from "./entry";
import { requireKept, typedAt } from "./kept.server";
import { nearSessions } from "./sessions.server";

/** Sessions that a list of cases may be put into begin at most so many days ago. */
const DAYS_BEFORE = 30;
/** Of a form that is no list, what its user knows it by. */
const TOLD = ["session_date", "session_start_time", "session_end_time", "description", "case_description", "text"];

/** All data of the page of an entry that was refused. */
export async function keptPage(by: RequestContext, ref: string) {
  const kept = await requireKept(by, ref);
  const listOf = sessionOfList(kept);
  const sessions = listOf === null ? [] : await nearSessions(by, DAYS_BEFORE);
  return {
    label: kept.label,
    why: kept.why,
    typed: typedAt(kept.typed_at, by.now),
    lines: linesOf(kept),
    /** Whether it is a form that can be opened again. */
    hasForm: kept.path !== "",
    /** The session of a list of cases, and those that it can be put into; null for any other form. */
    list: listOf === null ? null : { session: listOf, sessions: sessions.flatMap(choiceOf) },
  };
}

export type KeptPage = Awaited<ReturnType<typeof keptPage>>;

function choiceOf({ ref, name, date, start, end }: Awaited<ReturnType<typeof nearSessions>>[number]) {
  return ref === null ? [] : [{ value: ref, label: `${name}, ${shortDate(date)}, ${start} – ${end}` }];
}

/** The session of a list of cases, "" where it is not known; null for any other form. */
export function sessionOfList({ path, fields }: Pick<KeptEntry, "path" | "fields">): string | null {
  const match = matchPath("/logbook/session/:sessionRef/cases/", path.split("?")[0] as string);
  if (match) return match.params.sessionRef ?? "";
  return path === "" && fields.some(([name]) => name.startsWith("cases[")) ? "" : null;
}

function linesOf({ fields, then: list }: KeptEntry): string[] {
  const lines = [...fields, ...(list?.fields ?? [])].filter(
    ([name]) => TOLD.includes(name) || /^cases\[\d+\]\.line$/.test(name),
  );
  return lines.map(([, value]) => value).filter((value) => value.trim() !== "");
}
