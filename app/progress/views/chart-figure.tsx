import type { ReactNode } from "react";
import { css } from "styled-system/css";
import type { Fraction, Tick } from "~/progress/chart.server";

interface AxesProps {
  amounts: Tick[];
  dates: Tick[];
  zero: Fraction;
  /** Date labels are centred on what they name, instead of beginning with it. */
  middle?: boolean;
}

interface ChartFigureProps extends AxesProps {
  /** Prefix of its ids. */
  id: string;
  /** What it shows, in a sentence. */
  finding: string;
  /** Text alternative: how the chart shows it. */
  description: string;
  tall?: boolean;
  /** Caption above the chart, if no heading names it. */
  caption?: ReactNode;
  legend: ReactNode;
  children: ReactNode;
}

/** A chart with its axes, and its legend below. Texts keep their size on any screen. */
export function ChartFigure({ id, finding, description, tall, caption, legend, children, ...axes }: ChartFigureProps) {
  return (
    <figure className={figure}>
      {caption && <figcaption>{caption}</figcaption>}
      <div data-plot="" className={`${frame} ${tall ? high : low}`}>
        <svg
          role="img"
          aria-labelledby={`${id}-finding`}
          aria-describedby={`${id}-description`}
          width="100%"
          height="100%"
          className={picture}
        >
          <title id={`${id}-finding`}>{finding}</title>
          <desc id={`${id}-description`}>{description}</desc>
          <Axes {...axes} />
          {children}
        </svg>
      </div>
      {caption ? (
        legend && <ul className={legendList}>{legend}</ul>
      ) : (
        <figcaption>
          <ul className={legendList}>{legend}</ul>
        </figcaption>
      )}
    </figure>
  );
}

interface LegendItemProps {
  words: string;
  /** Size of the sample in pixels. */
  width: number;
  height: number;
  children: ReactNode;
}

export function LegendItem({ words, width, height, children }: LegendItemProps) {
  return (
    <li className={legendItem}>
      <svg aria-hidden="true" width={width} height={height}>
        {children}
      </svg>
      {words}
    </li>
  );
}

/** Grid lines for amounts, a heavier one at zero, and date labels below. */
function Axes({ amounts, dates, zero, middle }: AxesProps) {
  return (
    <g>
      {amounts.map(({ at, label }) => (
        <g key={label}>
          <line x1="0" x2="100%" y1={percent(at)} y2={percent(at)} className={at === zero ? zeroLine : gridLine} />
          <text x="-10" y={percent(at)} dy="5" textAnchor="end" className={word}>
            {label}
          </text>
        </g>
      ))}
      {dates.map(({ at, label, minor }) => (
        <text
          key={at}
          x={percent(at)}
          y="100%"
          dy="24"
          textAnchor={middle ? "middle" : "start"}
          className={minor ? `${word} ${onlyWide}` : word}
        >
          {label}
        </text>
      ))}
    </g>
  );
}

const gridLine = css({ stroke: "line" });
const zeroLine = css({ stroke: "ink" });
const word = css({ fill: "quiet", fontSize: { base: "xs", wide: "md" }, fontVariantNumeric: "tabular-nums" });
/** Every second date label is left out on a phone. */
const onlyWide = css({ display: { base: "none", wide: "inline" } });

/** A share of a picture's width or height, as SVG writes it. */
export function percent(fraction: number): string {
  return `${Math.round(fraction * 1e4) / 100}%`;
}

const figure = css({ display: "grid", gap: "4" });
/** Room for the labels of both axes, which are outside the SVG's box. */
const frame = css({ paddingLeft: "7", paddingBottom: "6", paddingTop: "3" });
const high = css({ height: { base: "menu", wide: "plan" } });
const low = css({ height: "menu" });
const picture = css({ display: "block", overflow: "visible" });
const legendList = css({
  display: "flex",
  flexWrap: "wrap",
  columnGap: "5",
  rowGap: "1",
  fontSize: "sm",
  color: "quiet",
});
const legendItem = css({ display: "flex", gap: "2", alignItems: "center", "& > svg": { flexShrink: "0" } });
