import { defineSlotRecipe } from "@pandacss/dev";

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
      position: "relative",
      display: "grid",
      gap: "1",
      alignContent: "end",
      minWidth: "0",
      border: "none",
      padding: "0",
      margin: "0",
      "&[data-invalid]": { borderLeft: "badSide", paddingLeft: "3" },
      // A legend is outside the grid and its gap.
      "& > legend": { paddingBottom: "1" },
    },
    label: { fontWeight: "strong", fontSize: "md" },
    hint: { fontSize: "sm", color: "quiet", lineHeight: "snug", textWrap: "pretty" },
    error: { color: "bad", fontWeight: "strong", fontSize: "md", textWrap: "pretty" },
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
      // Lines left and above, the outer ones hidden under the frame's edge: a row that wraps remains a grid.
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
      // The empty answer is the least prominent.
      "&:has(input[value=''])": {
        color: "quiet",
        fontWeight: "normal",
        fontSize: "sm",
        paddingInline: "2",
        background: "transparent",
      },
      "&:has(input[value='']:checked)": { background: "sunk" },
    },
  },
});

const dialogPage = defineSlotRecipe({
  className: "dialog",
  slots: ["root", "header", "body", "footer"],
  base: {
    root: {
      background: "card",
      "--behind": "token(colors.card)",
      // On a phone it fills the screen, over the padding of the page.
      width: { base: "[calc(100% + {spacing.4} * 2)]", wide: "full" },
      maxWidth: { base: "[none]", wide: "dialog" },
      marginInline: { base: "[calc({spacing.4} * -1)]", wide: "auto" },
      marginTop: "0",
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
      // The same height with an action beside the title as without one.
      minHeight: { base: "[77px]", wide: "[73px]" },
      "& h1": { fontSize: "dialog" },
      // The text of a plain button ends where the fields below end.
      "& > [data-cancel] > a": { marginRight: "[-9px]" },
      "& > h1:focus": { outline: "none" },
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
      // On a phone no more than a tenth of the screen, even with a button whose text takes two lines.
      paddingBlock: { base: "2", wide: "4" },
      paddingInline: { base: "4", wide: "5" },
      borderTop: "line",
      display: "flex",
      flexWrap: "wrap",
      gap: "2",
      alignItems: "center",
      background: "sunk",
      borderBottomRadius: { base: "none", wide: "dialog" },
      // A long form can be saved from any position, if the screen is high enough to leave room for the footer.
      "@media (min-height: 560px)": { position: "sticky", bottom: "0", zIndex: "under" },
    },
  },
});

export const slotRecipes = { figures, field, segments, dialogPage };
