import { css } from "styled-system/css";
import { column } from "styled-system/recipes";
import { longDate } from "~/platform/time/dates";
import type { DrawnReport } from "../drawn.server";
import type { ReportHead } from "../types";
import { ReportChartView } from "./report-chart";
import { ReportTableView } from "./report-table";

/** Whose report it is, of what, what it comes to and what it counts: to be read alone. */
export function FirstPage({ head, inShort, charts, counts }: Omit<DrawnReport, "sections">) {
  return (
    <section aria-label="Summary" className={column({ gap: "4" })} data-first={charts.length > 0 ? "" : undefined}>
      <ReportTableView table={{ heads: [], rows: linesOf(head) }} />
      {inShort.length > 0 && (
        <div data-across="">
          <h2 id="in-short">In short</h2>
          <ReportTableView
            table={{ heads: [], rows: inShort.map(({ title, words }) => [title, words]) }}
            label="in-short"
          />
        </div>
      )}
      {charts.map((chart) => (
        <ReportChartView key={chart.id} chart={chart} table={`#block-${chart.id}`} />
      ))}
      <div data-across="">
        <h2 id="what-counts" className={css({ marginTop: "3" })}>
          What counts
        </h2>
        <ReportTableView
          table={{ heads: [], rows: counts.map(({ label, words }) => [label, words]) }}
          label="what-counts"
        />
      </div>
    </section>
  );
}

function linesOf({ name, gmc_number, grade, specialty, period_words, made_on, filters }: ReportHead): string[][] {
  return [
    ["Name", name],
    ["GMC number", gmc_number],
    ["Grade", grade],
    ["Specialty", specialty],
    ["Period", period_words],
    ["Made on", longDate(made_on)],
    ["Shows", filters.length > 0 ? filters.join("; ") : "All work"],
  ].filter(([, words]) => words !== "");
}
