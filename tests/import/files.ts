import type { RequestContext } from "~/account/guard.server";
import type { SignedInUser } from "~/account/login/logins.server";
import type { CsvRow } from "~/import/fields";
import { type FileFacts, inChunks, ROWS_PER_CHUNK, rowsToSend } from "~/import/read-file";
import { beginImport } from "~/import/stage/begin.server";
import { receiveRows } from "~/import/stage/receive.server";
import { newSecret } from "~/platform/db/tokens";
import { db, NOW, recordingJobs, SITE, vault } from "../support/harness";

/** As a loader or an action has it. */
export function requestContextOf(user: SignedInUser, now = NOW, database = db): RequestContext {
  const cipher = vault.of(user.unique_ref);
  return {
    db: database,
    vault,
    cipher,
    jobs: recordingJobs(),
    site: SITE,
    user,
    userId: user.id,
    now,
  };
}

/** A row of a theatre file: Tue 17 Nov 2026, 09:05 to 10:40, a woman of 45. */
export function row(line: number, more: Partial<CsvRow> = {}): CsvRow {
  return {
    line,
    case_date: "2026-11-17",
    start_minute: 545,
    end_minute: 640,
    age: 45,
    age_unit: "years",
    gender: 1,
    asa: 2,
    case_description: `Procedure ${line}`,
    remarks: [],
    ...more,
  };
}

export function factsOf(rows: readonly CsvRow[], more: Partial<FileFacts> = {}): FileFacts {
  return {
    file_hash: newSecret(),
    layout: newSecret(),
    mapping: { case_date: 11, start_time: 10, end_time: 12, age: 7 },
    choices: {},
    rows_read: rows.length + 2,
    rows_skipped: 1,
    rows_merged: 1,
    rows_rejected: 1,
    rows_expected: rows.length,
    ...more,
  };
}

/** Imports a file as a browser does. @returns the reference of its import, and the answer to its last chunk */
export async function importFile(context: RequestContext, rows: readonly CsvRow[], facts = factsOf(rows)) {
  const begun = await beginImport(context, facts);
  let last = null;
  for (const [at, chunk] of inChunks(rowsToSend(rows)).entries()) {
    last = await receiveRows(context, begun.import_ref, at * ROWS_PER_CHUNK, chunk);
  }
  return { importRef: begun.import_ref, last, facts };
}
