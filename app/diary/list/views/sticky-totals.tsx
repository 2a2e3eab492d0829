import { useEffect, useState } from "react";
import { css } from "styled-system/css";
import type { Figure } from "../figures";
import { FIGURES_ID } from "./diary-figures";

/**
 * Day, week and plan in one line at the foot of the screen, which links to the strip. Shown while the strip is out of
 * sight; without script always. It keeps its place at the end of the page, so that nothing moves when it appears.
 */
export function StickyTotals({ figures }: { figures: readonly Figure[] }) {
  const [away, setAway] = useState(false);
  useEffect(() => {
    const strip = document.getElementById(FIGURES_ID);
    if (!strip) return;
    const watch = new IntersectionObserver((entries) => setAway(entries.at(-1)?.isIntersecting === false));
    watch.observe(strip);
    return () => watch.disconnect();
  }, []);
  return (
    <a href={`#${FIGURES_ID}`} data-foot-bar="" className={line} data-away={away ? "" : undefined}>
      <span className={css({ srOnly: true })}>All figures: </span>
      {figures.map(({ label, short, value, more }) => {
        if (short === null) return null;
        return (
          <span key={label}>
            {short} <b>{value}</b> {more.startsWith("of ") && more.replace(" PA", "")}
          </span>
        );
      })}
    </a>
  );
}

const line = css({
  display: "flex",
  flexWrap: "wrap",
  columnGap: "4",
  alignItems: "center",
  minHeight: { base: "control", wide: "button" },
  paddingBlock: "1",
  borderTop: "line",
  background: "paper",
  fontSize: "sm",
  color: "quiet",
  fontVariantNumeric: "tabular-nums",
  textDecorationLine: "none",
  visibility: "hidden",
  "&[data-away]": { visibility: "visible" },
  "@media (scripting: none)": { visibility: "visible" },
  "@media screen and (min-height: 560px)": { position: "sticky", bottom: "0", zIndex: "under" },
  _print: { display: "none" },
  "& b": { color: "ink" },
});
