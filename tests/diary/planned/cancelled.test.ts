import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import type { WeekChunk } from "~/diary/list/week-chunks";
import type { PlannedEntry } from "~/diary/planned/planned";
import { cancellations, sessions } from "~/diary/sessions/table.server";
import type { WeekCalendar } from "~/diary/week/week-calendar";
import { elementSchedule, jobPlanElements } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { londonInstant } from "~/platform/time/london";
import * as logbook from "~/routes/logbook/logbook";
import * as planned from "~/routes/logbook/planned-log";
import * as roundUp from "~/routes/logbook/round-up";
import * as undo from "~/routes/logbook/undo";
import * as week from "~/routes/logbook/week";
import * as progress from "~/routes/progress/progress";
import { makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { db, load, makeUser, racingDatabase, submit } from "../../support/harness";

/** The Tuesday before the one that is logged. */
const DATE = "2026-11-10";
const START = londonInstant(DATE, 480);

async function planner() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.delete(cancellations).where(eq(cancellations.user_id, user.id));
  return { user, elementRef: params.elementRef };
}

interface Press {
  intent: string;
  date?: string;
  start?: string;
  database?: typeof db;
}

async function press(user: SignedInUser, elementRef: string, { intent, date = DATE, start = "08:00", ...more }: Press) {
  const path = `/logbook/planned/${elementRef}/${date}/?start=${start}`;
  const answer = await submit(planned.action, { intent }, { user, path, params: { elementRef, date }, ...more });
  return { status: answer.status, ...(answer.status === 404 ? { text: "", undo: null } : flashOf(answer)) };
}

const rowsOf = (user: SignedInUser) => db.select().from(cancellations).where(eq(cancellations.user_id, user.id));

async function plannedOn(user: SignedInUser, date = DATE): Promise<PlannedEntry[]> {
  const page = await load<{ stretch: WeekChunk }>(logbook.loader, { user, path: `/logbook/?date=${date}` });
  const rows = page.data.stretch.weeks.flatMap((each) => each.rows);
  return rows.find(({ days }) => days.some((day) => day.date === date))?.planned ?? [];
}

async function weekOf(user: SignedInUser): Promise<WeekCalendar> {
  return (await load<{ week: WeekCalendar }>(week.loader, { user, path: `/logbook/week/?date=${DATE}` })).data.week;
}

async function leftOf(user: SignedInUser): Promise<number> {
  const page = await load<{ unlogged: unknown[] }>(roundUp.loader, { user, path: `/logbook/round-up/?date=${DATE}` });
  return page.data.unlogged.length;
}

test("a planned session that did not happen is missed nowhere, is shown as that, and can be marked as planned", async () => {
  const { user, elementRef } = await planner();
  const before = await load(progress.loader, { user, path: "/progress/" });
  const said = await press(user, elementRef, { intent: "cancel" });
  expect(said.text).toBe("Did not happen: All-day orthopaedics, Tue 10 Nov 2026, 08:00 – 18:00");
  expect(await rowsOf(user)).toMatchObject([{ element_ref: elementRef, start_at: START }]);
  const path = `/logbook/planned/${elementRef}/${DATE}/?start=08%3A00`;
  expect(await plannedOn(user)).toMatchObject([{ cancelled: true, path }]);
  const { missing, days } = await weekOf(user);
  expect(missing).toBe(0);
  expect(days[1]?.blocks).toMatchObject([{ kind: "cancelled", to: `${path}&view=week`, path: `${path}&view=week` }]);
  expect(await leftOf(user)).toBe(0);
  // It is not worked, and that is all.
  expect(days[1]).toMatchObject({ done: "0.00", planned: "2.50", difference: "2.50 short" });
  expect((await load(progress.loader, { user, path: "/progress/" })).data).toEqual(before.data);
  expect(await db.$count(sessions, eq(sessions.user_id, user.id))).toBe(1);
  const again = await press(user, elementRef, { intent: "restore" });
  expect(again.text).toBe("Marked as planned: All-day orthopaedics, Tue 10 Nov 2026, 08:00 – 18:00");
  expect(await rowsOf(user)).toEqual([]);
  expect([(await weekOf(user)).missing, await leftOf(user)]).toEqual([1, 1]);
});

test("Undo takes back that it did not happen, and that it is marked as planned", async () => {
  const { user, elementRef } = await planner();
  const takeBack = async (intent: string) => {
    const undoRef = (await press(user, elementRef, { intent })).undo?.match(/\d+/)?.[0] as string;
    return flashOf(await submit(undo.action, {}, { user, params: { undoRef } })).text;
  };
  expect(await takeBack("cancel")).toBe("1 session marked as planned");
  expect(await rowsOf(user)).toEqual([]);
  await press(user, elementRef, { intent: "cancel" });
  expect(await takeBack("restore")).toBe("1 session marked as “Did not happen”");
  expect(await rowsOf(user)).toMatchObject([{ start_at: START }]);
});

