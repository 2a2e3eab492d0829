import { useState } from "react";
import { css } from "styled-system/css";
import { button, row, text } from "styled-system/recipes";
import { useHydrated } from "~/ui/page-script";
import type { DrawnProgress } from "../drawn.server";

/** The view to take away: a picture, and its figures. A PNG is drawn by the browser, so it needs script. */
export function ChartFiles({ svg, png, csv }: DrawnProgress["files"]) {
  const scripted = useHydrated();
  const [failed, setFailed] = useState(false);

  async function savePng() {
    setFailed(false);
    try {
      const { savePicture } = await import("./chart-png");
      await savePicture(svg, png);
    } catch {
      setFailed(true);
    }
  }

  return (
    <div className={offPaper}>
      <span className={text({ kind: "hint" })}>Download</span>
      <a href={svg} download className={button({ visual: "plain" })}>
        SVG
      </a>
      {scripted && (
        <button type="button" onClick={savePng} className={button({ visual: "plain" })}>
          PNG
        </button>
      )}
      {csv.map(({ to, words }) => (
        <a key={to} href={to} download className={button({ visual: "plain" })}>
          {words}
        </a>
      ))}
      <span role="status" className={text({ kind: "error" })}>
        {failed && "The picture could not be made. Download the SVG instead, or try again."}
      </span>
    </div>
  );
}

const offPaper = `${row({ gap: "1" })} ${css({ _print: { display: "none" } })}`;
