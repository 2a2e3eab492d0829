import { customOptions, isOption } from "~/cases/custom-options.server";
import { summaryWords } from "~/cases/lines.server";
import type { Database } from "~/db/database.server";
import { timesText } from "~/sessions/times";
import { longDate, shortDate } from "~/time/dates";
import { addDays, londonInstant, londonMoment, londonToday } from "~/time/london";
import type { Vault } from "~/vault/vault.server";
import type { Asked } from "./form";
import type { Found, FoundCaseLines, FoundSessionLines } from "./found";
import { type Opened, openCase, openSession } from "./open.server";
import {
  asksForCases,
  casesOfStretch,
  elementAsked,
  type FoundCase,
  type FoundSession,
  type Stretch,
  sessionFurtherBack,
  sessionsOfStretch,
} from "./stretch.server";
import { holdsAll, marked, matchingLines } from "./words";

/** What one answer looks through: 12 months, a quarter at a time, and no further once it is full. */
const ANSWER_DAYS = 365;
const STRETCH_DAYS = 92;
const MOST_SESSIONS = 50;
/** Of one text, so that a long note does not fill the page. */
const MOST_LINES = 3;

/** Beyond any session: what is planned is looked through as well. */
const OPEN_END = 8e12;

interface World {
  db: Database;
  vault: Vault;
  userRef: string;
  now: number;
}

type Answer = { ok: true; found: Found } | { ok: false; errors: Record<string, string> };

/** Sealed text has no index: it is opened newest first, as far back as one answer goes. */
export async function find(world: World, asked: Asked): Promise<Answer> {
  const { db, userRef } = world;
  const reach = reachOf(asked, world.now);
  const [first, ...others] = stretchesOf(reach);
  const [elements, custom, further, sessions, cases] = await db.batch([
    elementAsked(db, userRef, asked.element),
    customOptions(db, userRef),
    sessionFurtherBack(db, userRef, asked, reach.from, reach.notBefore),
    sessionsOfStretch(db, userRef, asked, first),
    casesOfStretch(db, userRef, asked, first),
  ]);
  const errors = unknown(asked, elements.length > 0, custom);
  if (errors) return { ok: false, errors };

  const tally: Tally = { hits: [], unreadable: 0 };
  await lookThrough(world, asked, sessions, cases, tally);
  let searchedFrom = first.from;
  for (const stretch of others) {
    if (tally.hits.length >= MOST_SESSIONS) break;
    const [more, moreCases] = await db.batch([
      sessionsOfStretch(db, userRef, asked, stretch),
      casesOfStretch(db, userRef, asked, stretch),
    ]);
    await lookThrough(world, asked, more, moreCases, tally);
    searchedFrom = stretch.from;
  }
  return { ok: true, found: answerOf(asked, reach, searchedFrom, tally, further[0]?.start_at ?? null) };
}

interface Reach extends Stretch {
  /** The last date asked for, or where the answer before stopped; null when the end is open. */
  end: number | null;
  /** The first date asked for, else the beginning of time. */
  notBefore: number;
}

function reachOf({ from, until, before }: Asked, now: number): Reach {
  const notBefore = from ? londonInstant(from) : -OPEN_END;
  const last = until ? londonInstant(addDays(until, 1)) : null;
  const end = before === null ? last : Math.min(before, last ?? before);
  const back = londonInstant(addDays(londonMoment((end ?? tomorrow(now)) - 1).date, -ANSWER_DAYS));
  // A first date in the future leaves nothing but what is planned.
  return { from: Math.max(notBefore, back), until: end ?? OPEN_END, end: end ?? null, notBefore };
}

function tomorrow(now: number): number {
  return londonInstant(addDays(londonToday(now), 1));
}

/** Newest first; the first one holds all that is planned. */
function stretchesOf({ from, until, end }: Reach): [Stretch, ...Stretch[]] {
  const step = STRETCH_DAYS * 86_400_000;
  const stretches: Stretch[] = [];
  let top = until;
  let bottom = end === null ? from + (ANSWER_DAYS - STRETCH_DAYS) * 86_400_000 : until - step;
  while (bottom > from) {
    stretches.push({ from: bottom, until: top });
    top = bottom;
    bottom -= step;
  }
  const last = { from, until: top };
  const [first = last, ...rest] = [...stretches, last];
  return [first, ...rest];
}

function unknown(asked: Asked, hasElement: boolean, custom: Awaited<ReturnType<typeof customOptions>>) {
  const { element, option } = asked;
  const isKnown = isOption(custom, "airway", option) || isOption(custom, "procedure", option);
  const errors: Record<string, string> = {};
  if (element && !hasElement) errors.element = "Choose a job plan element from the list";
  if (option && !isKnown) errors.option = "Choose an airway or procedure from the list";
  return Object.keys(errors).length > 0 ? errors : null;
}

