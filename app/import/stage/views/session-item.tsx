import type { KeyboardEvent } from "react";
import { Link } from "react-router";
import { css } from "styled-system/css";
import { button, tag, text } from "styled-system/recipes";
import { pathTo } from "~/platform/http/path-to";
import { formatCounted } from "~/platform/time/counted";
import { useHydrated } from "~/ui/layout/page-script";
import { type Place, viewOfImport } from "../list-pages";
import type { SessionLine } from "../sessions-of-set.server";
import { casePath } from "./carry";

interface SessionItemProps {
  session: SessionLine;
  /** The page that shows it. */
  place: Place;
}

/** A session of the diary, with its cases: removing a case here returns its row to the list. */
export function SessionItem({ session, place }: SessionItemProps) {
  const scripted = useHydrated();
  const { unique_ref, date, time, element, cases } = session;
  const view = viewOfImport(place);
  return (
    <div id={`session-${unique_ref}`} className={styles.session} data-words={`${element}, ${date}, ${time}`}>
      <div className={styles.head}>
        <p className={styles.what}>
          <Link
            to={`${pathTo("/logbook/session/:sessionRef/", { sessionRef: unique_ref })}?${view}`}
            className={styles.name}
          >
            <b className={styles.whole}>{date}</b> <span className={styles.time}>{time}</span>
            <br />
            {element}
          </Link>{" "}
          {cases.length === 0 && (
            <span data-rest="" className={tag()}>
              No cases
            </span>
          )}
          {scripted && (
            <span data-drop="" aria-hidden="true" className={tag()}>
              Drop here
            </span>
          )}
        </p>
        {place.row !== undefined && (
          <Link
            to={casePath(unique_ref, place)}
            data-put=""
            data-heir="logbook-data"
            className={`${button({ visual: "normal" })} ${styles.put}`}
            onKeyDown={moveFocus}
          >
            Add here
            <span className={css({ srOnly: true })}>
              : {element}, {date}, {time}
            </span>
          </Link>
        )}
      </div>
      {cases.length > 0 && (
        <details className={styles.cases}>
          <summary>
            <span className={tag()}>{formatCounted(cases.length, "case")}</span>
          </summary>
          <ul>
            {cases.map((each) => {
              const named = { sessionRef: unique_ref, caseRef: each.unique_ref };
              const words = [each.time, each.summary].filter(Boolean).join(", ");
              return (
                <li key={each.unique_ref} className={styles.case}>
                  <Link
                    to={`${pathTo("/logbook/session/:sessionRef/case/:caseRef/", named)}?${view}`}
                    className={styles.name}
                  >
                    <span className={text({ figures: true })}>{each.time}</span> {each.summary}
                  </Link>
                  <Link
                    to={`${pathTo("/logbook/session/:sessionRef/case/:caseRef/delete/", named)}?${view}`}
                    className={styles.remove}
                  >
                    Remove<span className={css({ srOnly: true })}> {words}</span>
                  </Link>
                </li>
              );
            })}
          </ul>
        </details>
      )}
    </div>
  );
}

/** While a case is carried, the up and down keys move the focus from session to session. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const all = [...document.querySelectorAll<HTMLElement>("[data-put]")];
  all[all.indexOf(event.currentTarget) + step]?.focus();
}

const styles = {
  session: css({
    display: "grid",
    gap: "1",
    // A case can be dropped on the whole line, up to its edges.
    alignContent: "center",
    minHeight: "[80px]",
    marginBlock: "[-8px]",
    paddingBlock: "2",
    marginInline: { base: "[-12px]", wide: "[-16px]" },
    paddingInline: { base: "3", wide: "4" },
    // While a case is held over it.
    "& [data-drop]": { display: "none" },
    "&[data-over] [data-drop]": { display: "inline-flex", background: "card" },
    "&[data-over] [data-rest]": { display: "none" },
  }),
  head: css({ display: "flex", gap: "3", alignItems: "center", justifyContent: "space-between" }),
  what: css({ minWidth: "0" }),
  put: css({ flexShrink: "0", whiteSpace: "nowrap" }),
  whole: css({ whiteSpace: "nowrap" }),
  name: css({
    color: "ink",
    textDecorationLine: "none",
    minWidth: "0",
    overflowWrap: "anywhere",
    "&:hover": { textDecorationLine: "underline" },
  }),
  time: css({ color: "quiet", fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" }),
  cases: css({
    "& summary": { minHeight: "target", display: "inline-flex", alignItems: "center" },
    "& summary::after": { content: '"Show"', fontSize: "xs", color: "accent", marginLeft: "2" },
    "&[open] summary::after": { content: '"Hide"' },
  }),
  case: css({
    display: "flex",
    gap: "3",
    alignItems: "baseline",
    justifyContent: "space-between",
    borderTop: "dashed",
    paddingBlock: "1",
    fontSize: "md",
  }),
  remove: css({ flexShrink: "0", minHeight: "target", display: "inline-flex", alignItems: "center" }),
};
