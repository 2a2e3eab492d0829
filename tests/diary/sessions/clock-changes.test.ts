import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { answerAddEditSession } from "~/diary/calls/add-edit-session.server";
import { SESSION_HAS_CASES } from "~/diary/cases/queries.server";
import { cases } from "~/diary/cases/table.server";
import { formatSkippedStarts } from "~/diary/series/recurrence";
import { previewOf, seriesPreview } from "~/diary/sessions/preview";
import { sessions } from "~/diary/sessions/table.server";
import { newRef } from "~/platform/db/columns.server";
import { londonIso, parseInstant } from "~/platform/time/instants";
import { addDays, londonInstant, londonMoment } from "~/platform/time/london";
import * as addCase from "~/routes/logbook/case-new";
import * as edit from "~/routes/logbook/session";
import * as add from "~/routes/logbook/session-new";
import { saveSession } from "../../support/following";
import { db, load, makeUser, NOW, submit, vault } from "../../support/harness";
import { rendered } from "../../support/rendered";

const HOUR = 3_600_000;

/** The Sundays on which London's clocks change, and how long 22:00 to 08:00 then is: premium time, 3 h a PA. */
const CHANGES = [
  ["2026-03-29", 9, 10_800],
  ["2026-10-25", 11, 13_200],
  ["2027-03-28", 9, 10_800],
  ["2027-10-31", 11, 13_200],
] as const;

const typed = (date: string) => date.split("-").reverse().join("/");

function night(date: string, more: Record<string, string> = {}) {
  return {
    ...{ idempotency_key: newRef(), session_date: typed(date), session_start_time: "22:00", session_end_time: "08:00" },
    ...{ pa_calculation_basis: "time_calculated", ...more },
  };
}

function weekly(until: string) {
  return {
    ...{ recurring: "yes", recurringChoice_type: "weekly", recurringChoice_selected: "11" },
    ...{ recurringChoice_until: "date", recurringChoice_until_date: typed(until) },
  };
}

async function sessionsOf({ id }: Awaited<ReturnType<typeof makeUser>>) {
  const rows = await db.select().from(sessions).where(eq(sessions.user_id, id)).orderBy(asc(sessions.start_at));
  return rows.map((row) => ({ ...row, hours: (row.end_at - row.start_at) / HOUR }));
}

function clocks(rows: { start_at: number; end_at: number }[]) {
  return rows.map(({ start_at, end_at }) => [londonMoment(start_at).minute / 60, londonMoment(end_at).minute / 60]);
}

test.each(
  CHANGES,
)("the night to %s, when the clocks change, is %i hours long and worth as many", async (sunday, hours, units) => {
  const user = await makeUser();
  expect((await submit(add.action, night(addDays(sunday, -1)), { user })).status).toBe(302);
  const [row] = await sessionsOf(user);
  expect([row?.hours, row?.pa_units, row?.premium_minutes, row?.standard_minutes]).toEqual([
    hours,
    units,
    hours * 60,
    0,
  ]);
  const params = { sessionRef: row?.unique_ref as string };
  const { data } = await load<{ defaults: Record<string, string> }>(edit.loader, { user, params });
  expect(data.defaults).toMatchObject({ session_start_time: "22:00", session_end_time: "08:00" });
  // Saved as it is shown, it stays as it is.
  const { idempotency_key: _, ...same } = night(addDays(sunday, -1));
  expect((await submit(edit.action, { ...same, version: "2" }, { user, params })).status).toBe(302);
  expect((await sessionsOf(user))[0]).toMatchObject({ hours, pa_units: units, version: 2 });
});

test.each(
  CHANGES,
)("nights that repeat over %s keep their clock times, and only the one is %i hours long", async (sunday, hours, units) => {
  const user = await makeUser();
  const first = addDays(sunday, -8);
  expect((await submit(add.action, night(first, weekly(addDays(sunday, 12))), { user })).status).toBe(302);
  const rows = await sessionsOf(user);
  expect(clocks(rows)).toEqual([
    [22, 8],
    [22, 8],
    [22, 8],
  ]);
  expect(rows.map((row) => row.hours)).toEqual([10, hours, 10]);
  expect(rows.map((row) => row.pa_units)).toEqual([12_000, units, 12_000]);

  // A day earlier, this and all following: Friday nights, none of them over the change.
  const { idempotency_key: _, ...moved } = night(addDays(first, -1), { series_scope: "following", version: "2" });
  const params = { sessionRef: rows[0]?.unique_ref as string };
  expect((await saveSession(moved, { user, params })).status).toBe(302);
  const fridays = await sessionsOf(user);
  expect(clocks(fridays)).toEqual([
    [22, 8],
    [22, 8],
    [22, 8],
  ]);
  expect(fridays.map((row) => row.hours)).toEqual([10, 10, 10]);
});

