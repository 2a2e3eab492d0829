import { Fragment, type ReactNode } from "react";
import { css } from "styled-system/css";
import { timeBlock, weekLanes } from "styled-system/recipes";
import type { MinuteRange, WithLane } from "~/platform/time/lanes";

interface WeekGridProps {
  firstHour: number;
  lastHour: number;
  /** Sum of the lanes of all days, see `lanesOf`. */
  lanes: number;
  /** A section for each day: heading, blocks, total. */
  children: ReactNode;
}

/**
 * A week as a grid: seven days side by side, with the hours from top to bottom. A narrow screen shows the days one
 * after the other.
 */
export function WeekGrid({ firstHour, lastHour, lanes, children }: WeekGridProps) {
  const hours = Array.from({ length: lastHour - firstHour }, (_, index) => firstHour + index);
  return (
    <div className={`${grid} ${weekLanes()} ${hours.length > 16 ? closeOnPaper : wideOnPaper}`} data-lanes={lanes}>
      <div aria-hidden="true" className={hoursDown}>
        <span />
        <div>
          {hours.map((hour) => (
            <span key={hour}>{String(hour).padStart(2, "0")}</span>
          ))}
        </div>
        <span />
      </div>
      {children}
    </div>
  );
}

interface TimeBlockProps {
  stretch: WithLane<MinuteRange>;
  firstHour: number;
  children: ReactNode;
}

/** A stretch of a day at its time, as an item of the day's list. */
export function TimeBlock({ stretch: range, firstHour, children }: TimeBlockProps) {
  const { lane, lanes } = range;
  const { from, rows } = rowsOf(range, firstHour);
  return (
    <li className={timeBlock()} data-from={from} data-rows={rows} data-lane={lane} data-lanes={lanes}>
      {children}
    </li>
  );
}

/**
 * A shaded background behind a stretch of a day, hidden from screen readers: the page also says in words what it means.
 */
export function TimeShade({ stretch: range, firstHour }: { stretch: MinuteRange; firstHour: number }) {
  const { from, rows } = rowsOf(range, firstHour);
  return <li aria-hidden="true" className={`${timeBlock()} ${shade}`} data-from={from} data-rows={rows} />;
}

interface FreeTimeProps {
  stretch: MinuteRange;
  firstHour: number;
  /**
   * A link without text, for pointer and touch: for keyboard and screen reader the heading of the day does the same.
   */
  children: ReactNode;
}

/** A free stretch of a day that can be pressed. */
export function FreeTime({ stretch: range, firstHour, children }: FreeTimeProps) {
  const { from, rows } = rowsOf(range, firstHour);
  return (
    <li aria-hidden="true" className={`${timeBlock()} ${free}`} data-from={from} data-rows={rows}>
      {children}
    </li>
  );
}

/** A name whose words are not broken, except a word that is too long for its lane. */
export function WholeWords({ children }: { children: string }) {
  return Array.from(children.matchAll(/[^ ]+/g), ({ 0: word, index }) => (
    <Fragment key={index}>
      {index > 0 && " "}
      {word.length < LONG ? word : <span className={longWord}>{word}</span>}
    </Fragment>
  ));
}

/** A shorter word fits wherever a time fits. */
const LONG = 7;

const longWord = css({
  _week: {
    display: "inline-block",
    maxWidth: "[var(--word)]",
    overflowWrap: "anywhere",
    hyphens: "auto",
    verticalAlign: "bottom",
  },
});

/** Converts times to grid rows of a quarter of an hour; at least two rows, so that a name fits. */
function rowsOf({ start, end }: MinuteRange, firstHour: number): { from: number; rows: number } {
  const first = Math.floor(start / 15);
  return { from: first - firstHour * 4 + 1, rows: Math.max(2, Math.ceil(end / 15) - first) };
}

const grid = css({
  display: { _week: "grid" },
  gridTemplateColumns: "[40px repeat(7, minmax(auto, 1fr))]",
  gridTemplateRows: "auto auto auto",
});

/** Height of a quarter of an hour on paper: a whole day fits on a page, and a day of work has room for its words. */
const wideOnPaper = css({ _print: { "--quarter": "7px" } });
const closeOnPaper = css({ _print: { "--quarter": "4.6px" } });

