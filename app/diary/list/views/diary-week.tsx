import { Fragment } from "react";
import { Link } from "react-router";
import { css } from "styled-system/css";
import { LockedMark } from "~/diary/locks/views/locked-notice";
import { PlannedLine } from "~/diary/planned/views/planned-entry";
import { dayId } from "~/diary/sessions/diary-pages";
import { isEmptyRow } from "~/diary/sessions/rules";
import { sessionCount } from "~/diary/sessions/sentences";
import { Fold } from "~/ui/layout/fold";
import type { DiaryDay, DiaryRow, DiaryWeek } from "../diary";
import { EntryLink, hasQuickActions, QuickActions } from "./diary-entry";
import { WeekFigures } from "./week-heading";

interface DiaryWeekProps {
  week: DiaryWeek;
  /** Today is shown above the weeks, and the later days of its week are folded. */
  opensOnToday: boolean;
}

/** A week: a heading above a heavy line with its PAs, and its days with their numbers in the margin. */
export function DiaryWeekSection({ week, opensOnToday }: DiaryWeekProps) {
  const { monday, heading, locked } = week;
  const isApart = opensOnToday && !week.past && week.rows.some((row) => row.today);
  const rows = isApart ? week.rows.filter((row) => !row.today && !row.coming) : week.rows;
  const coming = isApart ? week.rows.filter((row) => row.coming && !isEmptyRow(row)) : [];
  return (
    <section aria-labelledby={`week-${monday}`}>
      <header className={styles.week}>
        <h2 id={`week-${monday}`}>{heading}</h2>
        {locked && <LockedMark />}
        <WeekFigures week={week} />
      </header>
      {coming.length > 0 && (
        <Fold title={`To come this week: ${sessionCount(sessionsOf(coming))}`} className={styles.coming}>
          <DayList rows={coming} marksLocked />
        </Fold>
      )}
      <DayList rows={rows} marksLocked={!locked} />
    </section>
  );
}

/** The day on which the logbook opens: planned sessions that are not logged, and logged ones. */
export function TodaySection({ row }: { row: DiaryRow }) {
  return (
    <section aria-labelledby="today">
      <header className={styles.week}>
        <h2 id="today">{row.days[0]?.name}</h2>
      </header>
      <DayList rows={[row]} marksLocked />
    </section>
  );
}

interface DaysProps {
  /** Marks locked days; not in a week that is marked itself. */
  marksLocked: boolean;
}

function DayList({ rows, marksLocked }: DaysProps & { rows: readonly DiaryRow[] }) {
  return (
    <ol>
      {rows.map((row) => (
        <Day key={row.days[0]?.date} row={row} marksLocked={marksLocked} />
      ))}
    </ol>
  );
}

function sessionsOf(rows: readonly DiaryRow[]): number {
  return rows.reduce((sum, { entries, planned }) => sum + entries.length + planned.length, 0);
}

function Day({ row, marksLocked }: DaysProps & { row: DiaryRow }) {
  const { days, today, coming, away, locked, entries, planned, total } = row;
  const id = dayId(days[0]?.date ?? "");
  const nothing = today ? "Nothing planned or logged" : coming ? "Nothing planned" : "Nothing logged";
  const plannedAt = (place: number) =>
    planned
      .filter(({ below }) => below === place)
      .map((entry) => (
        <div key={entry.form} className={styles.line}>
          <PlannedLine entry={entry} dayId={id} today={today} />
        </div>
      ));
  return (
    <li id={id} className={styles.day} data-today={today ? "" : undefined} data-away={away ? "" : undefined}>
      {/* Of a run of days each can be gone to. */}
      {days.slice(1).map(({ date }) => (
        <span key={date} id={dayId(date)} className={styles.place} />
      ))}
      <DayMargin days={days} today={today} locked={locked} marksLocked={marksLocked} />
      <div>
        {(away || isEmptyRow(row)) && (
          <p className={`${styles.withoutWork} ${away ? styles.away : ""}`}>
            {away ?? nothing}
            {isLongRun(row) && days.toReversed().map((day) => <DayLink key={day.date} day={day} withWeekday />)}
          </p>
        )}
        {plannedAt(0)}
        {entries.map((entry, index) => (
          <Fragment key={entry.unique_ref}>
            <div className={styles.line}>
              <EntryLink entry={entry} hasActions={hasQuickActions(entry, row)} />
              {hasQuickActions(entry, row) && <QuickActions entry={entry} today={today} locked={locked} />}
            </div>
            {plannedAt(index + 1)}
          </Fragment>
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

/** Whether its margin has no room for each of its days: their links then stand beside what is said of them. */
function isLongRun({ days, locked }: Pick<DiaryRow, "days" | "locked">): boolean {
  return days.length > 2 && !locked;
}

/** The number of each day, which links to a new session on that day unless it is locked. */
function DayMargin({ days, today, locked, marksLocked }: DaysProps & Pick<DiaryRow, "days" | "today" | "locked">) {
  const isPlain = locked || days.length > 2;
  const ordered = days.toReversed();
  const first = ordered[0];
  const last = ordered.at(-1);
  if (!first || !last) return null;
  return (
    <div className={styles.margin} data-run={last === first ? undefined : ""}>
      <p>
        <DayNumber day={first} isPlain={isPlain} />
        {last !== first && (
          <>
            –<DayNumber day={last} isPlain={isPlain} />
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
      {locked && marksLocked && <LockedMark narrow />}
    </div>
  );
}

function DayNumber({ day, isPlain }: { day: DiaryDay; isPlain: boolean }) {
  return isPlain ? <span>{day.number}</span> : <DayLink day={day} />;
}

function DayLink({ day, withWeekday }: { day: DiaryDay; withWeekday?: boolean }) {
  const shown = withWeekday ? `${day.weekday.slice(0, 3)} ${day.number}` : `${day.number}`;
  const title = `Add a session on ${day.name}`;
  // Whoever speaks to the page says what they see, which the name of the link then has to hold.
  const name = title.includes(shown) ? title : `${title}, ${shown}`;
  return (
    <Link to={`/logbook/session/new/?date=${day.date}`} aria-label={name} title={title}>
      {shown}
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
    // Its totals stay in sight if the screen is high enough to leave room for the rest.
    "@media screen and (min-height: 560px)": { position: "sticky", top: "[56px]", zIndex: "under" },
  }),
  coming: css({ borderBottom: "line" }),
  place: css({ position: "absolute", scrollMarginTop: "7" }),
  day: css({
    // Clear of the bar and of the week's heading when a form's answer leads here.
    scrollMarginTop: "7",
    display: "grid",
    gridTemplateColumns: { base: "4rem minmax(0, 1fr)", wide: "6rem minmax(0, 1fr)" },
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
    // Wide enough to tap, without moving the numbers.
    "& a:first-child": { paddingLeft: "[14px]", marginLeft: "[-14px]" },
    "& a + a": { paddingRight: "[14px]" },
    "& a:hover": { color: "accent", textDecorationLine: "underline" },
  }),
  restOfName: css({ display: { base: "none", wide: "inline" } }),
  withoutWork: css({
    display: "flex",
    flexWrap: "wrap",
    columnGap: "3",
    paddingBlock: "3",
    fontSize: "sm",
    color: "quiet",
    "& a": {
      minHeight: "target",
      color: "quiet",
      fontWeight: "normal",
      fontVariantNumeric: "tabular-nums",
      _hover: { color: "accent" },
      _print: { display: "none" },
    },
  }),
  away: css({ fontWeight: "strong", "& + *": { borderTop: "dashed" } }),
  // A session with its quick actions, which are shown below its name however many lines its times take.
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
