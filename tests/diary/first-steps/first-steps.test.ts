import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cases } from "~/diary/cases/table.server";
import type { FirstStep } from "~/diary/first-steps/rules";
import { firstSteps } from "~/diary/first-steps/rules";
import { sessions } from "~/diary/sessions/table.server";
import { planFromTemplate } from "~/planning/job-plans/answers.server";
import { jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormState } from "~/platform/http/action-result";
import { londonMoment } from "~/platform/time/london";
import { profiles } from "~/profile/table.server";
import * as help from "~/routes/help";
import * as home from "~/routes/home";
import * as start from "~/routes/job-plans/plan-start";
import * as logbook from "~/routes/logbook/logbook";
import { makeDiary } from "../../support/diary";
import { countingDatabase, db, load, makeUser, SITE, submit } from "../../support/harness";
import { setProfile } from "../../support/profile";

type User = Awaited<ReturnType<typeof makeUser>>;

const NOTHING_YET = { plan_ref: null, has_sessions: false, has_cases: false, hides_first_steps: false, list: null };

async function stepsOf(user: User): Promise<FirstStep[] | null> {
  return (await load<{ steps: FirstStep[] | null }>(logbook.loader, { user, path: "/logbook/" })).data.steps;
}

function answers(some: Record<string, string> = {}) {
  const keys = { idempotency_key: newRef(), diary_key: newRef() };
  return { ...keys, template: "theatre", from: "9/11/2026", fill_diary: "yes", ...some };
}

function sessionsOf({ id }: User) {
  return db.select().from(sessions).where(eq(sessions.user_id, id)).orderBy(asc(sessions.start_at));
}

test("somebody new sees three steps on both pages, none of them done, in one batch", async () => {
  const user = await makeUser();
  for (const [route, path] of [
    [home, "/"],
    [logbook, "/logbook/"],
  ] as const) {
    const { database, trips } = countingDatabase();
    const { data } = await load<{ steps: FirstStep[] }>(route.loader, { user, path, database });
    expect(data.steps.map(({ title, done }) => [title, done])).toEqual([
      ["Set up your job plan", false],
      ["Fill your logbook from the plan", false],
      ["Log last week’s list", false],
    ]);
    expect(trips()).toBe(1);
  }
});

test("a plan, a session and a case tick the steps off, and then they are gone", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  expect(await stepsOf(user)).toBeNull();
  await db.delete(cases).where(eq(cases.user_id, user.id));
  const left = await stepsOf(user);
  expect(left?.map(({ done }) => done)).toEqual([true, true, false]);
  expect(left?.[2]?.links[0]).toEqual({
    to: `/logbook/session/${params.sessionRef}/cases/`,
    label: "Log the cases of Tue 17 Nov, All-day orthopaedics",
  });
});

test("each step that is left leads on: the diary to the plan's, a list to a session where there is none", () => {
  const planRef = newRef();
  const links = (some: object, mayImport = false) =>
    firstSteps({ ...NOTHING_YET, ...some }, mayImport)?.map((step) => step.links.map(({ to }) => to));
  expect(links({})).toEqual([["/job_plans/start/"], [], ["/logbook/session/new/"]]);
  expect(links({ plan_ref: planRef }, true)?.slice(1)).toEqual([
    [`/job_plans/${planRef}/diary/`],
    ["/logbook/session/new/", "/import_csv_data/"],
  ]);
  expect(firstSteps({ ...NOTHING_YET, plan_ref: planRef, has_sessions: true, has_cases: true }, true)).toBeNull();
});

test("both pages lead to the import from the lowest level on that may, and none below it", async () => {
  const site = { ...SITE, csvImportMinLevel: 8 };
  for (const [level, offered] of [
    [8, true],
    [7, false],
  ] as const) {
    const user = await makeUser(level);
    for (const { loader } of [home, logbook]) {
      const { data } = await load<{ steps: FirstStep[] }>(loader, { user, path: "/logbook/", site });
      const links = data.steps.flatMap((step) => step.links.map(({ to }) => to));
      expect([level, links.includes("/import_csv_data/")]).toEqual([level, offered]);
    }
  }
});

