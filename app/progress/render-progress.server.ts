import type { Measure } from "~/diary/expected/hours";
import { dateRange } from "~/planning/job-plans/plan-dates";
import { pathTo } from "~/platform/http/path-to";
import { formatUnknownBankHolidays } from "~/platform/time/bank-holidays";
import { shortDate } from "~/platform/time/dates";
import { barsChart } from "./bars.server";
import { progressChart } from "./chart.server";
import { choiceFields, type ProgressChoice, progressPath } from "./choice";
import { barsToggle, measureToggle, methodToggle, viewForm } from "./controls";
import type { RenderInput } from "./figures.server";
import { forecastLines } from "./forecast";
import { formatAmount } from "./format";
import { balanceRows, barRows, pointRows } from "./page-rows.server";
import {
  archivedSentence,
  beganLaterSentence,
  chartLegend,
  diarySentence,
  doneName,
  doneSentence,
  emptySentence,
  expectsNothing,
  forecastSentence,
  formatDayMonth,
  headline,
  hoursSentence,
  isEmpty,
  isOver,
  isToCome,
  METHOD_LABELS,
  METHOD_NAMES,
  NO_ELEMENTS,
  partName,
  wordSentence,
} from "./sentences";
import type { ProgressReport } from "./types";

/** Everything that the page shows, as texts and positions: the browser only lays it out. */
export type RenderedProgress = ReturnType<typeof renderProgress>;

/** Width and height of the box in which the page's lines are drawn; the browser stretches them to the screen. */
const BOX = 1000;

const BARS_DESCRIPTION =
  "Each bar shows what was done by category, with extra work on top and leave below zero. A line across it shows what the plan expects. The figures are in the table below.";

export function renderProgress(input: RenderInput) {
  // A part that the plan does not have is treated as not asked for.
  const part = partOf(input);
  const choice = { ...input.choice, ...part };
  const { report, bars } = input;
  const { measure, forecast, total } = report;
  const csv = progressPath(choice, "/progress/csv/");
  const unknown = formatUnknownBankHolidays(report.period.begins, report.period.ends);
  const ofPart = partName(part, input.elements);
  // A part without work counts as behind, once there is work in other parts.
  const nothingLogged = isEmpty(report) && (ofPart === null || input.firstWorked === null);
  const said = headline(report, nothingLogged ? null : ofPart);
  const nothing = expectsNothing(report);
  return {
    /** Line above the headline: plan, method and period. */
    over: `${report.plan.title} · ${METHOD_NAMES[report.method]} · ${formatPeriod(report)}`,
    headline: said,
    sentences: [
      nothing ? NO_ELEMENTS : nothingLogged && !isToCome(report) ? emptySentence(report) : doneSentence(report),
      ...(forecast && !nothingLogged && !nothing
        ? [forecastSentence(forecast, report.listUnits, measure), diarySentence(forecast, measure)]
        : []),
      ...(input.notHeld === null ? [] : [`${input.notHeld}.`]),
      ...(unknown === null ? [] : [unknown]),
    ],
    word: total.expected === 0 || nothingLogged ? null : { word: report.word, words: wordSentence(report) },
    isEmpty: nothingLogged,
    /** Address of the form that adds an element, while the plan has none that counts: there is nothing to compare. */
    addElement: nothing ? pathTo("/job_plans/:planRef/element/new/", { planRef: report.plan.unique_ref }) : null,
    /** For a user who began during the plan: why so much is expected, and the address of the field that changes it. */
    beganLater: ofPart === null ? beganLaterOf(input) : null,
    /** Whether another view than the usual one is shown. */
    isChosen: choiceFields(choice).length > 0,
    toggles: [measureToggle(choice), methodToggle(choice, report, input.plan.method)],
    barsToggle: barsToggle(choice),
    form: viewForm({ ...input, choice }),
    method: METHOD_LABELS[report.method],
    chart: progressChart(report, BOX, BOX),
    legend: chartLegend(report),
    description: descriptionOf(report),
    /** Files of the same view: `svg` and `csv` are addresses, `png` is the file name of the PNG. */
    files: {
      svg: progressPath(choice, "/progress/chart/"),
      png: `${chartName(report)}.png`,
      csv: [
        { to: csv, words: `CSV by ${choice.bars}` },
        { to: `${csv}${csv.includes("?") ? "&" : "?"}table=elements`, words: "CSV by element" },
      ],
    },
    balance: balanceRows(report, choice, nothingLogged),
    beside: formatBeside(report),
    forecast: forecast && forecastLines(report, forecast),
    bars: barsChart(bars, choice.bars, measure),
    barsFinding: `Done, expected and leave by ${choice.bars}, ${formatPeriod(report)}`,
    barsDescription: BARS_DESCRIPTION,
    barRows: barRows(bars, choice.bars, report),
    pointRows: pointRows(report),
    /** Warning that nothing is expected of archived elements, and the address of the page that corrects it. */
    archived:
      input.archived.length === 0
        ? null
        : {
            words: archivedSentence(input.archived),
            change: pathTo("/job_plans/:planRef/change/", { planRef: report.plan.unique_ref }),
          },
    needsValue: report.needsValue.map(({ session_ref, date, element }) => ({
      to: pathTo("/logbook/session/:sessionRef/", { sessionRef: session_ref }),
      words: `${shortDate(date)}, ${element}`,
    })),
    /** The mean working week; null if the diary is too short. */
    hours: input.hours && { words: hoursSentence(input.hours), isOver: input.hours.isOver },
  };
}

