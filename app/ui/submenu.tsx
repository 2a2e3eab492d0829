import { type EntryContext, Link } from "react-router";
import { css } from "styled-system/css";
import { Icon } from "./icon";

interface SubmenuProps {
  label: string;
  items: { label: string; path: string }[];
  here: string;
  /** Loads a new document. */
  newDocument?: boolean | undefined;
}

/** A `details` that opens by click or Enter without script; what script adds is in `menus`. */
export function Submenu({ label, items, here, newDocument }: SubmenuProps) {
  // A new page closes it: the key makes a new element.
  return (
    <details key={here} data-menu="" name="submenu" className={css({ position: "relative" })}>
      <summary className={barLink} aria-current={items.some((item) => currentOf(item.path, here)) ? "true" : undefined}>
        {label}
        <Icon name="chevron" size={14} />
      </summary>
      <div className={panel}>
        {items.map((item) => (
          <Link
            key={item.path}
            to={item.path}
            reloadDocument={newDocument}
            aria-current={currentOf(item.path, here)}
            className={panelLink}
          >
            {item.label}
          </Link>
        ))}
      </div>
    </details>
  );
}

const panel = css({
  position: "absolute",
  top: "[100%]",
  left: "0",
  minWidth: "menu",
  background: "card",
  border: "line",
  borderRadius: "md",
  boxShadow: "float",
  padding: "1",
  display: "grid",
  zIndex: "menu",
});

const panelLink = css({
  color: "ink",
  textDecorationLine: "none",
  paddingInline: "3",
  minHeight: "button",
  display: "flex",
  alignItems: "center",
  fontSize: "md",
  borderRadius: "sm",
  "&:hover, &[aria-current]": { background: "accentSoft", color: "ink" },
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

/** What `aria-current` says of a menu's link: this page, or the room that this page is in. */
export function currentOf(path: string, here: string): "page" | "true" | undefined {
  if (path === here) return "page";
  return path !== "/" && here.startsWith(path) ? "true" : undefined;
}

/** What `Submenu` does with script, for the pages of somebody signed in that have none else. */
export function menuScript({ staticHandlerContext, routeModules }: EntryContext): string | undefined {
  const { matches, errors, loaderData } = staticHandlerContext;
  const isPlain = matches.some(({ route }) => {
    return (routeModules[route.id]?.handle as { script?: boolean } | undefined)?.script === false;
  });
  return (isPlain || errors) && loaderData.root?.level > 0 ? MENUS : undefined;
}

/** Opens under a mouse, closes 300 ms after it has gone (specification section 9), and with Escape. */
const MENUS = `{
const menus=[...document.querySelectorAll("details[name=submenu]")];
for(const menu of menus){
let closing,hovered;
menu.onpointerenter=e=>{clearTimeout(closing);if(e.pointerType=="mouse"&&!menu.open)hovered=menu.open=true};
menu.onpointerleave=e=>{if(e.pointerType=="mouse")closing=setTimeout(()=>menu.open=false,300)};
menu.firstChild.onclick=e=>{if(hovered)e.preventDefault();hovered=false};
menu.ontoggle=()=>{if(!menu.open)hovered=false}}
document.onkeydown=e=>{if(e.key=="Escape")for(const menu of menus)if(menu.open){
if(menu.contains(document.activeElement))menu.firstChild.focus();menu.open=false}}}`;
