import { and, eq, gte, isNotNull, lt, sql } from "drizzle-orm";
import { readableCaseText } from "~/diary/cases/encrypted-text.server";
import { cases } from "~/diary/cases/table.server";
import { sessionName } from "~/diary/sessions/outside-plan.server";
import { sessions } from "~/diary/sessions/table.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import type { Actor } from "~/platform/context";
import { UNREADABLE_TEXT } from "~/platform/crypto/vault.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { nearText, withTexts } from "~/platform/db/near-texts.server";
import { pathTo } from "~/platform/http/path-to";
import { longDate, shortDate } from "~/platform/time/dates";
import { addDays, type LondonDate, londonInstant, londonMoment, londonToday } from "~/platform/time/london";
import { DEFAULT_PROFILE, profileRow } from "~/profile/queries.server";
import { domainsOf } from "~/reports/appraisal";
import { type AppraisalYear, appraisalYear, appraisalYearOf } from "~/reports/document/period";
import { addressOfNotes, type NotesChoice, type ShownNote } from "./notes";
import { NOTES_PER_PAGE } from "./save.server";

/**
 * Reads a page of the reflective notes of an appraisal year, newest first. Only the decrypted text of a case shows
 * whether it has a note: all texts of that year are decrypted, and none of any other.
 */
export async function notesPage({ db, cipher, userId, now }: Actor, choice: NotesChoice) {
  const today = londonToday(now);
  const [[profile = DEFAULT_PROFILE], firsts, around] = await db.batch([
    profileRow(db, userId),
    db
      .select({ start_at: sql<number | null>`min(${sessions.start_at})`.as("first_at") })
      .from(sessions)
      .where(eq(sessions.user_id, userId)),
    encryptedCases(db, userId, daysAround(choice.year, today)),
  ]);
  const { appraisal_month } = profile;
  const current = appraisalYearOf(today, appraisal_month).year;
  const year = appraisalYear(choice.year ?? current, appraisal_month);
  const [fromAt, endAt] = instantsOf(year);
  const rows = around.filter(({ start_at }) => start_at >= fromAt && start_at < endAt);

  const read = await withTexts(
    db,
    { table: cases, userId },
    rows,
    ({ unique_ref }) => unique_ref,
    async (row) => {
      const text = await readableCaseText(cipher, row);
      return text?.reflective_notes === "" ? null : shownNote(row, text?.reflective_notes ?? null);
    },
  );
  const all = read.filter((note) => note !== null);
  const open = all.filter(isOpen);
  const listed = choice.open ? open : all;
  const pages = Math.max(1, Math.ceil(listed.length / NOTES_PER_PAGE));
  const page = Math.min(choice.page, pages);
  return {
    notes: listed.slice((page - 1) * NOTES_PER_PAGE, page * NOTES_PER_PAGE),
    counts: { all: all.length, open: open.length },
    period: `${longDate(year.begins)} to ${longDate(year.ends)}`,
    years: yearChoices(firsts[0]?.start_at ?? null, current, appraisal_month),
    choice: { ...choice, year: choice.year ?? current },
    pages: {
      page,
      pages,
      newer: page > 1 ? addressOfNotes({ ...choice, page: page - 1 }) : null,
      older: page < pages ? addressOfNotes({ ...choice, page: page + 1 }) : null,
    },
  };
}

export type NotesPage = Awaited<ReturnType<typeof notesPage>>;

const NEWEST = sql`${sessions.start_at} DESC, ${cases.created_at}, ${cases.unique_ref}`;

type Days = Pick<AppraisalYear, "begins" | "ends">;

/** Days among which an appraisal year is, whichever month it begins in: so that all is read in one batch. */
function daysAround(year: number | null, today: LondonDate): Days {
  if (year === null) return { begins: addDays(today, -366), ends: addDays(today, 366) };
  return { begins: `${year}-01-01`, ends: `${year + 1}-12-31` };
}

function instantsOf({ begins, ends }: Days): [number, number] {
  return [londonInstant(begins), londonInstant(addDays(ends, 1))];
}

/** The cases with a text in these days. */
function encryptedCases(db: Database, userId: number, days: Days) {
  const [fromAt, endAt] = instantsOf(days);
  return db
    .select({
      unique_ref: cases.unique_ref,
      session_ref: cases.session_ref,
      version: cases.version,
      ...nearText(cases.text_encrypted, NEWEST),
      type: cases.reflection_type,
      domains: cases.reflection_domains,
      start_at: sessions.start_at,
      element: sessionName(),
    })
    .from(sessions)
    .innerJoin(cases, refersTo(cases.session_ref, sessions))
    .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .where(
      and(
        eq(sessions.user_id, userId),
        gte(sessions.start_at, fromAt),
        lt(sessions.start_at, endAt),
        isNotNull(cases.text_encrypted),
      ),
    )
    .orderBy(NEWEST);
}

function shownNote(row: Awaited<ReturnType<typeof encryptedCases>>[number], note: string | null): ShownNote {
  return {
    case_ref: row.unique_ref,
    version: row.version,
    day: shortDate(londonMoment(row.start_at).date),
    element: row.element ?? "No element",
    to: pathTo("/logbook/session/:sessionRef/case/:caseRef/", { sessionRef: row.session_ref, caseRef: row.unique_ref }),
    text: note ?? UNREADABLE_TEXT,
    isReadable: note !== null,
    type: row.type,
    domains: domainsOf(row.domains).map(String),
  };
}

function isOpen({ type, domains, isReadable }: ShownNote): boolean {
  if (!isReadable) return false;
  return type === null || domains.length === 0;
}

/** The appraisal years to choose from, newest first, down to the year of the first session. */
function yearChoices(first: number | null, current: number, month: number) {
  const oldest = first === null ? current : Math.min(current, appraisalYearOf(londonMoment(first).date, month).year);
  return Array.from({ length: current - oldest + 1 }, (_, back) => ({
    value: String(current - back),
    label: appraisalYear(current - back, month).label,
  }));
}
