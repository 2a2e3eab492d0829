/**
 * A row to render. Of many rows with different heights only those near the screen, and one that must stay, are
 * rendered.
 */
interface Slice {
  /** Height of the omitted rows before it. */
  before: number;
  index: number;
}

export interface RenderedRows {
  slices: Slice[];
  /** Height of the omitted rows at the end. */
  after: number;
}

interface Screen {
  /** Pixels of the list above the top of the screen. */
  top: number;
  height: number;
}

/** Screens that are rendered above and below: as far as fast scrolling gets before the next render. */
const SCREENS_AROUND = 4;

/**
 * Selects the rows to render.
 * @param heights heights of all rows in pixels
 * @param kept index of the row with the focus, which is always rendered; -1 for none
 */
export function rowsToRender(heights: readonly number[], { top, height }: Screen, kept: number): RenderedRows {
  const from = top - SCREENS_AROUND * height;
  const until = top + (1 + SCREENS_AROUND) * height;
  const slices: Slice[] = [];
  let edge = 0;
  let left = 0;
  // Without a call for each row: a list may have 20,000, and this runs at every step of scrolling.
  for (let index = 0; index < heights.length; index += 1) {
    const each = heights[index] as number;
    if ((edge + each > from && edge < until) || index === kept) {
      slices.push({ before: left, index });
      left = 0;
    } else {
      left += each;
    }
    edge += each;
  }
  return { slices, after: left };
}

export function sameRows(one: RenderedRows, other: RenderedRows): boolean {
  return (
    one.slices.length === other.slices.length &&
    one.slices.every((slice, index) => slice.index === other.slices[index]?.index)
  );
}
