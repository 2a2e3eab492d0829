import { css } from "styled-system/css";
import { CATEGORY_NAMES, type Category } from "../elements";

/** The full name of a category, with its small square: the colour is never the only sign. */
export function CategoryName({ category }: { category: Category }) {
  return (
    <span className={css({ display: "inline-flex", gap: "2", alignItems: "baseline" })}>
      <span aria-hidden="true" className={`${square} ${COLOURS[category]}`} />
      {CATEGORY_NAMES[category]}
    </span>
  );
}

/** The square beside an element's name; screen readers get the category in words. */
export function CategorySquare({ category }: { category: Category | null }) {
  return (
    <span className={`${square} ${inText} ${COLOURS[category ?? "Other"]}`}>
      <span className={css({ srOnly: true })}>{category ? `${CATEGORY_NAMES[category]}: ` : ""}</span>
    </span>
  );
}

const square = css({
  width: "square",
  height: "square",
  borderRadius: "sm",
  flexShrink: "0",
  // Otherwise the square is missing on paper.
  printColorAdjust: "exact",
});
const inText = css({ display: "inline-block", marginRight: "2", transform: "translateY(-1px)" });

/** Written out, so that the build can replace each call by its class names. */
const COLOURS: Record<Category, string> = {
  DCC: css({ background: "dcc" }),
  SPA: css({ background: "spa" }),
  ANR: css({ background: "anr" }),
  ED: css({ background: "ed" }),
  APA: css({ background: "apa" }),
  Extra: css({ background: "extra" }),
  Other: css({ background: "other" }),
};
