import type { ReactNode } from "react";
import { Link } from "react-router";
import { css } from "styled-system/css";
import { WeekFigures } from "~/diary/list/views/week-heading";
import { LockedMark } from "~/diary/locks/views/locked-notice";
import { PlannedActions } from "~/diary/planned/views/planned-actions";
import { HOLIDAY } from "~/diary/sessions/week-due";
import { CategorySquare } from "~/planning/job-plans/views/category";
import { clockTime } from "~/platform/time/clock-time";
import { lanesOf, type MinuteRange } from "~/platform/time/lanes";
import { FreeTime, freeLink, TimeBlock, TimeShade, WeekGrid, WholeWords, weekGrid } from "~/ui/calendar/week-grid";
import { Icon } from "~/ui/layout/icon";
import type { AsPlannedLine } from "../as-planned-lines";
import type { BlockKind, CalendarDay, PlacedBlock, WeekCalendar } from "../week-calendar";
import { AsPlannedLines } from "./as-planned-lines";

/** Seven days side by side, with the hours as rows, where there is room; else one day below the other. */
export function CalendarOfWeek({ week, unlogged }: { week: WeekCalendar; unlogged: readonly AsPlannedLine[] }) {
  const { heading, missing, firstHour, lastHour, days } = week;
  return (
    <section aria-labelledby="week-heading" data-landscape="">
      <header className={styles.week}>
        <h2 id="week-heading">{heading}</h2>
        <WeekFigures week={week} />
      </header>
      {(week.asPlanned !== null || unlogged.length > 0) && <AsPlannedLines lines={unlogged} units={week.asPlanned} />}
      {missing > 0 && (
        <p className={styles.missing}>
          <Icon name="warning" />
          <span>
            {missing === 1
              ? "1 planned session is not logged. Open it to log it with other times."
              : `${missing} planned sessions are not logged. Open one to log it with other times.`}
          </span>
        </p>
      )}
      <WeekGrid firstHour={firstHour} lastHour={lastHour} lanes={lanesOf(days)}>
        {days.map((day) => (
          <Day key={day.date} day={day} firstHour={firstHour} lastHour={lastHour} />
        ))}
      </WeekGrid>
    </section>
  );
}

interface DayProps {
  day: CalendarDay;
  firstHour: number;
  lastHour: number;
}

function Day({ day, firstHour, lastHour }: DayProps) {
  const { date, number, weekday, name, today, weekend, away, locked, off, blocks, free } = day;
  const { work, done, beside, planned, difference } = day;
  const id = `day-${date}`;
  const dayName = `${weekday.slice(0, 3)} ${number}`;
  return (
    <section
      id={id}
      className={`${weekGrid.day} ${styles.day}`}
      aria-label={name}
      data-today={today ? "" : undefined}
      data-off={off ? "" : undefined}
    >
      <h3>
        {locked ? (
          dayName
        ) : (
          <Link to={`/logbook/session/new/?date=${date}&view=week`}>
            {dayName}
            <span className={css({ srOnly: true })}>: add a session</span>
          </Link>
        )}
        {today && <span> today</span>}
        {away && <span className={styles.away}>{away}</span>}
        {locked && (
          <>
            {" "}
            <LockedMark />
          </>
        )}
      </h3>
      <ol className={`${weekGrid.blocks} ${styles.blocks}`} data-weekend={weekend ? "" : undefined}>
        {off && <TimeShade stretch={shownOf(off, firstHour, lastHour)} firstHour={firstHour} />}
        {free.map(({ start, end, to }) => (
          <FreeTime key={start} stretch={{ start, end }} firstHour={firstHour}>
            <Link to={to} tabIndex={-1} className={freeLink} title={`Add a session at ${clockTime(start)}`} />
          </FreeTime>
        ))}
        {blocks.map((block) => (
          <Block key={block.key} block={block} dayId={id} firstHour={firstHour} />
        ))}
      </ol>
      <p className={weekGrid.total}>
        <span>
          {work} <b>{done}</b> {beside.join(" ")}
        </span>
        {planned && <span>planned {planned}</span>}
        {difference && <span>{difference}</span>}
      </p>
    </section>
  );
}

/** The part of a stretch between the first and last hour of the grid. */
function shownOf({ start, end }: MinuteRange, firstHour: number, lastHour: number): MinuteRange {
  return { start: Math.max(start, firstHour * 60), end: Math.min(end, lastHour * 60) };
}