const hoursDown = css({
  display: { base: "none", _week: "grid" },
  gridRow: "1 / span 3",
  gridTemplateRows: "subgrid",
  fontSize: "xs",
  color: "quiet",
  fontVariantNumeric: "tabular-nums",
  "& > div > span": {
    display: "block",
    height: { base: "[48px]", _print: "[calc(4 * var(--quarter))]" },
    transform: { base: "translateY(-10px)", _print: "translateY(-6px)" },
  },
  "& > div > span:first-child": { transform: "[none]" },
});

const shade = css({
  display: { base: "none", _week: "block" },
  // Translucent, so that the hour lines show through.
  background: "[color-mix(in oklab, {colors.ink} 7%, transparent)]",
});

const free = css({
  display: { base: "none", _week: "block" },
  _print: { display: "none" },
});

/** Style of the link in a `FreeTime`. */
export const freeLink = css({ display: "block", height: "full", "&:hover": { background: "accentSoft" } });

/** Styles of a day in the grid and of its parts. */
export const weekGrid = {
  day: css({
    display: { _week: "grid" },
    gridRow: { _week: "1 / span 3" },
    gridTemplateRows: "subgrid",
    // As wide as the longest words need: none is broken, and days with short words leave their room to the others.
    minWidth: { base: "0", _week: "auto" },
    borderBottom: { base: "line", _week: "none" },
    paddingBlock: { base: "3", _week: "0" },
    "& > h3": {
      fontSize: "md",
      paddingBlock: "2",
      paddingInline: { _week: "2" },
      borderBottom: { _week: "ink" },
    },
  }),
  blocks: css({
    display: "grid",
    gap: { base: "2", _week: "0" },
    _week: {
      // Six columns, for halves and thirds.
      gridTemplateColumns: "[repeat(6, minmax(min-content, 1fr))]",
      gridAutoRows: { base: "[12px]", _print: "[var(--quarter)]" },
      alignContent: "start",
      borderLeft: "line",
      backgroundImage: {
        base: "[repeating-linear-gradient(to bottom, transparent 0 95px, {colors.line} 95px 96px)]",
        _print:
          "[repeating-linear-gradient(to bottom, transparent 0 calc(8 * var(--quarter) - 1px), {colors.line} calc(8 * var(--quarter) - 1px) calc(8 * var(--quarter)))]",
      },
    },
  }),
  block: css({
    display: "flex",
    flexDirection: { base: "row", _week: "column" },
    flexWrap: { base: "wrap", _week: "nowrap" },
    overflowWrap: { _week: "normal" },
    columnGap: "3",
    height: { _week: "[max(24px, calc(100% - 2px))]" },
    marginInline: { _week: "half" },
    overflow: { _week: "hidden" },
    paddingBlock: { base: "2", _week: "1" },
    paddingInline: "2",
    borderRadius: "sm",
    border: "plain",
    // Backgrounds are not printed.
    _print: { borderColor: "lineStrong", paddingTop: "0" },
    fontSize: { base: "sm", _week: "xs" },
    lineHeight: "heading",
    color: "ink",
    textDecorationLine: "none",
    fontVariantNumeric: "tabular-nums",
    "& b": { fontWeight: "strong" },
    // Blocks that share the width of a day have no room to spare.
    "li:not([data-lanes='1']) > &": { paddingInline: { _week: "1" } },
    // Half an hour is one line high: the name, cut with an ellipsis.
    "li[data-rows='2'] > &": {
      "& > span:first-child": {
        flexShrink: "0",
        width: { _week: "0" },
        minWidth: { _week: "full" },
        overflow: { _week: "hidden" },
        textOverflow: "ellipsis",
        whiteSpace: { _week: "nowrap" },
      },
    },
    "&:hover": { color: "ink", textDecorationLine: "underline" },
  }),
  total: css({
    display: "flex",
    flexDirection: { base: "row", _week: "column" },
    flexWrap: "wrap",
    columnGap: "2",
    paddingBlock: "2",
    paddingInline: { _week: "2" },
    fontSize: "xs",
    color: "quiet",
    fontVariantNumeric: "tabular-nums",
    borderTop: { _week: "line" },
    borderLeft: { _week: "line" },
    "& b": { color: "ink" },
  }),
};
