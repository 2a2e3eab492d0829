import type { EntryContext } from "react-router";

/** How long a menu stays open after the pointer has left it (specification section 9). */
export const MENU_CLOSE_DELAY_MS = 300;

/**
 * Script for the menus of the bar, which open by click or Enter without it. It is written into the page, so that pages
 * that load no script have it too.
 * @returns undefined for a visitor's pages without script, and errors: they have no script at all
 */
export function menuScript({ staticHandlerContext, routeModules }: EntryContext): string | undefined {
  const { matches, errors, loaderData } = staticHandlerContext;
  const isPlain = matches.some(({ route }) => {
    return (routeModules[route.id]?.handle as { script?: boolean } | undefined)?.script === false;
  });
  return (isPlain || errors) && !(loaderData.root?.level > 0) ? undefined : MENUS;
}

/**
 * Dropdown menus open under a mouse, and close a while after it has left, since it may cross a gap or rest on the
 * panel. All menus close by Escape, with the focus back on their summary, and when something else is pressed or
 * focused. A click after the hover that opened a menu must not close it again; a link to the current page closes it
 * too, although it loads no new page. The document listens, since client-side navigation brings new menus.
 */
const MENUS = `{
const menu="details[data-menu]",on=(type,act,capture)=>document.addEventListener(type,act,capture);
const drops=e=>e.pointerType=="mouse"&&e.target.matches?.(menu+"[name=submenu]");
const close=which=>{for(const each of document.querySelectorAll(menu+"[open]"))if(which(each))each.open=false};
let closing,hovered;
on("pointerenter",e=>{if(!drops(e))return;clearTimeout(closing);if(!e.target.open)(hovered=e.target).open=true},true);
on("pointerleave",e=>{if(drops(e))closing=setTimeout(()=>e.target.open=false,${MENU_CLOSE_DELAY_MS})},true);
on("click",e=>{const at=e.target.closest?.(menu);if(!at)return;
if(e.target.closest("a"))at.open=false;else if(hovered==at&&at.open&&e.target.closest("summary"))e.preventDefault();
hovered=null});
on("keydown",e=>{if(e.key=="Escape")close(each=>{if(each.contains(document.activeElement))each.querySelector("summary").focus();return true})});
for(const type of["pointerdown","focusin"])on(type,e=>close(each=>!each.contains(e.target)))}`;
