import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { CaseDataPage } from "~/data/tables/page.server";
import type { CaseFormData } from "~/diary/cases/page.server";
import { cases } from "~/diary/cases/table.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import * as planNew from "~/routes/job-plans/plan-form";
import * as casePage from "~/routes/logbook/case";
import * as caseNew from "~/routes/logbook/case-new";
import * as logbook from "~/routes/logbook/logbook";
import * as sessionNew from "~/routes/logbook/session-new";
import * as week from "~/routes/logbook/week";
import * as caseData from "~/routes/mydata/case-data";
import * as progress from "~/routes/progress/progress";
import { makeDiary } from "../support/diary";
import { countingDatabase, db, load, makeUser, submit } from "../support/harness";
import { setProfile } from "../support/profile";

const WALES = { ...NATIONAL_RULES.wales, standard_start_minute: 480 };

/** A user whose profile says something, with the diary of the tests. */
async function whoSaid(said: Parameters<typeof setProfile>[1]) {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await setProfile(user.unique_ref, said);
  return { user, params };
}

test("a new job plan starts with the PA rules of the profile, and with its first employer", async () => {
  const user = await makeUser();
  await setProfile(user.unique_ref, { pa_rules: WALES, employers: ["Northern Trust", "Southern Trust"] });
  const { database, trips } = countingDatabase();
  const { data } = await load<{ answers: object; employers: string[] }>(planNew.loader, { user, database });
  expect(data.answers).toMatchObject({ nation: "wales", standard_start: "08:00", employer: "Northern Trust" });
  expect(data.employers).toEqual(["Northern Trust", "Southern Trust"]);
  expect(trips()).toBe(1);
});

test("without PA rules in the profile a new plan starts with those of the last plan", async () => {
  const { user, params } = await whoSaid({ pa_rules: null });
  await db.update(jobPlans).set({ pa_rules: WALES }).where(eq(jobPlans.unique_ref, params.planRef));
  const { data } = await load<{ answers: object }>(planNew.loader, { user });
  expect(data.answers).toMatchObject({ nation: "wales", standard_start: "08:00" });
});

test("the logbook opens as the week for whoever likes it first; the list has an address of its own", async () => {
  const { user } = await whoSaid({ first_view: "week" });
  expect(await load(logbook.loader, { user, path: "/logbook/" })).toMatchObject({ location: "/logbook/week/" });
  for (const path of ["/logbook/?view=list", "/logbook/?date=2026-11-16"]) {
    expect((await load(logbook.loader, { user, path })).status).toBe(200);
  }
  type Links = { list: string; links: { later: { to: string } | null; today: { to: string } | null } };
  expect((await load<Links>(week.loader, { user, path: "/logbook/week/" })).data.list).toBe("/logbook/?view=list");
  const earlier = await load<Links>(logbook.loader, { user, path: "/logbook/?date=2026-06-03" });
  expect(earlier.data.links.today?.to).toBe("/logbook/?view=list");
});

test("the way back from a dialog of the list leads to the list", async () => {
  const { user } = await whoSaid({ first_view: "week" });
  const from = (referer: string) => {
    const request = new Request("http://daybook.test/logbook/", { headers: { Referer: referer } });
    return load(async (args: object) => logbook.loader({ ...args, request } as never), { user, path: "/logbook/" });
  };
  expect((await from("http://daybook.test/logbook/session/abc/")).status).toBe(200);
  expect(await from("http://daybook.test/leave/")).toMatchObject({ location: "/logbook/week/" });
  expect(await from("http://daybook.test/login/")).toMatchObject({ location: "/logbook/week/" });
});

test("for everybody else the logbook opens as the list", async () => {
  const { user } = await whoSaid({});
  expect((await load(logbook.loader, { user, path: "/logbook/" })).status).toBe(200);
  expect((await load<{ list: string }>(week.loader, { user, path: "/logbook/week/" })).data.list).toBe("/logbook/");
});

test("the Progress Chart opens in the units of the profile, and its toggle leads to the others", async () => {
  const { user } = await whoSaid({ units: "hours" });
  const shown = async (path: string) => {
    const { data } = await load<{
      headline: string;
      toggles: { answers: { words: string; to: string; here: boolean }[] }[];
    }>(progress.loader, { user, path });
    return data.toggles[0]?.answers.map(({ words, to, here }) => (here ? words : to));
  };
  expect(await shown("/progress/")).toEqual(["/progress/?measure=pas", "Hours"]);
  expect(await shown("/progress/?measure=pas")).toEqual(["PAs", "/progress/"]);
});

