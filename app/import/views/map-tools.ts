/** What reads and maps a file: loaded when one is chosen, not with the page. */
export { HeldFiles, MapInPage } from "./map-in-page";
