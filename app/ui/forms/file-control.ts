import { css } from "styled-system/css";

/** Style of a field that takes files. */
export const fileControl = css({
  width: "full",
  minHeight: "control",
  fontSize: "md",
  "&::file-selector-button": {
    font: "inherit",
    fontWeight: "strong",
    minHeight: "control",
    paddingInline: "4",
    marginRight: "3",
    borderRadius: "md",
    border: "plain",
    background: "accent",
    color: "accentInk",
    cursor: "pointer",
  },
});
