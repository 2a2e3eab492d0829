import { css } from "styled-system/css";
import { column, note, table, text } from "styled-system/recipes";
import type { Preview } from "../preview.server";
import { SKIP_WORDS } from "../rules";

/** What placing all cases would do: what goes where, what is there already, what is left and why. */
export function PlacingPreview({ preview }: { preview: Preview }) {
  const { places, more, rows, marked, there, skipped } = preview;
  return (
    <>
      {rows === 0 ? (
        <p>No case of the file starts inside the times of one session.</p>
      ) : (
        <table className={table()}>
          <caption className={text({ kind: "quiet" })}>
            Cases go into the session whose times they start in; a case without times into the only session of its day.
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
                <td className="r">{place.rows}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            {more > 0 && (
              <tr>
                <td colSpan={2}>and {more === 1 ? "1 older session" : `${more} older sessions`}</td>
              </tr>
            )}
            <tr>
              <th scope="row">All</th>
              <td className="r">{rows}</td>
            </tr>
          </tfoot>
        </table>
      )}
      {marked > 0 && (
        <p className={note({ tone: "warn" })}>
          {marked} of them {marked === 1 ? "has a text that" : "have texts that"} may identify the patient. They are
          placed and marked so: check them afterwards.
        </p>
      )}
      {there > 0 && (
        <p>
          <b>{there}</b> {there === 1 ? "is" : "are"} in your logbook already, or twice in the file, and{" "}
          {there === 1 ? "stays" : "stay"} out.
        </p>
      )}
      {skipped.map(({ reason, rows: count, first }) => (
        <section key={reason} className={column({ gap: "1" })}>
          <h2>{count === 1 ? "1 case is left" : `${count} cases are left`}</h2>
          <p>{SKIP_WORDS[reason]}.</p>
          <ul className={list}>
            {first.map((row) => (
              <li key={row.unique_ref}>
                {row.date} <span className={text({ kind: "quiet", figures: true })}>{row.time}</span>{" "}
                <span className={text({ kind: "hint" })}>row {row.line}</span>
              </li>
            ))}
            {count > first.length && <li className={text({ kind: "quiet" })}>and {count - first.length} more</li>}
          </ul>
        </section>
      ))}
    </>
  );
}

const list = css({ columns: { base: "1", wide: "2" }, columnGap: "5", fontSize: "md" });
