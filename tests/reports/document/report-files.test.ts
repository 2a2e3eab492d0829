import { expect, test } from "vitest";
import { cases, count, percent, shareOfCases } from "~/reports/document/cells";
import { blockNamed, blockRows, fileName, printViewOf, reportFiles } from "~/reports/document/files.server";
import {
  type ReportBlock,
  type ReportEntries,
  type ReportFacts,
  type ReportHead,
  type ReportSection,
  type ReportTable,
  SMALL_WORDS,
} from "~/reports/document/types";
import { renderReport, ZEROS_WORDS } from "~/reports/print/render-report.server";

const CHECK = { found: 0, places: [], confirmed: false, words: "Checked: none found" };

const HEAD: ReportHead = {
  ...{
    title: "Appraisal report",
    name: "A Name",
    gmc_number: "1234567",
    grade: "Consultant",
    specialty: "Anaesthesia",
  },
  ...{ period: { from: "2026-04-01", until: "2027-03-31" }, period_words: "1 April 2026 to 31 March 2027" },
  ...{ made_on: "2026-11-21", filters: [], to_come: "", small: false, identifiers: CHECK },
};

const TABLE: ReportTable = {
  ...{ kind: "table", id: "asa", caption: "By ASA", heads: ["ASA", "Cases", "Share"] },
  rows: [["ASA 1", cases(3), percent(3, 4)]],
  foot: ["All", cases(4), ""],
};
const FACTS: ReportFacts = {
  ...{ kind: "facts", id: "facts", caption: "Facts" },
  facts: [
    { label: "Sessions", value: count(2) },
    { label: "Children", value: shareOfCases(1, 4) },
  ],
};
const ENTRIES: ReportEntries = {
  ...{ kind: "entries", id: "notes", caption: "Notes", labels: ["Site", "Kind"] },
  entries: [{ title: "Tue 17 Nov 2026, List", facts: [{ label: "Kind", value: "Airway" }], text: "A note" }],
};

function sectionOf(blocks: ReportBlock[], more: Partial<ReportSection> = {}): ReportSection {
  return { name: "caseload", title: "Caseload", blocks, empty: "No cases.", ...more };
}

const TOP = [
  ...[
    ["What", "Answer"],
    ["Name", "A Name"],
    ["GMC number", "1234567"],
    ["Grade", "Consultant"],
  ],
  ...[
    ["Specialty", "Anaesthesia"],
    ["First day", "2026-04-01"],
    ["Last day", "2027-03-31"],
    ["Made on", "2026-11-21"],
  ],
];
const CHECKED = ["Identifiers", CHECK.words];

test("the files of a report: its head, and each block under its name", () => {
  const sections = [sectionOf([TABLE, FACTS]), sectionOf([ENTRIES], { reach: "All work" })];
  expect(reportFiles({ head: HEAD, sections })).toEqual([
    { name: "report", rows: [...TOP, CHECKED, ["Caseload", "All work"]] },
    {
      name: "asa",
      rows: [
        ["ASA", "Cases", "Share (%)"],
        ["ASA 1", "3", "75.0"],
        ["All", "4", ""],
      ],
    },
    {
      name: "facts",
      rows: [
        ["What", "Figure"],
        ["Sessions", "2"],
        ["Children (%)", "25.0"],
      ],
    },
    {
      name: "notes",
      rows: [
        ["Entry", "Site", "Kind", "Text"],
        ["Tue 17 Nov 2026, List", "", "Airway", "A note"],
      ],
    },
  ]);
  expect(blockRows({ ...TABLE, foot: null })).toHaveLength(2);
});

test("the head of the files names filters, what is to come and that small numbers are hidden", () => {
  const head = { ...HEAD, filters: ["Site: Theatre"], to_come: "2 sessions", small: true };
  expect(reportFiles({ head, sections: [] })[0]?.rows.slice(8)).toEqual([
    ...[["Filter", "Site: Theatre"], ["Still to come", "2 sessions"], ["Small numbers", SMALL_WORDS], CHECKED],
  ]);
});

test("a block is found by its name, and a file is called by the period and the block", () => {
  const report = { head: HEAD, sections: [sectionOf([TABLE]), sectionOf([FACTS])], days: null };
  expect([blockNamed(report, "facts"), blockNamed(report, "asa"), blockNamed(report, "none")]).toEqual([
    ...[FACTS, TABLE, undefined],
  ]);
  expect([fileName(HEAD), fileName(HEAD, "asa")]).toEqual([
    ...["daybook-report-2026-04-01-2027-03-31", "daybook-report-2026-04-01-2027-03-31-asa"],
  ]);
  expect(printViewOf(new URLSearchParams("period=tax&table=asa"))).toBe("/reports/paper/?period=tax");
});

test("the page says to which day it counts, and what it leaves out", () => {
  const counts = (more: Partial<ReportHead>) => renderReport({ head: { ...HEAD, ...more }, sections: [] }).counts;
  const [zeros, identifiers] = [
    { label: "Zeros", words: ZEROS_WORDS },
    { label: "Identifiers", words: CHECK.words },
  ];
  const yesterday = { label: "Counted to", words: "20 November 2026" };
  expect(counts({})).toEqual([yesterday, zeros, identifiers]);
  expect(counts({ to_come: "2 sessions", small: true })).toEqual([
    ...[yesterday, { label: "Still to come", words: "2 sessions" }, zeros],
    ...[{ label: "Small numbers", words: SMALL_WORDS }, identifiers],
  ]);
  const until = (day: string) => counts({ period: { from: "2026-04-01", until: day } })[0]?.label;
  expect([until("2026-11-20"), until("2026-11-21")]).toEqual(["Zeros", "Counted to"]);
  const from = (day: string) => counts({ period: { from: day, until: "2027-03-31" } })[0]?.label;
  expect([from("2026-11-20"), from("2026-11-21")]).toEqual(["Counted to", "Zeros"]);
});

test("each section has its line on the first page, and those with charts have them in their order", () => {
  const chart = (id: string): ReportTable => ({
    ...{ kind: "table", id, caption: id, heads: ["Kind", "Cases"], draws: { kind: "rows", column: 1 } },
    rows: [
      ["A", cases(1)],
      ["B", cases(2)],
    ],
  });
  const summary = [[cases(2, "case"), "."], ["More."]];
  const { charts, ...rest } = renderReport({
    head: HEAD,
    sections: [
      sectionOf([chart("age-bands"), chart("procedures"), chart("other")], { summary }),
      sectionOf([], { title: "Airway", summary }),
      sectionOf([TABLE], { title: "Silent" }),
    ],
  });
  expect(rest.summary).toEqual([
    { title: "Caseload", words: "2 cases. More." },
    { title: "Airway", words: "No cases." },
  ]);
  expect(charts.map(({ id, table }) => [id, table])).toEqual([
    ["procedures", "procedures"],
    ["age-bands", "age-bands"],
  ]);
  expect(rest.sections.map(({ title, blocks }) => [title, blocks.length])).toEqual([
    ...[
      ["Caseload", 3],
      ["Airway", 0],
      ["Silent", 1],
    ],
  ]);
});
