import { Link } from "react-router";
import { css } from "styled-system/css";

/** Footer of every page: the link to help, where the terms and the privacy notice are linked too. */
export function Footer() {
  return (
    <footer className={foot}>
      <Link to="/help/">Help and support</Link>
    </footer>
  );
}

/** As wide as the screen, its links aligned with the page. */
const foot = css({
  display: { base: "flex", _print: "none" },
  borderTop: "line",
  paddingBlock: "2",
  paddingInline: { base: "4", wide: "[max(24px, 50% - 536px)]" },
  fontSize: "sm",
  "& a": { display: "inline-flex", alignItems: "center", minHeight: { base: "control", wide: "button" } },
});
