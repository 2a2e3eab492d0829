import { and, asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { newRef } from "~/db/columns.server";
import { jobPlanElements, jobPlans } from "~/job-plans/table.server";
import * as page from "~/routes/job-plans/plan-diary";
import type { ShownLine } from "~/sessions/plan-diary";
import { sessions } from "~/sessions/table.server";
import { londonMoment } from "~/time/london";
import type { FormState } from "~/ui/form-state";
import { makeDiary } from "../support/diary";
import { countingDatabase, db, load, makeUser, racingDatabase, submit } from "../support/harness";

interface Shown {
  answers: Record<string, unknown>;
  lines: ShownLine[];
}
interface Answered {
  form: FormState;
  lines: ShownLine[];
}

async function diary() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const form = (some: Record<string, string> = {}) => ({
    idempotency_key: newRef(),
    from: "10/11/2026",
    until: "1/12/2026",
    skip_bank_holidays: "yes",
    elements: params.elementRef,
    act: "make",
    shown: "3",
    ...some,
  });
  const made = () =>
    db.select().from(sessions).where(eq(sessions.user_ref, user.unique_ref)).orderBy(asc(sessions.start_at));
  return { user, params, form, made };
}

test("the page begins with today, the plan's end and all timed elements, in one batch", async () => {
  const { user, params } = await diary();
  const { database, trips } = countingDatabase();
  const { data } = await load<Shown>(page.loader, { user, params, database });
  expect(data.answers).toEqual({
    from: "21/11/2026",
    until: "31/03/2027",
    skip_bank_holidays: "yes",
    elements: [params.elementRef],
  });
  expect(data.lines).toMatchObject([{ element: "All-day orthopaedics", when: "Tue 08:00–18:00", already: 0 }]);
  expect([data.lines[0]?.dates.length, data.lines[0]?.dates[0], trips()]).toEqual([19, "2026-11-24", 1]);
});

test("an open plan makes a year, and one that is over begins at its start", async () => {
  const { user, params } = await diary();
  const set = (dates: { date_start?: string; date_end?: string | null }) =>
    db.update(jobPlans).set(dates).where(eq(jobPlans.unique_ref, params.planRef));
  await set({ date_end: null });
  expect((await load<Shown>(page.loader, { user, params })).data.answers.until).toBe("20/11/2027");
  await set({ date_end: "2026-10-31" });
  expect((await load<Shown>(page.loader, { user, params })).data.answers.from).toBe("01/04/2026");
});

test("the button for the dates shows them, and what is there already, and writes nothing", async () => {
  const { user, params, form, made } = await diary();
  const answer = await submit<Answered>(page.action, form({ act: "dates" }), { user, params });
  expect([answer.status, answer.data.form.errors]).toEqual([200, {}]);
  expect(answer.data.lines).toEqual([
    {
      element: "All-day orthopaedics",
      when: "Tue 08:00–18:00",
      dates: ["2026-11-10", "2026-11-24", "2026-12-01"],
      skipped: [],
      already: 1,
    },
  ]);
  expect(await made()).toHaveLength(1);
});

test("the sessions are made as a series of ordinary sessions; what is there stays; a second time makes nothing", async () => {
  const { user, params, form, made } = await diary();
  const fields = form();
  const first = await submit(page.action, fields, { user, params });
  expect([first.status, first.location]).toEqual([302, "/logbook/"]);
  const rows = await made();
  expect(rows.map(({ start_at }) => londonMoment(start_at))).toEqual(
    ["2026-11-10", "2026-11-17", "2026-11-24", "2026-12-01"].map((date) => ({ date, minute: 480 })),
  );
  const fresh = rows.filter(({ unique_ref }) => unique_ref !== params.sessionRef);
  expect(new Set(fresh.map((row) => row.recurring_uuid)).size).toBe(1);
  expect(fresh.map(({ pa_units, element_ref }) => [pa_units, element_ref])).toEqual(
    Array.from({ length: 3 }, () => [9000, params.elementRef]),
  );
  // The same form again, and the same wish from another page.
  expect((await submit(page.action, fields, { user, params })).status).toBe(302);
  expect((await submit(page.action, form({ shown: "3" }), { user, params })).status).toBe(409);
  expect(await made()).toHaveLength(4);
});

