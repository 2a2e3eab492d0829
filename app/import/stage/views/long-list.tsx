import { memo, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { css } from "styled-system/css";
import { row } from "styled-system/recipes";
import { type RenderedRows, rowsToRender, sameRows } from "~/diary/list/windowing";
import { Icon } from "~/ui/layout/icon";
import { type FetchedPart, type ListPart, partsToFetch, useParts } from "./parts";

/** Assumed height of a row that was not drawn yet, which is the least height of a row (specification section 9). */
const MIN_HEIGHT = 80;
/** Height that is drawn above and below the visible part, in heights of the box. */
const BOXES_AROUND = 1.5;

interface LongListProps<Item> {
  /** Id of the heading. */
  labelledBy: string;
  page: ListPart<Item>;
  fetchPart: (from: number, before?: Item) => Promise<FetchedPart<Item>>;
  /** The page's own path with `&from=`, for the links to other parts. */
  linkTo: (from: number) => string;
  /** Name of the rows in the links: "sessions". */
  noun: string;
  /** Must be the same function in each render. */
  draw: (item: Item, next: Item | undefined) => ReactNode;
  /** Shown when the list is empty. */
  empty: ReactNode;
}

/**
 * A list of up to 20,000 rows in a scrolling box. The document contains one part, with links to the others; script
 * draws the rows near the visible part of the box and fetches them ahead of scrolling.
 */
export function LongList<Item extends { unique_ref: string }>(props: LongListProps<Item>) {
  return props.page.total === 0 ? <div className={nothing}>{props.empty}</div> : <Filled {...props} />;
}

function Filled<Item extends { unique_ref: string }>(props: LongListProps<Item>) {
  const { labelledBy, page, fetchPart, linkTo, noun, draw } = props;
  const { known, fetchFrom } = useParts(page, fetchPart);
  const box = useRef<HTMLElement>(null);
  /** Of all rows; begun anew when the box has another size, since rows are then as high as their words need. */
  const heights = useRef<number[]>([]);
  const [drawn, setDrawn] = useState<RenderedRows | null>(null);
  // A page that was opened at a part begins with the first row of that part.
  const first = useRef(page.from);

  const look = useEffectEvent(() => {
    const element = box.current;
    if (!element) return;
    const sizes = heights.current;
    if (sizes.length !== known.total) {
      heights.current = Array.from({ length: known.total }, (_, place) => sizes[place] ?? MIN_HEIGHT);
    }
    for (const each of element.querySelectorAll<HTMLElement>("[data-place]")) {
      const place = Number(each.dataset.place);
      // Rows of a longer list may still be drawn.
      if (place < known.total) heights.current[place] = each.offsetHeight;
    }
    const focused = document.activeElement?.closest<HTMLElement>("[data-place]");
    const kept = focused && element.contains(focused) ? Number(focused.dataset.place) : -1;
    const window = { top: element.scrollTop, height: element.clientHeight };
    const next = rowsToRender(heights.current, window, kept, BOXES_AROUND);
    setDrawn((before) => (before && sameRows(before, next) ? before : next));
    const places = next.slices.map(({ index }) => index);
    for (const from of partsToFetch(known, places)) fetchFrom(from);
  });

  useEffect(() => {
    if (known.total > 0) look();
  }, [known]);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    element.scrollTop = first.current * MIN_HEIGHT;
    let frame = 0;
    const later = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        look();
      });
    };
    const resized = new ResizeObserver(() => {
      heights.current = [];
      later();
    });
    element.addEventListener("scroll", later, { passive: true });
    resized.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener("scroll", later);
      resized.disconnect();
    };
  }, []);

  const all = { slices: page.items.map((_, index) => ({ before: 0, index: page.from + index })), after: 0 };
  const { slices, after } = drawn ?? all;
  return (
    <div>
      <section ref={box} aria-labelledby={labelledBy} className={boxed} data-list={noun}>
        <ol aria-labelledby={labelledBy}>
          {slices.flatMap(({ before, index }) => {
            const item = known.items.get(index);
            const key = `${index} ${item?.unique_ref ?? ""}`;
            return [
              <Blank key={`before ${key}`} height={before} />,
              <li key={key} data-place={index} aria-setsize={known.total} aria-posinset={index + 1} className={line}>
                {item ? (
                  <Drawing item={item} next={known.items.get(index + 1)} draw={draw as never} />
                ) : (
                  <span className={waiting}>Loading...</span>
                )}
              </li>,
            ];
          })}
          <Blank height={after} />
        </ol>
      </section>
      {!drawn && <OtherParts page={page} linkTo={linkTo} noun={noun} />}
    </div>
  );
}

interface DrawingProps {
  item: unknown;
  next: unknown;
  draw: (item: unknown, next: unknown) => ReactNode;
}

/** Memoised, so that scrolling renders only new rows. */
const Drawing = memo(function Drawing({ item, next, draw }: DrawingProps) {
  return draw(item, next);
});

function Blank({ height }: { height: number }) {
  return height > 0 ? <li aria-hidden="true" style={{ height }} /> : null;
}

function OtherParts({
  page,
  linkTo,
  noun,
}: {
  page: ListPart<unknown>;
  linkTo: (from: number) => string;
  noun: string;
}) {
  const after = page.from + page.length;
  const before = Math.max(0, page.from - page.length);
  if (page.from === 0 && after >= page.total) return null;
  return (
    <nav aria-label={`More ${noun}`} className={row({ spread: true })}>
      {page.from > 0 && (
        <Link to={linkTo(before)} className={other}>
          <Icon name="earlier" /> Previous {noun}
        </Link>
      )}
      {after < page.total && (
        <Link to={linkTo(after)} className={other}>
          Next {noun} <Icon name="later" />
        </Link>
      )}
    </nav>
  );
}

const boxed = css({
  // Specification 2.15.
  maxHeight: "[calc(100dvh - 230px)]",
  overflowY: "auto",
  overscrollBehavior: "contain",
  background: "card",
  border: "line",
  borderRadius: "md",
});

const line = css({
  position: "relative",
  minHeight: "[80px]",
  display: "grid",
  alignItems: "center",
  gridTemplateColumns: "minmax(0, 1fr)",
  paddingInline: { base: "3", wide: "4" },
  paddingBlock: "2",
  borderBottom: "line",
  scrollMarginBlock: "3",
  "&:last-of-type": { borderBottom: "none" },
  // The case that was picked up, and the session over which it is held: the whole line.
  "&:has([data-carried])": { background: "accentSoft" },
  "&:has([data-over])": {
    background: "accentSoft",
    outline: "[2px dashed {colors.accent}]",
    outlineOffset: "[-4px]",
  },
});

const waiting = css({ color: "quiet" });

const nothing = css({ border: "line", borderRadius: "md", background: "card", padding: "5", color: "quiet" });

const other = css({ display: "inline-flex", gap: "2", alignItems: "center", minHeight: "control" });
