import { Link } from "react-router";
import { css } from "styled-system/css";
import { button } from "styled-system/recipes";
import { Icon } from "./icon";
import { currentOf } from "./submenu";

export interface BarEntry {
  label: string;
  path?: string;
  items?: { label: string; path: string }[];
  /** Shown at the end of the bar, as a button. */
  visual?: "plain" | "primary";
  /** Loads a new document. */
  newDocument?: boolean;
  /** Its items are visible in the drawer at once. */
  isOpen?: boolean;
}

/** The bar on a phone (specification 2.2): its links behind a menu button, with and without script. */
export function BarDrawer({ entries, here }: { entries: BarEntry[]; here: string }) {
  return (
    // Closed on a new page: the key makes a new element.
    <details key={here} data-menu="" className={css({ display: { base: "block", wide: "none" }, marginLeft: "auto" })}>
      <summary className={button()}>
        <Icon name="menu" />
        Menu
      </summary>
      <nav aria-label="Main" className={drawerPanel}>
        {entries.map((entry) =>
          entry.items ? (
            <details key={entry.label} open={entry.isOpen}>
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

const drawerChevron = css({
  color: "quiet",
  display: "flex",
  "details[open] > summary > &": { transform: "rotate(180deg)" },
});
