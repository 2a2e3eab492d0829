import { note } from "styled-system/recipes";
import type { EarlierImport } from "../known-file.server";

/** Said of a file whose every row came before. */
export function ImportedBefore({ earlier }: { earlier: EarlierImport }) {
  return (
    <p className={note({ tone: "warn" })}>
      This file was imported on {earlier.day}. Importing it again brings no row twice; another mapping replaces the rows
      that are not placed yet.
    </p>
  );
}
