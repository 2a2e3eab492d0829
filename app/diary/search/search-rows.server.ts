import { decryptCaseText } from "~/diary/cases/encrypted-text.server";
import { feePlace } from "~/diary/fees/table.server";
import { sessionPlace } from "~/diary/sessions/table.server";
import type { Cipher } from "~/platform/crypto/vault.server";
import { logError } from "~/platform/http/log";
import type { SearchCriteria } from "./form";
import { type FoundCase, type FoundSession, filtersApplyToCases } from "./queries.server";
import { containsAllWords } from "./words";

/** Number of sessions with which an answer is full. */
export const MAX_SESSIONS = 50;

interface DecryptedText {
  label: string;
  text: string;
}

/** The texts of a row, in the order of its form; null when they could not be decrypted. */
export type DecryptedTexts = DecryptedText[] | null;

export interface Hit {
  session: FoundSession;
  own: DecryptedTexts;
  cases: { row: FoundCase; texts: DecryptedTexts }[];
}

export interface Tally {
  hits: Hit[];
  unreadable: number;
}

/**
 * Adds the matches among these rows to the tally. Without words the filters alone decide, and only rows that are shown
 * are decrypted.
 */
export async function searchRows(
  cipher: Cipher,
  criteria: SearchCriteria,
  rows: FoundSession[],
  caseRows: FoundCase[],
  tally: Tally,
) {
  const ofCases = filtersApplyToCases(criteria);
  const byText = criteria.words.length > 0;
  const bySession = new Map(rows.map(({ unique_ref }) => [unique_ref, [] as FoundCase[]]));
  for (const row of caseRows) bySession.get(row.session_ref)?.push(row);
  const candidates = rows.filter((row) => !ofCases || bySession.get(row.unique_ref)?.length);
  const enough = byText ? candidates : firstRows(candidates, MAX_SESSIONS - tally.hits.length);
  const opened = await Promise.all(
    enough.map(async (session): Promise<Hit> => {
      const wanted = byText || ofCases ? (bySession.get(session.unique_ref) ?? []) : [];
      const [own, cases] = await Promise.all([
        ofCases ? [] : decryptSession(cipher, session),
        Promise.all(wanted.map(async (row) => ({ row, texts: await decryptCase(cipher, row) }))),
      ]);
      return { session, own, cases };
    }),
  );
  for (const hit of opened) {
    tally.unreadable += [hit.own, ...hit.cases.map(({ texts }) => texts)].filter((texts) => texts === null).length;
    const kept = byText ? matchingParts(hit, criteria.words) : hit;
    if (kept) tally.hits.push(kept);
  }
}

/**
 * The matching parts of a session: its own texts, if they together contain all words, and each case whose texts do.
 * Null for none.
 */
function matchingParts(hit: Hit, words: string[]): Hit | null {
  const textsOf = (opened: DecryptedText[]) => opened.map(({ text }) => text);
  const holds = (opened: DecryptedTexts) => opened !== null && containsAllWords(textsOf(opened), words);
  const own = holds(hit.own) ? hit.own : [];
  const cases = hit.cases.filter(({ texts }) => holds(texts));
  return own?.length || cases.length > 0 ? { session: hit.session, own, cases } : null;
}

/**
 * The first `most` rows, and others that start at the same time as the last of them: the next answer begins before it.
 */
function firstRows<Row extends { start_at: number }>(rows: readonly Row[], most: number): Row[] {
  const last = rows[most - 1];
  return last ? rows.filter((row) => row.start_at >= last.start_at) : [...rows];
}

function decryptSession(cipher: Cipher, row: FoundSession): Promise<DecryptedTexts> {
  return decryptedTexts(async () => [
    { label: "Notes", text: await cipher.decrypt(sessionPlace(row.unique_ref), row.text_encrypted) },
    await feeNotes(cipher, row),
  ]);
}

function decryptCase(cipher: Cipher, row: FoundCase): Promise<DecryptedTexts> {
  return decryptedTexts(async () => {
    const text = await decryptCaseText(cipher, row);
    return [
      { label: "Description", text: text.case_description },
      { label: "Complications", text: text.complications },
      { label: "Reflective notes", text: text.reflective_notes },
      await feeNotes(cipher, row),
    ];
  });
}

async function feeNotes(cipher: Cipher, { fee_ref, fee_notes_encrypted }: FoundSession | FoundCase) {
  return { label: "Fee notes", text: fee_ref ? await cipher.decrypt(feePlace(fee_ref), fee_notes_encrypted) : "" };
}

/** Texts that cannot be decrypted must not hide the others: they are counted, and the page reports them. */
async function decryptedTexts(open: () => Promise<DecryptedText[]>): Promise<DecryptedTexts> {
  try {
    return (await open()).filter(({ text }) => text !== "");
  } catch (error) {
    logError(error);
    return null;
  }
}
