import { defineRecipe } from "@pandacss/dev";

/** A wide screen, and paper: a printed week is a grid too. */
export const WEEK_HAS_ROOM = "@media screen and (min-width: 901px), print";

/** Quarters of an hour in a day. */
const QUARTERS = 96;
const EACH = Array.from({ length: QUARTERS }, (_, index) => index + 1);

/**
 * A stretch of a day at its time, in rows of a quarter of an hour: `data-from` is its first row, `data-rows` how many
 * it takes. Of two at one time each takes its lane. Written out as rules, so that no page needs a style attribute.
 */
export const timeBlock = defineRecipe({
  className: "time-block",
  base: {
    [WEEK_HAS_ROOM]: {
      gridColumn: "1",
      ...Object.fromEntries(EACH.map((row) => [`&[data-from='${row}']`, { gridRowStart: row }])),
      ...Object.fromEntries(EACH.map((rows) => [`&[data-rows='${rows}']`, { gridRowEnd: `span ${rows}` }])),
      "&[data-lanes='2']": { width: "[50%]" },
      "&[data-lanes='3']": { width: "[33.3%]" },
      "&[data-lanes='2'][data-lane='1']": { marginLeft: "[50%]" },
      "&[data-lanes='3'][data-lane='1']": { marginLeft: "[33.3%]" },
      "&[data-lanes='3'][data-lane='2']": { marginLeft: "[66.6%]" },
    },
  },
});
