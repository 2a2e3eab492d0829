import { Fragment, type ReactNode } from "react";
import { css } from "styled-system/css";
import { timeBlock, weekLanes } from "styled-system/recipes";
import type { InLane, Stretch } from "~/platform/time/lanes";

interface WeekGridProps {
  firstHour: number;
  lastHour: number;
  /** Of all days together, see `lanesOf`. */
  lanes: number;
  /** A section a day: heading, blocks, total. */
  children: ReactNode;
}

/** Seven days side by side with the hours down, where there is room; else one day after the other. */
export function WeekGrid({ firstHour, lastHour, lanes, children }: WeekGridProps) {
  const hours = Array.from({ length: lastHour - firstHour }, (_, index) => firstHour + index);
  return (
    <div className={`${grid} ${weekLanes()}`} data-lanes={lanes}>
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
  stretch: InLane<Stretch>;
  firstHour: number;
  children: ReactNode;
}

/** One stretch of a day, at its time: a line of the day's list. */
export function TimeBlock({ stretch, firstHour, children }: TimeBlockProps) {
  const { lane, lanes } = stretch;
  const { from, rows } = rowsOf(stretch, firstHour);
  return (
    <li className={timeBlock()} data-from={from} data-rows={rows} data-lane={lane} data-lanes={lanes}>
      {children}
    </li>
  );
}

/** A shade behind a stretch of a day; the page says in words what it stands for. */
export function TimeShade({ stretch, firstHour }: { stretch: Stretch; firstHour: number }) {
  const { from, rows } = rowsOf(stretch, firstHour);
  return <li aria-hidden="true" className={`${timeBlock()} ${shade}`} data-from={from} data-rows={rows} />;
}

interface FreeTimeProps {
  stretch: Stretch;
  firstHour: number;
  /** A link without words, for a mouse or a finger: by keyboard and reader the heading of the day does the same. */
  children: ReactNode;
}

/** An empty stretch of a day that can be pressed. */
export function FreeTime({ stretch, firstHour, children }: FreeTimeProps) {
  const { from, rows } = rowsOf(stretch, firstHour);
  return (
    <li aria-hidden="true" className={`${timeBlock()} ${free}`} data-from={from} data-rows={rows}>
      {children}
    </li>
  );
}

/** A name whose words stay whole, except one that is too long for its lane. */
export function WholeWords({ children }: { children: string }) {
  return children.split(" ").map((word, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: words have no other name.
    <Fragment key={at}>
      {at > 0 && " "}
      {word.length < LONG ? word : <span className={longWord}>{word}</span>}
    </Fragment>
  ));
}

/** Shorter words find room wherever a time does. */
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

/** In quarters of an hour; half an hour at least, so that a name finds room. */
function rowsOf({ start, end }: Stretch, firstHour: number): { from: number; rows: number } {
  const first = Math.floor(start / 15);
  return { from: first - firstHour * 4 + 1, rows: Math.max(2, Math.ceil(end / 15) - first) };
}

const grid = css({
  display: { _week: "grid" },
  gridTemplateColumns: "[40px repeat(7, minmax(auto, 1fr))]",
  gridTemplateRows: "auto auto auto",
});

const hoursDown = css({
  display: { base: "none", _week: "grid" },
  gridRow: "1 / span 3",
  gridTemplateRows: "subgrid",
  fontSize: "xs",
  color: "quiet",
  fontVariantNumeric: "tabular-nums",
  "& > div > span": { display: "block", height: { base: "[48px]", _print: "[28px]" }, transform: "translateY(-10px)" },
  "& > div > span:first-child": { transform: "[none]" },
});

const shade = css({
  display: { base: "none", _week: "block" },
  // Lets the lines of the hours through.
  background: "[color-mix(in oklab, {colors.ink} 7%, transparent)]",
});

const free = css({
  display: { base: "none", _week: "block" },
  _print: { display: "none" },
});

/** Of the link in a `FreeTime`. */
export const freeLink = css({ display: "block", height: "full", "&:hover": { background: "accentSoft" } });

/** What a day of the grid and its parts look like. */
export const weekGrid = {
  day: css({
    display: { _week: "grid" },
    gridRow: { _week: "1 / span 3" },
    gridTemplateRows: "subgrid",
    // As wide as its longest words ask: none is broken, and days of short ones leave their room to the others.
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
      // Halves and thirds.
      gridTemplateColumns: "[repeat(6, minmax(min-content, 1fr))]",
      gridAutoRows: { base: "[12px]", _print: "[7px]" },
      alignContent: "start",
      borderLeft: "line",
      backgroundImage: {
        base: "[repeating-linear-gradient(to bottom, transparent 0 95px, {colors.line} 95px 96px)]",
        _print: "[repeating-linear-gradient(to bottom, transparent 0 55px, {colors.line} 55px 56px)]",
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
    // Paper has no grounds.
    _print: { borderColor: "lineStrong" },
    fontSize: { base: "sm", _week: "xs" },
    lineHeight: "heading",
    color: "ink",
    textDecorationLine: "none",
    fontVariantNumeric: "tabular-nums",
    "& b": { fontWeight: "strong" },
    // Half a day's width has no room to spare.
    "li:not([data-lanes='1']) > &": { paddingInline: { _week: "1" } },
    // Half an hour's height is one line: the name, as far as it goes.
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
