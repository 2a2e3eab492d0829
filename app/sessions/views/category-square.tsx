import { css, cva } from "styled-system/css";
import { CATEGORY_NAMES, type Category } from "~/job-plans/elements";

/** The colour of a category, with its name for those who do not see it. */
export function CategorySquare({ category }: { category: Category | null }) {
  return (
    <span className={square({ category: category ?? "Other" })}>
      <span className={css({ srOnly: true })}>{category ? `${CATEGORY_NAMES[category]}: ` : ""}</span>
    </span>
  );
}

const square = cva({
  base: {
    display: "inline-block",
    width: "square",
    height: "square",
    borderRadius: "sm",
    marginRight: "2",
    transform: "translateY(-1px)",
  },
  variants: {
    category: {
      DCC: { background: "dcc" },
      SPA: { background: "spa" },
      ANR: { background: "anr" },
      ED: { background: "ed" },
      APA: { background: "apa" },
      Extra: { background: "extra" },
      Other: { background: "other" },
    },
  },
});
