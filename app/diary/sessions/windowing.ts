/** Which of many rows of unlike heights are drawn: those near the screen, and one that must stay. */
interface Slice {
  /** Height of what is left out before it. */
  before: number;
  index: number;
}

export interface Drawn {
  slices: Slice[];
  /** Height of what is left out at the end. */
  after: number;
}

interface Screen {
  /** Pixels of the list above the top of the screen. */
  top: number;
  height: number;
}

/** Screens that are drawn above and below: what a fast hand reaches before the next drawing. */
const SCREENS_AROUND = 4;

/**
 * @param kept index of the row with the focus, which is drawn wherever it is; -1 for none.
 * @param around screens that are drawn above and below.
 */
export function drawnRows(
  heights: readonly number[],
  { top, height }: Screen,
  kept: number,
  around = SCREENS_AROUND,
): Drawn {
  const from = top - around * height;
  const until = top + (1 + around) * height;
  const slices: Slice[] = [];
  let edge = 0;
  let left = 0;
  heights.forEach((each, index) => {
    if ((edge + each > from && edge < until) || index === kept) {
      slices.push({ before: left, index });
      left = 0;
    } else {
      left += each;
    }
    edge += each;
  });
  return { slices, after: left };
}

export function sameRows(one: Drawn, other: Drawn): boolean {
  return (
    one.slices.length === other.slices.length &&
    one.slices.every((slice, index) => slice.index === other.slices[index]?.index)
  );
}
