import { Link } from "react-router";
import { css } from "styled-system/css";
import { segments } from "styled-system/recipes";

const styles = segments();

interface ViewSwitchProps {
  here: "list" | "week";
  list: string;
  week: string;
}

/** The logbook as a list, or a week of it as a calendar. */
export function ViewSwitch({ here, list, week }: ViewSwitchProps) {
  return (
    <nav aria-label="View" className={styles.root}>
      <Link to={list} className={`${styles.item} ${plain}`} aria-current={here === "list" ? "page" : undefined}>
        List
      </Link>
      <Link to={week} className={`${styles.item} ${plain}`} aria-current={here === "week" ? "page" : undefined}>
        Week
      </Link>
    </nav>
  );
}

const plain = css({ textDecorationLine: "none", "&:not([aria-current])": { color: "ink" } });
