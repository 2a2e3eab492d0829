import { env } from "cloudflare:workers";
import { and, asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { changes } from "~/changes/table.server";
import { leave } from "~/diary/leave/table.server";
import type { ShownLine } from "~/diary/planned/plan-diary";
import { taggedSessions, usualRange } from "~/diary/planned/plan-diary.server";
import { cancellations, sessions } from "~/diary/sessions/table.server";
import { elementSchedule, jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { insertRows } from "~/platform/db/json-rows.server";
import type { FormState } from "~/platform/http/action-result";
import { londonInstant, londonMoment } from "~/platform/time/london";
import * as page from "~/routes/job-plans/plan-diary";
import * as publicHolidays from "~/routes/leave/public-holidays";
import { makeDiary } from "../../support/diary";
import { countingDatabase, db, load, makeUser, NOW, racingDatabase, submit } from "../../support/harness";

function flash(headers: Headers): string {
  return /flash=([^;]*)/.exec(headers.get("Set-Cookie") ?? "")?.[1] ?? "";
}

interface Shown {
  answers: Record<string, unknown>;
  lines: ShownLine[];
}
interface Answered {
  form: FormState;
  lines: ShownLine[];
  shown: string;
}

async function diary() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const form = (some: Record<string, string> = {}) => ({
    idempotency_key: newRef(),
    from: "10/11/2026",
    until: "1/12/2026",
    skip_bank_holidays: "yes",
    element_refs: params.elementRef,
    intent: "make",
    shown: "",
    ...some,
  });
  /** What the page sends, which has shown the dates first. */
  const looked = async (fields: Record<string, string>) => {
    const { data } = await submit<Answered>(page.action, { ...fields, intent: "dates" }, { user, params });
    return { ...fields, shown: data.shown };
  };
  const made = () => db.select().from(sessions).where(eq(sessions.user_id, user.id)).orderBy(asc(sessions.start_at));
  return { user, params, form, looked, made };
}

test("the page begins with today, the plan's end and all timed elements, in one batch", async () => {
  const { user, params } = await diary();
  const { database, trips } = countingDatabase();
  const { data } = await load<Shown>(page.loader, { user, params, database });
  expect(data.answers).toEqual({
    from: "21/11/2026",
    until: "31/03/2027",
    skip_bank_holidays: "yes",
    skip_leave: "yes",
    element_refs: [params.elementRef],
  });
  expect(data.lines).toMatchObject([{ element: "All-day orthopaedics", when: "Tue 08:00–18:00", already: 0 }]);
  expect([data.lines[0]?.dates.length, data.lines[0]?.dates[0], trips()]).toEqual([18, "2026-11-24", 1]);
  // The leave of 14 to 18 December.
  expect(data.lines[0]?.away).toEqual(["2026-12-15"]);
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
  const answer = await submit<Answered>(page.action, form({ intent: "dates" }), { user, params });
  expect([answer.status, answer.data.form.errors]).toEqual([200, {}]);
  expect(answer.data.lines).toEqual([
    {
      element: "All-day orthopaedics",
      when: "Tue 08:00–18:00",
      dates: ["2026-11-10", "2026-11-24", "2026-12-01"],
      skipped: [],
      away: [],
      cancelled: [],
      already: 1,
      moved: 0,
    },
  ]);
  expect(await made()).toHaveLength(1);
});

test("the sessions are made as a series of ordinary sessions; what is there stays; a second time makes nothing", async () => {
  const { user, params, form, looked, made } = await diary();
  const fields = await looked(form());
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
  // The same form again says the same, with the same undo; the same wish from another page makes nothing.
  const again = await submit(page.action, fields, { user, params });
  expect([again.status, flash(again.headers)]).toEqual([302, flash(first.headers)]);
  expect(decodeURIComponent(flash(first.headers))).toMatch(/^3 sessions added from the plan:\d+$/);
  const other = await submit<Answered>(page.action, { ...fields, idempotency_key: newRef() }, { user, params });
  expect([other.status, other.data.form.errors[""]?.[0]]).toEqual([
    409,
    "Nothing was added: all these sessions are already in your logbook",
  ]);
  expect(await made()).toHaveLength(4);
});

test("more of a series joins what was made of it before", async () => {
  const { user, params, form, looked, made } = await diary();
  await submit(page.action, await looked(form()), { user, params });
  await submit(page.action, await looked(form({ until: "15/12/2026" })), { user, params });
  const rows = (await made()).filter(({ unique_ref }) => unique_ref !== params.sessionRef);
  expect([rows.length, new Set(rows.map((row) => row.recurring_uuid)).size]).toEqual([5, 1]);
});

test("a session that somebody makes meanwhile is not made twice", async () => {
  const { user, params, form, looked, made } = await diary();
  const fields = await looked(form());
  const acts = () => db.$count(changes, eq(changes.user_id, user.id));
  const some = await looked(form({ until: "24/11/2026" }));
  const fewer = racingDatabase(2, () => submit(page.action, some, { user, params }));
  const rest = await submit(page.action, fields, { user, params, database: fewer });
  expect([rest.status, decodeURIComponent(flash(rest.headers))]).toEqual([
    302,
    expect.stringMatching(/^1 session added from the plan:/),
  ]);
  expect([(await made()).length, await acts()]).toEqual([4, 2]);
  // When somebody made all of them, nothing was made, and it says so.
  const more = await looked(form({ until: "8/12/2026" }));
  const database = racingDatabase(2, () => submit(page.action, more, { user, params }));
  const none = await submit<Answered>(page.action, { ...more, idempotency_key: newRef() }, { user, params, database });
  expect([none.status, none.data.form.errors[""]?.[0], none.data.lines[0]?.dates]).toEqual([
    ...[409, "Nothing was added: all these sessions are already in your logbook", []],
  ]);
  expect([(await made()).length, await acts()]).toEqual([5, 3]);
});

test("a session that somebody says did not happen meanwhile is not made", async () => {
  const { user, params, form, looked, made } = await diary();
  const fields = await looked(form());
  const start_at = londonInstant("2026-11-24", 480);
  const row = { user_id: user.id, created_at: NOW, updated_at: NOW, element_ref: params.elementRef, start_at };
  const cancels = () => db.insert(cancellations).values({ ...row, unique_ref: newRef() });
  const database = racingDatabase(2, cancels);
  const rest = await submit(page.action, fields, { user, params, database });
  expect([rest.status, decodeURIComponent(flash(rest.headers))]).toEqual([
    302,
    expect.stringMatching(/^2 sessions added from the plan:/),
  ]);
  const dates = (await made()).map((session) => londonMoment(session.start_at).date);
  expect(dates).toEqual(["2026-11-10", "2026-11-17", "2026-12-01"]);
  // Nothing else is left to make, and it says why.
  const more = await looked(form({ until: "8/12/2026" }));
  const last = { ...row, start_at: londonInstant("2026-12-08", 480), unique_ref: newRef() };
  const goes = racingDatabase(2, () => db.insert(cancellations).values(last));
  const none = await submit<Answered>(page.action, more, { user, params, database: goes });
  expect([none.status, none.data.form.errors[""]?.[0], (await made()).length]).toEqual([
    ...[409, "Nothing was added: all these sessions are already in your logbook or did not happen", 3],
  ]);
});

test("an element that is deleted while its sessions are made leaves the diary as it was, and says so", async () => {
  const { user, params, form, looked, made } = await diary();
  const fields = await looked(form());
  const goes = () =>
    db.batch([
      db.update(sessions).set({ element_ref: null }).where(eq(sessions.element_ref, params.elementRef)),
      db.delete(elementSchedule).where(eq(elementSchedule.element_ref, params.elementRef)),
      db.delete(jobPlanElements).where(eq(jobPlanElements.unique_ref, params.elementRef)),
    ]);
  const database = racingDatabase(2, goes);
  const answer = await submit<Answered>(page.action, fields, { user, params, database });
  expect([answer.status, answer.data.form.errors[""]?.[0], (await made()).length]).toEqual([
    ...[409, "An element has just been deleted. Nothing was added. Check the dates again", 1],
  ]);
});

test("choices that make other dates than were shown make nothing, and show theirs", async () => {
  const { user, params, form, looked, made } = await diary();
  const { shown } = await looked(form());
  const answer = await submit<Answered>(page.action, form({ until: "8/12/2026", shown }), { user, params });
  expect([answer.status, answer.data.form.errors[""]?.[0]]).toEqual([
    409,
    "Nothing was added yet: these choices make 4 sessions now, where 3 were shown. Check the dates below, then press the button again",
  ]);
  expect(answer.data.lines[0]?.dates).toHaveLength(4);
  // As many, and none of them was shown.
  const others = form({ from: "1/12/2026", until: "15/12/2026", shown });
  const january = await submit<Answered>(page.action, others, { user, params });
  expect([january.status, january.data.form.errors[""]?.[0]]).toEqual([
    409,
    "Nothing was added yet: these choices make sessions on other dates or of other elements than were shown. Check the dates below, then press the button again",
  ]);
  expect(await made()).toHaveLength(1);
});

test("bank holidays are left out by choice, and otherwise worth premium time", async () => {
  const { user, params, form, looked, made } = await diary();
  await db.update(jobPlans).set({ date_end: "2028-03-31" }).where(eq(jobPlans.unique_ref, params.planRef));
  const { skip_bank_holidays: _, ...ticked } = form({ from: "28/12/2027", until: "4/1/2028" });
  const all = await looked(ticked);
  const asked = await submit<Answered>(page.action, form({ from: "28/12/2027", until: "4/1/2028", intent: "dates" }), {
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
  [{ element_refs: "" }, { element_refs: ["Choose at least one element"] }],
  [{ element_refs: newRef() }, { element_refs: ["Choose at least one element"] }],
  [{ from: "" }, { from: ["Enter the first date, such as 27/3/2026"] }],
])("%o says what to mend, whichever button is pressed", async (some, errors) => {
  const { user, params, form } = await diary();
  for (const intent of ["make", "dates"]) {
    const answer = await submit<Answered>(page.action, form({ ...some, intent } as Record<string, string>), {
      user,
      params,
    });
    expect([answer.status, answer.data.form.errors]).toEqual([422, errors]);
  }
});

test("the page of an open plan reads no session of the years before", async () => {
  const { user, params, made } = await diary();
  const [session] = await made();
  if (!session) throw new Error("The diary has its session");
  const rowsRead = async () => {
    const { sql, params: values } = taggedSessions(db, user.id, usualRange(user.id, params.planRef, NOW)).toSQL();
    const { meta } = await env.DB.prepare(sql)
      .bind(...values)
      .all();
    return meta.rows_read;
  };
  const before = await rowsRead();
  const old = Array.from({ length: 200 }, (_, week) => {
    const start_at = session.start_at - (week + 1) * 7 * 86_400_000;
    return { ...session, unique_ref: newRef(), start_at, end_at: start_at + 36_000_000 };
  });
  for (const statement of insertRows(db, sessions, old)) await statement;
  // The range of an index ends with one row of what lies before it, where there is one.
  expect(await rowsRead()).toBeLessThanOrEqual(before + 1);
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
  expect(await db.$count(sessions, and(eq(sessions.user_id, stranger.id)))).toBe(0);
});

test("leave is left out by choice: a day of it, never a half day that the session does not touch", async () => {
  const { user, params, form, looked, made } = await diary();
  const days = { from: "8/12/2026", until: "22/12/2026" };
  const kept = await submit<Answered>(page.action, form({ ...days, intent: "dates" }), { user, params });
  expect(kept.data.lines[0]).toMatchObject({ dates: ["2026-12-08", "2026-12-15", "2026-12-22"], away: [] });
  await submit(page.action, await looked(form({ ...days, skip_leave: "yes" })), { user, params });
  const dates = (await made()).map(({ start_at }) => londonMoment(start_at).date);
  expect(dates).toEqual(["2026-11-17", "2026-12-08", "2026-12-22"]);
  await db.update(leave).set({ status: "requested" }).where(eq(leave.unique_ref, params.leaveRef));
  const asked = form({ ...days, skip_leave: "yes", intent: "dates" });
  const wished = await submit<Answered>(page.action, asked, { user, params });
  expect(wished.data.lines[0]).toMatchObject({ dates: ["2026-12-15"], away: [], already: 2 });
});

test("bank holidays of one's own are left out, and those taken out are made", async () => {
  const { user, params, form } = await diary();
  await submit(publicHolidays.action, publicHoliday("24/11/2026"), { user });
  await submit(publicHolidays.action, { ...publicHoliday("28/12/2026"), intent: "remove" }, { user });
  const first = await submit<Answered>(page.action, form({ intent: "dates" }), { user, params });
  expect(first.data.lines[0]).toMatchObject({ dates: ["2026-11-10", "2026-12-01"], skipped: ["2026-11-24"] });
});

function publicHoliday(day: string) {
  return { idempotency_key: newRef(), day, name: "" };
}
