import { Link } from "react-router";
import { css } from "styled-system/css";
import { column, row, segments, yearDay } from "styled-system/recipes";
import { nameOfWeekday } from "~/platform/time/dates";
import { LinkButton } from "~/ui/layout/button";
import type { DayMark } from "../calendar";
import type { LeavePage } from "../page";

const dayStyle = yearDay();

/** The leave year at a glance. Screen readers read its months as text; the days themselves are a picture. */
export function YearCalendar({ months, legend, today }: Pick<LeavePage, "months" | "legend" | "today">) {
  return (
    <section className={column({ gap: "3" })}>
      <h2>The year</h2>
      <ol className={grid}>
        {months.map((month) => (
          <li key={month.begins} className={column({ gap: "1" })}>
            <h3 className={css({ fontSize: "sm" })}>{month.name}</h3>
            <p className={css({ srOnly: true })}>{month.words}</p>
            <Month month={month} today={today} />
          </li>
        ))}
      </ol>
      <Legend legend={legend} />
    </section>
  );
}

const WEEKDAYS = Array.from({ length: 7 }, (_, at) => nameOfWeekday(at + 1));

function Month({ month, today }: { month: LeavePage["months"][number]; today: string }) {
  const { begins, before, firstDay, lastDay, marks } = month;
  const days = Array.from({ length: lastDay - firstDay + 1 }, (_, at) => firstDay + at);
  return (
    <div aria-hidden="true" className={week}>
      {WEEKDAYS.map((name) => (
        <span key={name} className={`${dayStyle} ${css({ color: "quiet" })}`}>
          {name[0]}
        </span>
      ))}
      {days.map((day, at) => {
        const isWeekend = (before + at) % 7 >= 5;
        const isToday = today === begins.slice(0, 8) + String(day).padStart(2, "0");
        return (
          <span
            key={day}
            className={dayStyle}
            data-before={at === 0 ? before : undefined}
            {...dayAttributes(marks[day], isWeekend)}
            data-today={isToday ? "" : undefined}
          >
            {marks[day]?.letters || day}
          </span>
        );
      })}
    </div>
  );
}

/** Attributes of a day that its styles depend on. */
function dayAttributes(mark: DayMark | undefined, isWeekend: boolean) {
  const isFree = isWeekend && !mark?.isBank;
  return {
    "data-tone": mark?.tone ?? (isFree ? "weekend" : undefined),
    "data-bank": mark?.isBank ? "" : undefined,
    "data-wish": mark?.isWish ? "" : undefined,
    "data-half": mark?.half ?? undefined,
    "data-takes": mark?.letters ? "" : undefined,
  };
}

function Legend({ legend }: Pick<LeavePage, "legend">) {
  return (
    <ul className={key} aria-label="What the letters and frames mean">
      {legend.map(({ letter, name, tone }) => (
        <li key={name}>
          <span className={dayStyle} data-tone={tone} data-takes="">
            {letter}
          </span>{" "}
          {name}
        </li>
      ))}
      {legend.length > 0 && (
        <>
          <li>
            <span aria-hidden="true" className={dayStyle} data-tone="annual" data-half="am" data-takes="" /> Half a day
          </li>
          <li>
            <span aria-hidden="true" className={dayStyle} data-tone="annual" data-wish="" data-takes="" /> Planned or
            requested
          </li>
        </>
      )}
      <li>
        <span aria-hidden="true" className={dayStyle} data-bank="">
          1
        </span>{" "}
        Bank holiday
      </li>
    </ul>
  );
}

const grid = css({
  listStyleType: "none",
  padding: "0",
  margin: "0",
  display: "grid",
  columnGap: { base: "4", desk: "5" },
  rowGap: "4",
  gridTemplateColumns: { base: "[repeat(auto-fill, minmax(161px, 1fr))]", desk: "[repeat(6, minmax(0, 1fr))]" },
  borderTop: "ink",
  paddingTop: "3",
  _print: {
    display: "block",
    "& > li": { display: "inline-block", width: "[22%]", margin: "2", verticalAlign: "top" },
  },
});

const week = css({
  display: "grid",
  gridTemplateColumns: "[repeat(7, minmax(0, 1fr))]",
  gap: "px",
  fontSize: "xs",
  fontVariantNumeric: "tabular-nums",
});

const key = css({
  listStyleType: "none",
  padding: "0",
  margin: "0",
  display: "flex",
  flexWrap: "wrap",
  columnGap: "4",
  rowGap: "2",
  fontSize: "sm",
  "& li": { display: "flex", alignItems: "center", gap: "2" },
  "& li > span": { width: "target", fontSize: "xs", flexShrink: "0" },
});

const styles = segments();

/** Links to the years around the one that is shown, and to the year of today if that is another. */
export function YearChoice({ year, current, years }: Pick<LeavePage, "year" | "current" | "years">) {
  return (
    <div className={row()}>
      <nav aria-label="Leave year" className={styles.root}>
        {years.map((each) => (
          <Link
            key={each.year}
            to={each.year === current ? "/leave/" : `/leave/?year=${each.year}`}
            className={`${styles.item} ${item}`}
            aria-current={each.year === year ? "page" : undefined}
          >
            {each.label}
          </Link>
        ))}
      </nav>
      {year !== current && (
        <LinkButton to="/leave/" visual="plain">
          This year
        </LinkButton>
      )}
    </div>
  );
}

const item = css({
  textDecorationLine: "none",
  fontVariantNumeric: "tabular-nums",
  "&:not([aria-current])": { color: "ink" },
  // A phone has room for three: the shown year and those next to it.
  "&:first-child, &:last-child": { display: { base: "none", wide: "flex" } },
});
