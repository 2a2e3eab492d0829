/** What reads and maps a file: loaded when one is chosen, not with the page. */
export { HeldFiles } from "./held-files";
export { MapInPage } from "./map-in-page";
