import type { EntryContext } from "react-router";

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
