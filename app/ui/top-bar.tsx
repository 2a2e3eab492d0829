import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { css } from "styled-system/css";
import { button } from "styled-system/recipes";
import { LinkButton } from "./button";
import { currentOf } from "./current";
import { Icon } from "./icon";
import { Submenu, useEscape } from "./submenu";

export interface BarEntry {
  label: string;
  path?: string;
  items?: { label: string; path: string }[];
  /** Stands at the end of the bar, as a button. */
  visual?: "plain" | "primary";
  /** Loads a new document. */
  newDocument?: boolean;
}

interface TopBarProps {
  entries: BarEntry[];
  /** Where the product title leads. */
  home: string;
  /** The page that is open. */
  here: string;
}

/** Specification 2.2: a row of links with submenus above 600 px, below it a drawer behind a menu button. */
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
        <Drawer entries={entries} here={here} />
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

function Drawer({ entries, here }: { entries: BarEntry[]; here: string }) {
  const drawer = useRef<HTMLDetailsElement>(null);
  useEscape(drawer);
  // The link of the page that is open leads nowhere new: it closes the drawer all the same.
  useEffect(() => {
    const details = drawer.current;
    const close = ({ target }: Event) => {
      if (details && target instanceof Element && target.closest("a")) details.open = false;
    };
    details?.addEventListener("click", close);
    return () => details?.removeEventListener("click", close);
  });
  return (
    // A new page closes it.
    <details key={here} ref={drawer} className={css({ display: { base: "block", wide: "none" }, marginLeft: "auto" })}>
      <summary className={button()}>
        <Icon name="menu" />
        Menu
      </summary>
      <nav aria-label="Main" className={drawerPanel}>
        {entries.map((entry) =>
          entry.items ? (
            <details key={entry.label} open={entry.items.some((item) => currentOf(item.path, here))}>
              <summary className={drawerLink}>
                {entry.label}
                <span className={drawerChevron}>
                  <Icon name="chevron" />
                </span>
              </summary>
              {entry.items.map((item) => (
                <DrawerLink key={item.path} {...item} here={here} newDocument={entry.newDocument} inner />
              ))}
            </details>
          ) : (
            <DrawerLink key={entry.label} {...entry} path={entry.path ?? "/"} here={here} />
          ),
        )}
      </nav>
    </details>
  );
}

interface DrawerLinkProps {
  label: string;
  path: string;
  here: string;
  inner?: boolean;
  newDocument?: boolean | undefined;
}

function DrawerLink({ label, path, here, inner, newDocument }: DrawerLinkProps) {
  return (
    <Link
      to={path}
      reloadDocument={newDocument}
      aria-current={currentOf(path, here)}
      className={drawerLink}
      data-inner={inner}
    >
      {label}
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
  gap: "5",
  position: "relative",
});

/** An administrator's entries take a second row on the narrowest of wide screens. */
const wideNav = css({
  display: { base: "none", wide: "flex" },
  flexWrap: "wrap",
  flex: "1",
  gap: "1",
  alignItems: "center",
});

/** The first of them pushes the rest to the end. */
const atEnd = css({ display: "flex", "&:first-child": { marginLeft: "auto" } });

const drawerChevron = css({
  color: "quiet",
  display: "flex",
  "details[open] > summary > &": { transform: "rotate(180deg)" },
});

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

export const barLink = css({
  color: "quiet",
  textDecorationLine: "none",
  paddingBlock: "2",
  paddingInline: "3",
  fontSize: "md",
  minHeight: "button",
  display: "flex",
  gap: "1",
  alignItems: "center",
  "&:hover": { color: "ink" },
  "&[aria-current]": { color: "ink", fontWeight: "strong", boxShadow: "current" },
});

const drawerPanel = css({
  position: "absolute",
  insetInline: "0",
  top: "[100%]",
  background: "card",
  borderBottom: "line",
  boxShadow: "float",
  padding: "2",
  display: "grid",
  maxHeight: "[calc(100dvh - 56px)]",
  overflowY: "auto",
});

const drawerLink = css({
  display: "flex",
  alignItems: "center",
  justifyContent: "space-between",
  minHeight: "control",
  paddingInline: "3",
  color: "ink",
  textDecorationLine: "none",
  borderRadius: "md",
  "&[data-inner]": { paddingLeft: "6" },
  "&[aria-current]": { fontWeight: "strong", background: "accentSoft" },
});
