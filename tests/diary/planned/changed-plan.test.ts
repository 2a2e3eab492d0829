import { and, asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { ShownLine } from "~/diary/planned/plan-diary";
import { cancellations, sessions } from "~/diary/sessions/table.server";
import type { WeekCalendar } from "~/diary/week/week-calendar";
import { jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { type LondonDate, londonInstant, londonMoment } from "~/platform/time/london";
import * as elementNew from "~/routes/job-plans/element";
import * as page from "~/routes/job-plans/plan-diary";
import * as end from "~/routes/job-plans/plan-end";
import * as planNew from "~/routes/job-plans/plan-form";
import * as week from "~/routes/logbook/week";
import { makeDiary } from "../../support/diary";
import { db, load, makeUser, NOW, submit } from "../../support/harness";
import { plan as planFields } from "../../support/valid-forms";

/** The list of `makeDiary`. */
const LIST = {
  ...{ description: "All-day orthopaedics", category: "DCC", counts_to_balance: "yes", pattern: "fixed_times", pa: "" },
  ...{ "schedule[0].weekday": "2", "schedule[0].start": "08:00", "schedule[0].end": "18:00" },
  ...{ "schedule[0].recurrence": "11", "schedule[0].anchor_date": "" },
};

interface Answered {
  lines: ShownLine[];
  shown: string;
}

/** A diary that is filled for January from its plan, with the acts by which a plan is changed. */
async function filledDiary() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const elementOf = async (planRef: string) => {
    const [element] = await db.select().from(jobPlanElements).where(eq(jobPlanElements.plan_ref, planRef));
    return element?.unique_ref ?? "";
  };
  const choiceOf = async (planRef: string, from: string) => ({
    ...{ idempotency_key: newRef(), from, until: "31/03/2027", skip_bank_holidays: "yes", shown: "" },
    element_refs: await elementOf(planRef),
  });
  const look = async (planRef: string, from: string) => {
    const fields = { ...(await choiceOf(planRef, from)), intent: "dates" };
    const { data } = await submit<Answered>(page.action, fields, { user, params: { planRef } });
    return { ...data, fields };
  };
  const fill = async (planRef: string, from: string) => {
    const { fields, shown, lines } = await look(planRef, from);
    const answer = await submit<Answered>(
      page.action,
      { ...fields, shown, intent: "make" },
      { user, params: { planRef } },
    );
    const said = decodeURIComponent(/flash=([^;:]*)/.exec(answer.headers.get("Set-Cookie") ?? "")?.[1] ?? "");
    const again = await submit(page.action, { ...fields, shown, intent: "make" }, { user, params: { planRef } });
    expect(again.headers.get("Set-Cookie")).toBe(answer.headers.get("Set-Cookie"));
    return { lines, said };
  };
  /** Ends a plan and adds one like it from the day after. @returns the reference of the new plan */
  const moveOn = async (planRef: string, lastDay: string, firstDay: string) => {
    const [plan] = await db.select().from(jobPlans).where(eq(jobPlans.unique_ref, planRef));
    const ended = { version: String(plan?.version), date_end: lastDay, after: "keep" };
    expect((await submit(end.action, ended, { user, params: { planRef } })).status).toBe(302);
    const dates = { title: `Plan from ${firstDay}`, employer: "", date_start: firstDay, date_end: "31/03/2027" };
    const added = { ...planFields, ...dates, idempotency_key: newRef(), counts: "start", template: "" };
    const { location } = await submit(planNew.action, added, { user });
    const next = /job_plans\/([^/]+)\//.exec(location ?? "")?.[1] ?? "";
    const list = { ...LIST, idempotency_key: newRef() };
    expect((await submit(elementNew.action, list, { user, params: { planRef: next } })).status).toBe(302);
    return next;
  };
  const all = () =>
    db
      .select({
        start_at: sessions.start_at,
        plan: jobPlanElements.plan_ref,
        pa: sessions.pa_units,
        series: sessions.recurring_uuid,
      })
      .from(sessions)
      .innerJoin(
        jobPlanElements,
        and(eq(jobPlanElements.user_id, user.id), eq(jobPlanElements.unique_ref, sessions.element_ref)),
      )
      .where(eq(sessions.user_id, user.id))
      .orderBy(asc(sessions.start_at));
  const from = async (date: LondonDate) => (await all()).filter(({ start_at }) => start_at >= londonInstant(date));
  await fill(params.planRef, "1/1/2027");
  return { user, planRef: params.planRef, elementRef: params.elementRef, elementOf, look, fill, moveOn, from };
}

// Tuesdays from 5 January to 30 March 2027: 5, 12, 19, 26 January, 2, 9, 16, 23 February, 2, 9, 16, 23, 30 March: 13.
test("a plan that follows another takes over its sessions, and nothing stands in the diary twice, however often it changes", async () => {
  const { user, planRef, look, fill, moveOn, from } = await filledDiary();
  expect(await from("2027-01-01")).toHaveLength(13);
  const second = await moveOn(planRef, "3/1/2027", "4/1/2027");
  // Also before it is filled no list stands in the diary twice: as it was made, and as planned.
  const { days } = (await load<{ week: WeekCalendar }>(week.loader, { user, path: "/logbook/week/?date=2027-01-05" }))
    .data.week;
  expect(days.flatMap(({ blocks }) => blocks.map(({ kind }) => kind))).toEqual(["worked"]);
  // What is there is counted as there: nothing is left to make.
  expect((await look(second, "4/1/2027")).lines).toMatchObject([{ already: 13, moved: 13, dates: [] }]);
  expect((await fill(second, "4/1/2027")).said).toBe("13 sessions moved to the plan");
  const [third, before] = [await moveOn(second, "31/1/2027", "1/2/2027"), await from("2027-01-01")];
  expect((await fill(third, "1/2/2027")).said).toBe("9 sessions moved to the plan");
  const after = await from("2027-01-01");
  // Four Tuesdays of January are the second plan's, the nine after them the third's.
  expect(after.map(({ plan }) => plan)).toEqual([...Array(4).fill(second), ...Array(9).fill(third)]);
  expect(after.map(({ start_at, pa, series }) => [start_at, pa, series])).toEqual(
    before.map(({ start_at, pa, series }) => [start_at, pa, series]),
  );
  expect((await look(third, "1/2/2027")).lines).toMatchObject([{ already: 9, moved: 0, dates: [] }]);
});

test("of a changed plan what is missing is made beside what moves, in the same series", async () => {
  const { user, planRef, fill, moveOn, from } = await filledDiary();
  const gone = londonInstant("2027-01-12", 480);
  await db.delete(sessions).where(and(eq(sessions.user_id, user.id), eq(sessions.start_at, gone)));
  const second = await moveOn(planRef, "3/1/2027", "4/1/2027");
  expect((await fill(second, "4/1/2027")).said).toBe("1 session added from the plan, 12 moved to it");
  const rows = await from("2027-01-01");
  expect([
    rows.length,
    new Set(rows.map(({ plan }) => plan)).size,
    new Set(rows.map(({ series }) => series)).size,
  ]).toEqual([13, 1, 1]);
});

test("other work at the same time, or the same work at another time, is made beside what is there", async () => {
  const { planRef, elementOf, look, moveOn } = await filledDiary();
  const second = await moveOn(planRef, "3/1/2027", "4/1/2027");
  const spa = { category: "SPA" as const };
  await db
    .update(jobPlanElements)
    .set(spa)
    .where(eq(jobPlanElements.unique_ref, await elementOf(second)));
  const [line] = (await look(second, "4/1/2027")).lines;
  expect([line?.already, line?.moved, line?.dates.length]).toEqual([0, 0, 13]);
});

test("a session of a plan that covers its day is there and does not move", async () => {
  const { user, elementRef, elementOf, look, moveOn, planRef } = await filledDiary();
  const second = await moveOn(planRef, "3/1/2027", "4/1/2027");
  // The plan of another employer, open.
  await db.update(jobPlans).set({ date_end: null, employer: "Other" }).where(eq(jobPlans.unique_ref, planRef));
  const [line] = (await look(second, "4/1/2027")).lines;
  expect([line?.already, line?.moved, line?.dates]).toEqual([13, 0, []]);
  expect([await elementOf(planRef), user.id > 0]).toEqual([elementRef, true]);
});

test("a planned session that did not happen is not made by the plan that follows", async () => {
  const { user, elementRef, planRef, fill, moveOn, from } = await filledDiary();
  const off = londonInstant("2027-01-12", 480);
  await db.delete(sessions).where(and(eq(sessions.user_id, user.id), eq(sessions.start_at, off)));
  const row = { user_id: user.id, unique_ref: newRef(), created_at: NOW, updated_at: NOW };
  await db.insert(cancellations).values({ ...row, element_ref: elementRef, start_at: off });
  const second = await moveOn(planRef, "3/1/2027", "4/1/2027");
  const { lines, said } = await fill(second, "4/1/2027");
  expect([lines[0]?.cancelled, said]).toEqual([["2027-01-12"], "12 sessions moved to the plan"]);
  expect((await from("2027-01-01")).map(({ start_at }) => londonMoment(start_at).date)).not.toContain("2027-01-12");
});
