import { Link } from "react-router";
import { css } from "styled-system/css";
import { figures, tag } from "styled-system/recipes";
import { Icon } from "~/ui/icon";
import type { DiaryFigures, Missing } from "../figures";

const strip = figures();

/** Day, week and plan at a glance, and what is still missing. */
export function FiguresStrip({ shown }: { shown: DiaryFigures }) {
  return (
    <>
      <dl className={strip.root}>
        {shown.figures.map(({ label, value, more }) => (
          <div key={label} className={strip.item}>
            <dt className={strip.label}>{label}</dt>
            <dd className={strip.value}>
              {value} <small>{more}</small>
            </dd>
          </div>
        ))}
      </dl>
      <MissingLine missing={shown.missing} />
    </>
  );
}

function MissingLine({ missing }: { missing: Missing[] }) {
  if (missing.length === 0) return null;
  return (
    <nav aria-label="To complete" className={line}>
      <span>To complete in these weeks:</span>
      {missing.map(({ words, to }) => (
        <Link key={words} to={to} className={tag({ tone: "warn" })}>
          <Icon name="warning" size={14} />
          {words}
        </Link>
      ))}
    </nav>
  );
}

const line = css({
  display: "flex",
  flexWrap: "wrap",
  gap: "2",
  alignItems: "center",
  fontSize: "sm",
  color: "quiet",
  "& a": { minHeight: { base: "control", wide: "target" }, paddingInline: "3", textDecorationLine: "underline" },
});
