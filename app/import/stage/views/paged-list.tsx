import type { ReactNode } from "react";
import { Link } from "react-router";
import { css } from "styled-system/css";
import { row } from "styled-system/recipes";
import { Icon } from "~/ui/layout/icon";
import type { ListPage } from "../list-pages";

interface PagedListProps<Item> {
  /** Id of the heading. */
  labelledBy: string;
  page: ListPage<Item>;
  /** Path of the page of the list that begins at an index. */
  linkTo: (from: number) => string;
  /** Name of the items in the links: "sessions". */
  noun: string;
  draw: (item: Item, next: Item | undefined) => ReactNode;
  /** Shown when the list is empty. */
  empty: ReactNode;
}

/** A page of a long list in a scrolling box, with links to the pages beside it. */
export function PagedList<Item extends { unique_ref: string }>(props: PagedListProps<Item>) {
  const { labelledBy, page, linkTo, noun, draw, empty } = props;
  const { total, from, length, items } = page;
  if (total === 0) return <div className={nothing}>{empty}</div>;
  const after = from + length;
  return (
    <div>
      {/* Begins at its top on each page. */}
      <section key={from} aria-labelledby={labelledBy} className={boxed} data-list={noun}>
        <ol aria-labelledby={labelledBy}>
          {items.map((item, index) => (
            <li key={item.unique_ref} aria-setsize={total} aria-posinset={from + index + 1} className={line}>
              {draw(item, items[index + 1])}
            </li>
          ))}
        </ol>
      </section>
      {(from > 0 || after < total) && (
        <nav aria-label={`More ${noun}`} className={row({ spread: true })}>
          {from > 0 && (
            <Link to={linkTo(Math.max(0, from - length))} preventScrollReset className={other}>
              <Icon name="earlier" /> Previous {noun}
            </Link>
          )}
          {after < total && (
            <Link to={linkTo(after)} preventScrollReset className={other}>
              Next {noun} <Icon name="later" />
            </Link>
          )}
        </nav>
      )}
    </div>
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
  // Specification section 9.
  minHeight: "[80px]",
  contentVisibility: "auto",
  containIntrinsicBlockSize: "[auto 80px]",
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

const nothing = css({ border: "line", borderRadius: "md", background: "card", padding: "5", color: "quiet" });

const other = css({ display: "inline-flex", gap: "2", alignItems: "center", minHeight: "control" });
