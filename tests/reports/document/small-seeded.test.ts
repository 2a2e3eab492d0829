import { eq } from "drizzle-orm";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import { users } from "~/account/table.server";
import { seed } from "~/dev/seed.server";
import { cellText } from "~/reports/document/cells";
import { readChoices } from "~/reports/document/choices";
import { blockRows } from "~/reports/document/files.server";
import { readReport } from "~/reports/document/read.server";
import { type Cell, type Figure, type Report, type ReportBlock, SMALL_WORDS } from "~/reports/document/types";
import { renderReport } from "~/reports/print/render-report.server";
import { ReportPrintView } from "~/reports/print/views/print-view";
import { db, NOW, vault } from "../../support/harness";
import { tableOf } from "./report-tables";

const OF_CASES = ["caseload", "airway", "procedures", "supervision", "complications", "reflections"];

let owner = { id: 0, unique_ref: "" };

beforeAll(async () => {
  await seed(db, vault, NOW);
  const [consultant] = await db.select().from(users).where(eq(users.username_key, "consultant"));
  if (consultant) owner = consultant;
});

function reportOf(query: string): Promise<Report> {
  const { choices } = readChoices(new URLSearchParams(query));
  return readReport({ db, cipher: vault.of(owner.unique_ref), userId: owner.id, now: NOW }, choices);
}

function cellsOf(block: ReportBlock): Cell[] {
  if (block.kind === "entries") return [];
  return block.kind === "facts" ? block.facts.map(({ value }) => value) : [...block.rows, block.foot ?? []].flat();
}

function figuresOf({ blocks, summary = [] }: Report["sections"][number]): Figure[] {
  return [...blocks.flatMap(cellsOf), ...summary.flat()].filter((cell) => typeof cell === "object");
}

test("sentences and charts of the first page say what the tables do", async () => {
  const { summary, charts } = renderReport(await reportOf("preset=appraisal&small=1"));
  const words = Object.fromEntries(summary.map(({ title, words }) => [title, words]));
  expect(words.Caseload).toMatch(/^415 cases\. 90 \(21\.7%\) urgent or immediate\. 40 \(9\.6%\) under 16 years old\./);
  expect(words["Gaps and data quality"]).toBe(
    "Fewer than 5 cases without an ASA grade. Fewer than 5 cases without an urgency.",
  );
  const asa = charts.find(({ caption }) => caption === "Cases by ASA grade");
  expect(asa?.description).toContain("ASA 5 fewer than 5");
});

test("every figure of a section of cases is a count of cases, or a share or change of such counts", async () => {
  const { sections } = await reportOf("preset=everything");
  for (const section of sections) {
    for (const cell of figuresOf(section)) {
      const isOfCases = ["cases", "change"].includes(cell.kind) || (cell.kind === "percent" && cell.ofCases);
      // Gaps are of sessions and of cases alike.
      if (section.name !== "gaps")
        expect([section.name, isOfCases, cell]).toEqual([section.name, OF_CASES.includes(section.name), cell]);
    }
  }
  const quality = tableOf({ sections } as Report, "data-quality").rows;
  for (const [what, number, of] of quality) {
    const kind = String(what).startsWith("Cases") ? "cases" : "count";
    expect([what, number, of]).toEqual([what, expect.objectContaining({ kind }), expect.objectContaining({ kind })]);
  }
});

test("no rendering of cases has an exact number: page, charts, their texts, files, and what travels beside", async () => {
  const query = `period=appraisal&${OF_CASES.map((name) => `section=${name}`).join("&")}`;
  const exact = (await reportOf(query)).sections.flatMap(figuresOf).filter(({ kind }) => kind === "cases");
  expect(exact.filter((cell) => !isRounded(cellText(cell))).length).toBeGreaterThan(100);
  const report = await reportOf(`${query}&small=1`);
  const drawn = renderReport(report);
  const paper = renderToStaticMarkup(createElement(ReportPrintView, { report: drawn, fileOf: (table) => table }));
  const attributes = [...paper.matchAll(/(?:aria-label|title|alt|content)="([^"]*)"/g)].map(([, words = ""]) => words);
  const files = report.sections.flatMap(({ blocks }) => blocks.flatMap(blockRows)).flat();
  const shares = report.sections.flatMap(figuresOf).filter(({ kind }) => kind === "percent");
  const shareWords = new Set(shares.map(cellText));
  const names = namesIn(report);
  const numbers = [...paper.split(/<[^>]*>/), ...attributes, ...files].flatMap((words) => {
    const left = names.reduce((rest, name) => rest.replaceAll(name, ""), unescaped(words));
    return (left.match(/\d[\d,.]*/g) ?? []).map((number) => ({ number: number.replace(/[,.]$/, ""), words }));
  });
  expect(numbers.length).toBeGreaterThan(500);
  expect(numbers.filter(({ number }) => !isRounded(number) && !shareWords.has(number))).toEqual([]);
  const values = [
    ...JSON.stringify(drawn.sections.flatMap(figuresOf)).matchAll(/"(?:value|now|before|part|whole)":(\d+)/g),
  ].map(([, n]) => n ?? "");
  // A share of nothing is one of 1, whatever it is of.
  expect(values.filter((n) => !isRounded(n) && n !== "1")).toEqual([]);
});

