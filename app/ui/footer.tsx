import { Link } from "react-router";
import { css } from "styled-system/css";

/** At the end of every page: where help is, and what one agreed to. */
export function Footer() {
  return (
    <footer className={foot}>
      <div className={line}>
        <Link to="/help/">Help and support</Link>
        <Link to="/privacy/">Privacy</Link>
        <Link to="/terms/">Terms</Link>
      </div>
    </footer>
  );
}

const foot = css({
  width: "full",
  maxWidth: "page",
  marginInline: "auto",
  paddingInline: { base: "4", wide: "5" },
  _print: { display: "none" },
});

const line = css({
  display: "flex",
  flexWrap: "wrap",
  columnGap: "4",
  borderTop: "line",
  paddingBlock: "2",
  fontSize: "sm",
  "& a": { display: "inline-flex", alignItems: "center", minHeight: { base: "control", wide: "button" } },
});
