import { css } from "styled-system/css";
import type { Fraction, Tick } from "../scales.server";

interface AxesProps {
  amounts: Tick[];
  dates: Tick[];
  zero: Fraction;
  /** Names stand under the middle of what they name, not from where it begins. */
  middle?: boolean;
}

/** Lines across for amounts, the heavy one for nothing, and the names of dates under them. */
export function Axes({ amounts, dates, zero, middle }: AxesProps) {
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
/** Every second name is left out on a phone. */
const onlyWide = css({ display: { base: "none", wide: "inline" } });

/** A share of a picture's width or height, as SVG writes it. */
export function percent(fraction: number): string {
  return `${Math.round(fraction * 1e4) / 100}%`;
}
