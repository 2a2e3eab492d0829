import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { users } from "~/account/table.server";
import { seed } from "~/dev/seed.server";
import { cellText } from "~/reports/document/cells";
import { readChoices } from "~/reports/document/choices";
import { reportFiles } from "~/reports/document/files.server";
import { readReport } from "~/reports/document/read.server";
import type { Cell, Report, ReportTable } from "~/reports/document/types";
import { renderReport } from "~/reports/print/render-report.server";
import { countingDatabase, db, NOW, vault } from "../../support/harness";
import { factsOf } from "./report-tables";

let owner = { id: 0, unique_ref: "" };

beforeAll(async () => {
  await seed(db, vault, NOW);
  const [consultant] = await db.select().from(users).where(eq(users.username_key, "consultant"));
  if (consultant) owner = consultant;
});

function reportOf(query: string, database = db): Promise<Report> {
  const { choices } = readChoices(new URLSearchParams(query));
  return readReport({ db: database, cipher: vault.of(owner.unique_ref), userId: owner.id, now: NOW }, choices);
}

function tableOf(report: Report, id: string): ReportTable {
  const found = report.sections.flatMap(({ blocks }) => blocks).find((block) => block.id === id);
  if (found?.kind !== "table") throw new Error(`There is no table ${id}`);
  return found;
}

test("the appraisal table of the seeded consultant is that of the specification, to the last figure", async () => {
  const report = await reportOf("period=appraisal&section=caseload");
  const { heads, rows, foot } = tableOf(report, "asa-by-urgency");
  expect(report.head.period_words).toBe("1 April 2026 to 31 March 2027");
  expect(heads).toEqual(["ASA grade", "Elective", "Expedited", "Urgent", "Immediate", "Not recorded", "All"]);
  const graded = rows.filter(([label]) => label !== "Not recorded").map((row) => row.map(cellText));
  expect(graded).toEqual([
    ["ASA 1", "61", "4", "12", "1", "0", "78"],
    ["ASA 2", "148", "13", "27", "2", "1", "191"],
    ["ASA 3", "72", "15", "22", "4", "0", "113"],
    ["ASA 4", "5", "4", "12", "6", "0", "27"],
    ["ASA 5", "0", "0", "0", "3", "0", "3"],
  ]);
  const totals = [1, 2, 3, 4, 5, 6].map((at) => graded.reduce((sum, row) => sum + Number(row[at]), 0));
  expect(totals).toEqual([286, 36, 73, 16, 1, 412]);
  // Beside the 412 the newest lists hold a few whose grade is still to be filled in.
  const ungraded = rows.find(([label]) => label === "Not recorded")?.map(cellText) ?? [];
  expect(foot?.map(cellText)).toEqual(["All", ...totals.map((n, at) => String(n + Number(ungraded[at + 1] ?? 0)))]);
});

test("a report of everything is two batches", async () => {
  const { database, trips } = countingDatabase();
  const report = await reportOf("preset=everything", database);
  expect(trips()).toBe(2);
  expect(report.head.identifiers.words).toBe("Checked for patterns of identifiers on 21 November 2026: none found");
});

test("months of the plan add up to the plan, and are a file of their own", async () => {
  const report = await reportOf("period=appraisal&section=job-plan");
  const [months, plan] = [tableOf(report, "job-plan-months"), tableOf(report, "job-plan")];
  const footOf = ({ heads, foot }: ReportTable, head: RegExp) =>
    cellText(foot?.[heads.findIndex((each) => head.test(each))] ?? "");
  for (const head of [/^Done/, /^Expected/, /^Difference/]) expect(footOf(months, head)).toBe(footOf(plan, head));
  expect(months.rows).toHaveLength(8);
  expect(reportFiles(report).map(({ name }) => name)).toEqual(["report", "job-plan", "job-plan-months"]);
});

test("the PAs of every table add up in what is shown, and the extra work of all months to that of the year", async () => {
  const report = await reportOf("period=appraisal&section=scope&section=job-plan&section=leave");
  const shown = (cell: Cell | undefined) => Math.round(Number(cellText(cell ?? "")) * 100);
  const pages = renderReport(report).sections.flatMap(({ blocks }) => blocks);
  const added = pages.flatMap((block) => {
    if (block.kind !== "table" || !block.foot) return [];
    const { id, heads, rows, foot } = block;
    return heads.flatMap((head, at) => {
      if (typeof foot[at] !== "object" || foot[at].kind !== "pas") return [];
      expect([id, head, rows.reduce((sum, row) => sum + shown(row[at]), 0)]).toEqual([id, head, shown(foot[at])]);
      return [`${id} ${head}`];
    });
  });
  expect(added.length).toBeGreaterThan(10);
  for (const { name, rows } of reportFiles(report).filter(({ name }) => name.startsWith("work-by-"))) {
    const at = rows[0]?.indexOf("PAs") ?? 0;
    const [all = 0, ...each] = rows
      .slice(1)
      .map((row) => shown(row[at]))
      .reverse();
    expect([name, each.reduce((sum, hundredths) => sum + hundredths, 0)]).toEqual([name, all]);
  }
  const extra = factsOf(report, "scope")["PAs of extra work"] ?? 0;
  expect(shown(tableOf(report, "job-plan-months").foot?.at(-1))).toBe(Math.round(extra / 36));
});

test("the first page of a year says in sentences what it comes to, and draws it", async () => {
  const { summary, charts, counts } = renderReport(await reportOf("preset=appraisal"));
  const words = Object.fromEntries(summary.map(({ title, words }) => [title, words]));
  expect(words["Job plan compared with work done"]).toMatch(
    /^Job plan 2026\/27: [\d.]+ PAs done, [\d.]+ expected by 20 November 2026, [\d.]+ (ahead of|behind) the plan\.$/,
  );
  expect(words.Caseload).toMatch(/^416 cases\. 91 \(21\.9%\) urgent or immediate\. 42 \(10\.1%\) under 16 years old\./);
  expect(words.Procedures).toMatch(/^Most often [^,]+ \(\d+ cases\), [^,]+ \(\d+\) and [^,]+ \(\d+\)\.$/);
  expect(words["Gaps and data quality"]).toBe("4 cases without an ASA grade. 1 case without an urgency.");
  expect(charts.map(({ caption }) => caption)).toEqual([
    ...["PAs by month and category against the plan", "Most common procedures, with the year before", "Cases by month"],
    ...["Cases by ASA grade", "Cases by urgency", "Cases by age"],
  ]);
  expect(counts.filter(({ label }) => label === "Zeros")).toHaveLength(1);
});

test("ten years are said in few words, and their months are named by their years", async () => {
  const report = await reportOf("preset=appraisal&period=custom&from=1/1/2017&until=20/11/2026");
  const { summary, charts } = renderReport(report);
  expect(summary.find(({ title }) => title === "Gaps and data quality")?.words).toMatch(/^Months without work: \d+\. /);
  const plan = charts.find(({ kind }) => kind === "plan-months");
  expect(plan?.kind === "plan-months" && plan.bars.dates.map(({ label }) => label)).toEqual(["2025", "2026"]);
});
