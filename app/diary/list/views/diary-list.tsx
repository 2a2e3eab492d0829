import { memo, useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { css } from "styled-system/css";
import type { LondonDate } from "~/platform/time/london";
import type { DiaryWeek } from "../diary";
import { staleInView } from "../week-chunks";
import { type RenderedRows, rowsToRender, sameRows } from "../windowing";
import { DiaryNavigation } from "./diary-navigation";
import { DiaryWeekSection } from "./diary-week";
import type { useWeekChunks } from "./use-week-chunks";

/** Earlier weeks are fetched when fewer screens than this are left below. */
const SCREENS_AHEAD = 10;
/** Specification section 9: heights are measured again only when the window has kept its size for this long. */
const RESIZE_DEBOUNCE_MS = 200;
/** Assumed height of a week that was not rendered yet. */
const USUAL_HEIGHT = 560;

/**
 * The weeks from the page's newest to the very first. The document contains the page's own; script fetches earlier ones
 * before the user scrolls to them, and renders those near the screen, with blank space in place of the others.
 */
export function DiaryList({ list, fetchFrom, today }: Omit<ReturnType<typeof useWeekChunks>, "links">) {
  const weeks = list.flatMap((chunk) => chunk.weeks);
  const earlier = list.at(-1)?.earlier ?? null;
  const root = useRef<HTMLDivElement>(null);
  const heights = useRef(new Map<LondonDate, number>());
  const [drawn, setDrawn] = useState<RenderedRows | null>(null);
  const [printing, setPrinting] = useState(false);

  const draw = useEffectEvent(() => {
    const element = root.current;
    if (!element) return;
    for (const each of element.querySelectorAll<HTMLElement>(":scope > [data-week]")) {
      heights.current.set(each.dataset.week ?? "", each.getBoundingClientRect().height);
    }
    const sizes = weeks.map(({ monday }) => heights.current.get(monday) ?? USUAL_HEIGHT);
    const focused = document.activeElement?.closest<HTMLElement>("[data-week]")?.dataset.week;
    const kept = weeks.findIndex(({ monday }) => monday === focused);
    const next = rowsToRender(sizes, { top: -element.getBoundingClientRect().top, height: innerHeight }, kept);
    setDrawn((before) => (before && sameRows(before, next) ? before : next));
    const inSight = new Set(next.slices.map(({ index }) => weeks[index]?.monday ?? ""));
    for (const { top, count } of staleInView(list, inSight)) fetchFrom(top, count);
  });

  const look = useEffectEvent(() => {
    draw();
    const below = (root.current?.getBoundingClientRect().bottom ?? 0) - innerHeight;
    if (earlier && below < SCREENS_AHEAD * innerHeight) fetchFrom(earlier.monday);
  });

  // Renders weeks that arrived, and fetches again those that were loaded before the diary changed.
  useEffect(() => {
    if (list.length > 1 || list[0]?.stale) look();
  }, [list]);

  useEffect(() => {
    let frame = 0;
    let width = innerWidth;
    const scrolled = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        look();
      });
    };
    let resizing: ReturnType<typeof setTimeout> | undefined;
    const settled = () => {
      if (innerWidth !== width) heights.current.clear();
      width = innerWidth;
      draw();
    };
    const resized = () => {
      clearTimeout(resizing);
      resizing = setTimeout(settled, RESIZE_DEBOUNCE_MS);
    };
    const beforePrint = () => flushSync(() => setPrinting(true));
    const afterPrint = () => setPrinting(false);
    addEventListener("scroll", scrolled, { passive: true });
    addEventListener("resize", resized);
    addEventListener("beforeprint", beforePrint);
    addEventListener("afterprint", afterPrint);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(resizing);
      removeEventListener("scroll", scrolled);
      removeEventListener("resize", resized);
      removeEventListener("beforeprint", beforePrint);
      removeEventListener("afterprint", afterPrint);
    };
  }, []);

  const all = { slices: weeks.map((_, index) => ({ before: 0, index })), after: 0 };
  const { slices, after } = printing || !drawn ? all : drawn;
  return (
    <>
      <div ref={root}>
        {/* One flat list: in nested lists each week would be rendered again whenever one is added or removed. */}
        {slices.flatMap(({ before, index }) => {
          const week = weeks[index];
          if (!week) return [];
          return [
            <Blank key={`before-${week.monday}`} height={before} />,
            <Week key={week.monday} week={week} opensOnToday={today !== null} />,
          ];
        })}
        <Blank height={after} />
      </div>
      <DiaryNavigation links={[earlier]} />
    </>
  );
}

function Blank({ height }: { height: number }) {
  return height > 0 ? <div aria-hidden="true" data-blank="" style={{ height }} /> : null;
}

const Week = memo(function Week({ week, opensOnToday }: { week: DiaryWeek; opensOnToday: boolean }) {
  return (
    <div data-week={week.monday} className={css({ paddingBottom: "5" })}>
      <DiaryWeekSection week={week} opensOnToday={opensOnToday} />
    </div>
  );
});
