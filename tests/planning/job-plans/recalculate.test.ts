import { env } from "cloudflare:workers";
import { eq, getTableColumns } from "drizzle-orm";
import { expect, test } from "vitest";
import { rowStatements } from "~/changes/write-rows.server";
import { sessions } from "~/diary/sessions/table.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormState } from "~/platform/http/action-result";
import { londonInstant } from "~/platform/time/london";
import * as route from "~/routes/job-plans/recalculate";
import * as undo from "~/routes/logbook/undo";
import { makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { countingDatabase, db, load, makeUser, NOW, queryPlan, racingDatabase, submit } from "../../support/harness";
import { meteredDatabase } from "../../support/metered";

type Page = Awaited<ReturnType<typeof route.loader>>;
type Refused = { form: FormState };

/** The diary with two more sessions of its element, one of them fixed; its plan then turns Welsh. */
async function turnedWelsh() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const [session] = await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  if (!session) throw new Error("The diary has its session");
  const earlier = { start_at: londonInstant("2026-10-06", 480), end_at: londonInstant("2026-10-06", 1080) };
  const refs = { timed: params.sessionRef, earlier: newRef(), fixed: newRef() };
  await db.insert(sessions).values([
    { ...session, ...earlier, unique_ref: refs.earlier },
    { ...session, unique_ref: refs.fixed, pa_basis: "fixed", fixed_pa_units: 3600, pa_units: 3600 },
  ]);
  await db.update(jobPlans).set({ pa_rules: NATIONAL_RULES.wales, version: 99 }).where(eq(jobPlans.user_id, user.id));
  return { user, params, refs };
}

async function sessionOf(ref: string) {
  const [session] = await db.select().from(sessions).where(eq(sessions.unique_ref, ref));
  return session;
}

test("the page says first how many sessions would change and by how much, in one batch", async () => {
  const { user, params } = await turnedWelsh();
  const { database, trips } = countingDatabase();
  const all = await load<Page>(route.loader, { user, params, database });
  expect(trips()).toBe(1);
  expect(all.data.summary).toEqual({ sessions: 2, changing: 2, difference: 1200 });
  const path = "/job_plans/x/recalculate/?from=1%2F11%2F2026";
  const later = await load<Page>(route.loader, { user, params, path });
  expect(later.data.summary).toEqual({ sessions: 1, changing: 1, difference: 600 });
  expect(later.data.asked.values.from).toEqual(["01/11/2026"]);
});

test("a date that is none is refused in words", async () => {
  const { user, params } = await turnedWelsh();
  const page = await load<Page>(route.loader, { user, params, path: "/?from=32/1/2026" });
  expect(page.data.summary).toBeNull();
  expect(page.data.asked).toEqual({
    values: { from: ["32/1/2026"] },
    errors: { from: ["From date must be a real date, such as 27/3/2026"] },
  });
});

test("sessions from the date take the plan's rules; fixed and earlier ones stay as they are", async () => {
  const { user, params, refs } = await turnedWelsh();
  const form = { version: "99", from: "01/11/2026", sessions: "1", difference: "600" };
  const done = await submit(route.action, form, { user, params });
  expect(done.location).toBe(`/job_plans/${params.planRef}/`);
  expect(await sessionOf(refs.timed)).toMatchObject({
    pa_units: 9600,
    standard_minutes: 600,
    premium_minutes: 0,
    pa_rules: NATIONAL_RULES.wales,
    version: 2,
  });
  expect(await sessionOf(refs.earlier)).toMatchObject({ pa_units: 9000, pa_rules: NATIONAL_RULES.england, version: 1 });
  expect(await sessionOf(refs.fixed)).toMatchObject({ pa_units: 3600, pa_rules: NATIONAL_RULES.england, version: 1 });
  const again = await submit<Refused>(route.action, form, { user, params });
  expect(again.status).toBe(409);
});

test("a recalculation is undone: the sessions are as they were", async () => {
  const { user, params, refs } = await turnedWelsh();
  const before = await sessionOf(refs.timed);
  const form = { version: "99", from: "", sessions: "2", difference: "1200" };
  const done = await submit(route.action, form, { user, params });
  const { undo: undoRef } = flashOf(done);
  const undone = await submit(undo.action, {}, { user, params: { undoRef: undoRef ?? "" } });
  expect([flashOf(done).text, flashOf(undone).text]).toEqual([
    "2 sessions recalculated",
    "Restored: 2 sessions. 1 of them overlaps other sessions",
  ]);
  expect(await sessionOf(refs.timed)).toEqual(before);
});

