import { customOptions } from "~/diary/cases/options.server";
import { chosenOptions } from "~/diary/cases/queries.server";
import { containsAllWords, wordsOf } from "~/diary/search/words";
import type { Actor } from "~/platform/context";
import { type RowPage, refsIn } from "~/platform/db/row-pages.server";
import { DEFAULT_PROFILE, profileRow } from "~/profile/queries.server";
import { caseLines, optionLabels, textOf } from "./case-lines.server";
import { type CaseDataRow, casePages, casesOf } from "./cases.server";
import { readChoices } from "./choices";
import { CASE_DATA, SESSION_DATA } from "./columns";
import { type DataLine, feeNotesOf, inOrderOf } from "./rows.server";
import { notesOf, type SessionDataRow, sessionLines, sessionPages, sessionsOf } from "./sessions.server";

/** Most rows whose texts one search decrypts, in the order of the table. */
const MAX_SEARCHED = 2000;
/** Most rows that a search shows. */
const MAX_FOUND = 100;

/** Rows that contain words. */
export interface FoundData {
  lines: DataLine[];
  /** How many rows were searched; `isAll` if these are all that the filters select. */
  of: number;
  isAll: boolean;
  /** Whether more rows contain the words than are shown. */
  more: boolean;
}

/** Where words were found: as in `FoundData`, with the references of the rows, as many together as were read at once. */
interface FoundRefs extends Omit<FoundData, "lines"> {
  refs: string[][];
}

/**
 * Finds the sessions under the filters whose element, category, site, notes and fee notes together contain all the words,
 * in the order of the table.
 */
export async function findSessionRefs(by: Actor, search: URLSearchParams, typed: string): Promise<FoundRefs> {
  const { db, cipher, userId, now } = by;
  const pages = await sessionPages(db, userId, readChoices(SESSION_DATA, search), now, true);
  return searchTexts(pages, typed, {
    read: (some) => sessionsOf(db, userId, some, { texts: true, doubts: false }),
    texts: async (row: SessionDataRow) => [
      ...[row.element ?? "", row.category ?? "", row.site],
      ...(await Promise.all([notesOf(cipher, row), feeNotesOf(cipher, row)])),
    ],
  });
}

/** As `findSessionRefs`, with their lines. */
export async function findSessions(by: Actor, search: URLSearchParams, typed: string): Promise<FoundData> {
  const { refs, ...found } = await findSessionRefs(by, search, typed);
  const lines = await linesOf(refs, async (some) =>
    sessionLines(by.cipher, inOrderOf(some, await sessionsOf(by.db, by.userId, some, SHOWN))),
  );
  return { ...found, lines };
}

/**
 * Finds the cases under the filters whose element, options, texts and fee notes together contain all the words, in the
 * order of the table.
 */
export async function findCaseRefs(by: Actor, search: URLSearchParams, typed: string): Promise<FoundRefs> {
  const { db, cipher, userId } = by;
  const [pages, custom] = await db.batch([
    casePages(db, userId, readChoices(CASE_DATA, search), true),
    customOptions(db, userId),
  ]);
  const labels = optionLabels(custom);
  return searchTexts(pages, typed, {
    read: (some) => casesOf(db, userId, some, { texts: true, doubts: false }),
    texts: async (row: CaseDataRow) => [
      ...[row.element ?? "", ...chosenOptions(row.options, custom).map(({ id }) => labels.get(id) ?? "")],
      ...Object.values(await textOf(cipher, row)),
      await feeNotesOf(cipher, row),
    ],
  });
}

/** As `findCaseRefs`, with their lines. */
export async function findCases(by: Actor, search: URLSearchParams, typed: string): Promise<FoundData> {
  const { db, cipher, userId } = by;
  const [{ refs, ...found }, [custom, [profile = DEFAULT_PROFILE]]] = await Promise.all([
    findCaseRefs(by, search, typed),
    db.batch([customOptions(db, userId), profileRow(db, userId)]),
  ]);
  const lines = await linesOf(refs, async (some) =>
    caseLines({ cipher, profile, reader: "page" }, inOrderOf(some, await casesOf(db, userId, some, SHOWN)), custom),
  );
  return { ...found, lines };
}

const SHOWN = { texts: true, doubts: true };

async function linesOf(refs: string[][], read: (some: string[]) => Promise<DataLine[]>): Promise<DataLine[]> {
  const lines: DataLine[] = [];
  for (const some of refs) lines.push(...(await read(some)));
  return lines;
}

interface TextSearch<Row> {
  read(refs: readonly string[]): PromiseLike<Row[]>;
  texts(row: Row): Promise<string[]>;
}

async function searchTexts<Row extends { unique_ref: string }>(
  pages: readonly RowPage[],
  typed: string,
  by: TextSearch<Row>,
): Promise<FoundRefs> {
  const words = wordsOf(typed);
  const refs: string[][] = [];
  let [of, n] = [0, 0];
  for (const page of pages) {
    if (of >= MAX_SEARCHED || n > MAX_FOUND) break;
    const some = refsIn(page).slice(0, MAX_SEARCHED - of);
    const read = inOrderOf(some, await by.read(some));
    const texts = await Promise.all(read.map((row) => by.texts(row)));
    const found = read.filter((_, at) => containsAllWords(texts[at] ?? [], words));
    refs.push(found.slice(0, MAX_FOUND - n).map(({ unique_ref }) => unique_ref));
    n += found.length;
    of += some.length;
  }
  const all = pages.reduce((sum, { rows }) => sum + rows, 0);
  return { refs: refs.filter(({ length }) => length > 0), of, isAll: of >= all, more: n > MAX_FOUND };
}
