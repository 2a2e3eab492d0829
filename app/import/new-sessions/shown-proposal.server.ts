import { decryptCaseText } from "~/diary/cases/encrypted-text.server";
import { formatSummary } from "~/diary/cases/facts.server";
import { timesText } from "~/diary/sessions/times";
import type { Cipher } from "~/platform/crypto/vault.server";
import { shortDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import { formatSpan, formatWhen } from "../stage/list-rows.server";
import type { Proposal, ProposedRow, ProposedSession } from "./propose.server";

/** Sessions that the page lists, and rows that it lists individually: the newest. */
const SESSIONS_SHOWN = 200;
const ROWS_SHOWN = 500;
/** Rows that are listed for each reason why rows are not placed. */
const LEFT_SHOWN = 20;

/** What the page shows of a proposal. */
export async function shownProposal(cipher: Cipher, proposal: Proposal) {
  const { sessions, left, rows: placed, placeable, fingerprint } = proposal;
  const newest = sessions.toReversed().slice(0, SESSIONS_SHOWN);
  const shown: ShownSession[] = [];
  let room = ROWS_SHOWN;
  for (const session of newest) {
    const rows = session.rows.slice(0, room);
    room -= rows.length;
    shown.push(await shownSession(cipher, session, rows));
  }
  return {
    ...{ rows: placed, placeable, fingerprint },
    sessions: shown,
    /** Number of sessions for all rows of the file that have none. */
    total: sessions.length,
    identifier: shownLeft(left.identifier),
    unclear: shownLeft(left.unclear),
    cancelled: shownLeft(left.cancelled),
    locked: shownLeft(left.locked),
  };
}

export type ShownProposal = Awaited<ReturnType<typeof shownProposal>>;
export type ShownSession = Awaited<ReturnType<typeof shownSession>>;

async function shownSession(cipher: Cipher, session: ProposedSession, rows: readonly ProposedRow[]) {
  const { columns, element, times, specialties, startAt, endAt } = session;
  const { times: span, ends } = timesText({ startAt, endAt });
  return {
    key: `${startAt} ${columns.element_ref ?? ""}`,
    date: shortDate(londonMoment(startAt).date),
    time: [span, ends].filter(Boolean).join(", "),
    element: element ?? "No job plan element",
    facts: [columns.site, ...specialties].filter(Boolean).join(", "),
    times,
    cases: session.rows.length,
    rows: await Promise.all(rows.map((row) => shownRow(cipher, row))),
  };
}

async function shownRow(cipher: Cipher, row: ProposedRow) {
  const { case_description } = await decryptCaseText(cipher, {
    unique_ref: row.case_ref,
    text_encrypted: row.text_encrypted,
  });
  return {
    unique_ref: row.unique_ref,
    line: row.line,
    time: formatSpan(row.start_at, row.end_at),
    summary: formatSummary(row, case_description),
    marked: row.identifier !== null,
  };
}

function shownLeft(rows: readonly ProposedRow[]) {
  const first = rows.slice(0, LEFT_SHOWN).map(({ unique_ref, line, ...when }) => {
    return { unique_ref, line, ...formatWhen(when) };
  });
  return { rows: rows.length, first };
}
