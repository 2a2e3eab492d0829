import { customOptions } from "~/diary/cases/options.server";
import { chosenOptions } from "~/diary/cases/queries.server";
import { containsAllWords, wordsOf } from "~/diary/search/words";
import { showPa } from "~/planning/job-plans/pa-rules";
import { elementChoices } from "~/planning/job-plans/queries.server";
import type { Actor } from "~/platform/context";
import { formatCounted } from "~/platform/time/counted";
import { DEFAULT_PROFILE, profileRow } from "~/profile/queries.server";
import { supervisionsOf } from "~/profile/supervision";
import type { ChoiceGroup } from "~/ui/forms/choice-fields";
import {
  type CaseDataRow,
  caseLines,
  casePage,
  caseRefs,
  casesOf,
  caseTotals,
  optionLabels,
  textOf,
} from "./cases.server";
import { elementGroups, optionGroups } from "./choice-groups";
import { addressOf, type Choices, dateFaults, ROWS_PER_PAGE, readChoices, sortedBy, withTexts } from "./choices";
import { CASE_DATA, SESSION_DATA, type TableKind } from "./columns";
import { type DataLine, feeNotesOf, inOrderOf } from "./rows.server";
import {
  notesOf,
  type SessionDataRow,
  sessionLines,
  sessionPage,
  sessionRefs,
  sessionsOf,
  sessionTotals,
} from "./sessions.server";

/** Most rows whose texts one search decrypts, in the order of the table. */
const MAX_SEARCHED = 2000;
/** Most rows that a search shows. */
const MAX_FOUND = 100;

/** Builds what the pages of both tables have in common: rows, totals and links. */
function dataPage(kind: TableKind, choices: Choices, n: number, lines: DataLine[]) {
  const pages = Math.max(1, Math.ceil(n / ROWS_PER_PAGE));
  const to = (page: number) => addressOf(kind, { ...choices, page });
  const shown = Math.min(choices.page, pages);
  return {
    choices,
    faults: dateFaults(choices),
    lines,
    n,
    address: addressOf(kind, choices),
    csv: addressOf(kind, { ...choices, page: 1 }, `${kind.path}csv/`),
    orders: Object.fromEntries(
      kind.columns
        .filter(({ sorts }) => sorts)
        .map((column) => [column.id, addressOf(kind, sortedBy(choices, column))]),
    ),
    pages: {
      page: shown,
      pages,
      first: shown > 2 ? to(1) : null,
      before: choices.page > 1 ? to(Math.min(pages, choices.page - 1)) : null,
      next: shown < pages ? to(choices.page + 1) : null,
      last: shown < pages - 1 ? to(pages) : null,
    },
  };
}

/** What the pages of both tables have in common. */
export interface DataTablePage extends ReturnType<typeof dataPage> {
  message: string;
  elements: ChoiceGroup[];
}

/**
 * Loader data of the table of sessions, for the choices of its address: newest first unless sorted otherwise, and with
 * the totals of all pages.
 */
export async function sessionDataPage({ db, cipher, userId, now }: Actor, search: URLSearchParams) {
  const choices = readChoices(SESSION_DATA, search);
  const [rows, [totals], elements] = await db.batch([
    sessionPage(db, userId, choices, now),
    sessionTotals(db, userId, choices, now),
    elementChoices(db, userId),
  ]);
  const lines = await sessionLines(cipher, rows, choices.columns);
  const n = totals?.n ?? 0;
  return {
    ...dataPage(SESSION_DATA, choices, n, lines),
    message: `${formatCounted(n, SESSION_DATA.one)}, ${showPa(totals?.pa_units ?? 0)} PA`,
    elements: elementGroups(elements),
  };
}

