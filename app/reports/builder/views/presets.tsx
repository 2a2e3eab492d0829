import { Link } from "react-router";
import { css } from "styled-system/css";
import { segments } from "styled-system/recipes";
import { PRESETS, type PresetName } from "../../document/choices";

const styles = segments();

/** Starts of a report: each fills the form below. */
export function Presets({ here }: { here: PresetName | null }) {
  return (
    <nav aria-label="Start from" className={styles.root}>
      {Object.entries(PRESETS).map(([name, { label }]) => (
        <Link
          key={name}
          to={`/reports/?preset=${name}`}
          className={`${styles.item} ${plain}`}
          aria-current={here === name ? "true" : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

const plain = css({ textDecorationLine: "none", "&:not([aria-current])": { color: "ink" } });
