import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { DiaryFigures } from "~/diary/list/figures";
import { cancellations, sessions } from "~/diary/sessions/table.server";
import type { AsPlannedLine } from "~/diary/week/as-planned-lines";
import type { WeekCalendar } from "~/diary/week/week-calendar";
import { paUnits } from "~/planning/job-plans/pa-rules";
import { elementSchedule, jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { addDays, londonInstant } from "~/platform/time/london";
import { readChoice } from "~/progress/choice";
import { progressFigures } from "~/progress/figures.server";
import { doneSentence, headline } from "~/progress/sentences";
import * as home from "~/routes/home";
import * as start from "~/routes/job-plans/plan-start";
import * as logbook from "~/routes/logbook/logbook";
import * as planned from "~/routes/logbook/planned-log";
import * as roundUp from "~/routes/logbook/round-up";
import * as sessionNew from "~/routes/logbook/session-new";
import * as undo from "~/routes/logbook/undo";
import * as week from "~/routes/logbook/week";
import { reportOf, summaryOf } from "../../reports/document/report-tables";
import { changeOf, changePlan } from "../../support/change-plan";
import { lockDays } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { db, load, makeUser, submit, TODAY } from "../../support/harness";

type User = Awaited<ReturnType<typeof makeUser>>;

/** Somebody new who has filled a plan of lists, on-call, visits and SPA from the Monday of last week, and no more. */
async function beginner() {
  const user = await makeUser();
  const keys = { idempotency_key: newRef(), diary_key: newRef() };
  await submit(start.action, { ...keys, template: "theatre", from: "9/11/2026", fill_diary: "yes" }, { user });
  const elements = await db.select().from(jobPlanElements).where(eq(jobPlanElements.user_id, user.id));
  const refOf = (name: string) => elements.find(({ description }) => description === name)?.unique_ref ?? "";
  return { user, refOf };
}

interface WeekPage {
  week: WeekCalendar;
  unlogged: AsPlannedLine[];
  shown: DiaryFigures;
}

async function weekOf(user: User, date: string): Promise<WeekPage> {
  return (await load<WeekPage>(week.loader, { user, path: `/logbook/week/?date=${date}` })).data;
}

async function reportShown(user: User, today = TODAY) {
  const { shown } = await progressFigures(db, user.id, readChoice(new URLSearchParams()), today);
  if (!shown) throw new Error("There is a plan");
  return shown.report;
}

function press(user: User, path: string, intent: "cancel" | "restore") {
  const [, , , elementRef = "", date = ""] = path.split("/");
  return submit(planned.action, { intent }, { user, path, params: { elementRef, date } });
}

async function takeBack(user: User, response: Awaited<ReturnType<typeof submit>>) {
  const undoRef = flashOf(response).undo?.match(/\d+/)?.[0] as string;
  return flashOf(await submit(undo.action, {}, { user, params: { undoRef } })).text;
}

async function addSession(user: User, element_ref: string, date: string, pas: number) {
  const [like] = await db.select().from(sessions).where(eq(sessions.user_id, user.id)).limit(1);
  const start_at = londonInstant(date, 540);
  const pa_units = pas * 3600;
  await db.insert(sessions).values({
    ...{ ...like, unique_ref: newRef(), user_id: user.id, element_ref, start_at, end_at: start_at + 3_600_000 },
    ...{ pa_basis: "fixed", fixed_pa_units: pa_units, pa_units, recurring_uuid: null },
  } as typeof sessions.$inferInsert);
}

const figureOf = ({ figures }: DiaryFigures, label: string) => figures.find((each) => each.label === label)?.value;

test("who fills a plan and logs nothing else is on track, by the same figures on every page", async () => {
  const { user } = await beginner();
  const report = await reportShown(user);
  expect(headline(report, null)).toBe("You are exactly where your plan expects you");
  expect(doneSentence(report)).toBe("Done 20.00 of 20.00 expected to 20 November, with 6.75 PA counted as planned.");
  const compared = await reportOf(user, "period=custom&from=2026-11-01&until=2026-11-30&section=job-plan");
  expect(summaryOf(compared)[0]).toContain("20.00 PAs done, 20.00 expected by 20 November 2026, as planned.");
  // 5.00 of lists, 1.00 of teaching, 3.375 as planned; 1.25 of ENT every second Friday.
  const [last, own] = [await weekOf(user, "2026-11-09"), await weekOf(user, TODAY)];
  expect([last.week.done, last.week.asPlanned, last.week.missing]).toEqual(["10.63", "3.38", 0]);
  expect([own.week.done, own.week.asPlanned]).toEqual(["9.38", "3.38"]);
  for (const [route, path] of [
    [home, "/"],
    [logbook, "/logbook/"],
  ] as const) {
    const { shown } = (await load<{ shown: DiaryFigures }>(route.loader, { user, path })).data;
    expect([figureOf(shown, "This week"), figureOf(shown, "Plan to date")]).toEqual(["9.38", "0.00"]);
  }
  const left = await load<{ total: number }>(roundUp.loader, { user, path: "/logbook/round-up/?date=2026-11-09" });
  expect(left.data.total).toBe(0);
});

test("a week's work as planned did not happen by one press, and counts again by Undo or by another press", async () => {
  const { user, refOf } = await beginner();
  const [line] = (await weekOf(user, "2026-11-09")).unlogged.filter(({ element }) => element === "SPA core");
  expect(line).toMatchObject({ state: "counted", pa: "1.50", element_ref: refOf("SPA core") });
  const said = await press(user, line?.path ?? "", "cancel");
  expect(flashOf(said).text).toBe("Did not happen: SPA core, 9 – 15 November 2026");
  const off = await weekOf(user, "2026-11-09");
  expect([off.week.done, off.week.asPlanned]).toEqual(["9.13", "1.88"]);
  expect(off.unlogged.map(({ element, state }) => [element, state])).toContainEqual(["SPA core", "cancelled"]);
  expect((await reportShown(user)).total.done).toBe(18.5 * 3600);
  // The week after is not touched, and a second press changes nothing.
  expect((await weekOf(user, TODAY)).week.done).toBe("9.38");
  expect(flashOf(await press(user, line?.path ?? "", "cancel")).text).toContain("Nothing was changed");
  expect(await takeBack(user, said)).toBe("1 session marked as planned");
  expect((await weekOf(user, "2026-11-09")).week.done).toBe("10.63");
  await press(user, line?.path ?? "", "cancel");
  const [again] = (await weekOf(user, "2026-11-09")).unlogged.filter(({ state }) => state === "cancelled");
  expect(flashOf(await press(user, again?.path ?? "", "restore")).text).toMatch(/^Marked as planned: SPA core/);
  expect((await reportShown(user)).total.done).toBe(20 * 3600);
});

test("a session stands in place of what its element counts as planned in the week: more, or less", async () => {
  const { user, refOf } = await beginner();
  const [line] = (await weekOf(user, "2026-11-09")).unlogged.filter(({ element }) => element === "SPA core");
  const form = await load<{ defaults: Record<string, string> }>(sessionNew.loader, { user, path: line?.form ?? "" });
  expect(form.data.defaults).toMatchObject({
    ...{ session_date: "13/11/2026", session_start_time: "09:00", session_end_time: "15:00" },
    ...{ pa_calculation_basis: "fixed", fixed_PA_allocation: "1.5", job_plan_element_unique_ref: refOf("SPA core") },
  });
  await addSession(user, refOf("SPA core"), "2026-11-13", 2.5);
  await addSession(user, refOf("Second on-call"), "2026-11-17", 0.25);
  expect((await reportShown(user)).total.done).toBe((20 + 1 - 0.75) * 3600);
  const [last, own] = [await weekOf(user, "2026-11-09"), await weekOf(user, TODAY)];
  expect([last.week.done, last.week.asPlanned]).toEqual(["11.63", "1.88"]);
  expect([own.week.done, own.week.asPlanned]).toEqual(["8.63", "2.38"]);
  expect(last.unlogged).toContainEqual(
    expect.objectContaining({ element: "SPA core", state: "logged", pa: "2.50", path: null, form: null }),
  );
});

/** The plan of a beginner goes on as it is from a Thursday. */
async function changedOnThursday(user: User) {
  const [plan] = await db.select().from(jobPlans).where(eq(jobPlans.user_id, user.id));
  const elements = await db.select().from(jobPlanElements).where(eq(jobPlanElements.user_id, user.id));
  const lines = elements.flatMap(({ unique_ref, stated_pa_units, pattern }, at) => [
    [`lines[${at}].ref`, unique_ref],
    [`lines[${at}].keep`, "yes"],
    ...(pattern === "fixed_times" ? [] : [[`lines[${at}].pa`, String((stated_pa_units ?? 0) / 3600)]]),
  ]);
  const kept = Object.fromEntries(lines) as Record<string, string>;
  const times = await db.select().from(elementSchedule).where(eq(elementSchedule.user_id, user.id));
  for (const time of times) {
    const at = elements.findIndex(({ unique_ref }) => unique_ref === time.element_ref);
    const clock = (minute: number) => `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, "0")}`;
    const name = `lines[${at}].schedule[0]`;
    Object.assign(kept, {
      ...{ [`${name}.weekday`]: String(time.weekday), [`${name}.recurrence`]: String(time.recurrence) },
      ...{ [`${name}.start`]: clock(time.start_minute), [`${name}.end`]: clock(time.end_minute) },
      [`${name}.anchor_date`]: time.anchor_date ?? "",
    });
  }
  const params = { planRef: plan?.unique_ref ?? "" };
  const fields = changeOf({ from: "19/11/2026", date_end: "31/3/2027", ...kept });
  const { done, looked } = await changePlan(fields, { user, params });
  expect([looked.data?.form?.errors ?? {}, done.status]).toEqual([{}, 302]);
}

// 5.00 of lists on Tuesday and Wednesday, 1.00 of teaching on Thursday; on-call 1.00 and visits 0.875 count as planned, on
// both sides of the change. SPA core is 1.00 by its session of Tuesday, in place of 1.50.
test("a session stands in place of the whole week of its work, if the plan changes within it", async () => {
  const { user, refOf } = await beginner();
  await addSession(user, refOf("SPA core"), "2026-11-17", 1);
  const before = await weekOf(user, TODAY);
  expect([before.week.done, before.week.asPlanned]).toEqual(["8.88", "1.88"]);
  await changedOnThursday(user);
  const after = await weekOf(user, TODAY);
  expect([after.week.done, after.week.asPlanned]).toEqual(["8.88", "1.88"]);
  expect(after.unlogged.map(({ element, state, pa }) => [element, state, pa])).toEqual([
    ["Second on-call", "counted", "1.00"],
    ["Visits and clinical admin", "counted", "0.88"],
    ["SPA core", "logged", "1.00"],
  ]);
});

test("beside locked days of the week a session may go on with the work of the plan that follows", async () => {
  const { user, refOf } = await beginner();
  await addSession(user, refOf("SPA core"), "2026-11-20", 1);
  await lockDays(user, "2026-11-16", "2026-11-18");
  await changedOnThursday(user);
  expect((await weekOf(user, TODAY)).week.done).toBe("8.88");
});

test("a time that counts as planned is filled by nothing, missing nowhere, and did not happen by one press", async () => {
  const { user, refOf } = await beginner();
  const teaching = refOf("SPA teaching");
  await db.delete(sessions).where(and(eq(sessions.user_id, user.id), eq(sessions.element_ref, teaching)));
  const row = eq(jobPlanElements.unique_ref, teaching);
  await db.update(jobPlanElements).set({ counting: "as_planned" }).where(row);
  expect((await reportShown(user)).total.done).toBe(20 * 3600);
  const { week: shown } = await weekOf(user, "2026-11-09");
  const block = shown.days[3]?.blocks.find(({ element }) => element === "SPA teaching");
  expect([shown.done, shown.missing, block?.kind]).toEqual(["10.63", 0, "as-planned"]);
  const left = await load<{ total: number }>(roundUp.loader, { user, path: "/logbook/round-up/?date=2026-11-09" });
  expect(left.data.total).toBe(0);
  const said = await press(user, block?.path ?? "", "cancel");
  expect((await reportShown(user)).total.done).toBe(19 * 3600);
  expect((await weekOf(user, "2026-11-09")).week.done).toBe("9.63");
  await takeBack(user, said);
  expect((await reportShown(user)).total.done).toBe(20 * 3600);
});

test("in a week with locked days nothing is said in place of what counts as planned", async () => {
  const { user, refOf } = await beginner();
  const [line] = (await weekOf(user, "2026-11-09")).unlogged;
  await lockDays(user, "2026-11-01", "2026-11-11");
  const { unlogged } = await weekOf(user, "2026-11-09");
  expect(unlogged.map(({ path, form }) => [path, form])).toEqual([1, 2, 3].map(() => [null, null]));
  // The element's path with a day that is not locked, and its session on one.
  const path = (line?.path ?? "").replace("2026-11-09", "2026-11-13");
  await press(user, path, "cancel");
  expect(await db.$count(cancellations, eq(cancellations.user_id, user.id))).toBe(0);
  const count = await db.$count(sessions, eq(sessions.user_id, user.id));
  const answers = (job_plan_element_unique_ref: string, session_date: string) => ({
    ...{ idempotency_key: newRef(), session_date, session_start_time: "14:00", session_end_time: "16:00" },
    ...{ job_plan_element_unique_ref, pa_calculation_basis: "time_calculated" },
  });
  const add = (element: string, date: string) => submit(sessionNew.action, answers(refOf(element), date), { user });
  await add("SPA core", "13/11/2026");
  expect(await db.$count(sessions, eq(sessions.user_id, user.id))).toBe(count);
  // Another week, or an element that is logged: as ever.
  await add("SPA core", "16/11/2026");
  await add("Trauma list", "13/11/2026");
  expect(await db.$count(sessions, eq(sessions.user_id, user.id))).toBe(count + 2);
  expect((await reportShown(user, addDays("2026-11-11", 1))).asPlanned).toBe(paUnits(2.03));
});
