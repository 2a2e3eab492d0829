import { getDocumentProxy } from "unpdf";

interface PrintedPage {
  width: number;
  height: number;
  /** Where the text that goes furthest to the right ends. */
  right: number;
  /** How far down its text goes, of its height, the foot left out. */
  filled: number;
  /** Points of its smallest letters. */
  smallest: number;
  /** In the order in which it is drawn, without spaces. */
  text: string;
  /** What stands lowest, the foot left out, likewise. */
  lowest: string;
}

/** The margin of 12 mm that holds the foot. */
const FOOT_POINTS = 34;

const NO_TEXT = { words: "", at: 0 };

function joined(texts: { words: string }[]): string {
  return texts
    .map(({ words }) => words)
    .join("")
    .normalize("NFKC")
    .replace(/\s+/g, "");
}

/** What stands on each page of a PDF. */
export async function textOfPages(file: Uint8Array): Promise<PrintedPage[]> {
  const document = await getDocumentProxy(new Uint8Array(file));
  const pages: PrintedPage[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    const texts = items.map((item) => ("str" in item ? { words: item.str, at: Number(item.transform[5]) } : NO_TEXT));
    const ends = items.map((item) => ("str" in item && item.str.trim() ? Number(item.transform[4]) + item.width : 0));
    const bodies = items.map((item) => ("str" in item && item.str.trim() ? Number(item.transform[5]) : height));
    const lowest = Math.min(...bodies.filter((at) => at > FOOT_POINTS));
    const sizes = items.flatMap((item) =>
      "str" in item && item.str.trim() ? Math.hypot(item.transform[2], item.transform[3]) : [],
    );
    pages.push({
      width,
      height,
      right: Math.max(0, ...ends),
      filled: 1 - lowest / height,
      smallest: Math.round(Math.min(...sizes) * 100) / 100,
      text: joined(texts),
      lowest: joined(texts.filter(({ at }) => at === lowest)),
    });
  }
  return pages;
}
