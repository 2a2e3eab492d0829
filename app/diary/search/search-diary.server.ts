import { UNREADABLE_TEXT } from "~/diary/cases/encrypted-text.server";
import { formatSummary } from "~/diary/cases/facts.server";
import { customOptions, isOption } from "~/diary/cases/options.server";
import { timesText } from "~/diary/sessions/times";
import type { Actor } from "~/platform/context";
import { shortDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import type { SearchCriteria } from "./form";
import { casesInRange, earlierMatches, filteredElement, filtersApplyToCases, sessionsInRange } from "./queries.server";
import { formatSearched, type SearchBounds, searchBounds, searchRanges } from "./rules";
import { type DecryptedTexts, type Hit, MAX_SESSIONS, searchRows, type Tally } from "./search-rows.server";
import { type MarkedLine, marked, matchingLines } from "./words";

type Answer = { ok: true; found: Found } | { ok: false; errors: Record<string, string> };

/** Searches the diary. Encrypted text has no index: it is decrypted newest first, as far back as one answer reaches. */
export async function searchDiary(world: Actor, criteria: SearchCriteria): Promise<Answer> {
  const { db, userId } = world;
  const reach = searchBounds(criteria, world.now);
  const [first, ...others] = searchRanges(reach);
  const [elements, custom, sessions, cases] = await db.batch([
    filteredElement(db, userId, criteria.element),
    customOptions(db, userId),
    sessionsInRange(db, userId, criteria, first),
    casesInRange(db, userId, criteria, first),
  ]);
  const errors = unknownFilter(criteria, elements.length > 0, custom);
  if (errors) return { ok: false, errors };

  const tally: Tally = { hits: [], unreadable: 0 };
  await searchRows(world.cipher, criteria, sessions, cases, tally);
  let searchedFrom = first.from;
  for (const range of others) {
    if (tally.hits.length >= MAX_SESSIONS) break;
    const [more, moreCases] = await db.batch([
      sessionsInRange(db, userId, criteria, range),
      casesInRange(db, userId, criteria, range),
    ]);
    await searchRows(world.cipher, criteria, more, moreCases, tally);
    searchedFrom = range.from;
  }
  // The next answer continues where a full one stopped.
  const isFull = tally.hits.length >= MAX_SESSIONS;
  const [[passing], [beyond]] = isFull ? [[], []] : await db.batch(earlierMatches(db, userId, criteria, reach));
  const further = passing?.start_at ?? beyond?.start_at ?? null;
  return { ok: true, found: answerOf(criteria, reach, searchedFrom, tally, further) };
}

function unknownFilter(
  criteria: SearchCriteria,
  hasElement: boolean,
  custom: Awaited<ReturnType<typeof customOptions>>,
) {
  const { element, option } = criteria;
  const isKnown = isOption(custom, "airway", option) || isOption(custom, "procedure", option);
  const errors: Record<string, string> = {};
  if (element && !hasElement) errors.element = "Choose a job plan element from the list";
  if (option && !isKnown) errors.option = "Choose an airway or procedure from the list";
  return Object.keys(errors).length > 0 ? errors : null;
}

/** Most lines shown of one text, so that a long note does not fill the page. */
const MAX_LINES = 3;

/**
 * The result as its page shows it.
 * @param searchedFrom the instant back to which was searched
 * @param further the start of the session at which to continue; null when there is none
 */
function answerOf(
  criteria: SearchCriteria,
  reach: SearchBounds,
  searchedFrom: number,
  tally: Tally,
  further: number | null,
) {
  const last = tally.hits[MAX_SESSIONS - 1]?.session.start_at;
  const hits = last === undefined ? tally.hits : tally.hits.filter(({ session }) => session.start_at >= last);
  const byText = criteria.words.length > 0;
  const ofCases = filtersApplyToCases(criteria);
  return {
    sessions: hits.map((hit) => sessionLines(hit, criteria.words)),
    /** Numbers of sessions and cases that were found. */
    counts: {
      sessions: ofCases ? 0 : byText ? hits.filter(({ own }) => own?.length).length : hits.length,
      cases: hits.reduce((sum, { cases }) => sum + cases.length, 0),
    },
    /** The range of dates that was searched, as text. */
    searched: formatSearched(last ?? searchedFrom, reach.end),
    /** Number of rows whose texts could not be decrypted, and so were not searched. */
    unreadable: tally.unreadable,
    /**
     * Where to continue: the instant just after the start of the next earlier session, so that empty years between are
     * skipped.
     */
    before: last ?? (further === null ? null : further + 1),
    /** True when more was found than one answer shows. */
    full: last !== undefined,
  };
}

/** The result of a search. */
export type Found = ReturnType<typeof answerOf>;

/** A session with its lines that were found. */
function sessionLines({ session, own, cases }: Hit, words: string[]) {
  const { unique_ref, start_at, end_at, element, category } = session;
  return {
    unique_ref,
    day: shortDate(londonMoment(start_at).date),
    ...timesText({ startAt: start_at, endAt: end_at }),
    element,
    category,
    lines: linesOf(own, words),
    cases: cases.map(({ row, texts }) => {
      return { unique_ref: row.unique_ref, summary: formatSummary(row, "") || "Case", lines: linesOf(texts, words) };
    }),
  };
}

/** A line of text that contains words that were searched for. */
export interface FoundLine extends MarkedLine {
  label: string;
}

/** The lines that contain the words; without words the first line of the first text. */
function linesOf(texts: DecryptedTexts, words: string[]): FoundLine[] {
  if (texts === null) return [{ label: "Text", place: 0, parts: [{ at: 0, text: UNREADABLE_TEXT, hit: false }] }];
  if (words.length > 0) {
    return texts.flatMap(({ label, text }) => {
      return matchingLines(text, words, MAX_LINES).map((line) => ({ label, ...line }));
    });
  }
  const [first] = texts;
  return first ? [{ label: first.label, place: 0, parts: marked(first.text.split("\n", 1)[0] ?? "", []) }] : [];
}
