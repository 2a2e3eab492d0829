import { customOptions } from "~/cases/custom-options.server";
import { csvOf } from "~/http/csv";
import { FIRST_PROFILE, profileRow } from "~/profile/read.server";
import { londonToday } from "~/time/london";
import { caseLines } from "./case-lines.server";
import { caseRefs, casesOf } from "./case-rows.server";
import { readChoices, shownColumns } from "./choices";
import { CASE_DATA, SESSION_DATA, type TableKind } from "./columns";
import type { DataLine } from "./lines";
import { type DataReader, inOrderOf } from "./page.server";
import { sessionLines } from "./session-lines.server";
import { sessionRefs, sessionsOf } from "./session-rows.server";

/** Rows read and written at once: the file is never in memory whole. */
const ROWS_AT_ONCE = 500;

/** The sessions that the page shows under the same choices, all pages of them, as a file. */
export async function sessionDataFile({ db, vault, userRef, now }: DataReader, search: URLSearchParams) {
  const choices = readChoices(SESSION_DATA, search);
  const refs = await sessionRefs(db, userRef, choices, now);
  return fileOf(SESSION_DATA, search, refs, now, async (some) =>
    sessionLines(vault, inOrderOf(some, await sessionsOf(db, userRef, some)), choices.columns, "file"),
  );
}

/** As `sessionDataFile`, of the cases. */
export async function caseDataFile({ db, vault, userRef, now }: DataReader, search: URLSearchParams) {
  const choices = readChoices(CASE_DATA, search);
  const [refs, [custom, [profile = FIRST_PROFILE]]] = await Promise.all([
    caseRefs(db, userRef, choices),
    db.batch([customOptions(db, userRef), profileRow(db, userRef)]),
  ]);
  return fileOf(CASE_DATA, search, refs, now, async (some) => {
    const rows = inOrderOf(some, await casesOf(db, userRef, some));
    return caseLines({ vault, userRef, profile, reader: "file" }, rows, custom, choices.columns);
  });
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