/** As `sessionDataPage`, of the cases. */
export async function caseDataPage({ db, cipher, userId }: Actor, search: URLSearchParams) {
  const choices = readChoices(CASE_DATA, search);
  const [rows, [totals], elements, custom, [profile = DEFAULT_PROFILE]] = await db.batch([
    casePage(db, userId, choices),
    caseTotals(db, userId, choices),
    elementChoices(db, userId),
    customOptions(db, userId),
    profileRow(db, userId),
  ]);
  const lines = await caseLines({ cipher, profile, reader: "page" }, rows, custom, choices.columns);
  const n = totals?.n ?? 0;
  return {
    ...dataPage(CASE_DATA, choices, n, lines),
    message: formatCounted(n, CASE_DATA.one),
    elements: elementGroups(elements),
    options: optionGroups(custom.filter(({ active }) => active)),
    supervisions: supervisionsOf(profile.supervision_labels),
  };
}

export type CaseDataPage = Awaited<ReturnType<typeof caseDataPage>>;

/** Rows that contain words. */
export interface FoundData {
  lines: DataLine[];
  /** How many rows were searched; `isAll` if these are all that the filters select. */
  of: number;
  isAll: boolean;
  /** Whether more rows contain the words than are shown. */
  more: boolean;
}

/**
 * Finds the sessions under the filters whose element, category, site, notes and fee notes together contain all the words, in the order of
 * the table.
 */
export async function findSessions(by: Actor, search: URLSearchParams, typed: string): Promise<FoundData> {
  const { db, cipher, userId, now } = by;
  const choices = readChoices(SESSION_DATA, search);
  const refs = await sessionRefs(db, userId, choices, now);
  const { rows, ...found } = await searchTexts(refs, typed, {
    read: (some) => sessionsOf(db, userId, some),
    texts: async (row: SessionDataRow) => [
      ...[row.element ?? "", row.category ?? "", row.site],
      ...(await Promise.all([notesOf(cipher, row), feeNotesOf(cipher, row)])),
    ],
  });
  return { ...found, lines: await sessionLines(cipher, rows, withTexts(SESSION_DATA, choices).columns) };
}

/**
 * Finds the cases under the filters whose element, options, texts and fee notes together contain all the words, in the
 * order of the table.
 */
export async function findCases({ db, cipher, userId }: Actor, search: URLSearchParams, typed: string) {
  const choices = readChoices(CASE_DATA, search);
  const [refs, [custom, [profile = DEFAULT_PROFILE]]] = await Promise.all([
    caseRefs(db, userId, choices),
    db.batch([customOptions(db, userId), profileRow(db, userId)]),
  ]);
  const labels = optionLabels(custom);
  const { rows, ...found } = await searchTexts(refs, typed, {
    read: (some) => casesOf(db, userId, some),
    texts: async (row: CaseDataRow) => [
      ...[row.element ?? "", ...chosenOptions(row.options, custom).map(({ id }) => labels.get(id) ?? "")],
      ...Object.values(await textOf(cipher, row)),
      await feeNotesOf(cipher, row),
    ],
  });
  return {
    ...found,
    lines: await caseLines({ cipher, profile, reader: "page" }, rows, custom, withTexts(CASE_DATA, choices).columns),
  };
}

interface TextSearch<Row> {
  read(refs: readonly string[]): PromiseLike<Row[]>;
  texts(row: Row): Promise<string[]>;
}

const AT_ONCE = 500;

async function searchTexts<Row extends { unique_ref: string }>(
  refs: readonly string[],
  typed: string,
  by: TextSearch<Row>,
) {
  const words = wordsOf(typed);
  const rows: Row[] = [];
  let of = 0;
  while (of < Math.min(refs.length, MAX_SEARCHED) && rows.length <= MAX_FOUND) {
    const some = refs.slice(of, of + AT_ONCE);
    const read = inOrderOf(some, await by.read(some));
    const texts = await Promise.all(read.map((row) => by.texts(row)));
    rows.push(...read.filter((_, at) => containsAllWords(texts[at] ?? [], words)));
    of += some.length;
  }
  return { rows: rows.slice(0, MAX_FOUND), of, isAll: of >= refs.length, more: rows.length > MAX_FOUND };
}
