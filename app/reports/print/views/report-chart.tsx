import type { ReactNode } from "react";
import { css } from "styled-system/css";
import { text } from "styled-system/recipes";
import { ChartFigure, LegendItem, percent } from "~/progress/views/chart-figure";
import { ProgressBars } from "~/progress/views/progress-bars";
import type { MonthsChart, ReportChart, RowsChart } from "../charts.server";

interface ReportChartProps {
  chart: ReportChart;
  /** Address of the table of its figures. */
  table: string;
}

/** A chart with its caption. Its text alternative contains its figures. */
export function ReportChartView({ chart, table }: ReportChartProps) {
  const caption = (
    <>
      <strong className={text({ kind: "strong" })}>{chart.caption}</strong>{" "}
      <a href={table} className={offPaper} aria-label={`Table of ${chart.caption}`}>
        Table
      </a>
    </>
  );
  if (chart.kind === "plan-months")
    return <ProgressBars {...chart} id={`chart-${chart.id}`} caption={caption} chart={chart.bars} />;
  if (chart.kind === "months") return <Months chart={chart} caption={caption} />;
  return <Rows chart={chart} caption={caption} />;
}

function Months({ chart, caption }: { chart: MonthsChart; caption: ReactNode }) {
  const { id, finding, description, ticks, dates, zero, columns } = chart;
  const axes = { amounts: ticks, dates, zero };
  const isAnyHidden = columns.some(({ words }) => words.startsWith("<"));
  const legend = isAnyHidden && <li>{"<5: fewer than 5"}</li>;
  return (
    <ChartFigure id={`chart-${id}`} {...{ caption, finding, description, legend }} {...axes} middle>
      {columns.map(({ x, width, y, words }) => (
        <g key={x}>
          <rect x={percent(x)} width={percent(width)} y={percent(y)} height={percent(zero - y)} className={bar} />
          <text x={percent(x + width / 2)} y={percent(y)} dy="-4" textAnchor="middle" className={word}>
            {words}
          </text>
        </g>
      ))}
    </ChartFigure>
  );
}

/** Heights of a row and of its bars, each for rows with one bar and with two. */
const ROW_PX = [16, 18] as const;
const BARS_PX = [11, 7] as const;
const BASELINE_PX = 12;
/** Approximate width of a letter of a label, and the greatest width of a label. */
const LETTER_PX = 7;
/** Size of the letters that the widths are measured for. */
const LETTERS_PX = 13;
const MAX_LABEL_PX = 208;

/**
 * Horizontal bars with their numbers at the end: the second bar of a row is an outline, and its number is in brackets.
 */
function Rows({ chart, caption }: { chart: RowsChart; caption: ReactNode }) {
  const { id, finding, description, rows, legend } = chart;
  const [step, barPx] = legend.length > 1 ? [ROW_PX[1], BARS_PX[1]] : [ROW_PX[0], BARS_PX[0]];
  const letters = Math.max(...rows.map(({ label }) => label.length));
  const numbers = Math.max(...rows.map(({ bars }) => numbersOf(bars).length));
  const labelPx = Math.min(MAX_LABEL_PX, letters * LETTER_PX + 12);
  return (
    <figure className={figure}>
      <figcaption>{caption}</figcaption>
      <div
        className={letterSize}
        style={{ paddingLeft: inLetters(labelPx), paddingRight: inLetters(numbers * LETTER_PX + 12) }}
      >
        <svg
          role="img"
          aria-labelledby={`chart-${id}-finding`}
          aria-describedby={`chart-${id}-description`}
          width="100%"
          height={rows.length * step}
          className={picture}
        >
          <title id={`chart-${id}-finding`}>{finding}</title>
          <desc id={`chart-${id}-description`}>{description}</desc>
          {rows.map(({ label, bars }, at) => (
            <g key={label}>
              <text x="-8" y={at * step + BASELINE_PX} textAnchor="end" className={word}>
                {label}
              </text>
              {bars.map(({ width }, nth) => (
                <rect
                  key={LOOKS[nth]}
                  x="0"
                  y={at * step + 1 + nth * barPx}
                  width={percent(width)}
                  height={barPx}
                  className={LOOKS[nth]}
                />
              ))}
              <text
                x={percent(Math.max(...bars.map(({ width }) => width)))}
                dx="6"
                y={at * step + BASELINE_PX}
                className={word}
              >
                {numbersOf(bars)}
              </text>
            </g>
          ))}
          <line x1="0" x2="0" y1="0" y2="100%" className={axis} />
        </svg>
      </div>
      {legend.length > 0 && (
        <ul className={legendList}>
          {legend.map((words, nth) => (
            <LegendItem key={words} words={words} width={14} height={14}>
              <rect x="1" y="1" width="12" height="12" className={LOOKS[nth]} />
            </LegendItem>
          ))}
        </ul>
      )}
    </figure>
  );
}

/** Grows with the letters, so that larger text keeps its room. */
function inLetters(px: number): string {
  return `${px / LETTERS_PX}em`;
}

/** `208 (165)`. */
function numbersOf([first, second]: RowsChart["rows"][number]["bars"]): string {
  return second ? `${first?.words} (${second.words})` : (first?.words ?? "");
}

const bar = css({ fill: "accent", _print: { printColorAdjust: "exact" } });
const outline = css({ fill: "paper", stroke: "accent", _print: { printColorAdjust: "exact" } });
const LOOKS = [bar, outline];
const axis = css({ stroke: "ink" });
const word = css({ fill: "quiet", fontSize: "xs", fontVariantNumeric: "tabular-nums" });
const letterSize = css({ fontSize: "xs" });
const picture = css({ display: "block", overflow: "visible" });
const figure = css({ display: "grid", gap: "2" });
const legendList = css({ display: "flex", flexWrap: "wrap", columnGap: "5", fontSize: "sm", color: "quiet" });
const offPaper = css({ fontSize: "sm", _print: { display: "none" } });
