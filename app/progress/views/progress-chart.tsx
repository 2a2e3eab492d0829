import { css } from "styled-system/css";
import type { LineLabel, ProgressChart } from "../chart.server";
import type { chartLegend } from "../sentences";
import { ChartFigure, LegendItem, percent } from "./chart-figure";

interface ProgressChartProps {
  chart: ProgressChart;
  /** What it shows, in a sentence. */
  finding: string;
  /** Text alternative: how the chart shows it. */
  description: string;
  legend: ReturnType<typeof chartLegend>;
}

/** Done and expected over time. The lines are in a nested SVG, which stretches with the page. */
export function RunningTotals({ chart, finding, description, legend }: ProgressChartProps) {
  const { width, height, amounts, dates, zero } = chart;
  const lines = (
    <>
      <LegendItem words={legend.done} {...SAMPLE}>
        <path d="M0 8H28" {...DONE} />
      </LegendItem>
      <LegendItem words={legend.expected} {...SAMPLE}>
        <path d="M0 8H28" {...EXPECTED} />
      </LegendItem>
      {legend.band && (
        <LegendItem words={legend.band} {...SAMPLE}>
          <path d="M0 2H28V14H0Z" className={band} />
        </LegendItem>
      )}
      {legend.toCome && (
        <LegendItem words={legend.toCome} {...SAMPLE}>
          <path d="M0 8H28" {...TO_COME} />
        </LegendItem>
      )}
    </>
  );
  return (
    <ChartFigure id="progress" {...{ finding, description, amounts, dates, zero }} legend={lines} tall>
      <svg
        aria-hidden="true"
        width="100%"
        height="100%"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        overflow="visible"
      >
        <path d={chart.band} className={band} />
        <path d={chart.expected} {...EXPECTED} />
        <path d={chart.toCome} {...TO_COME} />
        <path d={chart.done} {...DONE} />
      </svg>
      <Today today={chart.today} />
      <Label at={chart.doneLabel} words="Done" colour={doneWords} />
      <Label at={chart.expectedLabel} words="Expected" colour={expectedWords} />
    </ChartFigure>
  );
}

const SAMPLE = { width: 28, height: 16 };

function Today({ today }: Pick<ProgressChart, "today">) {
  if (!today) return null;
  const x = percent(today.x);
  // Near the right end the label is to the left of the line.
  const before = today.x > 0.85;
  return (
    <g>
      <line x1={x} x2={x} y1="0" y2="100%" className={todayLine} />
      <text
        x={x}
        y={today.atFoot ? "100%" : "0"}
        dx={before ? -8 : 8}
        dy={today.atFoot ? -10 : 14}
        textAnchor={before ? "end" : "start"}
        {...HALO}
        className={`${word} ${todayWord}`}
      >
        Today
      </text>
    </g>
  );
}

function Label({ at, words, colour }: { at: LineLabel | null; words: string; colour: string }) {
  if (!at) return null;
  const above = at.side === "above";
  return (
    <text
      x={percent(at.x)}
      y={percent(at.y)}
      dx={above ? -8 : 10}
      dy={above ? -12 : 22}
      textAnchor={above ? "end" : "start"}
      {...HALO}
      className={`${word} ${colour}`}
    >
      {words}
    </text>
  );
}

const accentLine = css({ stroke: "accent" });
const quietLine = css({ stroke: "quiet" });

/** Keeps the width of the lines when the SVG is stretched. */
const LINE = { fill: "none", vectorEffect: "non-scaling-stroke", strokeLinejoin: "round" } as const;
const DONE = { ...LINE, strokeWidth: 3, className: accentLine };
const EXPECTED = { ...LINE, strokeWidth: 2, strokeDasharray: "6 5", className: quietLine };
const TO_COME = { ...LINE, strokeWidth: 2, strokeDasharray: "2 5", className: accentLine };

/** Keeps a word readable over a line that it touches. */
const HALO = { paintOrder: "stroke", strokeWidth: 4, strokeLinejoin: "round" } as const;

const band = css({ fill: "accentSoft", _print: { printColorAdjust: "exact" } });
const todayLine = css({ stroke: "ink" });
const word = css({ fontSize: { base: "xs", wide: "md" }, stroke: "paper" });
const todayWord = css({ fill: "ink", fontWeight: "strong" });
const doneWords = css({ fill: "accent", fontWeight: "strong" });
const expectedWords = css({ fill: "quiet" });