test("more of a series joins what was made of it before", async () => {
  const { user, params, form, made } = await diary();
  await submit(page.action, form(), { user, params });
  await submit(page.action, form({ until: "15/12/2026", shown: "2" }), { user, params });
  const rows = (await made()).filter(({ unique_ref }) => unique_ref !== params.sessionRef);
  expect([rows.length, new Set(rows.map((row) => row.recurring_uuid)).size]).toEqual([5, 1]);
});

test("a session that somebody makes meanwhile is not made twice", async () => {
  const { user, params, form, made } = await diary();
  const meanwhile = () => submit(page.action, form(), { user, params });
  const database = racingDatabase(2, meanwhile);
  expect((await submit(page.action, form(), { user, params, database })).status).toBe(302);
  expect(await made()).toHaveLength(4);
});

test("choices that make other dates than were shown make nothing, and show theirs", async () => {
  const { user, params, form, made } = await diary();
  const answer = await submit<Answered>(page.action, form({ until: "8/12/2026" }), { user, params });
  expect([answer.status, answer.data.form.errors[""]?.[0]]).toEqual([
    409,
    "Nothing was made yet: these choices make 4 sessions now, where 3 were shown. Look at the dates below, then press the button again",
  ]);
  expect(answer.data.lines[0]?.dates).toHaveLength(4);
  expect(await made()).toHaveLength(1);
});

test("bank holidays are left out by choice, and otherwise worth premium time", async () => {
  const { user, params, form, made } = await diary();
  await db.update(jobPlans).set({ date_end: "2028-03-31" }).where(eq(jobPlans.unique_ref, params.planRef));
  const { skip_bank_holidays: _, ...all } = form({ from: "28/12/2027", until: "4/1/2028", shown: "2" });
  const asked = await submit<Answered>(page.action, form({ from: "28/12/2027", until: "4/1/2028", act: "dates" }), {
    user,
    params,
  });
  expect(asked.data.lines[0]).toMatchObject({ dates: ["2028-01-04"], skipped: ["2027-12-28"] });
  await submit(page.action, all, { user, params });
  expect((await made()).slice(1).map(({ pa_units }) => pa_units)).toEqual([12_000, 9000]);
});

test.each([
  [{ from: "31/3/2026" }, { from: ["Enter a date from 1 April 2026 on, when the plan starts"] }],
  [{ from: "1/4/2027", until: "2/4/2027" }, { from: ["Enter a date up to 31 March 2027, when the plan ends"] }],
  [{ until: "1/4/2027" }, { until: ["Enter a date up to 31 March 2027, when the plan ends"] }],
  [{ until: "9/11/2026" }, { until: ["Enter a date on or after the first date"] }],
  [{ elements: "" }, { elements: ["Choose at least one element"] }],
  [{ elements: newRef() }, { elements: ["Choose at least one element"] }],
  [{ from: "" }, { from: ["Enter the first date, such as 27/3/2026"] }],
])("%o says what to mend, whichever button is pressed", async (some, errors) => {
  const { user, params, form } = await diary();
  for (const act of ["make", "dates"]) {
    const answer = await submit<Answered>(page.action, form({ ...some, act } as Record<string, string>), {
      user,
      params,
    });
    expect([answer.status, answer.data.form.errors]).toEqual([422, errors]);
  }
});

test("an element without fixed times, or archived, makes nothing", async () => {
  const { user, params } = await diary();
  for (const change of [{ pattern: "flexible_week" as const }, { pattern: "fixed_times" as const, active: false }]) {
    await db.update(jobPlanElements).set(change).where(eq(jobPlanElements.unique_ref, params.elementRef));
    expect((await load<Shown>(page.loader, { user, params })).data.lines).toEqual([]);
  }
});

test("somebody else's plan is not there", async () => {
  const { params, form, made } = await diary();
  const stranger = await makeUser();
  expect((await load(page.loader, { user: stranger, params })).status).toBe(404);
  for (const fields of [form(), form({ from: "" })]) {
    expect((await submit(page.action, fields, { user: stranger, params })).status).toBe(404);
  }
  expect(await made()).toHaveLength(1);
  expect(await db.$count(sessions, and(eq(sessions.user_ref, stranger.unique_ref)))).toBe(0);
});