test("nothing is written when a session is changed while the button is pressed", async () => {
  const { user, params, refs } = await turnedWelsh();
  const form = { version: "99", from: "", sessions: "2", difference: "1200" };
  const elsewhere = () => db.update(sessions).set({ version: 9 }).where(eq(sessions.unique_ref, refs.earlier)).run();
  const refused = await submit<Refused>(route.action, form, { user, params, database: racingDatabase(2, elsewhere) });
  expect([refused.status, refused.data.form.errors[""]?.[0]]).toEqual([
    409,
    expect.stringMatching(/^No session was recalculated/),
  ]);
  expect(await sessionOf(refs.timed)).toMatchObject({ pa_units: 9000, version: 1 });
});

test("an element of its own hours per PA keeps them", async () => {
  const { user, params, refs } = await turnedWelsh();
  await db
    .update(jobPlanElements)
    .set({ custom_minutes_per_pa: 150 })
    .where(eq(jobPlanElements.unique_ref, params.elementRef));
  const form = { version: "99", from: "", sessions: "2", difference: "10800" };
  expect((await submit(route.action, form, { user, params })).status).toBe(302);
  expect(await sessionOf(refs.timed)).toMatchObject({
    pa_units: 14_400,
    pa_rules: { ...NATIONAL_RULES.wales, standard_minutes_per_pa: 150, premium_minutes_per_pa: 150 },
  });
});

test.each([
  ["another count", { sessions: "3" }],
  ["another difference", { difference: "0" }],
  ["an older plan", { version: "1" }],
])("nothing is written when the page showed %s", async (_name, some) => {
  const { user, params, refs } = await turnedWelsh();
  const form = { version: "99", from: "", sessions: "2", difference: "1200", ...some };
  const refused = await submit<Refused>(route.action, form, { user, params });
  expect(refused.status).toBe(409);
  expect(refused.data.form.errors[""]?.[0]).toMatch(/^No session was recalculated/);
  expect(await sessionOf(refs.timed)).toMatchObject({ pa_units: 9000, version: 1 });
});

test("a form without its figures is refused in words", async () => {
  const { user, params } = await turnedWelsh();
  const refused = await submit<Refused>(route.action, { version: "99", from: "" }, { user, params });
  expect(refused.status).toBe(422);
  expect(refused.data.form.errors).toEqual({
    sessions: ["Reload this page to see the figures first"],
    difference: ["Reload this page to see the figures first"],
  });
});

/** The rows that are read to recalculate so many sessions. */
async function rowsReadFor(count: number): Promise<number> {
  const { user, params, refs } = await turnedWelsh();
  const columns = Object.keys(getTableColumns(sessions)).filter((name) => name !== "unique_ref");
  const more = `INSERT INTO sessions (unique_ref, ${columns}) SELECT substr(hex(randomblob(16)), 1, 22), ${columns}
    FROM json_each(?), sessions WHERE user_id = ? AND unique_ref = ?`;
  await env.DB.prepare(more)
    .bind(JSON.stringify(Array(count - 2).fill(0)), user.id, refs.timed)
    .run();
  const form = { version: "99", from: "", sessions: String(count), difference: String(count * 600) };
  const { metered, rowsRead } = meteredDatabase();
  const saved = await submit(route.action, form, { user, params, now: NOW + 1, database: metered });
  expect(saved.status).toBe(302);
  expect((await load<Page>(route.loader, { user, params })).data.summary?.sessions).toBe(0);
  return rowsRead();
}

test("twelve thousand sessions are recalculated at once, and each reads no more than one of 500", {
  tags: ["full"],
}, async () => {
  const few = await rowsReadFor(500);
  expect(few).toBeGreaterThan(500);
  // Where each looked through all, this would read eight times as many, and the next would take minutes.
  expect(await rowsReadFor(4000)).toBeLessThan(few * 8 * 1.2);
  expect(await rowsReadFor(12_000)).toBeLessThan(few * 24 * 1.2);
});

test("each session is found by its key", async () => {
  const { user } = await turnedWelsh();
  const rows = [newRef(), newRef()].map((unique_ref) => ({ unique_ref, pa_units: 0 }));
  const [kept, update] = rowStatements({ db, userId: user.id, now: NOW }, { updates: { sessions: rows } });
  expect(await queryPlan(kept as never)).toMatch(/^SEARCH sessions .*\(user_id=\? AND unique_ref=\?\)/);
  expect(await queryPlan(update as never)).toMatch(/^SCAN each.*\nSEARCH sessions .*\(user_id=\? AND unique_ref=\?\)/);
});

test("someone else's plan is not recalculated", async () => {
  const { params, refs } = await turnedWelsh();
  const user = await makeUser();
  expect((await load(route.loader, { user, params })).status).toBe(404);
  const form = { version: "99", from: "", sessions: "2", difference: "1200" };
  expect((await submit(route.action, form, { user, params })).status).toBe(404);
  expect(await sessionOf(refs.timed)).toMatchObject({ pa_units: 9000 });
});
