import { Link } from "react-router";
import { css } from "styled-system/css";
import { timeBlock } from "styled-system/recipes";
import { CategorySquare } from "~/job-plans/views/category";
import { Icon } from "~/ui/icon";
import type { BlockKind, CalendarDay, PlacedBlock, WeekCalendar } from "../week-calendar";
import { WeekFigures } from "./week-figures";

/** Seven days side by side with the hours down, where there is room; else one day after the other. */
export function CalendarOfWeek({ week }: { week: WeekCalendar }) {
  const { heading, missing, firstHour, lastHour, days } = week;
  const hours = Array.from({ length: lastHour - firstHour }, (_, index) => firstHour + index);
  return (
    <section aria-labelledby="week-heading">
      <header className={styles.week}>
        <h2 id="week-heading">{heading}</h2>
        <WeekFigures week={week} />
      </header>
      {missing > 0 && (
        <p className={styles.missing}>
          <Icon name="warning" />
          <span>
            {missing === 1
              ? "1 planned session is not logged. Open it to log it with its times filled in."
              : `${missing} planned sessions are not logged. Open one to log it with its times filled in.`}
          </span>
        </p>
      )}
      <div className={styles.grid}>
        <div aria-hidden="true" className={styles.hours}>
          <span />
          <div>
            {hours.map((hour) => (
              <span key={hour}>{String(hour).padStart(2, "0")}</span>
            ))}
          </div>
          <span />
        </div>
        {days.map((day) => (
          <Day key={day.date} day={day} firstHour={firstHour} />
        ))}
      </div>
    </section>
  );
}

function Day({ day, firstHour }: { day: CalendarDay; firstHour: number }) {
  const { date, number, weekday, name, today, weekend, blocks, done, planned, difference } = day;
  return (
    <section className={styles.day} aria-label={name} data-today={today ? "" : undefined}>
      <h3>
        <Link to={`/logbook/session/new/?date=${date}&view=week`}>
          {weekday.slice(0, 3)} {number}
          <span className={css({ srOnly: true })}>: add a session</span>
        </Link>
        {today && <span> today</span>}
      </h3>
      <ol className={styles.blocks} data-weekend={weekend ? "" : undefined}>
        {blocks.map((block) => (
          <Block key={block.key} block={block} firstHour={firstHour} />
        ))}
      </ol>
      <p className={styles.total}>
        <span>
          Done <b>{done}</b>
        </span>
        {planned && <span>planned {planned}</span>}
        {difference && <span>{difference}</span>}
      </p>
    </section>
  );
}

/** Only what is as it should be needs no words. */
const WORDS: Record<BlockKind, string | null> = {
  worked: null,
  planned: "Planned",
  missing: "Not logged",
  holiday: "Bank holiday",
};

function Block({ block, firstHour }: { block: PlacedBlock; firstHour: number }) {
  const { kind, to, element, category, times, since, pa, start, end, lane, lanes } = block;
  const first = Math.floor(start / 15) - firstHour * 4;
  const rows = Math.max(2, Math.ceil(end / 15) - Math.floor(start / 15));
  const words = WORDS[kind];
  return (
    <li className={timeBlock()} data-from={first + 1} data-rows={rows} data-lane={lane} data-lanes={lanes}>
      <Link to={to} className={styles.block} data-kind={kind}>
        <span>
          <CategorySquare category={category} />
          <b>{element ?? "No job plan element"}</b>
        </span>
        <span>
          {times}
          {since && ` ${since}`}
        </span>
        {pa && <span>{pa} PA</span>}
        {words && (
          <span className={styles.words}>
            {kind === "missing" && <Icon name="warning" size={14} />}
            {words}
          </span>
        )}
      </Link>
    </li>
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
  grid: css({
    display: { desk: "grid" },
    gridTemplateColumns: "[40px repeat(7, minmax(0, 1fr))]",
    gridTemplateRows: "auto auto auto",
  }),
  hours: css({
    display: { base: "none", desk: "grid" },
    gridRow: "1 / span 3",
    gridTemplateRows: "subgrid",
    fontSize: "xs",
    color: "quiet",
    fontVariantNumeric: "tabular-nums",
    "& > div > span": { display: "block", height: "[48px]", transform: "translateY(-10px)" },
    "& > div > span:first-child": { visibility: "hidden" },
  }),
  day: css({
    display: { desk: "grid" },
    gridRow: { desk: "1 / span 3" },
    gridTemplateRows: "subgrid",
    minWidth: "0",
    borderBottom: { base: "line", desk: "none" },
    paddingBlock: { base: "3", desk: "0" },
    "& > h3": {
      fontSize: "md",
      paddingBlock: "2",
      paddingInline: { desk: "2" },
      borderBottom: { desk: "ink" },
      "& a": { color: "ink", textDecorationLine: "none" },
      "& a:hover": { textDecorationLine: "underline" },
      "& span": { fontWeight: "normal", fontSize: "xs" },
    },
    "&[data-today] > h3 a, &[data-today] > h3": { color: "accent" },
  }),
  blocks: css({
    display: "grid",
    gap: { base: "2", desk: "0" },
    "@media (min-width: 901px)": {
      gridTemplateColumns: "minmax(0, 1fr)",
      gridAutoRows: "[12px]",
      alignContent: "start",
      borderLeft: "line",
      backgroundImage: "[repeating-linear-gradient(to bottom, transparent 0 95px, {colors.line} 95px 96px)]",
      "&[data-weekend]": { backgroundColor: "sunk" },
    },
  }),
  block: css({
    display: "flex",
    flexDirection: { base: "row", desk: "column" },
    flexWrap: { base: "wrap", desk: "nowrap" },
    columnGap: "3",
    height: { desk: "[calc(100% - 2px)]" },
    marginInline: { desk: "half" },
    overflow: { desk: "hidden" },
    paddingBlock: { base: "2", desk: "1" },
    paddingInline: "2",
    borderRadius: "sm",
    border: "plain",
    fontSize: { base: "sm", desk: "xs" },
    lineHeight: "heading",
    color: "ink",
    textDecorationLine: "none",
    fontVariantNumeric: "tabular-nums",
    "& b": { fontWeight: "strong" },
    "&:hover": { color: "ink", textDecorationLine: "underline" },
    "&[data-kind=worked]": { background: "accentSoft" },
    "&[data-kind=planned], &[data-kind=holiday]": { border: "dashed", borderColor: "lineStrong", background: "card" },
    "&[data-kind=holiday]": { color: "quiet" },
    "&[data-kind=missing]": { border: "dashed", borderColor: "warn", background: "warnSoft" },
  }),
  words: css({
    display: "inline-flex",
    gap: "1",
    alignItems: "center",
    fontWeight: "strong",
    color: "quiet",
    "[data-kind=missing] &": { color: "warn" },
  }),
  total: css({
    display: "flex",
    flexDirection: { base: "row", desk: "column" },
    flexWrap: "wrap",
    columnGap: "2",
    paddingBlock: "2",
    paddingInline: { desk: "2" },
    fontSize: "xs",
    color: "quiet",
    fontVariantNumeric: "tabular-nums",
    borderTop: { desk: "line" },
    borderLeft: { desk: "line" },
    "& b": { color: "ink" },
  }),
};