/** Label of each kind of block. Worked sessions need none. */
const WORDS: Record<BlockKind, string | null> = {
  worked: null,
  off: "Did not happen",
  planned: "Planned",
  missing: "Not logged",
  unlogged: "Not logged",
  cancelled: "Did not happen",
  "as-planned": "As planned",
  holiday: HOLIDAY,
  leave: "On leave",
};

function Block({ block, dayId, firstHour }: { block: PlacedBlock; dayId: string; firstHour: number }) {
  const { kind, to, path, element, category, times, note, since, pa } = block;
  const words = WORDS[kind];
  return (
    <TimeBlock stretch={block} firstHour={firstHour}>
      <Way to={to} kind={kind}>
        <span>
          <CategorySquare category={category} />
          <b>
            <WholeWords>{element ?? "Session"}</WholeWords>
          </b>
        </span>
        <span>
          {times}
          {since && ` ${since}`}
        </span>
        {note && <span>{note}</span>}
        {pa && <span>{pa} PA</span>}
        {element === null && <span className={styles.words}>No element</span>}
        {words && (
          <span className={styles.words}>
            {kind === "missing" && <Icon name="warning" size={14} />}
            {words}
          </span>
        )}
      </Way>
      {path && (
        <PlannedActions
          path={`${path}#${dayId}`}
          kind={kind}
          minutes={block.end - block.start}
          which={`${element}, ${times}`}
        />
      )}
    </TimeBlock>
  );
}

/** A block: a link where something can be done with it. */
function Way({ to, kind, children }: Pick<PlacedBlock, "to" | "kind"> & { children: ReactNode }) {
  const className = `${weekGrid.block} ${styles.block}`;
  if (to === null) {
    return (
      <div className={className} data-kind={kind}>
        {children}
      </div>
    );
  }
  return (
    <Link to={to} className={className} data-kind={kind}>
      {children}
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
    paddingBottom: "2",
    borderBottom: "heavy",
  }),
  missing: css({
    display: "flex",
    gap: "2",
    alignItems: "center",
    color: "warn",
    fontSize: "sm",
    paddingBlock: "2",
    borderBottom: "line",
    "& svg": { flexShrink: "0" },
  }),
  day: css({
    // Clear of the bar when a form's answer leads here.
    scrollMarginTop: "8",
    "& > h3": {
      "& a": {
        display: "inline-flex",
        alignItems: "center",
        minHeight: { base: "control", _week: "target" },
        color: "ink",
        textDecorationLine: "none",
      },
      "& a:hover": { textDecorationLine: "underline" },
      "& span": { fontWeight: "normal", fontSize: "xs" },
    },
    "&[data-today] > h3 a, &[data-today] > h3": { color: "accent" },
    // When days are shown one below the other there is no grid to shade.
    "&[data-off]": { background: { base: "sunk", _week: "[none]" } },
  }),
  blocks: css({ _week: { "&[data-weekend]": { backgroundColor: "sunk" } } }),
  block: css({
    "&[data-kind=worked]": { background: "accentSoft" },
    "&:is([data-kind=planned], [data-kind=off], [data-kind=cancelled], [data-kind=as-planned], [data-kind=holiday], [data-kind=leave], [data-kind=unlogged])":
      {
        border: "dashed",
        borderColor: "lineStrong",
        background: "card",
      },
    "&:is([data-kind=off], [data-kind=cancelled], [data-kind=holiday], [data-kind=leave], [data-kind=unlogged])": {
      color: "quiet",
    },
    "&[data-kind=missing]": { border: "dashed", borderColor: "warn", background: "warnSoft" },
    // Leaves room for the one button of a short block, or for two.
    "li:has([data-room=none]) > &": { paddingRight: { _week: "[28px]" } },
    "li:has([data-room=none] > :nth-child(2)) > &": { paddingRight: { _week: "[54px]" } },
  }),
  away: css({ display: "block", color: "quiet", paddingBottom: "1", overflowWrap: "anywhere" }),
  words: css({
    display: "inline-flex",
    gap: "1",
    alignItems: "center",
    fontWeight: "strong",
    color: "quiet",
    "[data-kind=missing] &": { color: "warn" },
  }),
};
