import { css } from "styled-system/css";
import { longDate } from "~/time/dates";
import type { ReportHead } from "../types";

/** Whose report it is, of what, and that it was looked through for identifiers. */
export function ReportHeadLines({ head }: { head: ReportHead }) {
  const { name, gmc_number, period_words, made_on, filters, small } = head;
  return (
    <header>
      <dl className={lines}>
        {name && <HeadLine label="Name" value={name} />}
        <HeadLine label="GMC number" value={gmc_number || "Not given"} />
        <HeadLine label="Period" value={period_words} />
        <HeadLine label="Made on" value={longDate(made_on)} />
        <HeadLine label="Shows" value={filters.length > 0 ? filters.join("; ") : "All work"} />
        {small && <HeadLine label="Small numbers" value="Counts under 5 are kept back" />}
        <HeadLine label="Identifiers" value={identifierWords(head)} />
      </dl>
    </header>
  );
}

function HeadLine({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function identifierWords({ identifiers: { words, found } }: ReportHead): string {
  return found > 0 ? `${words}; its owner confirmed that no patient can be identified` : words;
}

const lines = css({
  display: "grid",
  gap: "1",
  "& > div": {
    display: "grid",
    gridTemplateColumns: { base: "1fr", wide: "160px 1fr", _print: "160px 1fr" },
    columnGap: "3",
  },
  "& dt": { color: "quiet" },
});
