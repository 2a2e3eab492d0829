import type { CSSProperties } from "react";
import type { ReportHead } from "../types";

/** Whose report it is and of when, for the margin of every page that is printed: as a text of the style sheet. */
export function pageFoot({ name, gmc_number, period_words }: ReportHead): CSSProperties {
  const words = [name || "Report", gmc_number && `GMC ${gmc_number}`, period_words].filter(Boolean).join(" · ");
  return { "--foot": `"${words.replace(/["\\]|\p{Cc}/gu, escaped)}"` } as CSSProperties;
}

/** As CSS writes a letter by its number; the space ends it. */
function escaped(letter: string): string {
  return `\\${letter.charCodeAt(0).toString(16)} `;
}