test("nothing is undone once its element has been deleted, and the mark goes with its element", async () => {
  const { user, elementRef } = await planner();
  await press(user, elementRef, { intent: "cancel" });
  const undoRef = (await press(user, elementRef, { intent: "restore" })).undo?.match(/\d+/)?.[0] as string;
  await press(user, elementRef, { intent: "cancel" });
  await db.update(sessions).set({ element_ref: null }).where(eq(sessions.user_id, user.id));
  await db.delete(elementSchedule).where(eq(elementSchedule.user_id, user.id));
  await db.delete(jobPlanElements).where(eq(jobPlanElements.user_id, user.id));
  expect(await rowsOf(user)).toEqual([]);
  const refused = await submit(undo.action, {}, { user, params: { undoRef } });
  expect(JSON.stringify(refused.data)).toContain("Nothing was undone");
});

test("each act says why it does nothing, and of two presses at once one counts", async () => {
  const { user, elementRef } = await planner();
  expect((await press(user, elementRef, { intent: "restore" })).text).toBe(
    "Nothing was changed: this session of Tue 10 Nov 2026 is planned and not logged",
  );
  expect((await press(user, elementRef, { intent: "cancel", date: "2026-11-17" })).text).toBe(
    "Nothing was changed: this session of Tue 17 Nov 2026 is logged already",
  );
  expect((await press(user, elementRef, { intent: "cancel", date: "2026-11-18" })).text).toBe(
    "Nothing was changed: your job plan no longer has this session on Wed 18 Nov 2026",
  );
  const database = racingDatabase(2, () => press(user, elementRef, { intent: "cancel" }));
  expect((await press(user, elementRef, { intent: "cancel", database })).text).toBe(
    "Nothing was changed: you have said that this session of Tue 10 Nov 2026 did not happen",
  );
  expect(await rowsOf(user)).toHaveLength(1);
  expect((await press(user, elementRef, { intent: "log" })).text).toBe(
    "Nothing was logged: you have said that this session of Tue 10 Nov 2026 did not happen",
  );
  await press(user, elementRef, { intent: "restore" });
  const logging = racingDatabase(2, () => press(user, elementRef, { intent: "cancel" }));
  expect((await press(user, elementRef, { intent: "log", database: logging })).text).toMatch(/^Nothing was logged/);
  await press(user, elementRef, { intent: "restore" });
  const cancelling = racingDatabase(2, () => press(user, elementRef, { intent: "log" }));
  expect((await press(user, elementRef, { intent: "cancel", database: cancelling })).text).toMatch(
    /^Nothing was changed/,
  );
  expect(await rowsOf(user)).toEqual([]);
  const stranger = await makeUser();
  for (const intent of ["cancel", "restore"]) {
    expect((await press(stranger, elementRef, { intent })).status).toBe(404);
    expect((await press(user, newRef(), { intent })).status).toBe(404);
  }
  expect((await press(user, elementRef, { intent: "elsewhere" })).status).toBe(422);
});

test("of two times a day the one that was meant did not happen, also once the plan has moved both", async () => {
  const { user, elementRef } = await planner();
  const [row] = await db.select().from(elementSchedule).where(eq(elementSchedule.user_id, user.id));
  if (!row) throw new Error("The plan has its time");
  const halves = [
    { ...row, end_minute: 750 },
    { ...row, unique_ref: newRef(), start_minute: 810 },
  ];
  await db.delete(elementSchedule).where(eq(elementSchedule.user_id, user.id));
  await db.insert(elementSchedule).values(halves);
  await press(user, elementRef, { intent: "cancel", start: "13:30" });
  const states = async () => (await plannedOn(user)).map(({ times, cancelled }) => `${times} ${cancelled}`);
  expect(await states()).toEqual(["13:30 – 18:00 true", "08:00 – 12:30 false"]);
  const later = { start_minute: 840 };
  const second = and(eq(elementSchedule.user_id, user.id), eq(elementSchedule.unique_ref, halves[1]?.unique_ref ?? ""));
  await db.update(elementSchedule).set(later).where(second);
  expect(await states()).toEqual(["14:00 – 18:00 true", "08:00 – 12:30 false"]);
  await press(user, elementRef, { intent: "restore", start: "14:00" });
  expect(await states()).toEqual(["14:00 – 18:00 false", "08:00 – 12:30 false"]);
});

test("a session that is logged all the same answers its time before what was said of it", async () => {
  const { user, elementRef } = await planner();
  await press(user, elementRef, { intent: "cancel" });
  const [like] = await db.select().from(sessions).where(eq(sessions.user_id, user.id));
  if (!like) throw new Error("The diary has a session");
  await db.insert(sessions).values({ ...like, unique_ref: newRef(), start_at: START, end_at: START + 36e5 * 10 });
  expect(await plannedOn(user)).toEqual([]);
});
