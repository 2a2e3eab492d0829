import { note } from "styled-system/recipes";

/** Said before an upload: without script the browser cannot read the file itself. */
export function ReadWithout() {
  return (
    <p className={note({ tone: "warn" })}>
      Without script your browser cannot read the file itself: the server reads the whole file in memory, names and
      hospital numbers included, to show you its columns. It keeps only the columns that you map. Up to 1 MB.
    </p>
  );
}
