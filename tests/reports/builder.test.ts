import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import type { ReportBuilderPage } from "~/reports/builder/page.server";
import { formatChoice, readChoices } from "~/reports/document/choices";
import { SECTION_NAMES } from "~/reports/document/types";
import { loader as printLoader } from "~/routes/reports/report-print";
import { loader } from "~/routes/reports/reports";
import { makeDiary } from "../support/diary";
import { countingDatabase, db, load, makeUser, NOW } from "../support/harness";

async function pageOf(user: Awaited<ReturnType<typeof makeUser>>, query = "", database = db) {
  return (await load<ReportBuilderPage>(loader, { user, path: `/reports/${query}`, database })).data;
}

test("the chooser starts with the appraisal, in one batch", async () => {
  const user = await makeUser();
  const { database, trips } = countingDatabase();
  const page = await pageOf(user, "", database);
  expect(trips()).toBe(1);
  expect(page.preset).toBe("appraisal");
  expect(page.form.values.period).toEqual(["appraisal"]);
  expect(page.form.values.section).not.toContain("extra-work");
  expect(page.form.values.section).not.toContain("cases");
  expect(page.form.errors).toEqual({});
});

test("a preset fills period and sections", async () => {
  const page = await pageOf(await makeUser(), "?preset=extra-work");
  expect(page.preset).toBe("extra-work");
  expect(page.form.values).toMatchObject({ period: ["last_tax"], section: ["extra-work"] });
});

test("plans, elements, employers and sites are there to choose from", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const page = await pageOf(user);
  expect(page.plans).toEqual([
    { value: `plan:${params.planRef}`, label: "Job plan 2026/27, 1 April 2026 to 31 March 2027" },
  ]);
  expect(page.elements).toEqual([{ value: params.elementRef, label: "All-day orthopaedics" }]);
});

test("an element of one name in two plans is one choice, ticked by either", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const [plan_ref, unique_ref] = [newRef(), newRef()];
  const row = { user_id: user.id, created_at: NOW + 1, updated_at: NOW };
  const [plan] = await db.select().from(jobPlans).where(eq(jobPlans.unique_ref, params.planRef));
  const [element] = await db.select().from(jobPlanElements).where(eq(jobPlanElements.unique_ref, params.elementRef));
  if (!plan || !element) throw new Error("No diary");
  await db.batch([
    db.insert(jobPlans).values({
      ...{ ...plan, ...row, unique_ref: plan_ref, title: "Next", employer: "Northern Trust" },
      ...{ date_start: "2027-04-01", date_end: null },
    }),
    db.insert(jobPlanElements).values({
      ...{
        ...element,
        ...row,
        unique_ref,
        plan_ref,
        description: "All-day Orthopaedics",
        location: "Theatre 4",
        specialty: "Orthopaedics",
      },
    }),
  ]);
  const page = await pageOf(user, `?period=plan&element=${params.elementRef}`);
  expect(page.elements).toEqual([{ value: unique_ref, label: "All-day Orthopaedics" }]);
  expect(page.form.values.element).toEqual([unique_ref]);
  expect(page.employers).toEqual(["Northern Trust"]);
  expect(page.sites).toEqual(["Theatre 4"]);
  expect(page.specialties).toEqual(["Orthopaedics"]);
  const ticked = await pageOf(user, "?specialty=Orthopaedics&specialty=Gone");
  expect(ticked.form.values.specialty).toEqual(["Orthopaedics", "Gone"]);
  expect(ticked.specialties).toEqual(["Gone", "Orthopaedics"]);
});

test("faulty dates come back from the paper with what was typed and what to mend", async () => {
  const user = await makeUser();
  const query = "?chosen=1&period=custom&from=1%2F4%2F26&until=31%2F2%2F2026&section=scope";
  const answer = await load(printLoader, { user, path: `/reports/paper/${query}` });
  expect(answer.location).toMatch(/^\/reports\/\?/);
  const page = await pageOf(user, answer.location?.slice("/reports/".length));
  expect(page.form.values).toMatchObject({ from: ["01/04/2026"], until: ["31/2/2026"], section: ["scope"] });
  expect(page.form.errors).toEqual({ until: ["Enter a date, such as 27/3/2026"] });
});

test("the form sent without a section asks for one", async () => {
  const user = await makeUser();
  const answer = await load(printLoader, { user, path: "/reports/paper/?chosen=1&period=tax" });
  const page = await pageOf(user, answer.location?.slice("/reports/".length));
  expect(page.form.values).toMatchObject({ period: ["tax"], section: [] });
  expect(page.form.errors).toEqual({ section: ["Select at least one section"] });
});

test("choices in words", () => {
  const words = (query: string, plan: string | null = null) =>
    formatChoice(readChoices(new URLSearchParams(query)).choices, plan);
  expect(words("period=custom&from=1/4/2026&until=30/4/2026&section=cases")).toBe(
    "1 April 2026 to 30 April 2026 · Case list",
  );
  const all = SECTION_NAMES.map((name) => `section=${name}`).join("&");
  expect(words(`period=plan:${"a".repeat(22)}&${all}&site=A&site=B`, "Plan 2026")).toBe(
    "Plan 2026 · all sections · 2 filters",
  );
});

test("level 4 has no reports, and no paper", async () => {
  const user = await makeUser(4);
  expect((await load(loader, { user })).location).toBe("/");
  expect((await load(printLoader, { user })).location).toBe("/");
});
