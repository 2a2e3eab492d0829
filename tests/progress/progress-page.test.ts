import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { sessions } from "~/diary/sessions/table.server";
import { jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { londonInstant } from "~/platform/time/london";
import type { RenderedProgress } from "~/progress/render-progress.server";
import * as chartRoute from "~/routes/progress/chart";
import * as pageRoute from "~/routes/progress/progress";
import { makeDiary } from "../support/diary";
import { countingDatabase, db, load, makeUser } from "../support/harness";

async function withDiary() {
  const user = await makeUser();
  return { user, ...(await makeDiary(user)) };
}

const labelsOf = (page: RenderedProgress) =>
  [...page.toggles, page.barsToggle].map(({ answers }) => answers.find(({ here }) => here)?.words);

test("the page says where one stands, and draws it, in one batch", async () => {
  const { user } = await withDiary();
  const { database, trips } = countingDatabase();
  const { data } = await load<RenderedProgress>(pageRoute.loader, { user, database });
  expect(trips()).toBe(1);
  expect(data.over).toBe("Job plan 2026/27 · weekly, leave-adjusted · 1 April 2026 to 31 March 2027");
  // 33 Tuesdays to 20 November at 2.50, and one of them worked.
  expect(data.headline).toBe("You are 80.00 PA behind, about 32.0 weeks");
  expect(data.sentences[0]).toBe("Done 2.50 of 82.50 expected to 20 November.");
  expect(data.word).toEqual({ word: "well behind", words: "Well behind, by more than 10%" });
  expect(data.balance.categories.map(({ name, balance, tone }) => [name, balance, tone])).toEqual([
    ["Direct clinical care", "−80.00", "under"],
  ]);
  expect(data.chart.done).toMatch(/^M0,/);
  expect(labelsOf(data)).toEqual(["PAs", "Leave-adjusted", "Month"]);
});

test("method, measure and bars are chosen by the address, and each link keeps the others", async () => {
  const { user } = await withDiary();
  const path = "/progress/?method=annualised_linear&measure=hours&bars=week";
  const { data } = await load<RenderedProgress>(pageRoute.loader, { user, path });
  expect(labelsOf(data)).toEqual(["Hours", "Linear", "Week"]);
  expect(data.balance.unit).toBe("hours");
  const [measure, method] = data.toggles;
  expect(measure?.answers[0]?.to).toBe("/progress/?method=annualised_linear&bars=week");
  // The plan's own method is asked for by no word.
  expect(method?.answers[0]?.to).toBe("/progress/?measure=hours&bars=week");
  expect(data.files.svg).toBe("/progress/chart/?method=annualised_linear&measure=hours&bars=week");
  expect(data.barRows.first).toBe("Week from");
});

test("a category or an element is looked at alone, and its name leads back to all", async () => {
  const { user, params } = await withDiary();
  const row = { user_id: user.id, created_at: 0, updated_at: 0, plan_ref: params.planRef };
  await db.insert(jobPlanElements).values({
    ...{ ...row, unique_ref: "s".repeat(22), description: "SPA core", category: "SPA", counts_to_balance: true },
    ...{ pattern: "flexible_week", stated_pa_units: 5400, weekly_pa_units: 5400, default_basis: "time_calculated" },
  });
  const all = await load<RenderedProgress>(pageRoute.loader, { user });
  expect(all.data.balance.categories.map(({ to }) => to)).toEqual(["/progress/?of=DCC", "/progress/?of=SPA"]);
  const alone = await load<RenderedProgress>(pageRoute.loader, { user, path: "/progress/?of=SPA" });
  expect(alone.data.headline).toMatch(/^Supporting professional activities: you are /);
  expect(alone.data.balance.categories.map(({ category, to }) => [category, to])).toEqual([["SPA", "/progress/"]]);
  const element = await load<RenderedProgress>(pageRoute.loader, { user, path: `/progress/?of=${params.elementRef}` });
  expect(element.data.headline).toMatch(/^All-day orthopaedics: you are 80.00 PA behind/);
  expect(element.data.form.part).toBe(params.elementRef);
});

test("a part that the plan does not have is as if it were not asked for", async () => {
  const { user } = await withDiary();
  for (const of of ["ED", "x".repeat(22)]) {
    const { data } = await load<RenderedProgress>(pageRoute.loader, { user, path: `/progress/?of=${of}` });
    expect(data.headline).toBe("You are 80.00 PA behind, about 32.0 weeks");
    expect(data.form.part).toBe("");
  }
});

test("somebody without a plan is led to one, and has no chart", async () => {
  const user = await makeUser();
  expect((await load(pageRoute.loader, { user })).data).toBeNull();
  expect((await load(chartRoute.loader, { user })).status).toBe(404);
});

test("a diary without sessions is not behind", async () => {
  const { user, params } = await withDiary();
  await db
    .update(sessions)
    .set({ element_ref: null, start_at: 0, end_at: 60_000 })
    .where(eq(sessions.unique_ref, params.sessionRef));
  const { data } = await load<RenderedProgress>(pageRoute.loader, { user });
  expect(data.headline).toBe("Nothing is logged in this plan yet");
  expect([data.isEmpty, data.word]).toEqual([true, null]);
});

test("a plan without an element that counts has nothing to compare, and leads to its first element", async () => {
  const { user, params } = await withDiary();
  await db
    .update(jobPlanElements)
    .set({ counts_to_balance: false })
    .where(eq(jobPlanElements.unique_ref, params.elementRef));
  const { data } = await load<RenderedProgress>(pageRoute.loader, { user });
  expect(data.headline).toBe("Your plan expects nothing yet");
  expect(data.sentences).toEqual(["The plan has no elements that count. Add them to compare your work with it."]);
  expect(data.addElement).toBe(`/job_plans/${params.planRef}/element/new/`);
});

test("a plan that is still to begin expects nothing yet", async () => {
  const { user } = await withDiary();
  const { data } = await load<RenderedProgress>(pageRoute.loader, { user, now: londonInstant("2026-03-01", 600) });
  expect(data.headline).toBe("Nothing is expected before 1 April 2026");
  expect(data.chart.today).toBeNull();
});

test("a session that counts and has no PAs is named, with a way to it", async () => {
  const { user, params } = await withDiary();
  await db
    .update(sessions)
    .set({ pa_basis: "fixed", fixed_pa_units: 0, pa_units: 0 })
    .where(eq(sessions.unique_ref, params.sessionRef));
  const { data } = await load<RenderedProgress>(pageRoute.loader, { user });
  expect(data.needsValue).toEqual([
    { to: `/logbook/session/${params.sessionRef}/`, words: "Tue 17 Nov 2026, All-day orthopaedics" },
  ]);
});

test("other people's plans, and levels below 5, are kept out of page and file", async () => {
  const { params } = await withDiary();
  const other = await makeUser();
  const low = await makeUser(4);
  for (const { loader } of [pageRoute, chartRoute]) {
    expect((await load(loader, { user: other, path: `/progress/?plan=${params.planRef}` })).status).toBe(404);
    expect((await load(loader, { user: low })).location).toBe("/");
    expect((await load(loader, { user: null })).location).toBe("/login/");
  }
});

test("the chart is a file of its own, in which anybody's words are only words", async () => {
  const { user, params } = await withDiary();
  const title = `Plan <script>alert("1")</script> & more`;
  await db.update(jobPlans).set({ title }).where(eq(jobPlans.unique_ref, params.planRef));
  const { database, trips } = countingDatabase();
  const { data, headers } = await load<string>(chartRoute.loader, { user, database });
  expect(trips()).toBe(1);
  expect(headers.get("Content-Type")).toBe("image/svg+xml; charset=utf-8");
  expect(headers.get("Content-Disposition")).toBe('attachment; filename="progress-2026-11-20.svg"');
  expect(data).toContain("Plan &lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; more");
  expect(data).not.toContain("<script");
  // Every program draws it: nothing that asks for a style sheet, a script or another address.
  expect(data).not.toMatch(/<style|style=|class=|var\(|href|NaN/);
  expect(data).toContain('role="img" aria-labelledby="finding" aria-describedby="description"');
  expect(data).toContain('<title id="finding">You are 80.00 PA behind, about 32.0 weeks</title>');
});

test("the numbers under the chart are those of its lines", async () => {
  const { user } = await withDiary();
  const { data } = await load<RenderedProgress>(pageRoute.loader, { user });
  const day = data.pointRows.lines.find(({ isDay }) => isDay);
  expect(day?.first).toBe("20 Nov");
  expect(day?.figures.slice(0, 3)).toEqual(["82.50", "2.50", "−80.00"]);
  const month = (name: string) => data.barRows.lines.find(({ first }) => first === name);
  expect(month("Oct 2026")?.figures.slice(0, 2)).toEqual(["10.00", "0.00"]);
  expect(month("Nov 2026")?.figures[1]).toBe("2.50");
  expect(month("Nov 2026")?.to).toBe("/logbook/?date=2026-11-01");
  // Nothing is done yet of what is to come: that is no nought.
  expect(month("Dec 2026")?.figures[1]).toBe("");
  const expected = data.barRows.lines.reduce((sum, { figures }) => sum + Number(figures[0]), 0);
  expect(expected).toBeCloseTo(Number(data.pointRows.lines.at(-1)?.figures[0]), 1);
});

test("of a plan without an end each year is offered, and one that is over is said to have ended", async () => {
  const { user, params } = await withDiary();
  await db
    .update(jobPlans)
    .set({ date_start: "2025-04-01", date_end: null })
    .where(eq(jobPlans.unique_ref, params.planRef));
  const { data } = await load<RenderedProgress>(pageRoute.loader, { user });
  expect(data.over).toContain("1 April 2026 to 31 March 2027");
  expect(data.form.years).toEqual([
    { value: "2026-04-01", label: "1 April 2026 to 31 March 2027" },
    { value: "2025-04-01", label: "1 April 2025 to 31 March 2026" },
  ]);
  const path = `/progress/?plan=${params.planRef}&day=2025-04-01`;
  await db
    .update(sessions)
    .set({ start_at: londonInstant("2025-11-18", 480), end_at: londonInstant("2025-11-18", 1080) })
    .where(eq(sessions.unique_ref, params.sessionRef));
  const before = await load<RenderedProgress>(pageRoute.loader, { user, path });
  expect(before.data.headline).toMatch(/^You ended \d+\.\d\d PA behind/);
  expect([before.data.chart.today, before.data.forecast]).toEqual([null, null]);
});

test.each([
  ["2023-04-01", "2024-03-31"],
  ["2028-04-01", "2029-03-31"],
])("a plan from %s says that not all of its bank holidays are known, on the page and in the file", async (date_start, date_end) => {
  const { user, params } = await withDiary();
  const words =
    "Bank holidays are known from 1 January 2024 to 31 December 2028: before and after they count as working days.";
  const known = await load<RenderedProgress>(pageRoute.loader, { user });
  expect(known.data.sentences).not.toContain(words);
  await db.update(jobPlans).set({ date_start, date_end }).where(eq(jobPlans.unique_ref, params.planRef));
  const { data } = await load<RenderedProgress>(pageRoute.loader, { user });
  expect(data.sentences).toContain(words);
  const file = await load<string>(chartRoute.loader, { user });
  expect(file.data).toContain("Bank holidays");
});

test("an archived element that was worked is named, with the way to change a plan from a date on", async () => {
  const { user, params } = await withDiary();
  expect((await load<RenderedProgress>(pageRoute.loader, { user })).data.archived).toBeNull();
  // Nothing was ever expected of extra work, nor is anything missed of what was never worked.
  const element = { user_id: user.id, created_at: 0, updated_at: 0, plan_ref: params.planRef, active: false };
  const flexible = { pattern: "flexible_week", weekly_pa_units: 0, default_basis: "time_calculated" } as const;
  await db.insert(jobPlanElements).values([
    {
      ...element,
      ...flexible,
      unique_ref: newRef(),
      description: "Extra",
      category: "Extra",
      counts_to_balance: false,
    },
    { ...element, ...flexible, unique_ref: newRef(), description: "Idle", category: "SPA", counts_to_balance: true },
  ]);
  expect((await load<RenderedProgress>(pageRoute.loader, { user })).data.archived).toBeNull();
  await db.update(jobPlanElements).set({ active: false }).where(eq(jobPlanElements.unique_ref, params.elementRef));
  const { data } = await load<RenderedProgress>(pageRoute.loader, { user });
  expect(data.archived).toEqual({
    words:
      "All-day orthopaedics is archived. The plan expects nothing of it, not even for the time before. Its sessions still count as done.",
    change: `/job_plans/${params.planRef}/change/`,
  });
});

test("a part in which nothing is done is behind all the same, and the diary is not empty", async () => {
  const { user, params } = await withDiary();
  const row = { user_id: user.id, created_at: 0, updated_at: 0, plan_ref: params.planRef };
  await db.insert(jobPlanElements).values({
    ...{ ...row, unique_ref: "t".repeat(22), description: "SPA core", category: "SPA", counts_to_balance: true },
    ...{ pattern: "flexible_week", stated_pa_units: 5400, weekly_pa_units: 5400, default_basis: "time_calculated" },
  });
  const { data } = await load<RenderedProgress>(pageRoute.loader, { user, path: "/progress/?of=SPA" });
  expect(data.headline).toMatch(/^Supporting professional activities: you are .* behind/);
  expect([data.isEmpty, data.word?.word]).toEqual([false, "well behind"]);
});

test("where nothing is logged no part is behind either, and the sentences do not add up what is missing", async () => {
  const { user, params } = await withDiary();
  await db.delete(sessions).where(eq(sessions.user_id, user.id));
  for (const path of ["/progress/", "/progress/?of=DCC"]) {
    const { data } = await load<RenderedProgress>(pageRoute.loader, { user, path });
    expect(data).toMatchObject({ headline: "Nothing is logged in this plan yet", word: null, isEmpty: true });
    expect(data.sentences).toEqual([
      "Once you log a session, your work is compared with what the plan expects from 1 April 2026.",
    ]);
    expect(data.balance.categories.map(({ tone }) => tone)).toEqual(["level"]);
  }
  const { data } = await load<RenderedProgress>(pageRoute.loader, { user });
  expect(data.beganLater).toEqual({
    words: "If you began to use Daybook after that day, the plan can count from later.",
    to: `/job_plans/${params.planRef}/edit/`,
  });
});

test("a first session long after the plan's first day leads to the day that the plan counts from", async () => {
  const { user } = await withDiary();
  const { data } = await load<RenderedProgress>(pageRoute.loader, { user });
  expect(data.beganLater?.words).toMatch(/^The plan counts from 1 April 2026, and your first session is on /);
  const [one] = await db.select().from(sessions).where(eq(sessions.user_id, user.id));
  if (!one) throw new Error("The diary has its session");
  // Somebody with a diary from before did not begin during the plan.
  await db.insert(sessions).values({
    ...one,
    ...{
      unique_ref: "b".repeat(22),
      start_at: londonInstant("2026-03-30", 480),
      end_at: londonInstant("2026-03-30", 540),
    },
  });
  expect((await load<RenderedProgress>(pageRoute.loader, { user })).data.beganLater).toBeNull();
});

test("another plan is shown by the year of today, and whole, whatever was shown of the one before", async () => {
  const { user, params } = await withDiary();
  const [plan] = await db.select().from(jobPlans).where(eq(jobPlans.unique_ref, params.planRef));
  if (!plan) throw new Error("The diary has its plan");
  const open = { date_start: "2020-01-01", date_end: null, employer: "University", title: "University" };
  await db.insert(jobPlans).values({ ...plan, ...open, unique_ref: "o".repeat(22) });
  const { data } = await load<RenderedProgress>(pageRoute.loader, { user });
  expect(data.form.hidden).toEqual([["was", params.planRef]]);
  const asked = `/progress/?was=${params.planRef}&plan=${"o".repeat(22)}&day=2020-04-01&of=DCC`;
  const other = await load<RenderedProgress>(pageRoute.loader, { user, path: asked });
  expect([other.data.form.year, other.data.form.part]).toEqual(["2026-01-01", ""]);
  const same = await load<RenderedProgress>(pageRoute.loader, {
    user,
    path: `/progress/?was=${"o".repeat(22)}&plan=${"o".repeat(22)}&day=2020-04-01`,
  });
  expect(same.data.form.year).toBe("2020-01-01");
  // A year to come is there to choose when an address asks for it.
  const later = await load<RenderedProgress>(pageRoute.loader, {
    user,
    path: `/progress/?plan=${"o".repeat(22)}&day=2028-04-01`,
  });
  expect(later.data.form.year).toBe("2028-01-01");
  expect(later.data.form.years[0]?.value).toBe("2028-01-01");
});
