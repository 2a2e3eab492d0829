import { Link } from "react-router";
import { css } from "styled-system/css";
import { figures, tag } from "styled-system/recipes";
import { ActionMenu } from "~/ui/layout/action-menu";
import { Icon } from "~/ui/layout/icon";
import type { DiaryFigures } from "../figures";

const strip = figures();

/** Id of the strip, by which `StickyTotals` finds it. */
export const FIGURES_ID = "figures";

/**
 * Day, week, balance and fees, each with a link to the page that explains it, and missing details. On a phone a short line
 * with short labels, and one of what is missing.
 */
export function FiguresStrip({ shown: { figures: answers, missing, missingLabel } }: { shown: DiaryFigures }) {
  return (
    <dl id={FIGURES_ID} className={oneRow}>
      {answers.map(({ label, short, narrow, value, more, beside, to, warns }) => {
        const shorter = narrow ?? short;
        const inShort = shorter !== null && shorter !== label;
        const name = inShort ? <Either long={label} short={shorter} /> : label;
        return (
          <div key={to ?? label} className={`${item} ${short === "Today" ? besideToday : answer}`}>
            <dt className={strip.label}>{to === null ? name : <Link to={to}>{name}</Link>}</dt>
            <dd className={`${strip.value} ${smaller}`}>
              <span className={warns ? warning : undefined}>{value}</span>{" "}
              <small className={inShort && !more.startsWith("of ") ? onlyWide : undefined}>
                {more.startsWith("of ") ? <Either long={more} short={more.replace(" PA", "")} /> : more}
              </small>
              {beside.map((words) => (
                <span key={words} className={ownLine}>
                  {words}
                </span>
              ))}
            </dd>
          </div>
        );
      })}
      <div className={`${item} ${missing.length === 0 ? besideToday : inLine}`}>
        <dt className={`${strip.label} ${spokenOnPhone}`}>{missingLabel}</dt>
        <dd className={chips}>
          <ToComplete missing={missing} />
        </dd>
      </div>
    </dl>
  );
}

/** Shows the short label on narrow screens. */
function Either({ long, short }: { long: string; short: string }) {
  return (
    <>
      <span className={onlyWide}>{long}</span>
      <span className={onlyNarrow}>{short}</span>
    </>
  );
}

/** What is missing in one chip, which leads to the newest session without it, or lists these. */
function ToComplete({ missing }: Pick<DiaryFigures, "missing">) {
  const [first, ...others] = missing;
  if (!first) return "Nothing";
  const links = missing.map(({ words, to }) => (
    <Link key={words} to={to} className={others.length === 0 ? tag({ tone: "warn" }) : undefined}>
      {others.length === 0 && <Icon name="warning" size={14} />}
      {words}
    </Link>
  ));
  if (others.length === 0) return links;
  return (
    <ActionMenu
      summary={tag({ tone: "warn" })}
      label={
        <>
          <Icon name="warning" size={14} />
          {missing.length} things to complete
        </>
      }
    >
      {links}
    </ActionMenu>
  );
}

const oneRow = css({
  // Stays clear of the bar when a link jumps here.
  scrollMarginTop: "8",
  // On a phone the first day is to be in sight.
  marginTop: { base: "[-14px]", wide: "0" },
  display: "flex",
  flexWrap: "wrap",
  columnGap: { base: "[10px]", wide: "6" },
  borderBlock: "line",
  // A line that wraps begins without a rule: that of its first figure lies out here. What a chip opens hangs below.
  clipPath: { wide: "[inset(-8px -8px -100vh)]" },
});

const item = css({
  flexShrink: { wide: "0" },
  flexGrow: { wide: "1" },
  columnGap: "1",
  alignItems: "baseline",
  paddingBlock: { base: "half", wide: "3" },
  position: "relative",
  _before: {
    content: { wide: "''" },
    position: "absolute",
    insetBlock: "0",
    left: "[-16px]",
    borderLeft: "line",
  },
});

const inLine = css({ display: { base: "flex", wide: "block" }, flexWrap: "wrap" });

/** On a phone the day itself is shown below. */
const besideToday = css({ display: { base: "none", wide: "block" } });

/** The link of its label covers all of it. */
const answer = css({
  display: { base: "flex", wide: "block" },
  flexWrap: "wrap",
  "& a": { color: "quiet", textDecorationLine: "underline", _hover: { color: "accent" } },
  "& a::after": { content: "''", position: "absolute", inset: "0" },
});

const smaller = css({ fontSize: { base: "md", wide: "figure" } });

const warning = css({ color: "warn" });

const onlyWide = css({ display: { base: "none", wide: "inline" } });
const onlyNarrow = css({ display: { wide: "none" } });

const ownLine = css({
  display: { base: "none", wide: "block" },
  fontSize: "sm",
  fontWeight: "normal",
  lineHeight: "heading",
  letterSpacing: "[normal]",
  color: "quiet",
});

/** What is missing says it, and fits beside the fees. */
const spokenOnPhone = css({ srOnly: { base: true, wide: false } });

const chips = css({
  display: "flex",
  flexWrap: "wrap",
  gap: "1",
  paddingTop: { wide: "1" },
  fontSize: "sm",
  "& > a": { minHeight: "target", textDecorationLine: "underline", whiteSpace: "normal" },
  // At the edge of the strip too, what the chip opens is no wider than itself.
  "& > details > div": { left: "0", right: "0", minWidth: "0" },
  "& svg": { flexShrink: "0" },
});
