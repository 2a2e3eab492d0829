import { Link } from "react-router";
import { css } from "styled-system/css";
import { text } from "styled-system/recipes";
import type { PlanWeek } from "~/planning/job-plans/plan-page.server";
import { pathTo } from "~/platform/http/path-to";
import { lanesOf } from "~/platform/time/lanes";
import { TimeBlock, TimeShade, WeekGrid, WholeWords, weekGrid } from "~/ui/calendar/week-grid";
import { CategorySquare } from "./category";

/** The usual week of a plan by clock time, with the elements without times beside it. */
export function WeekOfPlan({ week, planRef }: { week: PlanWeek; planRef: string }) {
  const { firstHour, lastHour, days, premium, untimed } = week;
  // Days with parallel blocks need the whole width.
  const lanes = lanesOf(days);
  const beside = untimed.length > 0 && lanes === days.length;
  return (
    <section aria-labelledby="week-heading" className={styles.section}>
      <header className={styles.header}>
        <h2 id="week-heading">Usual week</h2>
        <p className={text({ kind: "hint" })}>
          PAs are those of an average week
          {premium && (
            <span className={styles.premium}>
              {" · "}
              <span aria-hidden="true" className={styles.swatch} /> Premium: {premium}
            </span>
          )}
        </p>
      </header>
      <div className={beside ? styles.beside : styles.under}>
        <WeekGrid firstHour={firstHour} lastHour={lastHour} lanes={lanes}>
          {days.map((day) => (
            <Day key={day.weekday} day={day} firstHour={firstHour} planRef={planRef} />
          ))}
        </WeekGrid>
        {untimed.length > 0 && <Untimed untimed={untimed} planRef={planRef} wide={!beside} />}
      </div>
    </section>
  );
}

interface DayProps {
  day: PlanWeek["days"][number];
  firstHour: number;
  planRef: string;
}

function Day({ day: { name, blocks, premium, total }, firstHour, planRef }: DayProps) {
  return (
    <section className={`${weekGrid.day} ${styles.day}`} aria-label={name}>
      <h3>
        <span aria-hidden="true" className={styles.short}>
          {name.slice(0, 3)}
        </span>
        <span className={styles.full}>{name}</span>
      </h3>
      <ol className={`${weekGrid.blocks} ${styles.blocks}`}>
        {premium.map((range) => (
          <TimeShade key={range.start} stretch={range} firstHour={firstHour} />
        ))}
        {blocks.map((block) => (
          <TimeBlock key={block.key} stretch={block} firstHour={firstHour}>
            <Link
              to={pathTo("/job_plans/:planRef/element/:elementRef/", { planRef, elementRef: block.element_ref })}
              className={`${weekGrid.block} ${styles.block}`}
            >
              <span>
                <CategorySquare category={block.category} />
                <b>
                  <WholeWords>{block.element}</WholeWords>
                </b>
              </span>
              <span>{block.times}</span>
              {block.words && <span>{block.words}</span>}
              {block.pa && <span>{block.pa} PA</span>}
            </Link>
          </TimeBlock>
        ))}
      </ol>
      <p className={`${weekGrid.total} ${blocks.length > 0 ? styles.total : ""}`}>
        {blocks.length === 0 && "No fixed times"}
        {total && (
          <span>
            <b>{total}</b> PA
          </span>
        )}
      </p>
    </section>
  );
}

interface UntimedProps {
  untimed: PlanWeek["untimed"];
  planRef: string;
  /** Under the grid rather than beside it. */
  wide: boolean;
}

/** The elements without times; of those outside the plan only the names, since the table of elements links to them. */
function Untimed({ untimed, planRef, wide }: UntimedProps) {
  const planned = untimed.filter(({ category }) => category !== "Extra");
  const outside = untimed.filter((element) => !planned.includes(element));
  return (
    <section aria-labelledby="untimed-heading">
      <h3 id="untimed-heading" className={styles.untimedHeading}>
        Without fixed times
      </h3>
      {planned.length > 0 && (
        <ul className={wide ? styles.inColumns : undefined}>
          {planned.map(({ unique_ref, element, category, when, pa }) => (
            <li key={unique_ref} className={styles.untimed}>
              <Link to={pathTo("/job_plans/:planRef/element/:elementRef/", { planRef, elementRef: unique_ref })}>
                <CategorySquare category={category} />
                {element}
              </Link>
              <span>
                {when}
                {pa && ` · ${pa} PA`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {outside.length > 0 && (
        <p className={styles.outside}>Outside the plan: {outside.map(({ element }) => element).join(", ")}</p>
      )}
    </section>
  );
}

const styles = {
  section: css({
    display: "grid",
    gap: "2",
    gridTemplateColumns: "minmax(0, 1fr)",
    // A printed week cannot be read without its shades and blocks.
    _print: { printColorAdjust: "exact", "& h2": { breakAfter: "avoid" } },
  }),
  header: css({
    display: "flex",
    flexWrap: "wrap",
    columnGap: "4",
    alignItems: "baseline",
    justifyContent: "space-between",
  }),
  premium: css({ display: { base: "none", _week: "inline" } }),
  swatch: css({
    display: "inline-block",
    width: "[12px]",
    height: "[12px]",
    border: "line",
    transform: "translateY(1px)",
    background: "[color-mix(in oklab, {colors.ink} 7%, transparent)]",
  }),
  under: css({ display: "grid", gap: "4", gridTemplateColumns: "minmax(0, 1fr)" }),
  beside: css({
    display: "grid",
    gap: "5",
    gridTemplateColumns: { base: "[minmax(0, 1fr)]", desk: "[minmax(0, 1fr) 200px]" },
    alignItems: "start",
  }),
  day: css({ breakInside: "avoid" }),
  blocks: css({ listStyle: "none" }),
  // Screen readers get the full name where only three letters fit.
  short: css({ display: { base: "none", _week: "inline" } }),
  full: css({ srOnly: { base: false, _week: true } }),
  block: css({ background: "accentSoft", position: "relative", _print: { borderColor: "lineStrong" } }),
  total: css({ display: { base: "none", _week: "flex" } }),
  inColumns: css({
    display: "grid",
    gridTemplateColumns: { base: "[minmax(0, 1fr)]", _week: "[repeat(3, minmax(0, 1fr))]" },
    columnGap: "5",
  }),
  outside: css({ paddingBlock: "2", fontSize: "sm", color: "quiet", overflowWrap: "anywhere" }),
  untimedHeading: css({ fontSize: "md", paddingBlock: "2", borderBottom: "ink" }),
  untimed: css({
    display: "grid",
    paddingBlock: "2",
    borderBottom: "line",
    fontSize: "sm",
    "& > span": { color: "quiet", fontSize: "xs", fontVariantNumeric: "tabular-nums" },
    "& > a": { paddingBlock: "half", overflowWrap: "anywhere" },
  }),
};
