import { Link } from "react-router";
import { button, row, text } from "styled-system/recipes";
import { formatNumber } from "~/platform/time/counted";
import { Icon } from "./icon";

interface PageStepsProps {
  /** Label for screen readers. */
  label: string;
  /** Addresses; null if there is no such page. */
  before: string | null;
  next: string | null;
  messageBefore: string;
  nextMessage: string;
  first?: string | null;
  last?: string | null;
  /** Number of this page and of all pages, if known. */
  at?: { page: number; pages: number };
}

/** Links between the pages of a long list; nothing for a single page. */
export function PageSteps({ label, before, next, messageBefore, nextMessage, first, last, at }: PageStepsProps) {
  if (at?.pages === 1 || (!before && !next)) return null;
  return (
    <nav aria-label={label} className={row({ gap: "2" })}>
      {first && (
        <Link to={first} className={button({ visual: "plain" })}>
          First
        </Link>
      )}
      {before && (
        <Link to={before} className={button()} rel="prev">
          <Icon name="earlier" /> {messageBefore}
        </Link>
      )}
      {next && (
        <Link to={next} className={button()} rel="next">
          {nextMessage} <Icon name="later" />
        </Link>
      )}
      {last && (
        <Link to={last} className={button({ visual: "plain" })}>
          Last
        </Link>
      )}
      {at && (
        <span className={text({ kind: "quiet" })}>
          Page {formatNumber(at.page)} of {formatNumber(at.pages)}
        </span>
      )}
    </nav>
  );
}
