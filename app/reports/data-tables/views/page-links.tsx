import { Link } from "react-router";
import { button, row, text } from "styled-system/recipes";
import { Icon } from "~/ui/icon";

export interface PageLinks {
  page: number;
  pages: number;
  first: string | null;
  before: string | null;
  next: string | null;
  last: string | null;
}

/** From page to page of a long table; nothing for a single page. */
export function Pages({ pages: { page, pages, first, before, next, last } }: { pages: PageLinks }) {
  if (pages === 1) return null;
  return (
    <nav aria-label="Pages" className={row({ gap: "2" })}>
      {first && (
        <Link to={first} className={button({ visual: "plain" })}>
          First
        </Link>
      )}
      {before && (
        <Link to={before} className={button()} rel="prev">
          <Icon name="earlier" /> Page before
        </Link>
      )}
      {next && (
        <Link to={next} className={button()} rel="next">
          Next page <Icon name="later" />
        </Link>
      )}
      {last && (
        <Link to={last} className={button({ visual: "plain" })}>
          Last
        </Link>
      )}
      <span className={text({ kind: "quiet" })}>
        Page {page.toLocaleString("en-GB")} of {pages.toLocaleString("en-GB")}
      </span>
    </nav>
  );
}
