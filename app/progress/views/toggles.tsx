import { Link } from "react-router";
import { css } from "styled-system/css";
import { segments } from "styled-system/recipes";
import type { Toggle } from "../toggles";

const styles = segments();

/** Every answer in sight; the page stays where it is when another is taken. */
export function ToggleLinks({ toggle }: { toggle: Toggle }) {
  return (
    <nav aria-label={toggle.label} className={`${styles.root} ${offPaper}`}>
      {toggle.answers.map(({ words, to, here }) => (
        <Link
          key={words}
          to={to}
          preventScrollReset
          className={`${styles.item} ${plain}`}
          aria-current={here ? "true" : undefined}
        >
          {words}
        </Link>
      ))}
    </nav>
  );
}

const plain = css({
  textDecorationLine: "none",
  textAlign: "center",
  // On a phone three methods stand side by side.
  paddingInline: { base: "2", wide: "4" },
  fontSize: { base: "sm", wide: "md" },
  "&:not([aria-current])": { color: "ink" },
});
const offPaper = css({ _print: { display: "none" } });