test.each(CHANGES)("days that repeat over %s start and end by the clock", async (sunday, hours) => {
  const user = await makeUser();
  const day = { session_start_time: "08:00", session_end_time: "18:00" };
  const form = night(addDays(sunday, -5), { ...day, ...weekly(addDays(sunday, 16)) });
  expect((await submit(add.action, form, { user })).status).toBe(302);
  const rows = await sessionsOf(user);
  expect(clocks(rows)).toEqual([
    [8, 18],
    [8, 18],
    [8, 18],
    [8, 18],
  ]);
  expect(rows.map((row) => row.pa_units)).toEqual([9000, 9000, 9000, 9000]);
  const apart = rows.slice(1).map((row, at) => (row.start_at - (rows[at]?.start_at ?? 0)) / HOUR);
  // A week of 168 hours, but for the one with the change.
  expect(apart).toEqual([168 + hours - 10, 168, 168]);
});

test("of a series that meets the hour the clocks skip only that night is left out, and the answer and the preview say so", async () => {
  const user = await makeUser();
  const times = { session_start_time: "01:30", session_end_time: "06:00" };
  const form = night("2027-03-21", { ...times, ...weekly("2027-04-04") });
  const answer = await submit(add.action, form, { user });
  expect(answer.status).toBe(302);
  const rows = await sessionsOf(user);
  expect(rows.map(({ start_at }) => londonMoment(start_at))).toEqual([
    { date: "2027-03-21", minute: 90 },
    { date: "2027-04-04", minute: 90 },
  ]);
  const words = "1 day is left out, when the clocks go forward over the start: Sun 28 Mar 2027";
  expect(decodeURIComponent(answer.headers.get("Set-Cookie") ?? "")).toContain(words);
  const preview = seriesPreview((name) => (form as Record<string, string>)[name] ?? "", [], []);
  expect(preview).toMatchObject({ ok: true, unstarted: ["2027-03-28"] });
  expect(formatSkippedStarts(["2027-03-28"])).toBe(words);
  // The night of the form itself is refused there, where the start can be changed.
  const first = night("2027-03-28", { ...times, ...weekly("2027-04-11") });
  const refused = await submit<{ form: { errors: object } }>(add.action, first, { user });
  expect(refused.data.form.errors).toHaveProperty("session_start_time");
});

test("a series of nights that end on the next day goes over the night with an hour twice unasked", async () => {
  const user = await makeUser();
  const times = { session_start_time: "01:30", session_end_time: "01:15" };
  expect((await submit(add.action, night("2026-10-18", { ...times, ...weekly("2026-11-01") }), { user })).status).toBe(
    302,
  );
  expect((await sessionsOf(user)).map(({ hours }) => hours)).toEqual([23.75, 24.75, 23.75]);
});

test("an end that comes again in the night of its start is asked for, and what was said is kept and shown again", async () => {
  const times = { session_start_time: "01:30", session_end_time: "01:15" };
  const question = "Choose which 01:15 it ends at";
  for (const [which, hours] of [
    ["second", 0.75],
    ["next", 24.75],
  ] as const) {
    const user = await makeUser();
    const form = night("2026-10-25", times);
    const asked = await submit<{ form: { errors: object } }>(add.action, form, { user });
    expect([asked.status, asked.data.form.errors]).toEqual([422, { session_end_time_which: [question] }]);
    expect((await submit(add.action, { ...form, session_end_time_which: which }, { user })).status).toBe(302);
    const [row] = await sessionsOf(user);
    expect(row?.hours).toBe(hours);
    const params = { sessionRef: row?.unique_ref as string };
    const { data } = await load<{ defaults: Record<string, string> }>(edit.loader, { user, params });
    expect(data.defaults).toMatchObject({ ...times, session_end_time_which: which, session_greater_24_hours: "" });
    const { idempotency_key: _, ...same } = form;
    const saved = await submit(edit.action, { ...same, session_end_time_which: which, version: "2" }, { user, params });
    expect(saved.status).toBe(302);
    expect((await sessionsOf(user))[0]).toMatchObject({ start_at: row?.start_at, end_at: row?.end_at, version: 2 });
  }
});

