import type { Asker } from "~/platform/context";
import type { Asked } from "./form";
import { type Opened, openCase, openSession } from "./open.server";
import { asksForCases, type FoundCase, type FoundSession } from "./stretch.server";
import { holdsAll } from "./words";

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
