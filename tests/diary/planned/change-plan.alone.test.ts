import { and, asc, eq, gte, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { cases } from "~/diary/cases/table.server";
import { cancellations, sessions } from "~/diary/sessions/table.server";
import { jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { type LondonDate, londonInstant, londonMoment } from "~/platform/time/london";
import * as page from "~/routes/job-plans/plan-change";
import * as fill from "~/routes/job-plans/plan-diary";
import * as planEnd from "~/routes/job-plans/plan-end";
import * as planNew from "~/routes/job-plans/plan-form";
import * as undo from "~/routes/logbook/undo";
import { type ChangeAnswer, changeOf, changePlan } from "../../support/change-plan";
import { lockDays } from "../../support/diary";
import { allRows } from "../../support/every-row";
import { flashOf } from "../../support/flash";
import { db, load, makeUser, NOW, racingDatabase, submit } from "../../support/harness";

const THEATRE = {
  ...{ template: "theatre", title: "Job plan 2026/27", employer: "", date_start: "1/4/2026", date_end: "31/3/2027" },
  ...{ method: "weekly_leave_adjusted", weeks_per_year: "42", contracted_pa: "10", counts: "start", nation: "england" },
  ...{ premium_days: ["6", "7"], bank_holidays_premium: "yes" },
};

/** A full-time plan, its diary filled from a day, by default today, Sat 21 November 2026, to its end. */
async function consultant(plan: Record<string, string> = {}, filledFrom = "21/11/2026") {
  const user = await makeUser();
  const made = await submit(planNew.action, { ...THEATRE, ...plan, idempotency_key: newRef() }, { user });
  const planRef = made.location?.split("/")[2] ?? "";
  const elements = await elementsOf(planRef);
  const timed = elements.filter(({ pattern }) => pattern === "fixed_times").map(({ unique_ref }) => unique_ref);
  const choice = { idempotency_key: newRef(), from: filledFrom, until: "31/3/2027", element_refs: timed };
  const ticks = { skip_bank_holidays: "yes", skip_leave: "yes" };
  const ask = { user, params: { planRef } };
  const { data } = await submit<{ shown: string }>(fill.action, { ...choice, ...ticks, intent: "dates" }, ask);
  const filled = await submit(fill.action, { ...choice, ...ticks, intent: "make", shown: data.shown }, ask);
  expect(filled.status).toBe(302);
  const { answers } = (await load<{ answers: Record<string, string | string[]> }>(page.loader, ask)).data;
  const fields = changeOf({ ...answers, from: "1/1/2027" });
  /** The place of an element in the form. */
  const line = (name: string) => `lines[${elements.findIndex(({ description }) => description === name)}]`;
  return { user, planRef, ask, fields, line, elements };
}

function elementsOf(planRef: string) {
  const { sort_order, plan_ref } = jobPlanElements;
  return db.select().from(jobPlanElements).where(eq(plan_ref, planRef)).orderBy(asc(sort_order));
}

async function sessionsFrom(userId: number, date: LondonDate) {
  const rows = await db
    .select({ start_at: sessions.start_at, element: jobPlanElements.description, plan: jobPlanElements.plan_ref })
    .from(sessions)
    .innerJoin(
      jobPlanElements,
      and(eq(jobPlanElements.user_id, userId), eq(jobPlanElements.unique_ref, sessions.element_ref)),
    )
    .where(and(eq(sessions.user_id, userId), gte(sessions.start_at, londonInstant(date))))
    .orderBy(asc(sessions.start_at));
  return rows.map(({ start_at, ...row }) => ({ ...row, date: londonMoment(start_at).date }));
}

const planOfLocation = (location: string | null) => location?.split("/")[2] ?? "";

/** The change of the issue: the ENT list is dropped, the trauma list goes from Wednesday to Monday, 10 PA become 9. */
function dropAndMove({ fields, line }: Awaited<ReturnType<typeof consultant>>) {
  const { [`${line("ENT list")}.keep`]: _, ...rest } = fields;
  return { ...rest, contracted_pa: "9", [`${line("Trauma list")}.schedule[0].weekday`]: "1" };
}

test("a change says what it does, does exactly that, and one undo brings back every row", async () => {
  const made = await consultant();
  const { user, planRef, ask } = made;
  const before = await allRows();
  const was = await sessionsFrom(user.id, "2027-01-01");
  const { looked, change, done, sent } = await changePlan(dropAndMove(made), ask);
  expect(looked.status).toBe(200);
  // By hand, January to March 2027. Tuesdays from 5 January: 13. Thursdays from 7 January: 12. The list of Wednesday
  // has 13 days from 6 January. Mondays from 4 January: 13, of which Easter Monday is 29 March: 12 are left.
  expect(change).toMatchObject({
    title: "Job plan 2026/27 from 1 January 2027",
    dates: "1 January to 31 March 2027",
    ends: "Job plan 2026/27 ends on 31 December 2026.",
    contracted: { was: "10.00", is: "9.00" },
    gone: [
      { description: "Trauma list", isRemoved: true },
      { description: "ENT list", isRemoved: true },
    ],
  });
  expect(change?.gone.map(({ dates }) => dates.length)).toEqual([
    13,
    was.filter((each) => each.element === "ENT list").length,
  ]);
  expect(change?.elements.map(({ name, state, moved, made: days }) => [name, state, moved, days.length])).toEqual([
    ["All-day theatre list", "As before", 13, 0],
    ["Trauma list", "Changed", 0, 12],
    ["Second on-call", "As before", 0, 0],
    ["Visits and clinical admin", "As before", 0, 0],
    ["SPA core", "As before", 0, 0],
    ["SPA teaching", "As before", 12, 0],
    ["ENT list", "Dropped", 0, 0],
  ]);
  expect(done.status).toBe(302);
  const next = planOfLocation(done.location);
  const now = await sessionsFrom(user.id, "2027-01-01");
  expect([...new Set(now.map(({ plan }) => plan))]).toEqual([next]);
  expect(
    Object.fromEntries([...Map.groupBy(now, ({ element }) => element)].map(([name, all]) => [name, all.length])),
  ).toEqual({
    ...{ "All-day theatre list": 13, "SPA teaching": 12, "Trauma list": 12 },
  });
  expect(new Set(now.map(({ date, element }) => `${date} ${element}`)).size).toBe(now.length);
  expect(
    (await sessionsFrom(user.id, "2026-11-21"))
      .filter(({ date }) => date < "2027-01-01")
      .every(({ plan }) => plan === planRef),
  ).toBe(true);
  // The same press again, as from a browser that lost the answer.
  const again = await submit(page.action, sent, ask);
  expect([again.location, flashOf(again)]).toEqual([done.location, flashOf(done)]);
  const undone = await submit(undo.action, {}, { user, params: { undoRef: flashOf(done).undo as string } });
  expect(undone.status).toBe(302);
  const diary = ["job_plans", "job_plan_elements", "element_schedule", "sessions", "cancellations", "cases", "fees"];
  const of = (rows: Awaited<ReturnType<typeof allRows>>) => rows.filter(({ name }) => diary.includes(name));
  expect(of(await allRows())).toEqual(of(before));
});

/** How many sessions each element has, by its plan. */
function tally(rows: Awaited<ReturnType<typeof sessionsFrom>>, plan: string) {
  const own = rows.filter((row) => row.plan === plan);
  return Object.fromEntries([...Map.groupBy(own, ({ element }) => element)].map(([name, all]) => [name, all.length]));
}

test("what is logged keeps its time and PAs: a moved list goes on with it, a dropped one is archived in the new plan", async () => {
  const made = await consultant({}, "2/11/2026");
  const { user, planRef, ask } = made;
  const before = await db.select().from(sessions).where(eq(sessions.user_id, user.id)).orderBy(asc(sessions.start_at));
  const { change, done } = await changePlan({ ...dropAndMove(made), from: "2/11/2026" }, ask);
  // By hand, 2 to 20 November: Wednesdays 4, 11 and 18; the ENT list each second Friday from 3 April: 13 November.
  const of = (name: string) => change?.elements.find((each) => each.name === name);
  expect([of("Trauma list")?.moved, of("ENT list")?.moved, change?.archived]).toEqual([3, 1, ["ENT list"]]);
  const next = planOfLocation(done.location);
  const past = (await sessionsFrom(user.id, "2026-11-02")).filter(({ date }) => date < "2026-11-21");
  expect(tally(past, next)).toEqual({ "All-day theatre list": 3, "Trauma list": 3, "SPA teaching": 3, "ENT list": 1 });
  expect(tally(past, planRef)).toEqual({});
  const ent = (await elementsOf(next)).filter(({ description }) => description === "ENT list");
  expect(ent).toMatchObject([{ active: false, counts_to_balance: true }]);
  const after = await db.select().from(sessions).where(eq(sessions.user_id, user.id)).orderBy(asc(sessions.start_at));
  const logged = (rows: typeof before) =>
    rows
      .filter(({ start_at }) => start_at < londonInstant("2026-11-21"))
      .map(({ unique_ref, start_at, end_at, pa_units, pa_rules, pa_basis }) => [
        unique_ref,
        start_at,
        end_at,
        pa_units,
        pa_rules,
        pa_basis,
      ]);
  expect(logged(after)).toEqual(logged(before));
});

test("what is not ticked stays, as a session of the new plan", async () => {
  const made = await consultant();
  const { user, elements, ask } = made;
  const refs = elements.filter(({ description }) => /ENT|Trauma/.test(description)).map(({ unique_ref }) => unique_ref);
  const before = await sessionsFrom(user.id, "2027-01-01");
  const { change, done } = await changePlan(dropAndMove(made), ask, refs);
  const now = tally(await sessionsFrom(user.id, "2027-01-01"), planOfLocation(done.location));
  const count = (name: string) => before.filter(({ element }) => element === name).length;
  expect(change?.gone.map(({ dates }) => dates.length)).toEqual([count("Trauma list"), count("ENT list")]);
  expect([now["Trauma list"], now["ENT list"]]).toEqual([count("Trauma list") + 12, count("ENT list")]);
});

test("what is planned after a new, earlier end is removed, or stays with its old element", async () => {
  const made = await consultant();
  const { user, planRef, fields, elements, ask } = made;
  const theatre = await enterOnPurpose(user.id, "All-day theatre list", "2027-02-01");
  const before = await sessionsFrom(user.id, "2027-02-01");
  const spa = elements.find(({ description }) => description === "SPA teaching")?.unique_ref ?? "";
  const { change, done } = await changePlan({ ...fields, date_end: "31/1/2027" }, ask, [spa]);
  const count = (name: string) => before.filter(({ element }) => element === name).length;
  expect(change?.gone.find(({ ref }) => ref === spa)?.dates).toHaveLength(count("SPA teaching"));
  expect(change?.gone.flatMap(({ dates }) => dates)).toHaveLength(before.length - 1);
  expect(done.status).toBe(302);
  const after = await sessionsFrom(user.id, "2027-02-01");
  expect(tally(after, planRef)).toEqual({ "All-day theatre list": 1, "SPA teaching": count("SPA teaching") });
  expect(after).toHaveLength(1 + count("SPA teaching"));
  expect(await db.select().from(sessions).where(eq(sessions.unique_ref, theatre))).toHaveLength(1);
});

test("a planned session with a case is not removed with its list", async () => {
  const made = await consultant();
  const { user, ask } = made;
  const [session] = await db
    .select({ ref: sessions.unique_ref })
    .from(sessions)
    .innerJoin(jobPlanElements, eq(jobPlanElements.unique_ref, sessions.element_ref))
    .where(sql`${sessions.user_id} = ${user.id} AND ${sessions.start_at} > ${londonInstant("2027-01-01")}
      AND ${jobPlanElements.description} = 'ENT list'`)
    .limit(1);
  const row = { user_id: user.id, unique_ref: newRef(), created_at: NOW, updated_at: NOW };
  await db.insert(cases).values({ ...row, session_ref: session?.ref ?? "", position: 0 } as typeof cases.$inferInsert);
  const { change, done } = await changePlan(dropAndMove(made), ask);
  expect(change?.archived).toEqual(["ENT list"]);
  expect(tally(await sessionsFrom(user.id, "2027-01-01"), planOfLocation(done.location))["ENT list"]).toBe(1);
});

test("a new list of the same kind at the time of a dropped one takes its sessions over, and none is made", async () => {
  const made = await consultant();
  const { user, fields, line, ask } = made;
  const { [`${line("Trauma list")}.keep`]: _, ...rest } = fields;
  const added = { description: "Day surgery", category: "DCC", pa: "", weekday: "3", start: "08:00", end: "18:00" };
  const named = Object.entries(added).map(([part, value]) => [`added[0].${part}`, value]);
  const { change, done } = await changePlan({ ...rest, ...Object.fromEntries(named) }, ask);
  expect(change?.gone).toEqual([]);
  expect(change?.elements.find(({ name }) => name === "Day surgery")).toMatchObject({
    state: "New",
    moved: 13,
    made: [],
  });
  expect(tally(await sessionsFrom(user.id, "2027-01-01"), planOfLocation(done.location))["Day surgery"]).toBe(13);
});

test("a dropped list whose logged sessions stay keeps its name: one added under it for another kind of work is refused", async () => {
  const made = await consultant({}, "2/11/2026");
  const added = { description: "ent LIST", category: "SPA", pa: "1" };
  const named = Object.entries(added).map(([part, value]) => [`added[0].${part}`, value]);
  const fields = { ...dropAndMove(made), from: "2/11/2026", ...Object.fromEntries(named) };
  const { done } = await changePlan(fields, made.ask);
  expect([done.status, done.data?.form.errors]).toEqual([
    422,
    { "added[0].description": ["Sessions of ENT list stay in the new plan under this name. Choose another name"] },
  ]);
  expect((await changePlan({ ...fields, "added[0].description": "ENT audit" }, made.ask)).done.status).toBe(302);
});

test("other contracted PAs alone move every session and touch no other", async () => {
  const { user, fields, planRef, ask } = await consultant();
  const before = await sessionsFrom(user.id, "2026-11-21");
  const { change, done } = await changePlan({ ...fields, contracted_pa: "9.5" }, ask);
  expect([change?.gone, change?.elements.every(({ state }) => state === "As before")]).toEqual([[], true]);
  const next = planOfLocation(done.location);
  const moved = ({ date, plan, ...row }: (typeof before)[number]) => ({
    ...row,
    date,
    plan: date < "2027-01-01" ? plan : next,
  });
  expect(await sessionsFrom(user.id, "2026-11-21")).toEqual(before.map(moved));
  const plans = await db.select().from(jobPlans).where(eq(jobPlans.user_id, user.id)).orderBy(asc(jobPlans.date_start));
  expect(
    plans.map(({ unique_ref, contracted_pa_units, date_end }) => [unique_ref, contracted_pa_units, date_end]),
  ).toEqual([
    [planRef, 36_000, "2026-12-31"],
    [next, 34_200, "2027-03-31"],
  ]);
});

test.each([
  ["1/10/2026", "2026-11-21", 900],
  ["21/11/2026", "2026-11-21", 900],
  ["22/11/2026", null, 0],
])("a plan that counts from 21 November and is changed from %s counts from %s", async (from, counts_from, balance) => {
  const { planRef, fields, ask } = await consultant({ counts: "today" });
  await db.update(jobPlans).set({ opening_balance_pa_units: 900 }).where(eq(jobPlans.unique_ref, planRef));
  const { done } = await changePlan({ ...fields, from }, ask);
  const ref = planOfLocation(done.location);
  expect(await db.select().from(jobPlans).where(eq(jobPlans.unique_ref, ref))).toMatchObject([
    { counts_from, opening_balance_pa_units: balance },
  ]);
});

test("a plan that has ended goes on after a gap, whose sessions stay as they are", async () => {
  const { user, fields, planRef, ask } = await consultant();
  const [plan] = await db.select().from(jobPlans).where(eq(jobPlans.unique_ref, planRef));
  await submit(planEnd.action, { version: String(plan?.version), date_end: "31/12/2026", after: "keep" }, ask);
  const { change, done } = await changePlan({ ...fields, from: "1/3/2027" }, ask);
  expect(change?.ends).toBeNull();
  const rows = await sessionsFrom(user.id, "2027-01-01");
  expect(
    rows.map(({ date, plan: own }) => own === (date < "2027-03-01" ? planRef : planOfLocation(done.location))),
  ).not.toContain(false);
  const ends = await db.select().from(jobPlans).where(eq(jobPlans.user_id, user.id)).orderBy(asc(jobPlans.date_start));
  expect(ends.map(({ date_start, date_end }) => [date_start, date_end])).toEqual([
    ["2026-04-01", "2026-12-31"],
    ["2027-03-01", "2027-03-31"],
  ]);
});

test("a plan is ended: what is planned after it is asked about, and removed with the end, in one undo", async () => {
  const { user, planRef, ask } = await consultant();
  const [plan] = await db.select().from(jobPlans).where(eq(jobPlans.unique_ref, planRef));
  const form = { version: String(plan?.version), date_end: "31/12/2026" };
  const before = await sessionsFrom(user.id, "2026-11-21");
  const after = before.filter(({ date }) => date > "2026-12-31");
  const asked = await submit<ChangeAnswer>(planEnd.action, form, ask);
  expect([asked.status, asked.data.form.errors]).toEqual([
    422,
    {
      after: [`${after.length} sessions of this plan are planned after 31 December 2026. Choose whether to keep them`],
    },
  ]);
  const done = await submit(planEnd.action, { ...form, after: "remove", asked: "31/12/2026" }, ask);
  expect(done.status).toBe(302);
  expect(await sessionsFrom(user.id, "2026-11-21")).toEqual(before.filter(({ date }) => date <= "2026-12-31"));
  const again = await submit(planEnd.action, { ...form, after: "remove", asked: "31/12/2026" }, ask);
  expect(flashOf(again)).toEqual(flashOf(done));
  await submit(undo.action, {}, { user, params: { undoRef: flashOf(done).undo as string } });
  expect(await sessionsFrom(user.id, "2026-11-21")).toEqual(before);
});

/** Makes a planned session from a day on one that is not of a series. @returns its reference */
async function enterOnPurpose(userId: number, element: string, from = "2027-01-01") {
  const [session] = await db
    .select({ ref: sessions.unique_ref })
    .from(sessions)
    .innerJoin(jobPlanElements, eq(jobPlanElements.unique_ref, sessions.element_ref))
    .where(sql`${sessions.user_id} = ${userId} AND ${sessions.start_at} > ${londonInstant(from)}
      AND ${jobPlanElements.description} = ${element}`)
    .limit(1);
  const ref = session?.ref ?? "";
  await db.update(sessions).set({ recurring_uuid: null }).where(eq(sessions.unique_ref, ref));
  return ref;
}

test("a session that is not of a series stays, in a change as in an end", async () => {
  const made = await consultant();
  const trauma = await enterOnPurpose(made.user.id, "Trauma list");
  const { change, done } = await changePlan(dropAndMove(made), made.ask);
  expect(change?.gone.find(({ description }) => description === "Trauma list")?.dates).toHaveLength(12);
  const next = planOfLocation(done.location);
  const [kept] = await db.select().from(sessions).where(eq(sessions.unique_ref, trauma));
  const own = (await elementsOf(next)).find(({ unique_ref }) => unique_ref === kept?.element_ref);
  expect(own?.description).toBe("Trauma list");
  const [plan] = await db.select().from(jobPlans).where(eq(jobPlans.unique_ref, next));
  const form = { version: String(plan?.version), date_end: "1/1/2027", after: "remove", asked: "1/1/2027" };
  const ended = await submit(planEnd.action, form, { user: made.user, params: { planRef: next } });
  expect(ended.status).toBe(302);
  expect(tally(await sessionsFrom(made.user.id, "2027-01-02"), next)).toEqual({ "Trauma list": 1 });
});

test("an end removes nothing after another day than was asked about, nor what gets a case meanwhile", async () => {
  const { user, planRef, ask } = await consultant();
  const [plan] = await db.select().from(jobPlans).where(eq(jobPlans.unique_ref, planRef));
  const before = await sessionsFrom(user.id, "2026-11-21");
  const form = { version: String(plan?.version), date_end: "31/12/2026", after: "remove" };
  const other = await submit<ChangeAnswer>(planEnd.action, { ...form, asked: "31/1/2027" }, ask);
  expect([other.status, Object.keys(other.data.form.errors)]).toEqual([422, ["after"]]);
  const somebodyAdds = async () => {
    const last = db.select().from(sessions).where(eq(sessions.user_id, user.id)).orderBy(sql`start_at DESC`).limit(1);
    const row = { user_id: user.id, unique_ref: newRef(), created_at: NOW, updated_at: NOW };
    const session_ref = (await last)[0]?.unique_ref ?? "";
    await db.insert(cases).values({ ...row, session_ref, position: 0 } as typeof cases.$inferInsert);
  };
  const raced = await submit<ChangeAnswer>(
    planEnd.action,
    { ...form, asked: "31/12/2026" },
    { ...ask, database: racingDatabase(2, somebodyAdds) },
  );
  expect(raced.status).toBe(409);
  expect(await sessionsFrom(user.id, "2026-11-21")).toEqual(before);
});

test("a planned session that did not happen is not made anew", async () => {
  const made = await consultant();
  const { user, ask, elements } = made;
  const trauma = elements.find(({ description }) => description === "Trauma list")?.unique_ref ?? "";
  const row = { user_id: user.id, unique_ref: newRef(), created_at: NOW, updated_at: NOW };
  await db.insert(cancellations).values({ ...row, element_ref: trauma, start_at: londonInstant("2027-01-04", 480) });
  const { change, done } = await changePlan(dropAndMove(made), ask);
  const [off] = await db.select().from(cancellations).where(eq(cancellations.unique_ref, row.unique_ref));
  const next = (await elementsOf(planOfLocation(done.location))).find(
    ({ unique_ref }) => unique_ref === off?.element_ref,
  );
  expect(next?.description).toBe("Trauma list");
  const days = change?.elements.find(({ name }) => name === "Trauma list")?.made;
  expect([days?.length, days?.[0]]).toEqual([11, "2027-01-11"]);
});

test("a change is not made of another diary than was shown, nor while it is changed", async () => {
  const made = await consultant();
  const { user, planRef, elements, ask } = made;
  const looked = await submit<ChangeAnswer>(page.action, { ...dropAndMove(made), intent: "show" }, ask);
  const sent = { ...dropAndMove(made), shown: looked.data.change?.shown ?? "", intent: "make" };
  const before = await allRows();
  const [session] = await db
    .select()
    .from(sessions)
    .where(eq(sessions.user_id, user.id))
    .orderBy(sql`start_at DESC`)
    .limit(1);
  const somebodyAdds = () =>
    db.insert(sessions).values({
      ...session,
      unique_ref: newRef(),
      element_ref: elements[0]?.unique_ref ?? "",
    } as typeof sessions.$inferInsert);
  const raced = await submit<ChangeAnswer>(page.action, sent, { ...ask, database: racingDatabase(2, somebodyAdds) });
  const late = await submit<ChangeAnswer>(page.action, sent, ask);
  for (const { status, data } of [raced, late]) {
    expect([status, data.form.errors[""]?.[0]]).toEqual([409, expect.stringMatching(/^Nothing was changed yet/)]);
    expect(data.change?.shown).not.toBe(sent.shown);
  }
  const plans = await db.select().from(jobPlans).where(eq(jobPlans.user_id, user.id));
  expect(plans.map(({ unique_ref, date_end }) => [unique_ref, date_end])).toEqual([[planRef, "2027-03-31"]]);
  expect((await allRows()).filter(({ name }) => name !== "sessions")).toEqual(
    before.filter(({ name }) => name !== "sessions"),
  );
});

test("days that are locked are refused with words as soon as the date is sent", async () => {
  const made = await consultant({}, "2/11/2026");
  await lockDays(made.user, "2026-11-02", "2026-11-15");
  const { status, data } = await submit<ChangeAnswer>(
    page.action,
    { ...dropAndMove(made), from: "15/11/2026", intent: "show" },
    made.ask,
  );
  expect([status, data.form.errors[""], data.change]).toEqual([
    409,
    [expect.stringMatching(/^You locked 2 to 15 November 2026.*change the plan from 16 November 2026 or later$/)],
    null,
  ]);
  expect((await changePlan({ ...dropAndMove(made), from: "16/11/2026" }, made.ask)).done.status).toBe(302);
});

test("an element without its time, PAs or a name of its own is asked for them, all at once", async () => {
  const { fields, line, ask } = await consultant();
  const blank = Object.fromEntries(
    ["weekday", "start", "end"].map((part) => [`${line("Trauma list")}.schedule[0].${part}`, ""]),
  );
  const { done } = await changePlan(
    {
      ...{ ...fields, ...blank, [`${line("SPA core")}.pa`]: "" },
      ...{ "added[0].description": "ent LIST", "added[0].category": "DCC", "added[0].pa": "1" },
    },
    ask,
  );
  expect(Object.keys(done.data.form.errors).sort()).toEqual(
    ["added[0].description", `${line("SPA core")}.pa`, `${line("Trauma list")}.schedule[0].weekday`].sort(),
  );
});