test("a session of study or administration is no list to log", async () => {
  const user = await makeUser();
  await submit(start.action, answers(), { user });
  // The last that has begun is SPA teaching, of Thursday 19 November, and an ENT list of Friday 20 is not of this week.
  const [, , log] = (await stepsOf(user)) ?? [];
  expect(log?.links[0]?.label).not.toContain("SPA");
});

test("the steps are hidden and shown again, and what the profile says stays", async () => {
  const user = await makeUser();
  const hide = await submit(help.action, { intent: "hide", page: "home" }, { user });
  expect(hide.headers.get("Location")).toBe("/");
  expect(await stepsOf(user)).toBeNull();
  await setProfile(user.unique_ref, { grade: "Consultant" });
  const show = await submit(help.action, { intent: "show", page: "logbook" }, { user });
  expect(show.headers.get("Location")).toBe("/logbook/");
  expect(await stepsOf(user)).toHaveLength(3);
  const [profile] = await db.select().from(profiles).where(eq(profiles.user_id, user.id));
  expect(profile).toMatchObject({ grade: "Consultant", hides_first_steps: false, version: 3 });
});

test("one form makes the plan of a template and fills the diary from the day asked; sent again it makes nothing more", async () => {
  const user = await makeUser();
  const form = answers();
  for (const time of ["first", "again"]) {
    const sent = await submit(start.action, form, { user });
    expect([time, sent.status, sent.headers.get("Location")]).toEqual([time, 302, "/logbook/"]);
  }
  const [plan, ...others] = await db.select().from(jobPlans).where(eq(jobPlans.user_id, user.id));
  expect(others).toEqual([]);
  expect(plan).toMatchObject({ date_start: "2026-04-01", date_end: "2027-03-31", counts_from: "2026-11-09" });
  const made = await sessionsOf(user);
  const dates = made.map(({ start_at }) => londonMoment(start_at).date);
  expect([dates[0], dates.at(-1)]).toEqual(["2026-11-10", "2027-03-31"]);
  expect(dates).not.toContain("2026-12-25");
  expect((await stepsOf(user))?.map(({ done }) => done)).toEqual([true, true, false]);
});

test("without the diary, and with a template without fixed times, the plan is made alone and opens", async () => {
  const forms: Record<string, string>[] = [{ fill_diary: "" }, { template: "intensive_care" }];
  for (const some of forms) {
    const user = await makeUser();
    const sent = await submit(start.action, answers(some), { user });
    expect(sent.headers.get("Location")).toMatch(/^\/job_plans\/[\w-]{22}\/$/);
    expect(await sessionsOf(user)).toEqual([]);
  }
});

test("no template, a day too far away and a plan in the way are said, and the answers stay", async () => {
  const user = await makeUser();
  const refused = async (some: Record<string, string>) => {
    const { status, data } = await submit<{ form: FormState }>(start.action, answers(some), { user });
    return [status, data.form.errors, data.form.values.from?.[0]];
  };
  expect(await refused({ template: "" })).toEqual([
    422,
    { template: ["Choose the template nearest to your week"] },
    "9/11/2026",
  ]);
  expect(await refused({ from: "9/11/2020" })).toEqual([
    422,
    { from: ["Enter a day from 20 November 2025 to 22 November 2027"] },
    "9/11/2020",
  ]);
  await submit(start.action, answers(), { user });
  const [, errors] = await refused({});
  expect(JSON.stringify(errors)).toContain("Plans for one employer must not overlap");
});

test("a plan of a template holds its first day and today, whatever part of the year it is", () => {
  const usual = { pa_rules: null, employers: ["Northern Trust"] };
  const datesOf = (from: string, today: string) => {
    const { date_start, date_end, counts_from } = planFromTemplate("wales", from as never, today as never, usual);
    return [date_start, date_end, counts_from];
  };
  expect(datesOf("2026-11-09", "2026-11-21")).toEqual(["2026-04-01", "2027-03-31", "2026-11-09"]);
  expect(datesOf("2026-03-23", "2026-04-02")).toEqual(["2026-03-23", "2027-03-31", null]);
  expect(datesOf("2027-04-05", "2026-11-21")).toEqual(["2027-04-01", "2028-03-31", "2027-04-05"]);
  expect(datesOf("2026-04-01", "2026-11-21")).toEqual(["2026-04-01", "2027-03-31", null]);
});
