import { Link } from "react-router";
import { css } from "styled-system/css";
import { tag } from "styled-system/recipes";
import { FeeStatus, StatusTag } from "~/diary/fees/views/fee-status";
import { mayHaveCases } from "~/diary/sessions/rules";
import { CategorySquare } from "~/planning/job-plans/views/category";
import { pathTo } from "~/platform/http/path-to";
import { formatCounted } from "~/platform/time/counted";
import type { DiaryEntry } from "../diary";

/** A session in a line of the diary, as a link to its page. It uses the columns of the line. */
export function EntryLink({ entry, hasActions }: { entry: DiaryEntry; hasActions: boolean }) {
  const { unique_ref, times, ends, element, category, note, cases, pa, extra, fee, caseFees } = entry;
  const { withoutAsa, withoutEnd } = entry;
  return (
    <Link
      to={pathTo("/logbook/session/:sessionRef/", { sessionRef: unique_ref })}
      className={entryStyles.entry}
      data-quick={hasActions ? "" : undefined}
    >
      <span className={entryStyles.times}>
        {times}
        {ends && <small>{ends}</small>}
      </span>
      <span className={entryStyles.what}>
        <CategorySquare category={category} />
        <b>{element ?? "Session"}</b> {note && <span className={entryStyles.quiet}>{note}</span>}
      </span>
      <span className={entryStyles.tags}>
        {entry.reason && <span className={tag()}>{entry.reason}</span>}
        {cases > 0 && <span className={tag()}>{formatCounted(cases, "case")}</span>}
        {cases === 0 && entry.quick && mayHaveCases(entry) && <span className={tag()}>No cases yet</span>}
        {withoutAsa > 0 && (
          <span className={tag({ tone: "warn" })}>{formatCounted(withoutAsa, "has", "have")} no ASA</span>
        )}
        {withoutEnd > 0 && (
          <span className={tag({ tone: "warn" })}>
            {withoutEnd === 1 ? "No end time" : `${withoutEnd} have no end time`}
          </span>
        )}
        {element === null && <span className={tag({ tone: "warn" })}>No element</span>}
        {fee && <FeeStatus fee={fee} />}
        {caseFees && <StatusTag {...caseFees} />}
      </span>
      <span className={entryStyles.pa}>
        {extra ? <small>{pa} extra</small> : pa}
        <span className={css({ srOnly: true })}> PA</span>
      </span>
    </Link>
  );
}

interface OfItsDay {
  today: boolean;
  locked: boolean;
}

export function hasQuickActions(entry: DiaryEntry, { today, locked }: OfItsDay): boolean {
  return (entry.quick && (today || (mayHaveCases(entry) && !locked))) || (entry.mayBeOff && !locked);
}

/** Links below a recent session, or one to come, for its most frequent actions; also, today, for correcting its times. */
export function QuickActions({ entry, today, locked }: OfItsDay & { entry: DiaryEntry }) {
  const session = { sessionRef: entry.unique_ref };
  const addCase = pathTo("/logbook/session/:sessionRef/case/new/", session);
  const which = (
    <span className={css({ srOnly: true })}>
      : {entry.element ?? "Session"}, {entry.times}
    </span>
  );
  return (
    <div className={entryStyles.acts}>
      {entry.quick && mayHaveCases(entry) && !locked && (
        <>
          <Link to={addCase} className={entryStyles.act} data-key="case">
            Add case{which}
          </Link>
          {entry.sameCase && (
            <Link to={`${addCase}?like=last`} className={entryStyles.act} data-key="same">
              Same as last case{which}
            </Link>
          )}
          {entry.cases === 0 && (
            <Link to={pathTo("/logbook/session/:sessionRef/cases/", session)} className={entryStyles.act}>
              Enter cases as a list{which}
            </Link>
          )}
        </>
      )}
      {entry.quick && today && (
        <Link to={`${pathTo("/logbook/session/:sessionRef/", session)}?edit=yes`} className={entryStyles.act}>
          Edit times{which}
        </Link>
      )}
      {entry.mayBeOff && !locked && (
        <Link to={pathTo("/logbook/session/:sessionRef/outcome/", session)} className={entryStyles.act}>
          Did not happen{which}
        </Link>
      )}
    </div>
  );
}

/** Styles of a session in its line, logged or planned. */
export const entryStyles = {
  entry: css({
    display: "grid",
    gridColumn: "1 / -1",
    gridRow: { wide: "1 / span 2" },
    gridTemplateColumns: "subgrid",
    gridTemplateRows: { wide: "subgrid" },
    rowGap: { base: "1", wide: "0" },
    paddingBlock: "3",
    alignItems: "baseline",
    color: "ink",
    textDecorationLine: "none",
    // Stays clear of the bar, of the week's heading and of the totals below when it gets the focus.
    scrollMarginBlock: "8",
    "&[href]:hover": { color: "ink", background: "sunk" },
    "&[data-quick]": { paddingBottom: { base: "0", wide: "3" } },
  }),
  times: css({
    gridRow: { base: "2", wide: "1 / span 2" },
    color: "quiet",
    fontSize: { base: "sm", wide: "base" },
    fontVariantNumeric: "tabular-nums",
    whiteSpace: { wide: "nowrap" },
    "& small": { fontSize: "sm", display: { base: "inline", wide: "block" }, marginLeft: { base: "2", wide: "0" } },
  }),
  what: css({ gridRow: "1", "& b": { fontWeight: "strong" } }),
  quiet: css({ color: "quiet" }),
  tags: css({
    display: "flex",
    flexWrap: "wrap",
    gap: "2",
    gridRow: { base: "3", wide: "1" },
    gridColumn: { base: "1 / -1", wide: "3" },
    "&:empty": { display: { base: "none", wide: "flex" } },
  }),
  pa: css({
    gridRow: "1",
    gridColumn: { base: "2", wide: "4" },
    textAlign: "right",
    fontWeight: "strong",
    fontVariantNumeric: "tabular-nums",
    whiteSpace: "nowrap",
    "& small": { fontWeight: "normal", fontSize: "sm", color: "quiet" },
  }),
  acts: css({
    display: "flex",
    flexWrap: "wrap",
    columnGap: "4",
    gridRow: { wide: "2" },
    gridColumn: { base: "1 / -1", wide: "2 / -1" },
    // In front of the session's link, whose second row this is.
    position: "relative",
    justifySelf: "start",
    alignSelf: "start",
    paddingBottom: { base: "0", wide: "2" },
    fontSize: "sm",
    _print: { display: "none" },
  }),
  act: css({
    minHeight: { base: "control", wide: "target" },
    display: "inline-flex",
    alignItems: "center",
    color: "accent",
    cursor: "pointer",
    textDecorationLine: "none",
    "&:hover": { textDecorationLine: "underline" },
  }),
};
