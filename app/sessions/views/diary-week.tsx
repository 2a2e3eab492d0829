import { Link } from "react-router";
import { css } from "styled-system/css";
import { tag } from "styled-system/recipes";
import { ClaimStatus, StatusTag } from "~/claims/views/claim-status";
import { CategorySquare } from "~/job-plans/views/category";
import type { DiaryDay, DiaryEntry, DiaryRow, DiaryWeek } from "../diary";
import { CopyLastWeek, QuickActs } from "./quick-acts";
import { WeekFigures } from "./week-figures";

/** A week under its heavy line: its PAs, and its days with the number in the margin. */
export function DiaryWeekSection({ week }: { week: DiaryWeek }) {
  const { monday, heading, copies, rows } = week;
  return (
    <section aria-labelledby={`week-${monday}`}>
      <header className={styles.week}>
        <h2 id={`week-${monday}`}>{heading}</h2>
        {copies && <CopyLastWeek monday={monday} heading={heading} />}
        <WeekFigures week={week} />
      </header>
      <ol>
        {rows.map((row) => (
          <Day key={row.days[0]?.date} row={row} />
        ))}
      </ol>
    </section>
  );
}

function Day({ row }: { row: DiaryRow }) {
  const { days, today, away, entries, total } = row;
  const empty = entries.length === 0;
  return (
    <li className={styles.day} data-today={today ? "" : undefined} data-away={away ? "" : undefined}>
      <DayMargin days={days} today={today} />
      <div>
        {away && <p className={styles.away}>{away}</p>}
        {empty && !away && <p className={styles.nothing}>Nothing logged</p>}
        {entries.map((entry) => (
          <div key={entry.unique_ref} className={styles.line}>
            <Entry entry={entry} />
            {entry.quick && <QuickActs entry={entry} />}
          </div>
        ))}
        {total && (
          <p className={styles.total}>
            <span>{days[0]?.weekday}’s total</span>{" "}
            <span>
              <b>{total.done}</b> {total.beside.join(" ")}
            </span>
          </p>
        )}
      </div>
    </li>
  );
}

/** The day's number adds a session on that day. */
function DayMargin({ days, today }: { days: DiaryDay[]; today: boolean }) {
  const ordered = days.toReversed();
  const first = ordered[0];
  const last = ordered.at(-1);
  if (!first || !last) return null;
  return (
    <div className={styles.margin} data-run={last === first ? undefined : ""}>
      <p>
        <DayNumber day={first} />
        {last !== first && (
          <>
            –<DayNumber day={last} />
          </>
        )}
      </p>
      <p>
        {today ? "Today" : <Weekday name={first.weekday} short={last !== first} />}
        {last !== first && (
          <>
            –<Weekday name={last.weekday} short />
          </>
        )}
      </p>
    </div>
  );
}

function DayNumber({ day }: { day: DiaryDay }) {
  return (
    <Link to={`/logbook/session/new/?date=${day.date}`} aria-label={`Add a session on ${day.name}`}>
      {day.number}
    </Link>
  );
}

/** `Tuesday`, on a phone `Tue`. */
function Weekday({ name, short }: { name: string; short: boolean }) {
  return (
    <>
      {name.slice(0, 3)}
      {!short && <span className={styles.restOfName}>{name.slice(3)}</span>}
    </>
  );
}

