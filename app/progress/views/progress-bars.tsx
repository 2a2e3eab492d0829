import type { ReactNode } from "react";
import { css } from "styled-system/css";
import { CATEGORY_NAMES } from "~/planning/job-plans/elements";
import type { BarPart, BarsChart } from "~/progress/bars.server";
import { ChartFigure, LegendItem, percent } from "./chart-figure";

interface ProgressBarsProps {
  /** Prefix of its ids. */
  id?: string;
  caption?: ReactNode;
  chart: BarsChart;
  /** What it shows, and how, as for `RunningTotals`. */
  finding: string;
  description: string;
}

/** For each week or month: work done above the zero line, leave below it, and a dash at what the plan expects. */
export function ProgressBars({ id = "bars", caption, chart, finding, description }: ProgressBarsProps) {
  const legend = (
    <>
      {chart.kinds.map((kind) => (
        <LegendItem key={kind} words={NAMES[kind]} width={14} height={14}>
          <rect x="1" y="1" width="12" height="12" className={`${part} ${COLOURS[kind]}`} />
          {HATCHES[kind] && <rect x="1" y="1" width="12" height="12" fill={`url(#${id}-${kind})`} />}
        </LegendItem>
      ))}
      <LegendItem words="Expected" width={20} height={14}>
        <path d="M0 7H20" strokeWidth="2" className={expected} />
      </LegendItem>
    </>
  );
  const { amounts, dates, zero } = chart;
  return (
    <ChartFigure id={id} {...{ caption, finding, description, legend, amounts, dates, zero }} middle>
      <defs>
        {chart.kinds.map((kind) => (
          <pattern key={kind} id={`${id}-${kind}`} width="6" height="6" patternUnits="userSpaceOnUse">
            <path d={HATCHES[kind]} strokeWidth="1.5" className={hatch} />
          </pattern>
        ))}
      </defs>
      <g>
        {chart.columns.map((column) => (
          <g key={column.key}>
            {column.parts.map(({ kind, y, height }) => {
              const box = { x: percent(column.x), width: percent(chart.width), y: percent(y), height: percent(height) };
              return (
                <g key={kind}>
                  <rect {...box} className={`${part} ${COLOURS[kind]}`} />
                  {HATCHES[kind] && <rect {...box} fill={`url(#${id}-${kind})`} />}
                </g>
              );
            })}
            {column.expected !== null && (
              <line
                x1={percent(column.x - chart.width * OVERHANG)}
                x2={percent(column.x + chart.width * (1 + OVERHANG))}
                y1={percent(column.expected)}
                y2={percent(column.expected)}
                strokeWidth="2"
                className={expected}
              />
            )}
          </g>
        ))}
      </g>
    </ChartFigure>
  );
}

/** Length by which the dash of what is expected extends on each side, as a share of a bar's width. */
const OVERHANG = 0.14;

const NAMES: Record<BarPart["kind"], string> = {
  ...CATEGORY_NAMES,
  extra_work: "Extra work, not counted",
  leave: "Taken by leave",
};

// The edge separates stacked parts without relying on their colours.
const part = css({ stroke: "paper", _print: { printColorAdjust: "exact" } });
const expected = css({ stroke: "ink" });
const hatch = css({ stroke: "paper" });

/**
 * Hatches over the colour, in a square of 6, so that categories differ without colours, too. The commonest, DCC, has
 * none.
 */
const HATCHES: Partial<Record<BarPart["kind"], string>> = {
  SPA: "M-1 7L7 -1",
  ANR: "M0 3H6",
  ED: "M-1 -1L7 7",
  APA: "M3 0V6",
  Other: "M0 3H6M3 0V6",
  Extra: "M2 3H4",
};

/** Written out, so that the build can put the class names in their place. */
const COLOURS: Record<BarPart["kind"], string> = {
  DCC: css({ fill: "dcc" }),
  SPA: css({ fill: "spa" }),
  ANR: css({ fill: "anr" }),
  ED: css({ fill: "ed" }),
  APA: css({ fill: "apa" }),
  Other: css({ fill: "other" }),
  Extra: css({ fill: "extra" }),
  extra_work: css({ fill: "paper", stroke: "extra" }),
  leave: css({ fill: "sunk", stroke: "lineStrong" }),
};
