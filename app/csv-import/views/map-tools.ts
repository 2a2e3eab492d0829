/** What reads and maps a file: loaded when one is chosen, not with the page. */
export { FileReader } from "./file-reader";
export { MapInPage } from "./map-in-page";