function unescaped(html: string): string {
  return html.replaceAll("&lt;", "<").replaceAll("&#x27;", "'");
}

function isRounded(number: string): boolean {
  return Number(number.replaceAll(",", "")) % 5 === 0;
}

/** All texts with a digit that are no figures, longest first: labels, heads, notes, dates. */
function namesIn({ head, sections }: Report): string[] {
  const blocks = sections.flatMap((section) => section.blocks);
  const names = [
    ...[...Object.values(head).map(String), head.identifiers.words, SMALL_WORDS],
    ...["fewer than 5", "<5", "under 16 years", "20 November 2026", "21 November 2026"],
    ...blocks.flatMap((block) => [block.caption, block.note ?? "", ...(block.kind === "table" ? block.heads : [])]),
    ...blocks.flatMap((block) => (block.kind === "facts" ? block.facts.map(({ label }) => label) : [])),
    ...blocks.flatMap(cellsOf).filter((cell) => typeof cell === "string"),
  ];
  return [...new Set(names)].filter((name) => /\d/.test(name)).sort((one, other) => other.length - one.length);
}

/** A number of the report, by its table, row and column, and the numbers that it is the sum of. */
interface Sum {
  total: string;
  parts: string[];
}

test("from all sums of the year together no hidden count can be worked out", async () => {
  const report = await reportOf("preset=appraisal&small=1");
  const range = new Map<string, [least: number, most: number]>();
  const sums: Sum[] = [];
  const put = (name: string, cell: Cell) => {
    const words = cellText(cell);
    const least = words === FEW ? 1 : Number(words);
    range.set(name, words === FEW ? [1, 4] : [least, least === 0 ? 0 : least + 4]);
    return name;
  };
  for (const id of ["cases-by-element", "cases-by-specialty", "asa-by-urgency", "supervision", ...LISTS]) {
    const { heads, rows, foot } = tableOf(report, id);
    const columns = heads.flatMap((head, at) => (at > 0 && !head.startsWith("Share") ? [{ head, at }] : []));
    for (const { head, at } of columns) {
      const parts = rows.map((row) => put(`${id}: ${row[0]}, ${head}`, row[at] ?? ""));
      // The foot of one table is the foot of the others.
      sums.push({ total: put(head === "Cases" ? "All" : head, foot?.[at] ?? ""), parts });
    }
    if (LISTS.includes(id)) continue;
    for (const [row] of [...rows, foot ?? []]) {
      const names = columns.map(({ head }) => (row === "All" ? head : `${id}: ${row}, ${head}`));
      sums.push({ total: names.pop() ?? "", parts: names });
    }
  }
  // What is a part of one table and a sum in another.
  const facts = Object.fromEntries(
    report.sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === "facts" ? block.facts.map(({ label, value }) => [label, value]) : [])),
    ),
  );
  put("emergencies", facts["Urgent or immediate"] ?? "");
  sums.push({ total: "emergencies", parts: ["Urgent", "Immediate"] });
  sums.push({ total: "All", parts: ["Elective", "Expedited", "emergencies", "Not recorded"] });
  for (const head of tableOf(report, "cases-by-specialty").heads.slice(1)) {
    const parts = ["Extra trauma list", "Trauma and emergency list"].map(
      (list) => `cases-by-element: ${list}, ${head}`,
    );
    sums.push({ total: `cases-by-specialty: Trauma, ${head}`, parts });
  }
  const hidden = [...range].filter(([, [least, most]]) => least === 1 && most === 4).map(([name]) => name);
  expect(hidden.length).toBeGreaterThan(25);
  narrow(range, sums);
  expect(hidden.filter((name) => range.get(name)?.[0] === range.get(name)?.[1])).toEqual([]);
});

const FEW = "fewer than 5";
const LISTS = ["cases-by-month", "age-bands", "gender"];

/** Narrows the ranges of numbers by what each sum leaves room for, until no sum narrows one. */
function narrow(range: Map<string, [number, number]>, sums: readonly Sum[]): void {
  const of = (name: string) => range.get(name) ?? [0, Number.POSITIVE_INFINITY];
  const total = (names: readonly string[], end: 0 | 1) => names.reduce((sum, name) => sum + of(name)[end], 0);
  for (let before = ""; before !== JSON.stringify([...range]); ) {
    before = JSON.stringify([...range]);
    const put = (name: string, least: number, most: number) =>
      range.set(name, [Math.max(of(name)[0], least), Math.min(of(name)[1], most)]);
    for (const sum of sums) {
      put(sum.total, total(sum.parts, 0), total(sum.parts, 1));
      for (const part of sum.parts) {
        const others = sum.parts.filter((name) => name !== part);
        put(part, of(sum.total)[0] - total(others, 1), of(sum.total)[1] - total(others, 0));
      }
    }
  }
}