test("a new session starts with the element of the profile, on days of another plan with its namesake", async () => {
  const { user, params } = await whoSaid({});
  await setProfile(user.unique_ref, { default_element_ref: params.elementRef, sites: ["Main site"] });
  const [element] = await db.select().from(jobPlanElements).where(eq(jobPlanElements.unique_ref, params.elementRef));
  const [plan] = await db.select().from(jobPlans).where(eq(jobPlans.unique_ref, params.planRef));
  if (!element || !plan) throw new Error("There is no diary");
  const next = { planRef: newRef(), elementRef: newRef() };
  const dates = { date_start: "2027-04-01", date_end: "2028-03-31" };
  await db.batch([
    db.insert(jobPlans).values({ ...plan, ...dates, unique_ref: next.planRef }),
    db.insert(jobPlanElements).values({ ...element, unique_ref: next.elementRef, plan_ref: next.planRef }),
  ]);
  const chosenOn = async (date: string, more = "") => {
    const path = `/logbook/session/new/?date=${date}${more}`;
    const { data } = await load<{ defaults: Record<string, string>; sites: string[] }>(sessionNew.loader, {
      user,
      path,
    });
    expect(data.sites).toEqual(["Main site"]);
    return data.defaults.job_plan_element_unique_ref;
  };
  expect(await chosenOn("2026-11-24")).toBe(params.elementRef);
  expect(await chosenOn("2027-11-24")).toBe(next.elementRef);
  expect(await chosenOn("2025-11-24")).toBe("");
  await db.update(jobPlanElements).set({ active: false }).where(eq(jobPlanElements.unique_ref, params.elementRef));
  expect(await chosenOn("2026-11-24")).toBe("");
});

const CASE = { age: "71", age_unit: "years", asa: "3", case_description: "Hip" };

test("with bands only the youngest age of its band is kept of a case, new and edited", async () => {
  const { user, params } = await whoSaid({ ages: "bands" });
  const at = { user, params: { sessionRef: params.sessionRef } };
  expect((await submit(caseNew.action, { ...CASE, idempotency_key: newRef() }, at)).status).toBe(302);
  const inEdit = { user, params: { sessionRef: params.sessionRef, caseRef: params.caseRef } };
  expect((await submit(casePage.action, { ...CASE, age: "9", version: "1" }, inEdit)).status).toBe(302);
  const rows = await db.select().from(cases).where(eq(cases.user_id, user.id));
  expect(rows.map(({ age, age_unit }) => `${age} ${age_unit}`).toSorted()).toEqual(["6 years", "65 years"]);
  const { data } = await load<{ around: CaseFormData }>(caseNew.loader, at);
  expect(data.around.agesInBands).toBe(true);
});

test("exact ages stay as they are typed", async () => {
  const { user, params } = await whoSaid({ ages: "exact" });
  const at = { user, params: { sessionRef: params.sessionRef } };
  await submit(caseNew.action, { ...CASE, idempotency_key: newRef() }, at);
  const rows = await db.select().from(cases).where(eq(cases.user_id, user.id));
  expect(rows.map(({ age }) => age).toSorted()).toEqual([45, 71]);
});

test("whom one supervises is called as the profile says, wherever a case says it", async () => {
  const { user, params } = await whoSaid({ supervision_labels: { "3": "ST 4-7 resident" } });
  const at = { user, params: { sessionRef: params.sessionRef, caseRef: params.caseRef } };
  await submit(casePage.action, { ...CASE, supervision: "3", version: "1" }, at);
  const { data } = await load<{ around: CaseFormData }>(casePage.loader, at);
  const labels = data.around.supervisions.map(({ label }) => label);
  expect(labels).toContain("ST 4-7 resident");
  expect(labels).toContain("Staff Grade");
  expect(labels).not.toContain("ST 5-7 Trainee");
  const path = "/mydata/case_data/?column=supervision";
  const table = (await load<CaseDataPage>(caseData.loader, { user, path })).data;
  expect(table.lines[0]?.cells.supervision).toBe("ST 4-7 resident");
  expect(table.supervisions.map(({ label }) => label)).toEqual(labels);
});
