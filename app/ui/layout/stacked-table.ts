import { css } from "styled-system/css";

/** A table whose rows are a list on a phone: the heading of each row across, its cells in two columns below it. */
export const stackedTable = css({
  width: "full",
  "& th": { textAlign: "left", color: "quiet", fontWeight: "strong" },
  "& thead th": { borderBottom: "ink", paddingBlock: "2" },
  "& thead": { display: { base: "none", wide: "table-header-group" } },
  "& tbody th": { color: "ink", overflowWrap: "anywhere", fontSize: "md" },
  "& tbody tr": {
    display: { base: "grid", wide: "table-row" },
    gridTemplateColumns: "[minmax(0, 1fr) minmax(0, 1fr)]",
    columnGap: "3",
    borderBottom: "line",
    paddingBlock: { base: "2", wide: "0" },
  },
  "& tbody tr > th": { gridColumn: "1 / -1" },
  "& tbody th, & td": {
    paddingBlock: { base: "half", wide: "2" },
    paddingRight: "3",
    borderBottom: { wide: "line" },
  },
});