function beganLaterOf(input: RenderInput) {
  const words = input.beganInPeriod ? beganLaterSentence(input.report, input.firstWorked) : null;
  const to = pathTo("/job_plans/:planRef/edit/", { planRef: input.report.plan.unique_ref });
  return words === null ? null : { words, to };
}

function partOf({
  choice: { category, element },
  elements,
}: RenderInput): Pick<ProgressChoice, "category" | "element"> {
  if (elements.some(({ unique_ref }) => unique_ref === element)) return { element, category: null };
  return { element: null, category: elements.some((each) => each.category === category) ? category : null };
}

/** File name of a drawing without extension, with its last counted day. */
export function chartName({ day }: Pick<ProgressReport, "day">): string {
  return `progress-${day}`;
}

function formatPeriod({ period }: Pick<ProgressReport, "period">): string {
  return dateRange({ date_start: period.begins, date_end: period.ends });
}

/** Text alternative of the chart: describes the lines. The figures are in the table below it. */
function descriptionOf(report: ProgressReport): string {
  const { measure, points, day } = report;
  const counted = points.find(({ date }) => date === day);
  const end = points.at(-1)?.toCome ?? null;
  const done = doneName(report).toLowerCase();
  return [
    `Running totals from ${formatPeriod(report)}.`,
    ...(isToCome(report)
      ? []
      : [
          `Expected rises to ${formatAmount(counted?.expected ?? 0, measure)} on ${formatDayMonth(day)}, ${done} to ${signed(counted?.done ?? 0, measure)}.`,
        ]),
    ...(end !== null && !isOver(report)
      ? [`If the rest of the plan is worked, it reaches ${signed(end, measure)} at the end.`]
      : []),
    "The figures are in the table of running totals below.",
  ].join(" ");
}

/** Formats an amount with a minus sign if it is negative: when more is owed from before than was done since. */
function signed(units: number, measure: Measure): string {
  return `${units < 0 ? "−" : ""}${formatAmount(units, measure)}`;
}

function formatBeside({ extra, untagged, measure }: ProgressReport): string | null {
  const parts = [
    extra > 0 && `${formatAmount(extra, measure)} of extra work`,
    untagged > 0 && `${formatAmount(untagged, measure)} without an element`,
  ].filter(Boolean);
  return parts.length === 0 ? null : `Also worked, but not counted: ${parts.join(" and ")}.`;
}
