import { defineRecipe } from "@pandacss/dev";

/** Media query for the grid of a week: a wide screen, and paper, since a printed week is a grid too. */
export const WEEK_HAS_ROOM = "@media screen and (min-width: 901px), print";

/** Quarters of an hour in a day. */
const QUARTERS = 96;
const EACH = Array.from({ length: QUARTERS }, (_, index) => index + 1);

/**
 * A stretch of a day at its time, in rows of a quarter of an hour: `data-from` is its first row, `data-rows` their
 * number. Stretches at the same time have a lane each. One rule for each value, so that no page needs a style
 * attribute.
 */
export const timeBlock = defineRecipe({
  className: "time-block",
  base: {
    [WEEK_HAS_ROOM]: {
      gridColumn: "1 / -1",
      position: "relative",
      ...Object.fromEntries(EACH.map((row) => [`&[data-from='${row}']`, { gridRowStart: row }])),
      ...Object.fromEntries(EACH.map((rows) => [`&[data-rows='${rows}']`, { gridRowEnd: `span ${rows}` }])),
      "&[data-lanes='2']": { gridColumn: "1 / span 3" },
      "&[data-lanes='2'][data-lane='1']": { gridColumn: "4 / span 3" },
      "&[data-lanes='3']": { gridColumn: "1 / span 2" },
      "&[data-lanes='3'][data-lane='1']": { gridColumn: "3 / span 2" },
      "&[data-lanes='3'][data-lane='2']": { gridColumn: "5 / span 2" },
    },
  },
});

/** From a week without shared times, one lane a day, to one with the most lanes, three, on each day. */
const LANES = Array.from({ length: 15 }, (_, index) => index + 7);
const HOURS_AND_MARGINS = "88px";
const AROUND_WORDS = "14px";

/**
 * The grid of a week with `data-lanes` lanes: sets how long a word may be so that all lanes together fit the page. A
 * week with shared times uses the whole window.
 */
export const weekLanes = defineRecipe({
  className: "week-lanes",
  base: {
    "@media screen": Object.fromEntries(
      LANES.map((lanes) => {
        const room = lanes === 7 ? "min(100vw, 1160px)" : "min(100vw, 1400px)";
        const word = `calc((${room} - ${HOURS_AND_MARGINS}) / ${lanes} - ${AROUND_WORDS})`;
        return [`&[data-lanes='${lanes}']`, { "--word": word }];
      }),
    ),
    // On paper the grid adds no margins, and a sheet does not scroll.
    "@media print": Object.fromEntries(
      LANES.map((lanes) => [`&[data-lanes='${lanes}']`, { "--word": `calc((100vw - 40px) / ${lanes})` }]),
    ),
    "@media screen and (min-width: 901px)": {
      "&:not([data-lanes='7'])": { marginInline: "calc(50% - min(50vw, 700px) + 24px)" },
    },
  },
});

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

/**
 * A day in the calendar of a year, by absence: `data-tone` is its kind, `data-takes` is set where it counts,
 * `data-wish` while it is not granted, `data-half` for half a day, `data-bank` on a bank holiday. `data-before` of a
 * month's first day: how many days of its week come before. One rule each, where utilities would be as many classes.
 */
export const yearDay = defineRecipe({
  className: "year-day",
  base: {
    display: "flex",
    alignItems: "center",
    justifyContent: "center",
    height: "target",
    border: "plain",
    borderRadius: "sm",
    lineHeight: "tight",
    // The backgrounds show the kind of absence: they are printed too.
    printColorAdjust: "exact",
    ...Object.fromEntries(
      WEEKDAYS.map((column) => [`&[data-before='${column - 1}']`, { gridColumnStart: `${column}` }]),
    ),
    "&[data-tone=weekend]": { color: "quiet", background: "sunk" },
    "&[data-tone=annual]": { color: "accent", "--ground": "{colors.accentSoft}" },
    "&[data-tone=study]": { color: "good", "--ground": "{colors.goodSoft}" },
    "&[data-tone=sick]": { color: "bad", "--ground": "{colors.badSoft}" },
    "&[data-tone=other]": { color: "warn", "--ground": "{colors.warnSoft}" },
    "&:is([data-tone=annual], [data-tone=study], [data-tone=sick], [data-tone=other])": { background: "var(--ground)" },
    "&[data-takes]": { fontWeight: "brand", borderColor: "current" },
    "&[data-bank]": { borderColor: "lineStrong" },
    "&[data-wish]": { background: "transparent", borderStyle: "dashed" },
    "&[data-half=am]": { background: "linear-gradient(135deg, var(--ground) 50%, transparent 50%)" },
    "&[data-half=pm]": { background: "linear-gradient(135deg, transparent 50%, var(--ground) 50%)" },
    "&[data-today]": { outline: "2px solid {colors.accent}", outlineOffset: "-1px", fontWeight: "brand" },
  },
});
