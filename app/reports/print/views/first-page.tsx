import { css } from "styled-system/css";
import { column } from "styled-system/recipes";
import { longDate } from "~/platform/time/dates";
import { type ReportHead, SECTIONS } from "~/reports/document/types";
import type { RenderedReport } from "../render-report.server";
import { ReportChartView } from "./report-chart";
import { ReportTableView } from "./report-table";

/**
 * First page of a report, which can be read alone: the user, the period, what is counted, the summary and the charts.
 */
export function FirstPage({ head, counts, summary, charts }: Omit<RenderedReport, "sections">) {
  const [forAll, own] = [summary.filter(isForAll), summary.filter((line) => !isForAll(line))];
  return (
    <section
      aria-label="What this report is of"
      className={column({ gap: "5" })}
      data-first={charts.length > 0 ? "" : undefined}
    >
      <div data-columns="">
        <ReportTableView
          table={{ heads: [], rows: [...linesOf(head), ...counts].map(({ label, words }) => [label, words]) }}
        />
      </div>
      {summary.length > 0 && (
        <div className={column({ gap: "2" })} data-own={forAll.length === 0 ? "" : undefined}>
          <h2 id="summary">Summary</h2>
          {forAll.length > 0 && <ReportTableView table={{ heads: [], rows: rowsOf(forAll) }} label="summary" />}
          {own.length > 0 && (
            <div data-own="">
              <ReportTableView table={{ heads: [], rows: rowsOf(own) }} label="summary" />
            </div>
          )}
        </div>
      )}
      {charts.length > 0 && (
        <div className={side} data-charts="">
          {charts.map((chart) => (
            <ReportChartView key={chart.id} chart={chart} table={`#block-${chart.table}`} />
          ))}
        </div>
      )}
    </section>
  );
}

function linesOf({ name, gmc_number, grade, specialty, period_words, made_on, filters }: ReportHead) {
  return [
    { label: "Name", words: name },
    { label: "GMC number", words: gmc_number },
    { label: "Grade", words: grade },
    { label: "Specialty", words: specialty },
    { label: "Period", words: period_words },
    { label: "Made on", words: longDate(made_on) },
    { label: "Shows", words: filters.length > 0 ? filters.join("; ") : "All work" },
  ].filter(({ words }) => words !== "");
}

type Summary = RenderedReport["summary"];

const rowsOf = (summary: Summary) => summary.map(({ title, words }) => [title, words]);

/** Gaps are for their owner alone. */
const isForAll = ({ title }: Summary[number]) => title !== SECTIONS.gaps;

// CSS columns on a screen as on paper: in a grid a short chart would leave a gap beside a tall one.
const side = css({
  columnCount: 2,
  // Letters twice as large leave room for one.
  columnWidth: "[26rem]",
  columnGap: "5",
  "& > figure": { breakInside: "avoid", paddingBottom: { base: "5", _print: "0" } },
});
