import type { Asked } from "~/account/guard.server";
import { putOnRecord } from "~/data/export/put-on-record.server";
import { customOptions } from "~/diary/cases/custom-options.server";
import { csvOf } from "~/platform/http/csv";
import { counted } from "~/platform/time/counted";
import { londonToday } from "~/platform/time/london";
import { FIRST_PROFILE, profileRow } from "~/profile/queries.server";
import { caseLines } from "./case-lines.server";
import { caseRefs, casesOf } from "./case-rows.server";
import { readChoices, shownColumns } from "./choices";
import { CASE_DATA, SESSION_DATA, type TableKind } from "./columns";
import type { DataLine } from "./lines";
import { type FoundData, findCases, findSessions, inOrderOf } from "./page.server";
import { sessionLines } from "./session-lines.server";
import { sessionRefs, sessionsOf } from "./session-rows.server";

/** Rows read and written at once: the file is never in memory whole. */
const ROWS_AT_ONCE = 500;

/** What is to come as a file: all that the address shows, or of that what holds words. */
export interface FileAsked {
  asked: Asked;
  request: Request;
  search: URLSearchParams;
  words: string;
}

/** The sessions that the page shows under the same choices, all pages of them, as a file. */
export async function sessionDataFile(file: FileAsked) {
  const { by, search, words } = readerOf(file);
  const { db, cipher, userId, now } = by;
  const choices = readChoices(SESSION_DATA, search);
  const refs = words ? refsOf(await findSessions(by, search, words)) : await sessionRefs(db, userId, choices, now);
  await putFileOnRecord(file, SESSION_DATA, refs.length);
  return fileOf(SESSION_DATA, search, refs, now, async (some) =>
    sessionLines(cipher, inOrderOf(some, await sessionsOf(db, userId, some)), choices.columns, "file"),
  );
}

/** As `sessionDataFile`, of the cases. */
export async function caseDataFile(file: FileAsked) {
  const { by, search, words } = readerOf(file);
  const { db, cipher, userId, now } = by;
  const choices = readChoices(CASE_DATA, search);
  const [refs, [custom, [profile = FIRST_PROFILE]]] = await Promise.all([
    words ? findCases(by, search, words).then(refsOf) : caseRefs(db, userId, choices),
    db.batch([customOptions(db, userId), profileRow(db, userId)]),
  ]);
  await putFileOnRecord(file, CASE_DATA, refs.length);
  return fileOf(CASE_DATA, search, refs, now, async (some) => {
    const rows = inOrderOf(some, await casesOf(db, userId, some));
    return caseLines({ cipher, profile, reader: "file" }, rows, custom, choices.columns);
  });
}

function readerOf({ asked, search, words }: FileAsked) {
  return { by: asked, search, words };
}

function refsOf({ lines }: FoundData): string[] {
  return lines.map(({ unique_ref }) => unique_ref);
}

function putFileOnRecord({ asked, request, words }: FileAsked, { title, one }: TableKind, n: number): Promise<void> {
  return putOnRecord(asked, request, `${title.toLowerCase()}, ${counted(n, one)}${words ? ", found by words" : ""}`);
}

function fileOf(
  kind: TableKind,
  search: URLSearchParams,
  refs: readonly string[],
  now: number,
  linesOf: (refs: readonly string[]) => Promise<DataLine[]>,
): Response {
  const columns = shownColumns(kind, readChoices(kind, search));
  const encoder = new TextEncoder();
  let at = 0;
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(csvOf([columns.map(({ label }) => label)])));
    },
    async pull(controller) {
      const some = refs.slice(at, at + ROWS_AT_ONCE);
      at += ROWS_AT_ONCE;
      if (some.length === 0) return controller.close();
      const lines = await linesOf(some);
      const rows = csvOf(lines.map(({ cells }) => columns.map(({ id }) => cells[id] ?? "")));
      // The mark of UTF-8 stands once, first of all.
      controller.enqueue(encoder.encode(rows.slice(1)));
    },
  });
  const name = `${kind.title.toLowerCase().replace(" ", "-")}-${londonToday(now)}`;
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
    },
  });
}
