import { Link } from "react-router";
import { css } from "styled-system/css";
import { BarDrawer, type BarEntry } from "./bar-drawer";
import { LinkButton } from "./button";
import { Icon } from "./icon";
import { barLink, currentOf, Submenu } from "./submenu";

interface TopBarProps {
  /** None where nobody knows who asks. */
  entries: BarEntry[];
  /** Path that the product title links to. */
  home: string;
  /** Path of the current page. */
  here: string;
}

/**
 * The top bar (specification 2.2): above 600 px a row of links with submenus, below it a drawer behind a menu button.
 */
export function TopBar({ entries, home, here }: TopBarProps) {
  return (
    <header
      className={css({
        background: "card",
        borderBottom: "line",
        position: "sticky",
        top: "0",
        zIndex: "bar",
        _print: { display: "none" },
      })}
    >
      <a href="#content" className={skipLink}>
        Skip to content
      </a>
      <div className={barRow}>
        <Link to={home} className={brand}>
          <span className={css({ color: "accent", display: "flex" })}>
            <Icon name="brand" size={22} />
          </span>
          Daybook
        </Link>
        <nav aria-label="Main" className={wideNav}>
          {entries.map((entry) => (
            <WideEntry key={entry.label} entry={entry} here={here} />
          ))}
        </nav>
        {entries.length > 0 && <BarDrawer entries={entries} here={here} />}
      </div>
    </header>
  );
}

function WideEntry({ entry, here }: { entry: BarEntry; here: string }) {
  if (entry.items) {
    return <Submenu label={entry.label} items={entry.items} here={here} newDocument={entry.newDocument} />;
  }
  if (entry.visual) {
    return (
      <span className={atEnd}>
        <LinkButton to={entry.path ?? "/"} visual={entry.visual} newDocument={entry.newDocument}>
          {entry.label}
        </LinkButton>
      </span>
    );
  }
  return (
    <Link to={entry.path ?? "/"} aria-current={currentOf(entry.path ?? "/", here)} className={barLink}>
      {entry.label}
    </Link>
  );
}

const skipLink = css({
  position: "absolute",
  left: "4",
  top: "2",
  zIndex: "menu",
  background: "card",
  padding: "2",
  "&:not(:focus)": { srOnly: true },
});

const barRow = css({
  maxWidth: "page",
  marginInline: "auto",
  paddingInline: { base: "4", wide: "5" },
  minHeight: "bar",
  display: "flex",
  alignItems: "center",
  // With text twice as large the menu button goes below the title.
  flexWrap: { base: "wrap", wide: "nowrap" },
  columnGap: { base: "2", wide: "5" },
  position: "relative",
});

/** Wraps: an administrator's entries need a second row on the narrowest of wide screens. */
const wideNav = css({
  display: { base: "none", wide: "flex" },
  flexWrap: "wrap",
  flex: "1",
  gap: "1",
  alignItems: "center",
});

/** If it is the first entry, it moves all entries to the end of the bar. */
const atEnd = css({ display: "flex", "&:first-child": { marginLeft: "auto" } });

const brand = css({
  fontWeight: "brand",
  letterSpacing: "tight",
  fontSize: "lead",
  color: "ink",
  textDecorationLine: "none",
  display: "flex",
  gap: "2",
  alignItems: "center",
  minHeight: "control",
  "&:hover": { color: "ink" },
});
