export { beginRow, linesOf, readMore, readRow } from "../read-row";
export { remarksOf } from "../remarks";
export { suggestLines } from "../suggest";
