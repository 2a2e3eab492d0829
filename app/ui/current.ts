/** What `aria-current` says of a menu's link: this page, or the room that this page is in. */
export function currentOf(path: string, here: string): "page" | "true" | undefined {
  if (path === here) return "page";
  return path !== "/" && here.startsWith(path) ? "true" : undefined;
}
