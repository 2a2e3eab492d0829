import { Link } from "react-router";
import { css } from "styled-system/css";

/** At the end of every page: the way to help, which names the terms and the privacy notice too. */
export function Footer() {
  return (
    <footer className={foot}>
      <Link to="/help/">Help and support</Link>
    </footer>
  );
}

/** As wide as the screen, its links where the page begins. */
const foot = css({
  display: { base: "flex", _print: "none" },
  borderTop: "line",
  paddingBlock: "2",
  paddingInline: { base: "4", wide: "[max(24px, 50% - 536px)]" },
  fontSize: "sm",
  "& a": { display: "inline-flex", alignItems: "center", minHeight: { base: "control", wide: "button" } },
});
