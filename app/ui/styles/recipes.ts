import { defineRecipe } from "@pandacss/dev";

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
    whiteSpace: { base: "normal", wide: "nowrap" },
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
    // An icon before the text, on its first line.
    icon: {
      true: { display: "flex", gap: "2", alignItems: "flex-start", "& > svg": { flexShrink: "0", marginTop: "[3px]" } },
    },
  },
  defaultVariants: { tone: "info" },
});

const column = defineRecipe({
  className: "column",
  base: {
    display: "grid",
    alignContent: "start",
    gridTemplateColumns: "minmax(0, 1fr)",
    // Grid rows overlap at a page break: printed content uses blocks.
    _print: { display: "block", "& > * + *": { marginTop: "3" } },
  },
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
      hint: { color: "quiet", fontSize: "sm", lineHeight: "snug", textWrap: "pretty" },
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
    // A figure at the right and a word at the left would touch.
    "& .r + td:not(.r), & .r + th:not(.r)": { paddingLeft: "4" },
    "& tfoot td, & tfoot th": {
      fontWeight: "heading",
      borderBottom: "none",
      borderTop: "ink",
      color: "ink",
      fontSize: "md",
    },
  },
});

const choice = defineRecipe({
  className: "choice",
  base: {
    display: "flex",
    gap: "2",
    // The box stays beside the first line of a long label.
    alignItems: "flex-start",
    paddingBlock: { base: "[10px]", wide: "0" },
    minHeight: { base: "control", wide: "target" },
    cursor: "pointer",
    "& input": {
      width: "[20px]",
      height: "[20px]",
      accentColor: "accent",
      flexShrink: "0",
      margin: "0",
      marginTop: "half",
    },
  },
});

export const recipes = { button, control, tag, note, column, row, text, table, choice };
