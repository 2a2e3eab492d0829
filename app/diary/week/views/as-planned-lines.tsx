import { Link } from "react-router";
import { css } from "styled-system/css";
import { entryStyles } from "~/diary/list/views/diary-entry";
import { SessionName } from "~/diary/planned/views/planned-entry";
import { CategorySquare } from "~/planning/job-plans/views/category";
import { PostForm, useSending } from "~/ui/forms/post-form";
import type { AsPlannedLine } from "../as-planned-lines";

/** What counts as planned in the week: one line, with what each element counts and buttons to say otherwise. */
export function AsPlannedLines({ lines, units }: { lines: readonly AsPlannedLine[]; units: string | null }) {
  const disabled = useSending();
  return (
    <section aria-labelledby="as-planned" className={styles.line}>
      <h3 id="as-planned">As planned {units ?? "0.00"} PA</h3>
      <ul>
        {lines.map(({ element_ref, element, category, state, pa, path, form }) => (
          <li key={element_ref}>
            <span data-state={state}>
              <CategorySquare category={category} />
              {element} {state === "cancelled" ? "not this week" : state === "logged" ? `${pa}, logged` : pa}
            </span>
            {path && (
              <PostForm action={path} staysInPlace>
                <button
                  type="submit"
                  disabled={disabled}
                  name="intent"
                  value={state === "cancelled" ? "restore" : "cancel"}
                  className={entryStyles.act}
                >
                  {state === "cancelled" ? "Mark as planned" : "Not this week"}
                  <SessionName>{element}</SessionName>
                </button>
              </PostForm>
            )}
            {form && (
              <Link to={form} className={entryStyles.act}>
                More or less
                <SessionName>{element}</SessionName>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const styles = {
  line: css({
    display: "flex",
    flexWrap: "wrap",
    alignItems: "baseline",
    columnGap: "5",
    rowGap: "1",
    paddingBlock: "3",
    borderBottom: "line",
    fontSize: "sm",
    "& h3": { fontSize: "sm" },
    "& ul": { display: "flex", flexWrap: "wrap", columnGap: "5" },
    "& li": { display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: "3" },
    "& li > span": { flexBasis: { base: "full", wide: "auto" } },
    "& [data-state]:not([data-state=counted])": { color: "quiet" },
    fontVariantNumeric: "tabular-nums",
  }),
};
