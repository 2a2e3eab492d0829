import { Form, Link } from "react-router";
import { css } from "styled-system/css";
import { button, control, tag, text } from "styled-system/recipes";
import { formatRemark } from "~/import/parse/remarks";
import { useHydrated } from "~/ui/layout/page-script";
import { importPath, type Place, viewOfImport } from "../list-pages";
import type { RowLine } from "../list-rows.server";
import { type Carried, wordsOfRow } from "./carry";

interface RowItemProps {
  row: RowLine;
  next: RowLine | undefined;
  /** The page that shows it. */
  place: Place;
  onTake: (carried: Carried | null) => void;
}

/**
 * A case of the file that has no session yet. It is placed by dragging, by the select, or by the grip and a session's
 * button.
 */
export function RowItem({ row, next, place, onTake }: RowItemProps) {
  const scripted = useHydrated();
  const { unique_ref, date, time, patient, description, identifier, remarks, choices } = row;
  const words = wordsOfRow(row);
  // Start and end may have doubts in the same words.
  const doubts = [...new Set(remarks.map(formatRemark))].filter(Boolean);
  const isCarried = place.row === unique_ref;
  const fitting = choices.find(({ fits }) => fits) ?? choices[0];
  // Id of the element that is focused when this row has been placed.
  const heir = next ? `take-${next.unique_ref}` : "logbook-data";
  return (
    <div className={styles.row} data-carried={isCarried ? "" : undefined}>
      <span id={`grip-${unique_ref}`} className={styles.gripPlace} data-words={words}>
        <Link
          id={`take-${unique_ref}`}
          to={`${importPath({ ...place, row: unique_ref })}#sessions`}
          data-heir={heir}
          className={styles.grip}
          aria-label={isCarried ? `Cancel moving ${words}` : `Take ${words} to a session`}
          onClick={(event) => {
            event.preventDefault();
            onTake(isCarried ? null : { rowRef: unique_ref, words });
          }}
          title={scripted ? "Drag to a session, or press to choose one" : "Choose a session"}
        >
          <span aria-hidden="true">⋮⋮</span>
        </Link>
      </span>
      <div className={styles.what}>
        <p>
          <b className={styles.when}>{date}</b> <b className={styles.when}>{time}</b>
        </p>
        <p>
          {description || <span className={text({ kind: "quiet" })}>No description</span>}{" "}
          <span className={styles.patient}>{patient}</span> <span className={styles.line}>row {row.line}</span>
        </p>
        {(identifier || doubts.length > 0) && (
          <p className={styles.tags}>
            {identifier && <span className={tag({ tone: "warn" })}>May identify the patient</span>}
            {doubts.map((doubt) => (
              <span key={doubt} className={tag({ tone: "warn" })}>
                {doubt}
              </span>
            ))}
          </p>
        )}
      </div>
      {fitting ? (
        <Form method="get" action="/import_csv_data/" className={styles.add}>
          <input type="hidden" name="row" value={unique_ref} />
          {place.from > 0 && <input type="hidden" name="from" value={place.from} />}
          {place.sessions > 0 && <input type="hidden" name="sessions" value={place.sessions} />}
          <select
            name="session"
            aria-label={`Add to session: ${words}`}
            defaultValue={fitting.session_ref}
            className={`${control()} ${styles.select}`}
          >
            {choices.map(({ session_ref, label }) => (
              <option key={session_ref} value={session_ref}>
                {label}
              </option>
            ))}
            <option value="">Another session…</option>
          </select>
          <button type="submit" data-heir={heir} className={button()}>
            Add<span className={css({ srOnly: true })}> {words}</span>
          </button>
        </Form>
      ) : (
        <div className={styles.add}>
          <span className={text({ kind: "hint" })}>No session that day</span>
          <Link
            to={`/logbook/session/new/?${viewOfImport(place)}&date=${encodeURIComponent(date.replace(/^\w+ /, ""))}`}
            className={styles.link}
          >
            Add one<span className={css({ srOnly: true })}> on {date}</span>
          </Link>
        </div>
      )}
    </div>
  );
}

const styles = {
  row: css({
    display: "grid",
    gridTemplateColumns: { base: "auto minmax(0, 1fr)", desk: "auto minmax(0, 1fr) auto" },
    columnGap: "2",
    rowGap: "2",
    alignItems: "center",
  }),
  gripPlace: css({ position: "relative", display: "flex", marginLeft: "[-8px]" }),
  grip: css({
    display: "grid",
    placeItems: "center",
    width: { base: "control", wide: "icon" },
    minWidth: "[28px]",
    minHeight: "control",
    color: "quiet",
    textDecorationLine: "none",
    borderRadius: "sm",
    cursor: "grab",
    fontWeight: "strong",
    letterSpacing: "[-2px]",
    "&:hover": { background: "sunk", color: "ink" },
  }),
  what: css({ minWidth: "0", overflowWrap: "anywhere" }),
  when: css({ fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap", marginRight: "1" }),
  line: css({ color: "quiet", fontSize: "xs", whiteSpace: "nowrap" }),
  patient: css({ color: "quiet", whiteSpace: "nowrap" }),
  tags: css({ display: "flex", flexWrap: "wrap", gap: "1", "& > span": { whiteSpace: "normal", borderRadius: "md" } }),
  add: css({
    gridColumn: { base: "1 / -1", desk: "3" },
    display: "flex",
    gap: "2",
    alignItems: "center",
    minWidth: "0",
    flexWrap: { base: "nowrap", desk: "wrap" },
    justifyContent: { base: "flex-start", desk: "flex-end" },
    maxWidth: { desk: "[270px]" },
  }),
  select: css({ flex: "1", width: "auto", minWidth: "0", maxWidth: { desk: "[180px]" }, textOverflow: "ellipsis" }),
  link: css({ minHeight: "target", display: "inline-flex", alignItems: "center" }),
};
