import { isBlank } from "./blank";

/** What a case takes (specification 3.6). */
const MOST_CHARACTERS = 500;
/** Looked at of one cell: what is cut off below is far shorter. */
const LOOKED_AT = 5_000;
/** What nobody sees, and what turns the direction of the words around it. */
const UNSEEN = /(?![\n\t])[\p{Cc}\u00ad\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/gu;

/** Single spaces, " / " for line breaks, nothing trailing. `cut`: it was longer than a case takes. */
export function readDescription(cell: string): { text: string; cut: boolean } {
  if (isBlank(cell)) return { text: "", cut: false };
  const lines = cell
    .slice(0, LOOKED_AT)
    .replace(UNSEEN, "")
    .split("\n")
    .map((line) =>
      line
        .replace(/\s+/g, " ")
        .replace(/[ ,;]{1,100}$/, "")
        .trim(),
    )
    .filter((line) => line !== "");
  return inLength(lines.join(" / "), cell.length > LOOKED_AT);
}

/** Several procedures of one case, each once. */
export function joined(texts: readonly string[]): { text: string; cut: boolean } {
  return inLength([...new Set(texts.filter((text) => text !== ""))].join(" + "), false);
}

function inLength(text: string, cut: boolean): { text: string; cut: boolean } {
  const letters = [...text];
  if (letters.length <= MOST_CHARACTERS) return { text, cut };
  return { text: letters.slice(0, MOST_CHARACTERS).join("").trim(), cut: true };
}
