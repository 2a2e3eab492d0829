import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { sessions } from "~/diary/sessions/table.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { londonInstant } from "~/platform/time/london";
import type { ReportBuilderPage } from "~/reports/builder/page.server";
import { reportFiles } from "~/reports/document/files.server";
import type { Report, SectionName } from "~/reports/document/types";
import * as reports from "~/routes/reports/reports";
import { makeDiary } from "../../support/diary";
import { countingDatabase, db, load, makeUser, NOW } from "../../support/harness";
import { factsOf, reportOf, tableOf, tablesOf } from "./report-tables";

const YEAR = "period=custom&from=2026-09-01&until=2027-03-31&preset=everything";

/** Beside the Tuesday list of the diary an extra list of the same plan, which counts to no balance, worked in October. */
async function diaryWithExtras() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const row = { user_id: user.id, created_at: NOW, updated_at: NOW };
  const extraRef = newRef();
  await db.insert(jobPlanElements).values({
    ...{ ...row, unique_ref: extraRef, plan_ref: params.planRef, description: "Extra trauma list", category: "Extra" },
    ...{ counts_to_balance: false, pattern: "fixed_times", weekly_pa_units: 0, default_basis: "time_calculated" },
  });
  await db.insert(sessions).values({
    ...{ ...row, unique_ref: newRef(), element_ref: extraRef, site: "Annexe" },
    ...{ start_at: londonInstant("2026-10-14", 480), end_at: londonInstant("2026-10-14", 720) },
    ...{ pa_basis: "fixed", fixed_pa_units: 3600, pa_units: 3600, standard_minutes: 0, premium_minutes: 0 },
    pa_rules: NATIONAL_RULES.england,
  });
  const read = (more: string, database = db) => reportOf(user, YEAR + more, database);
  return { user, params, extraRef, read };
}

function sectionOf({ sections }: Report, name: SectionName) {
  const found = sections.find((section) => section.name === name);
  if (!found) throw new Error(`There is no section ${name}`);
  return found;
}

function reached({ sections }: Report): Record<string, string> {
  return Object.fromEntries(sections.flatMap(({ name, reach }) => (reach ? [[name, reach]] : [])));
}

const OF_ALL_WORK = "All work: the filter does not apply to this section.";
const FEES = "Fees for work without a session in the logbook are left out, because a filter needs a session.";
const GAPS = "Only the work shown. A report of all work lists the months without work.";
const SITES = "All sites: the site filter does not apply to this section.";
const UNREACHED = { leave: OF_ALL_WORK, cpd: OF_ALL_WORK, "extra-work": FEES, gaps: GAPS };

test("work outside the plan is a filter beside the elements, offered once there is some", async () => {
  const { user, extraRef, read } = await diaryWithExtras();
  const offered = async (query = "") => {
    const path = `/reports/?preset=appraisal${query}`;
    const { data } = await load<ReportBuilderPage>(reports.loader, { user, path });
    return data.elements.map(({ label }) => label);
  };
  expect(await offered()).toEqual(["All-day orthopaedics", "Extra trauma list"]);
  await db.update(sessions).set({ element_ref: null, work_kind: "wli" }).where(eq(sessions.element_ref, extraRef));
  expect(await offered()).toEqual(["All-day orthopaedics", "Extra trauma list", "Waiting list initiative"]);
  const report = await read("&element=wli");
  expect(report.head.filters).toEqual(["Outside the plan: Waiting list initiative"]);
  expect(JSON.stringify(sectionOf(report, "scope"))).toContain("1 session");
  expect(JSON.stringify(sectionOf(await read("&element=private"), "scope"))).not.toContain("1 session");
});

test("each section that a filter does not reach says so, on the page and in the files; without one none has to", async () => {
  const { params, read } = await diaryWithExtras();
  expect(reached(await read(""))).toEqual({});
  expect(reached(await read(`&element=${params.elementRef}`))).toEqual(UNREACHED);
  expect(reached(await read("&employer=Trust"))).toEqual(UNREACHED);
  expect(reached(await read("&specialty=Trauma"))).toEqual(UNREACHED);
  const { database, trips } = countingDatabase();
  const bySite = await read("&site=Annexe", database);
  expect(trips()).toBe(2);
  expect(reached(bySite)).toEqual({ ...UNREACHED, "job-plan": SITES });
  const head = reportFiles(bySite)[0]?.rows;
  expect(head).toContainEqual(["Leave and time in lieu", OF_ALL_WORK]);
  expect(head).toContainEqual(["Job plan compared with work done", SITES]);
});

test("a filter that leaves nothing of a plan does not say that there is no plan", async () => {
  const { user, extraRef, read } = await diaryWithExtras();
  const none = "None of the work shown counts towards a job plan in this period.";
  for (const filter of [`&element=${extraRef}`, "&employer=Elsewhere", "&specialty=Trauma"]) {
    const section = sectionOf(await read(filter), "job-plan");
    expect([filter, section.blocks, section.empty]).toEqual([filter, [], none]);
  }
  // Nor the other way about.
  const before = "period=custom&from=2020-01-01&until=2020-02-01&section=job-plan";
  const { empty } = sectionOf(await reportOf(user, `${before}&element=${extraRef}`), "job-plan");
  expect(empty).toBe("No job plan covers a day of this period.");
});

test("a month without the work shown is no month without work", async () => {
  const { params, extraRef, read } = await diaryWithExtras();
  const monthsIn = (report: Report) =>
    tablesOf(report)
      .find(({ id }) => id === "months-without-work")
      ?.rows.map(([month]) => month);
  expect(monthsIn(await read(""))).toEqual(["September 2026"]);
  for (const ref of [params.elementRef, extraRef]) {
    const report = await read(`&element=${ref}`);
    expect(monthsIn(report)).toBeUndefined();
    expect(factsOf(report, "scope").Sessions).toBe(1);
  }
  const labels = tableOf(await read("&site=Annexe"), "data-quality").rows.map(([label]) => label);
  expect(labels).toContain("Sessions that overlap another one shown");
});

test("a section in which a filter leaves nothing says that it is of the work shown", async () => {
  const { read } = await diaryWithExtras();
  const { sections } = await read("&site=Nowhere");
  const empty = Object.fromEntries(sections.map((section) => [section.name, section.empty]));
  expect(empty).toMatchObject({
    scope: "No sessions are recorded in the work shown of this period.",
    caseload: "No cases are recorded in the work shown of this period.",
    airway: "No airway is recorded in the work shown of this period.",
    procedures: "No procedures are recorded in the work shown of this period.",
    supervision: "No cases are recorded in the work shown of this period.",
    complications: "No complications are recorded in the work shown of this period.",
    reflections: "No reflective notes are kept in the work shown of this period.",
    "extra-work": "No fees are recorded in the work shown of this period.",
    gaps: "There is nothing to check in the work shown of this period.",
    cases: "No cases are recorded in the work shown of this period.",
    leave: "No leave or time in lieu is recorded in this period.",
    cpd: "No CPD is recorded in this period.",
  });
});
