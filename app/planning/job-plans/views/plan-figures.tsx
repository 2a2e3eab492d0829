import { css } from "styled-system/css";
import { figures, tag, text } from "styled-system/recipes";
import { Icon } from "~/ui/icon";
import { CATEGORY_NAMES, type Category } from "../elements";
import { showPa } from "../pa-rules";
import type { WeeklySums } from "../weekly";

interface PlanFiguresProps {
  contracted: number;
  sums: WeeklySums;
  /** Of the sums against what is contracted. */
  check: { adds: boolean; words: string };
  /** DCC to one SPA; null without SPA. */
  ratio: string | null;
  /** Of an average week. */
  minutes: number;
}

/** Labels that fit the strip; tables have the names in full. */
const SHORT_NAMES: Partial<Record<Category, string>> = {
  SPA: "Supporting activities",
  ANR: "NHS responsibilities",
  APA: "Additional PAs",
};

/** What the plan adds up to, in figures and then in a sentence. */
export function PlanFigures({ contracted, sums, check, ratio, minutes }: PlanFiguresProps) {
  const styles = figures();
  return (
    <section aria-label="Weekly figures">
      <dl className={sums.categories.length > 2 ? `${styles.root} ${oneRow}` : styles.root}>
        <div className={styles.item}>
          <dt className={styles.label}>Contracted</dt>
          <dd className={styles.value}>
            {showPa(contracted)} <small>PA a week</small>
          </dd>
        </div>
        {sums.categories.map(({ category, units }) => (
          <div key={category} className={styles.item}>
            <dt className={styles.label}>{SHORT_NAMES[category] ?? CATEGORY_NAMES[category]}</dt>
            <dd className={styles.value}>{showPa(units)}</dd>
          </div>
        ))}
        <div className={styles.item}>
          <dt className={styles.label}>Check</dt>
          <dd className={css({ paddingTop: "1" })}>
            <span className={check.adds ? tag({ tone: "good" }) : tag({ tone: "warn" })}>
              <Icon name={check.adds ? "tick" : "warning"} size={14} /> {check.words}
            </span>
          </dd>
        </div>
      </dl>
      <p className={`${text({ kind: "hint" })} ${css({ paddingTop: "2" })}`}>
        {ratio === null ? "No SPA yet" : `DCC to SPA ${ratio} to 1`} · {hours(minutes)} hours a week
      </p>
    </section>
  );
}

/** One decimal is as much as an average week bears; whole hours stay whole. */
function hours(minutes: number): string {
  return String(Math.round(minutes / 6) / 10);
}

const oneRow = css({ gridTemplateColumns: { desk: "[repeat(auto-fit, minmax(120px, 1fr))]" } });
