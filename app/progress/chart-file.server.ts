import type { Fraction, Tick } from "./chart.server";
import { type LineLabel, progressChart } from "./chart.server";
import { chartLegend } from "./sentences";
import type { ProgressReport } from "./types";

/** The texts around the drawing. */
interface ChartWords {
  over: string;
  headline: string;
  sentences: readonly string[];
  description: string;
}

const WIDTH = 1200;
const MARGIN = 48;
/** Position and size of the drawing. */
const PLOT = { x: 110, width: WIDTH - 110 - MARGIN, height: 400 };
/**
 * `HEAD` is the least height of the texts above the drawing, so that two charts side by side mostly align; `FOOT` is
 * the height below the drawing.
 */
const HEAD = 220;
const FOOT = 120;

/** The light scheme, written out: a file has no page to take its colours from. */
const COLOURS = {
  paper: "#ffffff",
  ink: "#152027",
  quiet: "#4a555c",
  line: "#dfdeda",
  accent: "#005b66",
  accentSoft: "#dbf0f3",
};

/**
 * Draws the running totals as an SVG file for slides and papers. It uses attributes only, no style sheet and no script,
 * so that every program that shows SVG draws it alike.
 */
export function chartFile(report: ProgressReport, words: ChartWords): string {
  const chart = progressChart(report, PLOT.width, PLOT.height);
  const { quiet, accent, accentSoft } = COLOURS;
  const path = (d: string, attributes: string) => (d === "" ? "" : `<path d="${d}" ${attributes}/>`);
  const stroke = (colour: string, width: number, dashes = "") =>
    `fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round"${dashes && ` stroke-dasharray="${dashes}"`}`;
  const lines = {
    done: stroke(accent, 4),
    expected: stroke(quiet, 2.5, "8 6"),
    toCome: stroke(accent, 2.5, "2.5 6"),
  };
  const { done, expected, band, toCome } = chartLegend(report);
  const legend: LegendItem[] = [
    { words: done, sample: (x) => path(`M${x} 0H${x + 36}`, lines.done) },
    { words: expected, sample: (x) => path(`M${x} 0H${x + 36}`, lines.expected) },
    ...(band
      ? [{ words: band, sample: (x: number) => path(`M${x} -9H${x + 36}V9H${x}Z`, `fill="${accentSoft}"`) }]
      : []),
    ...(toCome ? [{ words: toCome, sample: (x: number) => path(`M${x} 0H${x + 36}`, lines.toCome) }] : []),
  ];
  const head = formatHead(words);
  const top = Math.max(HEAD, head.foot + 44);
  const height = top + PLOT.height + FOOT;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="finding" aria-describedby="description" font-family="Segoe UI, Roboto, Noto Sans, Helvetica, Arial, sans-serif" font-size="18">`,
    `<title id="finding">${escaped(words.headline)}</title>`,
    `<desc id="description">${escaped(words.description)}</desc>`,
    `<rect width="${WIDTH}" height="${height}" fill="${COLOURS.paper}"/>`,
    ...head.lines,
    `<g transform="translate(${PLOT.x} ${top})">`,
    ...axes(chart.amounts, chart.dates, chart.zero),
    path(chart.band, `fill="${accentSoft}"`),
    path(chart.expected, lines.expected),
    path(chart.toCome, lines.toCome),
    path(chart.done, lines.done),
    chart.today ? todayLine(chart.today) : "",
    lineLabel("Done", chart.doneLabel, `fill="${accent}" font-weight="600"`),
    lineLabel("Expected", chart.expectedLabel, `fill="${quiet}"`),
    "</g>",
    `<g transform="translate(${MARGIN} ${height - 42})" font-size="16" fill="${quiet}">${legendOf(legend)}</g>`,
    "</svg>\n",
  ].join("\n");
}

/** The texts above the drawing as SVG; `foot` is the y coordinate of their last line. */
function formatHead({ over, headline, sentences }: ChartWords): { lines: string[]; foot: number } {
  const title = wrapped(headline, 66);
  const lead = wrapped(sentences.join(" "), 118);
  const { ink, quiet } = COLOURS;
  const of = (lines: string[], y: number, step: number, attributes: string) =>
    lines.map((line, at) => `<text x="${MARGIN}" y="${y + at * step}" ${attributes}>${escaped(line)}</text>`);
  const leadAt = 88 + (title.length - 1) * 38 + 36;
  const lines = [
    ...of([over], 48, 0, `font-size="16" fill="${quiet}"`),
    ...of(title, 88, 38, `font-size="32" font-weight="600" fill="${ink}"`),
    ...of(lead, leadAt, 26, `font-size="18" fill="${ink}"`),
  ];
  return { lines, foot: leadAt + (lead.length - 1) * 26 };
}

function axes(amounts: Tick[], dates: Tick[], zero: Fraction): string[] {
  const { ink, quiet, line } = COLOURS;
  return [
    ...amounts.map(({ at, label }) => {
      const y = round(at * PLOT.height);
      return `<path d="M0 ${y}H${PLOT.width}" stroke="${at === zero ? ink : line}"/><text x="-12" y="${y + 6}" text-anchor="end" fill="${quiet}">${label}</text>`;
    }),
    ...dates.map(
      ({ at, label }) => `<text x="${round(at * PLOT.width)}" y="${PLOT.height + 32}" fill="${quiet}">${label}</text>`,
    ),
  ];
}

function todayLine({ x, atFoot }: { x: Fraction; atFoot: boolean }): string {
  const at = round(x * PLOT.width);
  const before = x > 0.85;
  const y = atFoot ? PLOT.height - 12 : 18;
  return `<path d="M${at} 0V${PLOT.height}" stroke="${COLOURS.ink}"/><text x="${at + (before ? -10 : 10)}" y="${y}" text-anchor="${before ? "end" : "start"}" fill="${COLOURS.ink}" font-weight="600">Today</text>`;
}

function lineLabel(words: string, label: LineLabel | null, attributes: string): string {
  if (!label) return "";
  const above = label.side === "above";
  const [x, y] = [round(label.x * PLOT.width) + (above ? -10 : 12), round(label.y * PLOT.height) + (above ? -14 : 28)];
  return `<text x="${x}" y="${y}" text-anchor="${above ? "end" : "start"}" ${attributes}>${words}</text>`;
}

interface LegendItem {
  words: string;
  sample: (x: number) => string;
}

/** Items side by side. The width of their words is only estimated, so each gets room to spare. */
function legendOf(items: readonly LegendItem[]): string {
  let x = 0;
  return items
    .map(({ words, sample }) => {
      const drawn = `${sample(x)}<text x="${x + 46}" y="6">${escaped(words)}</text>`;
      x += 46 + words.length * 8.6 + 32;
      return drawn;
    })
    .join("");
}

/** Wraps a text between words into lines of at most `most` letters. A longer word is not broken. */
function wrapped(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes a text for SVG: names of plans and elements are free text. */
function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => ENTITIES[letter] as string);
}
