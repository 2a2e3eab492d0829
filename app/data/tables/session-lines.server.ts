import { decryptNotes } from "~/diary/sessions/queries.server";
import { timesText } from "~/diary/sessions/times";
import { showPa } from "~/planning/job-plans/pa-rules";
import type { Cipher } from "~/platform/crypto/vault.server";
import { logError } from "~/platform/http/log";
import { pathTo } from "~/platform/http/path-to";
import { hoursAndMinutes } from "~/platform/time/clock-time";
import { shortDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import { type DataLine, dateCell, feeCells, type Reader, UNREADABLE } from "./lines";
import type { SessionDataRow } from "./session-rows.server";

/** @param notes opened; empty where their column is not shown */
function sessionLine(row: SessionDataRow, notes: string, reader: Reader): DataLine {
  const { unique_ref, version, start_at, end_at, element, pa_basis } = row;
  const { times, ends } = timesText({ startAt: start_at, endAt: end_at });
  const date = shortDate(londonMoment(start_at).date);
  return {
    unique_ref,
    version,
    path: pathTo("/logbook/session/:sessionRef/", { sessionRef: unique_ref }),
    name: [date, times, element].filter(Boolean).join(", "),
    cells: {
      date: dateCell(start_at, reader),
      times: [times, ends].filter(Boolean).join(", "),
      element: element ?? "",
      site: row.site,
      hours: hoursAndMinutes((end_at - start_at) / 60_000),
      basis: pa_basis === "fixed" ? "Fixed" : "Time",
      pa: showPa(row.pa_units),
      cases: String(row.cases),
      ...feeCells(row.fee, reader),
      repeats: row.recurring_uuid ? "Yes" : "No",
      notes,
    },
    marks: [
      row.element_ref === null ? "No element" : "",
      row.no_times ? "No times" : "",
      row.overlaps ? "Overlaps another" : "",
      row.in_leave ? "In leave" : "",
    ].filter(Boolean),
  };
}

/** The rows as lines. Notes are opened only where they are shown, and one that does not open hides no other. */
export function sessionLines(
  cipher: Cipher,
  rows: readonly SessionDataRow[],
  columns: readonly string[],
  reader: Reader = "page",
): Promise<DataLine[]> {
  return Promise.all(
    rows.map(async (row) => sessionLine(row, columns.includes("notes") ? await notesOf(cipher, row) : "", reader)),
  );
}

export async function notesOf(cipher: Cipher, row: SessionDataRow): Promise<string> {
  try {
    return await decryptNotes(cipher, row);
  } catch (error) {
    logError(error);
    return UNREADABLE;
  }
}
