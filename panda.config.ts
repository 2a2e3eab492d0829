import { defineConfig } from "@pandacss/dev";
import { timeBlock, WEEK_HAS_ROOM, weekLanes, yearDay } from "./app/ui/calendar/calendar-recipe";
import { recipes } from "./app/ui/styles/recipes";
import { slotRecipes } from "./app/ui/styles/slot-recipes";
import { globalCss, tokens } from "./app/ui/styles/tokens";

/** Utilities that pages use: each that Panda knows travels with their script. Properties without tokens need none. */
const UTILITIES = (
  "accentColor appearance background backgroundColor border borderBlock borderBottom borderBottomRadius " +
  "borderColor borderLeft borderRadius borderTop bottom boxShadow clipPath color columnGap fill flex flexBasis " +
  "float fontFamily fontSize fontWeight gap gridAutoRows height hyphens inset insetBlock insetInline left " +
  "letterSpacing lineHeight margin marginBlock marginBottom marginInline marginLeft marginRight marginTop " +
  "maxHeight maxWidth minHeight minWidth outline outlineOffset padding paddingBlock paddingBottom paddingInline " +
  "paddingLeft paddingRight paddingTop right rowGap scrollMarginBlock scrollMarginTop scrollPaddingBottom srOnly " +
  "stroke textDecorationColor textSizeAdjust textWrap top userSelect width zIndex"
).split(" ");

export default defineConfig({
  // What of it our elements need stands in globalCss.
  preflight: false,
  include: ["./app/**/*.{ts,tsx}"],
  exclude: [
    "./app/ui/styles/recipes.ts",
    "./app/ui/calendar/calendar-recipe.ts",
    "./app/ui/styles/slot-recipes.ts",
    "./app/ui/styles/tokens.ts",
  ],
  outdir: "styled-system",
  hash: { className: true, cssVar: false },
  hooks: {
    "preset:resolved": ({ preset, utils }) =>
      utils.pick(preset, [
        ...["hover", "before", "print"].map((name) => `conditions.${name}`),
        ...UTILITIES.map((name) => `utilities.${name}`),
      ]) as typeof preset,
  },
  // Only our own tokens exist, and only they may be used: a page cannot bring a one-off value.
  presets: ["@pandacss/preset-base"],
  strictTokens: true,
  globalCss,
  // Where a week has room for its seven days side by side; the breakpoints themselves are for screens alone.
  conditions: { extend: { week: WEEK_HAS_ROOM } },
  theme: {
    // The menu breakpoint of the specification (section 9): above 600 px is wide.
    breakpoints: { wide: "601px", desk: "901px" },
    tokens,
    keyframes: { spin: { to: { transform: "rotate(360deg)" } } },
    recipes: { ...recipes, timeBlock, weekLanes, yearDay },
    slotRecipes,
  },
});