test("without script the page that comes back asks it, with no answer chosen", async () => {
  const user = await makeUser();
  const form = night("2026-10-25", { session_start_time: "01:30", session_end_time: "01:15" });
  const { data } = await submit<unknown>(add.action, form, { user });
  const { data: page } = await load<unknown>(add.loader, { user, path: "/logbook/session/new/?date=2026-10-25" });
  const html = rendered(add, {}, page, data);
  const radios = [...html.matchAll(/<input[^>]*name="session_end_time_which"[^>]*>([^<]*)/g)];
  expect(radios.map(([, label]) => label)).toEqual(["Second 01:15", "01:15 on Mon 26 Oct"]);
  expect(radios.some(([input]) => input?.includes("checked"))).toBe(false);
  expect(html).toContain("Choose which 01:15 it ends at");
});

test("the form asks it as soon as the times are there, with no answer chosen", () => {
  const of = (more: Record<string, string>) => {
    const typed: Record<string, string> = { ...night("2026-10-25"), session_start_time: "01:30", ...more };
    return previewOf((name) => typed[name] ?? "", [], null);
  };
  const choices = [
    { value: "second", label: "Second 01:15" },
    { value: "next", label: "01:15 on Mon 26 Oct" },
  ];
  const asks = { time: "01:15", which: "", choices };
  expect(of({ session_end_time: "01:15" })).toMatchObject({ endTwice: asks, ends: null, sum: null });
  expect(of({ session_end_time: "01:15", session_end_time_which: "next" })).toMatchObject({
    endTwice: { ...asks, which: "next" },
    ends: "Ends Mon 26 Oct (next day)",
  });
  expect(of({ session_end_time: "01:45" })).toMatchObject({ endTwice: { time: "01:45", which: "first" } });
  // Which start is meant can be said at the same time, and an end that was before it is not taken for tomorrow's.
  const second = { session_start_time_which: "second", session_end_time_which: "first" };
  expect(of({ session_end_time: "01:15" }).startTwice).toMatchObject({ time: "01:30", which: "first" });
  expect(of({ session_end_time: "01:45", ...second })).toMatchObject({
    startTwice: { which: "second" },
    endTwice: { which: "", choices: [{ value: "second", label: "Second 01:45" }] },
    notes: ["The first 01:45 is before the start: choose the second"],
    sum: null,
  });
});

test("the JSON calls and a file of everything have which of two equal times a session ends at", async () => {
  const user = await makeUser();
  const said = { session_start_time: "01:30", session_end_time: "01:15", session_end_time_which: "second" };
  await submit(add.action, night("2026-10-25", said), { user });
  const [row] = await sessionsOf(user);
  expect([row?.start_at, row?.end_at].map((at) => londonIso(at as number))).toEqual([
    "2026-10-25T01:30:00+01:00",
    "2026-10-25T01:15:00+00:00",
  ]);
  expect([row?.start_at, row?.end_at].map((at) => parseInstant(londonIso(at as number)))).toEqual([
    row?.start_at,
    row?.end_at,
  ]);
  const { idempotency_key: _, ...fields } = night("2026-10-25", said);
  const { session_end_time_which: __, ...unsaid } = fields as Record<string, string>;
  const answerTo = async (form_data: Record<string, string>) => {
    const asked = { db, cipher: vault.of(user.unique_ref), userId: user.id, user, now: NOW, login: user.login };
    const call = { form_data: { ...form_data, unique_ref: row?.unique_ref as string } };
    return (await answerAddEditSession(asked as never, call, SESSION_HAS_CASES)).json();
  };
  expect(await answerTo(unsaid)).toMatchObject({ session: { end_datetime: "2026-10-25T01:15:00.000Z" } });
  const moved = { ...unsaid, session_end_time: "01:20" };
  expect(await answerTo(moved)).toMatchObject({
    errors: { session_end_time_which: ["Choose which 01:20 it ends at"] },
  });
  expect(await answerTo({ ...moved, session_end_time_which: "next" })).toMatchObject({
    session: { end_datetime: "2026-10-26T01:20:00.000Z" },
  });
});

test.each(
  CHANGES,
)("a case of the night to %s stands where the clocks say, before and after the change", async (sunday) => {
  const user = await makeUser();
  await submit(add.action, night(addDays(sunday, -1)), { user });
  const [session] = await sessionsOf(user);
  const asked = { user, params: { sessionRef: session?.unique_ref as string } };
  await submit(addCase.action, { idempotency_key: newRef(), start_time: "00:30", end_time: "03:00" }, asked);
  const [row] = await db.select().from(cases).where(eq(cases.user_id, user.id));
  expect([row?.start_at, row?.end_at]).toEqual([londonInstant(sunday, 30), londonInstant(sunday, 180)]);
});
