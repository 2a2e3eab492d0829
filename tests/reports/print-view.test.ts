import { eq } from "drizzle-orm";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { encryptCaseText } from "~/diary/cases/encrypted-text.server";
import { cases } from "~/diary/cases/table.server";
import { jobPlans } from "~/planning/job-plans/table.server";
import { encryptCpd } from "~/reports/cpd/queries.server";
import { cases as casesCell } from "~/reports/document/cells";
import type { FoundPlace, Report, ReportHead, ReportTable } from "~/reports/document/types";
import { renderReport } from "~/reports/print/render-report.server";
import { ConfirmIdentifiers } from "~/reports/print/views/print-bar";
import { pageFoot, ReportPrintView } from "~/reports/print/views/print-view";
import { cpd } from "~/reports/table.server";
import { loader } from "~/routes/reports/report-print";
import { makeDiary } from "../support/diary";
import { countingDatabase, db, load, makeUser, vault } from "../support/harness";

interface Paper {
  report: Report | null;
  found: number;
  places: FoundPlace[];
  query: string;
  files: string;
  words: string;
}

type User = Awaited<ReturnType<typeof makeUser>>;

function printViewOf(user: User, query: string, database = db) {
  return load<Paper>(loader, { user, path: `/reports/paper/?${query}`, database });
}

async function describe(user: User, caseRef: string, case_description: string): Promise<void> {
  const text = { case_description, complications: "", reflective_notes: "" };
  const text_encrypted = await encryptCaseText(vault.of(user.unique_ref), caseRef, text);
  await db.update(cases).set({ text_encrypted }).where(eq(cases.unique_ref, caseRef));
}

test("the paper of everything is read in two batches", async () => {
  const user = await makeUser();
  await makeDiary(user);
  const { database, trips } = countingDatabase();
  const { data } = await printViewOf(user, "preset=everything", database);
  expect(trips()).toBe(2);
  expect(data.report?.sections).toHaveLength(13);
  expect(data.words).toBe("This appraisal year · all sections");
});

test("a text that may name a patient keeps the paper back until its owner has answered for it", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await describe(user, params.caseRef, "Mrs Smith, hip");
  const asked = await printViewOf(user, "section=cases");
  const path = `/logbook/session/${params.sessionRef}/case/${params.caseRef}/`;
  const places = [{ section: "Case list", day: "17/11/2026", path }];
  expect(asked.data).toMatchObject({ report: null, found: 1, places });
  expect(JSON.stringify(asked.data)).not.toContain("Smith");
  const answered = await printViewOf(user, `${asked.data.query}&confirmed=1`);
  expect(JSON.stringify(answered.data.report)).toContain("Mrs Smith, hip");
  // Its files follow the answer, what is saved does not.
  expect(answered.data.files).toContain("confirmed=1");
  expect(answered.data.query).not.toContain("confirmed");
});

test("it says of every text in which section, of which day and where it is mended", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const texts = { title: "Talk of Mrs Smith NHS 943 476 5919", reflection: "Mrs Smith rang" };
  const text_encrypted = await encryptCpd(vault.of(user.unique_ref), params.cpdRef, texts);
  await db.update(cpd).set({ text_encrypted }).where(eq(cpd.unique_ref, params.cpdRef));
  await db.update(jobPlans).set({ title: "Mrs Smith's plan" }).where(eq(jobPlans.user_id, user.id));
  const { data } = await printViewOf(user, "section=cpd&section=job-plan");
  const of = { section: "Continuing professional development", day: "Mon 5 Oct 2026" };
  expect(data.places).toEqual([
    expect.objectContaining({ section: "Job plan compared with work done", path: "/job_plans/" }),
    { ...of, path: `/reports/cpd/${params.cpdRef}/` },
  ]);
  const shown = renderToStaticMarkup(createElement(ConfirmIdentifiers, data));
  expect(shown).toContain(`<a href="/reports/cpd/${params.cpdRef}/">${of.section}, ${of.day}</a>`);
  expect(shown).not.toContain("Smith");
});

test("every sheet of a paper says whose it is, whatever letters a name has", () => {
  const head = { gmc_number: "1234567", period_words: "1 to 30 November 2026" };
  expect(pageFoot({ ...head, name: 'A "B" \\C\n' } as ReportHead)).toEqual({
    "--foot": '"A \\22 B\\22  \\5c C\\a  · GMC 1234567 · 1 to 30 November 2026"',
  });
});

test("a table in which everything is zero says so, and a chart is named, says its figures and leads to its table", () => {
  const table = (id: string, ...counts: number[]): ReportTable => {
    const rows = counts.map((value, at) => [`ASA ${at + 1}`, casesCell(value)]);
    return {
      kind: "table",
      id,
      caption: `Of ${id}`,
      heads: ["Kind", "Cases"],
      rows,
      draws: { kind: "rows", column: 1 },
    };
  };
  const blocks = [table("age-bands", 3, 4), table("gender", 0, 0)];
  const head = { title: "Caseload", filters: [], period: { from: "2026-04-01", until: "2026-04-30" } };
  const identifiers = { words: "none found", found: 0 };
  const drawn = renderReport({
    head: {
      ...head,
      identifiers,
      name: "",
      gmc_number: "",
      grade: "",
      specialty: "",
      period_words: "April",
      to_come: "",
      made_on: "2026-11-21",
    } as unknown as ReportHead,
    sections: [{ name: "caseload", title: "Caseload", empty: "", summary: [[casesCell(7, "case"), "."]], blocks }],
  });
  const shown = renderToStaticMarkup(createElement(ReportPrintView, { report: drawn, fileOf: (id) => `/csv/${id}` }));
  expect(shown).toContain("<p>Every figure is zero.</p>");
  expect(shown).toContain("7 cases.");
  expect(shown.match(/role="img"/g)).toHaveLength(1);
  expect(shown).toMatch(
    /<title id="([\w-]+)">Cases by kind: ASA 2 most often, 4<\/title><desc id="[\w-]+">ASA 1 3; ASA 2 4\.<\/desc>/,
  );
  expect(shown).toContain('href="#block-age-bands"');
  expect(shown).toContain('<h3 id="block-age-bands">');
});

test("a plan of somebody else has no paper", async () => {
  const { params } = await makeDiary(await makeUser());
  expect((await printViewOf(await makeUser(), `period=plan:${params.planRef}`)).status).toBe(404);
});
