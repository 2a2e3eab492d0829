import { defineRecipe, defineSlotRecipe } from "@pandacss/dev";

const button = defineRecipe({
  className: "btn",
  base: {
    fontSize: "md",
    fontWeight: "strong",
    lineHeight: "heading",
    borderRadius: "md",
    border: "strong",
    background: "card",
    color: "ink",
    paddingBlock: "2",
    paddingInline: "4",
    minHeight: { base: "control", wide: "button" },
    display: "inline-flex",
    gap: "2",
    alignItems: "center",
    justifyContent: "center",
    textDecorationLine: "none",
    "&:hover": { background: "sunk", color: "ink" },
    "&:disabled": { opacity: "0.6" },
    _print: { display: "none" },
  },
  variants: {
    visual: {
      plain: {
        border: "plain",
        background: "transparent",
        color: "accent",
        paddingInline: "2",
        "&:hover": { background: "accentSoft", color: "accentStrong" },
      },
      normal: {},
      primary: {
        background: "accent",
        borderColor: "accent",
        color: "accentInk",
        "&:hover": { background: "accentStrong", color: "accentInk" },
      },
      danger: {
        color: "bad",
        borderColor: "bad",
        "&:hover": { background: "badSoft", color: "bad" },
      },
    },
  },
  defaultVariants: { visual: "normal" },
});

const control = defineRecipe({
  className: "control",
  base: {
    background: "card",
    border: "strong",
    borderRadius: "md",
    paddingBlock: "2",
    paddingInline: "3",
    minHeight: "control",
    width: "full",
    "&[aria-invalid=true]": { borderColor: "bad", boxShadow: "bad" },
    "&[data-figures]": { fontVariantNumeric: "tabular-nums" },
  },
  variants: {
    width: {
      full: {},
      ch4: { maxWidth: "ch4" },
      ch6: { maxWidth: "ch6" },
      ch12: { maxWidth: "ch12" },
      ch24: { maxWidth: "ch24" },
      ch40: { maxWidth: "ch40" },
    },
    kind: {
      line: {},
      note: { minHeight: "note", resize: "vertical" },
      figures: { fontVariantNumeric: "tabular-nums" },
    },
  },
  defaultVariants: { width: "full", kind: "line" },
});

const tag = defineRecipe({
  className: "tag",
  base: {
    fontSize: "xs",
    lineHeight: "snug",
    paddingBlock: "half",
    paddingInline: "2",
    borderRadius: "round",
    whiteSpace: "nowrap",
    display: "inline-flex",
    gap: "1",
    alignItems: "center",
  },
  variants: {
    tone: {
      plain: { background: "sunk", color: "quiet" },
      good: { background: "goodSoft", color: "good" },
      warn: { background: "warnSoft", color: "warn" },
      bad: { background: "badSoft", color: "bad" },
    },
  },
  defaultVariants: { tone: "plain" },
});

const note = defineRecipe({
  className: "note",
  base: { borderRadius: "md", paddingBlock: "3", paddingInline: "4", fontSize: "md" },
  variants: {
    tone: {
      info: { background: "accentSoft" },
      good: { background: "goodSoft" },
      warn: { background: "warnSoft" },
      bad: { background: "badSoft" },
    },
  },
  defaultVariants: { tone: "info" },
});

const column = defineRecipe({
  className: "column",
  base: { display: "grid", alignContent: "start", gridTemplateColumns: "minmax(0, 1fr)" },
  variants: {
    gap: {
      0: { gap: "0" },
      1: { gap: "1" },
      2: { gap: "2" },
      3: { gap: "3" },
      4: { gap: "4" },
      5: { gap: "5" },
      6: { gap: "6" },
    },
  },
  defaultVariants: { gap: 4 },
});