function Entry({ entry }: { entry: DiaryEntry }) {
  const { unique_ref, times, ends, element, category, note, cases, withoutAsa, withoutEnd, pa, extra, fee, caseFees } =
    entry;
  return (
    <Link to={`/logbook/session/${unique_ref}/`} className={styles.entry} data-quick={entry.quick ? "" : undefined}>
      <span className={styles.times}>
        {times}
        {ends && <small>{ends}</small>}
      </span>
      <span className={styles.what}>
        <CategorySquare category={category} />
        <b>{element ?? "Session"}</b> {note && <span className={styles.quiet}>{note}</span>}
      </span>
      <span className={styles.tags}>
        {cases > 0 && <span className={tag()}>{cases === 1 ? "1 case" : `${cases} cases`}</span>}
        {withoutAsa > 0 && (
          <span className={tag({ tone: "warn" })}>
            {withoutAsa} {withoutAsa === 1 ? "has" : "have"} no ASA
          </span>
        )}
        {withoutEnd > 0 && (
          <span className={tag({ tone: "warn" })}>
            {withoutEnd === 1 ? "No end time" : `${withoutEnd} have no end time`}
          </span>
        )}
        {element === null && <span className={tag({ tone: "warn" })}>No element</span>}
        {fee && <ClaimStatus claim={fee} />}
        {caseFees && <StatusTag {...caseFees} />}
      </span>
      <span className={styles.pa}>
        {extra ? <small>{pa} extra</small> : pa}
        <span className={css({ srOnly: true })}> PA</span>
      </span>
    </Link>
  );
}

const styles = {
  week: css({
    display: "flex",
    flexWrap: "wrap",
    columnGap: "4",
    alignItems: "baseline",
    justifyContent: "space-between",
    paddingBlock: "2",
    borderBottom: "heavy",
    background: "paper",
    // Its totals stay in sight, where the screen is high enough to leave room for the rest.
    "@media screen and (min-height: 560px)": { position: "sticky", top: "[56px]", zIndex: "under" },
  }),
  day: css({
    display: "grid",
    gridTemplateColumns: { base: "3.75rem minmax(0, 1fr)", wide: "6rem minmax(0, 1fr)" },
    borderBottom: "line",
    "&[data-today] > :first-child": { color: "accent", fontWeight: "strong" },
    "&[data-today] > :first-child a": { color: "accent" },
    "&[data-away]": { background: "sunk" },
  }),
  margin: css({
    paddingBlock: "3",
    lineHeight: "tight",
    fontSize: "xs",
    color: "quiet",
    "& p:first-child": { fontSize: { base: "figure", wide: "day" }, fontWeight: "strong", letterSpacing: "tight" },
    "&[data-run] p:first-child": { fontSize: { base: "base", wide: "lead" }, whiteSpace: "nowrap" },
    "& a": { color: "ink", textDecorationLine: "none", fontVariantNumeric: "tabular-nums" },
    "& a:hover": { color: "accent", textDecorationLine: "underline" },
  }),
  restOfName: css({ display: { base: "none", wide: "inline" } }),
  nothing: css({ paddingBlock: "3", color: "quiet", fontSize: "sm" }),
  away: css({
    paddingBlock: "3",
    fontSize: "sm",
    fontWeight: "strong",
    color: "quiet",
    "& + *": { borderTop: "dashed" },
  }),
  // A session with its quick acts, which stand under its name however many lines its times take.
  line: css({
    display: "grid",
    gridTemplateColumns: { base: "minmax(0, 1fr) auto", wide: "8.75rem minmax(0, 1fr) fit-content(45%) 4.5rem" },
    gridTemplateRows: { wide: "auto 1fr" },
    columnGap: "3",
    "& + &": { borderTop: "dashed" },
  }),
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
    // Clear of the bar, of the week's heading and of the totals below when it takes the focus.
    scrollMarginBlock: "8",
    "&:hover": { color: "ink", background: "sunk" },
    "&[data-quick]": { paddingBottom: { base: "0", wide: "3" } },
  }),
  times: css({
    gridRow: { base: "2", wide: "1 / span 2" },
    color: "quiet",
    fontSize: { base: "sm", wide: "base" },
    fontVariantNumeric: "tabular-nums",
    whiteSpace: "nowrap",
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
  total: css({
    display: "flex",
    justifyContent: "space-between",
    borderTop: "dashed",
    paddingBlock: "2",
    fontSize: "sm",
    color: "quiet",
    fontVariantNumeric: "tabular-nums",
    "& b": { color: "ink" },
  }),
};
