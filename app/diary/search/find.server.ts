import { decryptCaseText } from "~/diary/cases/encrypted-text.server";
import { customOptions, isOption } from "~/diary/cases/options.server";
import { feePlace } from "~/diary/fees/table.server";
import { sessionPlace } from "~/diary/sessions/table.server";
import type { Asker } from "~/platform/context";
import { logError } from "~/platform/http/error-log";
import type { Asked } from "./form";
import type { Found } from "./found";
import { answerOf } from "./page-data.server";
import {
  asksForCases,
  casesOfStretch,
  elementAsked,
  type FoundCase,
  type FoundSession,
  furtherBack,
  goOnAt,
  sessionsOfStretch,
} from "./queries.server";
import { reachOf, stretchesOf } from "./rules";
import { holdsAll } from "./words";

type Answer = { ok: true; found: Found } | { ok: false; errors: Record<string, string> };

/** Encrypted text has no index: it is opened newest first, as far back as one answer goes. */
export async function find(world: Asker, asked: Asked): Promise<Answer> {
  const { db, userId } = world;
  const reach = reachOf(asked, world.now);
  const [first, ...others] = stretchesOf(reach);
  const [elements, custom, sessions, cases] = await db.batch([
    elementAsked(db, userId, asked.element),
    customOptions(db, userId),
    sessionsOfStretch(db, userId, asked, first),
    casesOfStretch(db, userId, asked, first),
  ]);
  const errors = unknown(asked, elements.length > 0, custom);
  if (errors) return { ok: false, errors };

  const tally: Tally = { hits: [], unreadable: 0 };
  await lookThrough(world, asked, sessions, cases, tally);
  let searchedFrom = first.from;
  for (const stretch of others) {
    if (tally.hits.length >= MOST_SESSIONS) break;
    const [more, moreCases] = await db.batch([
      sessionsOfStretch(db, userId, asked, stretch),
      casesOfStretch(db, userId, asked, stretch),
    ]);
    await lookThrough(world, asked, more, moreCases, tally);
    searchedFrom = stretch.from;
  }
  // An answer that is full goes on where it stopped.
  const isFull = tally.hits.length >= MOST_SESSIONS;
  const further = isFull ? null : goOnAt(await db.batch(furtherBack(db, userId, asked, reach)));
  return { ok: true, found: answerOf(asked, reach, searchedFrom, tally, further) };
}

function unknown(asked: Asked, hasElement: boolean, custom: Awaited<ReturnType<typeof customOptions>>) {
  const { element, option } = asked;
  const isKnown = isOption(custom, "airway", option) || isOption(custom, "procedure", option);
  const errors: Record<string, string> = {};
  if (element && !hasElement) errors.element = "Choose a job plan element from the list";
  if (option && !isKnown) errors.option = "Choose an airway or procedure from the list";
  return Object.keys(errors).length > 0 ? errors : null;
}

/** An answer that holds as many is full. */
export const MOST_SESSIONS = 50;

export interface Hit {
  session: FoundSession;
  own: Opened;
  cases: { row: FoundCase; texts: Opened }[];
}

export interface Tally {
  hits: Hit[];
  unreadable: number;
}

/** Adds what is found among these rows. Without words the filters alone decide, and only what is shown is opened. */
export async function lookThrough(
  owner: Pick<Asker, "userId" | "cipher">,
  asked: Asked,
  rows: FoundSession[],
  caseRows: FoundCase[],
  tally: Tally,
) {
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
        ofCases ? [] : openSession(owner, session),
        Promise.all(wanted.map(async (row) => ({ row, texts: await openCase(owner, row) }))),
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

/** One field of text, opened. */
export interface OpenedText {
  label: string;
  text: string;
}

/** The texts of a row, in the order of its form; null when they could not be opened. */
export type Opened = OpenedText[] | null;

export function openSession(owner: Pick<Asker, "userId" | "cipher">, row: FoundSession): Promise<Opened> {
  return opened(async () => [
    { label: "Notes", text: await owner.cipher.decrypt(sessionPlace(row.unique_ref), row.text_encrypted) },
    await feeNotes(owner, row),
  ]);
}

export function openCase(owner: Pick<Asker, "userId" | "cipher">, row: FoundCase): Promise<Opened> {
  return opened(async () => {
    const text = await decryptCaseText(owner.cipher, row);
    return [
      { label: "Description", text: text.case_description },
      { label: "Complications", text: text.complications },
      { label: "Reflective notes", text: text.reflective_notes },
      await feeNotes(owner, row),
    ];
  });
}

async function feeNotes(
  { cipher }: Pick<Asker, "userId" | "cipher">,
  row: FoundSession | FoundCase,
): Promise<OpenedText> {
  const { fee_ref, fee_notes_encrypted } = row;
  return { label: "Fee notes", text: fee_ref ? await cipher.decrypt(feePlace(fee_ref), fee_notes_encrypted) : "" };
}

/** One text that does not open must not hide the others: it is counted, and said. */
async function opened(open: () => Promise<OpenedText[]>): Promise<Opened> {
  try {
    return (await open()).filter(({ text }) => text !== "");
  } catch (error) {
    logError(error);
    return null;
  }
}
