import { Link } from "react-router";
import { css } from "styled-system/css";
import { row, segments } from "styled-system/recipes";
import { LinkButton } from "~/ui/button";

const styles = segments();

interface YearChoiceProps {
  year: number;
  /** The year of today. */
  current: number;
  years: readonly { year: number; label: string }[];
}

/** The leave year that is shown, and those around it; the way back to the year of today where it is another. */
export function YearChoice({ year, current, years }: YearChoiceProps) {
  return (
    <div className={row()}>
      <nav aria-label="Leave year" className={styles.root}>
        {years.map((each) => (
          <Link
            key={each.year}
            to={each.year === current ? "/leave/" : `/leave/?year=${each.year}`}
            className={`${styles.item} ${item}`}
            aria-current={each.year === year ? "page" : undefined}
          >
            {each.label}
          </Link>
        ))}
      </nav>
      {year !== current && (
        <LinkButton to="/leave/" visual="plain">
          This year
        </LinkButton>
      )}
    </div>
  );
}

const item = css({
  textDecorationLine: "none",
  fontVariantNumeric: "tabular-nums",
  "&:not([aria-current])": { color: "ink" },
  // On a phone there is room for three: the ones next to the year that is shown.
  "&:first-child, &:last-child": { display: { base: "none", wide: "flex" } },
});
