import { css } from "styled-system/css";
import { CATEGORY_NAMES, type Category } from "~/job-plans/elements";

/** Written out, so that the build can put the class names in their place. */
const COLOURS: Record<Category, string> = {
  DCC: css({ background: "dcc" }),
  SPA: css({ background: "spa" }),
  ANR: css({ background: "anr" }),
  ED: css({ background: "ed" }),
  APA: css({ background: "apa" }),
  Extra: css({ background: "extra" }),
  Other: css({ background: "other" }),
};

/** The colour of a category, with its name for those who do not see it. */
export function CategorySquare({ category }: { category: Category | null }) {
  return (
    <span className={`${square} ${COLOURS[category ?? "Other"]}`}>
      <span className={hidden}>{category ? `${CATEGORY_NAMES[category]}: ` : ""}</span>
    </span>
  );
}

const hidden = css({ srOnly: true });
const square = css({
  display: "inline-block",
  width: "square",
  height: "square",
  borderRadius: "sm",
  marginRight: "2",
  transform: "translateY(-1px)",
});