interface Hit {
  session: FoundSession;
  own: Opened;
  cases: { row: FoundCase; texts: Opened }[];
}

interface Tally {
  hits: Hit[];
  unreadable: number;
}

/** Adds what is found among these rows. Without words the filters alone decide, and only what is shown is opened. */
async function lookThrough(world: World, asked: Asked, rows: FoundSession[], caseRows: FoundCase[], tally: Tally) {
  const ofCases = asksForCases(asked);
  const byText = asked.words.length > 0;
  const bySession = new Map(rows.map(({ unique_ref }) => [unique_ref, [] as FoundCase[]]));
  for (const row of caseRows) bySession.get(row.session_ref)?.push(row);
  const candidates = rows.filter((row) => !ofCases || bySession.get(row.unique_ref)?.length);
  const enough = byText ? candidates : upTo(candidates, MOST_SESSIONS - tally.hits.length);
  const opened = await Promise.all(
    enough.map(async (session): Promise<Hit> => {
      const wanted = byText || ofCases ? (bySession.get(session.unique_ref) ?? []) : [];
      const [own, cases] = await Promise.all([
        ofCases ? [] : openSession(world, session),
        Promise.all(wanted.map(async (row) => ({ row, texts: await openCase(world, row) }))),
      ]);
      return { session, own, cases };
    }),
  );
  for (const hit of opened) {
    tally.unreadable += [hit.own, ...hit.cases.map(({ texts }) => texts)].filter((texts) => texts === null).length;
    const kept = byText ? keepHolding(hit, asked.words) : hit;
    if (kept) tally.hits.push(kept);
  }
}

/** What of a session holds all the words in one text of its own, or in one case's. */
function keepHolding(hit: Hit, words: string[]): Hit | null {
  const holds = (texts: Opened) =>
    texts !== null &&
    holdsAll(
      texts.map(({ text }) => text),
      words,
    );
  const own = holds(hit.own) ? hit.own : [];
  const cases = hit.cases.filter(({ texts }) => holds(texts));
  return own?.length || cases.length > 0 ? { session: hit.session, own, cases } : null;
}

/** The first `most`, and those that start with the last of them: the next answer begins before it. */
function upTo<Row extends { start_at: number }>(rows: readonly Row[], most: number): Row[] {
  const last = rows[most - 1];
  return last ? rows.filter((row) => row.start_at >= last.start_at) : [...rows];
}

function answerOf(asked: Asked, reach: Reach, searchedFrom: number, tally: Tally, further: number | null): Found {
  const last = tally.hits[MOST_SESSIONS - 1]?.session.start_at;
  const hits = last === undefined ? tally.hits : tally.hits.filter(({ session }) => session.start_at >= last);
  const byText = asked.words.length > 0;
  const ofCases = asksForCases(asked);
  return {
    sessions: hits.map((hit) => sessionLines(hit, asked.words)),
    counts: {
      sessions: ofCases ? 0 : byText ? hits.filter(({ own }) => own?.length).length : hits.length,
      cases: hits.reduce((sum, { cases }) => sum + cases.length, 0),
    },
    searched: searchedWords(last ?? searchedFrom, reach.end),
    unreadable: tally.unreadable,
    // Just after the session further back, so that empty years between are skipped.
    before: last ?? (further === null ? null : further + 1),
    full: last !== undefined,
  };
}

function searchedWords(from: number, end: number | null): string {
  const first = longDate(londonMoment(from).date);
  return end === null ? `from ${first} on` : `from ${first} to ${longDate(londonMoment(end - 1).date)}`;
}

function sessionLines({ session, own, cases }: Hit, words: string[]): FoundSessionLines {
  const { unique_ref, start_at, end_at, element, category } = session;
  return {
    unique_ref,
    day: shortDate(londonMoment(start_at).date),
    ...timesText({ startAt: start_at, endAt: end_at }),
    element,
    category,
    lines: linesOf(own, words),
    cases: cases.map(({ row, texts }): FoundCaseLines => {
      return { unique_ref: row.unique_ref, summary: summaryWords(row, ""), lines: linesOf(texts, words) };
    }),
  };
}

/** The lines that hold the words; without words the first line there is. */
function linesOf(texts: Opened, words: string[]) {
  if (texts === null)
    return [{ label: "Text", place: 0, parts: [{ at: 0, text: "This text could not be opened", hit: false }] }];
  if (words.length > 0) {
    return texts.flatMap(({ label, text }) => {
      return matchingLines(text, words, MOST_LINES).map((line) => ({ label, ...line }));
    });
  }
  return texts
    .slice(0, 1)
    .map(({ label, text }) => ({ label, place: 0, parts: marked(text.split("\n", 1)[0] ?? "", []) }));
}
