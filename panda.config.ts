import { defineConfig } from "@pandacss/dev";
import { timeBlock, WEEK_HAS_ROOM, weekLanes, yearDay } from "./app/ui/calendar/calendar-recipe";
import { recipes } from "./app/ui/styles/recipes";
import { slotRecipes } from "./app/ui/styles/slot-recipes";
import { shortNames, slimSheet } from "./app/ui/styles/style-sheet";
import { globalCss, tokens } from "./app/ui/styles/tokens";

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
  // Names of four letters: those that Panda makes of what a class does weigh an eighth of all styles.
  hash: { className: true, cssVar: false },
  hooks: {
    "utility:created": ({ configure }) => configure({ toHash: shortNames() }),
    "cssgen:done": ({ artifact, content }) => (artifact === "styles.css" ? slimSheet(content) : content),
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