const row = defineRecipe({
  className: "row",
  base: { display: "flex", flexWrap: "wrap", alignItems: "center" },
  variants: {
    gap: { 1: { gap: "1" }, 2: { gap: "2" }, 4: { gap: "4" } },
    align: {
      center: {},
      end: { alignItems: "flex-end" },
      start: { alignItems: "flex-start" },
      baseline: { alignItems: "baseline" },
    },
    spread: { true: { justifyContent: "space-between" } },
  },
  defaultVariants: { gap: 2, align: "center" },
});

const text = defineRecipe({
  className: "text",
  variants: {
    kind: {
      quiet: { color: "quiet" },
      hint: { color: "quiet", fontSize: "sm", lineHeight: "snug" },
      small: { fontSize: "sm", lineHeight: "snug" },
      strong: { fontWeight: "strong" },
      error: { color: "bad", fontWeight: "strong", fontSize: "md" },
      warn: { color: "warn" },
      lead: { fontSize: "lead", color: "quiet", maxWidth: "read" },
      read: { maxWidth: "read" },
    },
    figures: { true: { fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" } },
  },
});

const table = defineRecipe({
  className: "table",
  base: {
    borderCollapse: "collapse",
    width: "full",
    fontSize: "md",
    "& caption": { textAlign: "left", paddingBottom: "2" },
    "& th": {
      textAlign: "left",
      fontWeight: "strong",
      fontSize: "sm",
      color: "quiet",
      borderBottom: "ink",
      paddingBlock: "2",
      paddingRight: "3",
      verticalAlign: "bottom",
    },
    "& tbody th": { color: "ink", borderBottom: "line", fontSize: "md", verticalAlign: "baseline" },
    "& td": { borderBottom: "line", paddingBlock: "2", paddingRight: "3", verticalAlign: "baseline" },
    "& .r": {
      textAlign: "right",
      fontVariantNumeric: "tabular-nums",
      paddingRight: "0",
      paddingLeft: "3",
      whiteSpace: "nowrap",
    },
    "& tfoot td, & tfoot th": {
      fontWeight: "heading",
      borderBottom: "none",
      borderTop: "ink",
      color: "ink",
      fontSize: "md",
    },
  },
});

const figures = defineSlotRecipe({
  className: "figures",
  slots: ["root", "item", "label", "value"],
  base: {
    root: {
      display: "grid",
      gridTemplateColumns: { base: "1fr 1fr", desk: "repeat(4, 1fr)" },
      borderBlock: "line",
    },
    item: {
      paddingBlock: "3",
      paddingInline: { base: "3", desk: "4" },
      borderLeft: "line",
      textDecorationLine: "none",
      color: "ink",
      "&:first-child": { borderLeft: "none", paddingLeft: "0" },
      "&:nth-child(odd)": { borderLeft: { base: "none", desk: "line" }, paddingLeft: { base: "0", desk: "4" } },
      "&:nth-child(n+3)": { borderTop: { base: "line", desk: "none" } },
      "&:nth-child(1)": { borderLeft: { base: "none", desk: "none" }, paddingLeft: { base: "0", desk: "0" } },
    },
    label: { fontSize: "sm", color: "quiet" },
    value: {
      fontSize: { base: "lead", wide: "figure" },
      fontWeight: "heading",
      letterSpacing: "tight",
      lineHeight: "heading",
      fontVariantNumeric: "tabular-nums",
      "& small": { fontSize: "sm", fontWeight: "normal", color: "quiet", letterSpacing: "[normal]" },
    },
  },
});

const field = defineSlotRecipe({
  className: "field",
  slots: ["root", "label", "hint", "error"],
  base: {
    root: {
      display: "grid",
      gap: "1",
      alignContent: "end",
      minWidth: "0",
      border: "none",
      padding: "0",
      margin: "0",
      "&[data-invalid]": { borderLeft: "badSide", paddingLeft: "3" },
      // A legend stands outside the grid and its gap.
      "& > legend": { paddingBottom: "1" },
    },
    label: { fontWeight: "strong", fontSize: "md" },
    hint: { fontSize: "sm", color: "quiet", lineHeight: "snug" },
    error: { color: "bad", fontWeight: "strong", fontSize: "md" },
  },
});

const segments = defineSlotRecipe({
  className: "seg",
  slots: ["root", "item"],
  base: {
    root: {
      display: "inline-flex",
      flexWrap: "wrap",
      width: "[fit-content]",
      border: "strong",
      borderRadius: "md",
      overflow: "clip",
      background: "card",
    },
    item: {
      position: "relative",
      paddingBlock: "2",
      paddingInline: "4",
      minHeight: "control",
      fontSize: "md",
      display: "flex",
      alignItems: "center",
      cursor: "pointer",
      // Lines left and above, the outer ones under the frame's edge: a row that wraps stays a grid.
      flexGrow: "1",
      justifyContent: "center",
      borderLeft: "strong",
      borderTop: "strong",
      marginLeft: "[-1px]",
      marginTop: "[-1px]",
      "& input": { position: "absolute", opacity: "0", inset: "0", width: "full", cursor: "pointer", margin: "0" },
      "&:has(input:checked)": { background: "accentSoft", color: "accent", fontWeight: "strong" },
      "&:has(input:focus-visible)": { outline: "3px solid {colors.accent}", outlineOffset: "-3px" },
      "&[aria-current]": { background: "accentSoft", color: "accent", fontWeight: "strong" },
    },
  },
});

const choice = defineRecipe({
  className: "choice",
  base: {
    display: "flex",
    gap: "2",
    alignItems: "center",
    minHeight: { base: "control", wide: "target" },
    cursor: "pointer",
    "& input": { width: "[20px]", height: "[20px]", accentColor: "accent", flexShrink: "0", margin: "0" },
  },
});

const dialogPage = defineSlotRecipe({
  className: "dialog",
  slots: ["root", "header", "body", "footer"],
  base: {
    root: {
      background: "card",
      // On a phone it fills the screen: out over the padding of the page.
      width: { base: "[calc(100% + {spacing.4} * 2)]", wide: "full" },
      maxWidth: { base: "[none]", wide: "dialog" },
      marginInline: { base: "[calc({spacing.4} * -1)]", wide: "auto" },
      marginTop: { base: "0", wide: "6" },
      marginBottom: { base: "[calc({spacing.8} * -1)]", wide: "6" },
      "&:first-child": { marginTop: { base: "[calc({spacing.4} * -1)]", wide: "6" } },
      border: { base: "none", wide: "line" },
      borderRadius: { base: "none", wide: "dialog" },
      boxShadow: { base: "none", wide: "float" },
      flex: { base: "1", wide: "[none]" },
      display: "flex",
      flexDirection: "column",
    },
    header: {
      paddingBlock: "4",
      paddingInline: { base: "4", wide: "5" },
      borderBottom: "line",
      display: "flex",
      alignItems: "center",
      justifyContent: "space-between",
      gap: "4",
      "& h1": { fontSize: "dialog" },
    },
    body: {
      padding: { base: "4", wide: "5" },
      display: "grid",
      gap: "5",
      gridTemplateColumns: "minmax(0, 1fr)",
      alignContent: "start",
      flex: "1",
    },
    footer: {
      paddingBlock: "4",
      paddingInline: { base: "4", wide: "5" },
      borderTop: "line",
      display: "flex",
      flexWrap: "wrap",
      gap: "2",
      alignItems: "center",
      background: "sunk",
      borderBottomRadius: { base: "none", wide: "dialog" },
      // A long form can be saved from anywhere in it, where the screen is high enough to leave room for it.
      "@media (min-height: 560px)": { position: "sticky", bottom: "0", zIndex: "under" },
    },
  },
});

export const recipes = { button, control, tag, note, column, row, text, table, choice };
export const slotRecipes = { figures, field, segments, dialogPage };
