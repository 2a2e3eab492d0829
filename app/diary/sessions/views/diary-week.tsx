import { Link } from "react-router";
import { css } from "styled-system/css";
import type { DiaryDay, DiaryRow, DiaryWeek } from "../diary";
import { EntryLink, QuickActs } from "./diary-entry";
import { CopyLastWeek, WeekFigures } from "./week-heading";

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
            <EntryLink entry={entry} />
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
    <Link
      to={`/logbook/session/new/?date=${day.date}`}
      aria-label={`Add a session on ${day.name}`}
      title={`Add a session on ${day.name}`}
    >
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
    "& a": {
      color: "ink",
      textDecorationLine: "none",
      fontVariantNumeric: "tabular-nums",
      display: "inline-block",
      lineHeight: "[24px]",
    },
    // Wide enough to be hit, with the numbers where they were.
    "& a:first-child": { paddingLeft: "[14px]", marginLeft: "[-14px]" },
    "& a + a": { paddingRight: "[14px]" },
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
