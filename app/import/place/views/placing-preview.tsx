import { css } from "styled-system/css";
import { column, note, table, text } from "styled-system/recipes";
import { SKIP_LABELS } from "~/import/format";
import { formatCounted, formatNumber } from "~/platform/time/counted";
import type { Preview } from "../preview.server";

/**
 * Preview of placing all cases: which cases go into which session, which are in the diary already, and which are not
 * placed, and why.
 */
export function PlacingPreview({ preview }: { preview: Preview }) {
  const { places, more, rows, marked, there, skipped } = preview;
  return (
    <>
      {rows === 0 ? (
        <p>No case of the file starts inside the times of one session.</p>
      ) : (
        <table className={table()}>
          <caption className={text({ kind: "quiet" })}>
            Each case goes into the session that it starts in. A case without a time goes into the only session of its
            day.
          </caption>
          <thead>
            <tr>
              <th scope="col">Session</th>
              <th scope="col" className="r">
                Cases
              </th>
            </tr>
          </thead>
          <tbody>
            {places.map((place) => (
              <tr key={place.session_ref}>
                <th scope="row">
                  {place.date} <span className={text({ kind: "quiet", figures: true })}>{place.time}</span>
                  <br />
                  <span className={css({ fontWeight: "normal" })}>{place.element}</span>
                </th>
                <td className="r">{formatNumber(place.rows)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            {more > 0 && (
              <tr>
                <td colSpan={2}>and {formatCounted(more, "older session")}</td>
              </tr>
            )}
            <tr>
              <th scope="row">All</th>
              <td className="r">{formatNumber(rows)}</td>
            </tr>
          </tfoot>
        </table>
      )}
      {marked > 0 && (
        <p className={note({ tone: "warn" })}>
          {formatNumber(marked)} of them {marked === 1 ? "has a text that" : "have texts that"} may identify the
          patient. {marked === 1 ? "It" : "They"} will be placed and marked. Check {marked === 1 ? "it" : "them"}{" "}
          afterwards.
        </p>
      )}
      {skipped.map(({ reason, ...left }) => (
        <section key={reason} className={column({ gap: "1" })}>
          <h2>{formatCounted(left.rows, "case")} will not be placed</h2>
          <p>{SKIP_LABELS[reason]}.</p>
          <NamedRows {...left} />
        </section>
      ))}
      {there.rows > 0 && (
        <section className={column({ gap: "1" })}>
          <h2>{formatCounted(there.rows, "case")} will not be placed: already there</h2>
          <p>
            {there.rows === 1 ? "It is" : "They are"} in your logbook already, or twice in the file: the same start,
            end, age and gender.
          </p>
          <NamedRows {...there} />
        </section>
      )}
    </>
  );
}

/** The first rows of a group, with what is needed to find them in the file. */
export function NamedRows({ rows, first }: Preview["there"]) {
  return (
    <ul className={list}>
      {first.map((row) => (
        <li key={row.unique_ref}>
          {row.date} <span className={text({ kind: "quiet", figures: true })}>{row.time}</span>{" "}
          <span className={text({ kind: "hint" })}>row {row.line}</span>
        </li>
      ))}
      {rows > first.length && <li className={text({ kind: "quiet" })}>and {formatNumber(rows - first.length)} more</li>}
    </ul>
  );
}

const list = css({ columns: { base: "1", wide: "2" }, columnGap: "5", fontSize: "md" });
