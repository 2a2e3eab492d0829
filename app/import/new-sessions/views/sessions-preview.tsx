import { css } from "styled-system/css";
import { column, note, text } from "styled-system/recipes";
import { SKIP_LABELS } from "~/import/format";
import { NamedRows } from "~/import/place/views/placing-preview";
import { formatCounted, formatNumber } from "~/platform/time/counted";
import { Fold } from "~/ui/layout/fold";
import { LineList } from "~/ui/layout/line-list";
import type { ShownProposal, ShownSession } from "../shown-proposal.server";

/** Preview of making sessions: which sessions, with which cases of the file, which rows are left, and why. */
export function SessionsPreview({ proposal }: { proposal: ShownProposal }) {
  const { sessions, total, rows, placeable, identifier, unclear, cancelled, locked } = proposal;
  const more = total - sessions.length;
  const isAllPlaced = [identifier, unclear, cancelled, locked].every((left) => left.rows === 0);
  const has = (times: ShownSession["times"]) => sessions.some((session) => session.times === times);
  return (
    <>
      {total === 0 ? (
        <p>{isAllPlaced ? "Every case of the file has a session." : "No session can be made."}</p>
      ) : (
        <p className={text({ kind: "quiet" })}>
          {has("plan") ? "Times and elements come from your job plan where it has a session then. " : ""}
          {has("rows") || has("rows without an end")
            ? `${has("plan") ? "Other sessions" : "Sessions"} last from the first start to the last end, with no job plan element. `
            : ""}
          You can change each session afterwards.
        </p>
      )}
      {has("usual") && (
        <p className={note({ tone: "warn" })}>
          Cases without times on days without a job plan get a session from 08:00 to 18:00. Check those times: they
          count as PAs.
        </p>
      )}
      {total > 0 && (
        <LineList>
          {sessions.map((session) => (
            <NewSessionLine key={session.key} session={session} folded={rows > ROWS_OPEN} />
          ))}
        </LineList>
      )}
      {more > 0 && <p className={text({ kind: "hint" })}>And {formatNumber(more)} older sessions.</p>}
      {placeable > 0 && total > 0 && (
        <p>{formatCounted(placeable, "more case goes", "more cases go")} into sessions that are in your logbook.</p>
      )}
      {locked.rows > 0 && (
        <section className={column({ gap: "1" })}>
          <h2>{formatCounted(locked.rows, "case")} will not be placed: you locked these days</h2>
          <p>{SKIP_LABELS.locked}.</p>
          <NamedRows {...locked} />
        </section>
      )}
      {cancelled.rows > 0 && (
        <section className={column({ gap: "1" })}>
          <h2>{formatCounted(cancelled.rows, "case")} will not be placed: you said that the session did not happen</h2>
          <p>To place {cancelled.rows === 1 ? "it" : "them"}, mark the session as planned in your logbook first.</p>
          <NamedRows {...cancelled} />
        </section>
      )}
      {unclear.rows > 0 && (
        <section className={column({ gap: "1" })}>
          <h2>{formatCounted(unclear.rows, "case")} will not be placed: no time</h2>
          <p>There are several sessions on that day. Choose one for each case yourself.</p>
          <NamedRows {...unclear} />
        </section>
      )}
      {identifier.rows > 0 && (
        <section className={column({ gap: "1" })}>
          <h2>{formatCounted(identifier.rows, "case")} will not be placed: may identify a patient</h2>
          <p>Add a session for the case, then open it there and change its text.</p>
          <NamedRows {...identifier} />
        </section>
      )}
    </>
  );
}

/** With more rows than this, the rows of each session are in a closed fold. */
const ROWS_OPEN = 60;

const TIMES_LABELS: Readonly<Record<ShownSession["times"], string>> = {
  plan: "From your job plan",
  rows: "",
  "rows without an end": "The last case has no end: one hour is allowed for it",
  usual: "No times in the file",
};

function NewSessionLine({ session, folded }: { session: ShownSession; folded: boolean }) {
  const { date, time, element, facts, times, cases, rows } = session;
  const list = (
    <ul className={casesOf}>
      {rows.map((row) => (
        <li key={row.unique_ref}>
          <span className={text({ kind: "quiet", figures: true })}>{row.time}</span> {row.summary || "No description"}{" "}
          <span className={text({ kind: "hint" })}>
            row {row.line}
            {row.marked && ", may identify the patient"}
          </span>
        </li>
      ))}
      {cases > rows.length && <li className={text({ kind: "quiet" })}>and {formatNumber(cases - rows.length)} more</li>}
    </ul>
  );
  return (
    <li className={line}>
      <h2 className={heading}>
        {date} <span className={text({ kind: "quiet", figures: true })}>{time}</span>
      </h2>
      <p>
        {element}
        {facts && `, ${facts}`}
      </p>
      {TIMES_LABELS[times] && <p className={text({ kind: "hint" })}>{TIMES_LABELS[times]}</p>}
      {folded ? <Fold title={formatCounted(cases, "case")}>{list}</Fold> : list}
    </li>
  );
}

const line = css({ display: "grid", gap: "1", borderBottom: "line", paddingBlock: "3", overflowWrap: "anywhere" });
const heading = css({ fontSize: "md" });
const casesOf = css({ display: "grid", gap: "2", fontSize: "md" });
