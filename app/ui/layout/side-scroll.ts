import { css } from "styled-system/css";

/**
 * A box for a table that may be wider than a phone. Its edges have a shade while more of the table is behind them: on a
 * phone no bar says so. Texts for screen readers have an absolute position, and would widen the page without it.
 */
export const sideScroll = css({
  overflowX: "auto",
  position: "relative",
  "--shade": "color-mix(in srgb, token(colors.ink) 30%, transparent)",
  background:
    "[linear-gradient(to right, var(--behind, token(colors.paper)) 30%, transparent), linear-gradient(to left, var(--behind, token(colors.paper)) 30%, transparent) 100% 0, linear-gradient(to right, var(--shade), transparent), linear-gradient(to left, var(--shade), transparent) 100% 0]",
  backgroundRepeat: "no-repeat",
  backgroundSize: "[48px 100%, 48px 100%, 16px 100%, 16px 100%]",
  backgroundAttachment: "[local, local, scroll, scroll]",
});
