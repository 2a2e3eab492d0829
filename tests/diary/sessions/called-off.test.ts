import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { cases } from "~/diary/cases/table.server";
import { fees } from "~/diary/fees/table.server";
import { nearSessions } from "~/diary/no-signal/sessions.server";
import type { RoundUpPage } from "~/diary/round-up/page.server";
import { countOverlapping } from "~/diary/series/series.server";
import { previewOf } from "~/diary/sessions/preview";
import { cancellations, sessions } from "~/diary/sessions/table.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { londonInstant } from "~/platform/time/london";
import * as caseNew from "~/routes/logbook/case-new";
import * as planned from "~/routes/logbook/planned-log";
import * as roundUp from "~/routes/logbook/round-up";
import * as caseList from "~/routes/logbook/session-cases";
import * as outcome from "~/routes/logbook/session-outcome";
import * as undo from "~/routes/logbook/undo";
import * as progress from "~/routes/progress/progress";
import { makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { db, load, makeUser, NOW, submit } from "../../support/harness";
import { rendered } from "../../support/rendered";
import { addFee, addSession } from "../fees/extras-fees";

type Fields = Record<string, string>;
type Answer = { form?: { errors: unknown } };

/** A diary whose session of Tue 17 Nov has no cases, and whose list of the Tuesday before is only planned. */
async function diary() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.delete(cancellations).where(eq(cancellations.user_id, user.id));
  await db.delete(cases).where(eq(cases.user_id, user.id));
  await db.delete(fees).where(eq(fees.user_id, user.id));
  return { user, params, set: (row: Partial<typeof sessions.$inferInsert>) => setAll(user, row) };
}

const setAll = (user: SignedInUser, row: Partial<typeof sessions.$inferInsert>) =>
  db.update(sessions).set(row).where(eq(sessions.user_id, user.id));

const unitsOf = async (user: SignedInUser) =>
  (await db.select().from(sessions).where(eq(sessions.user_id, user.id))).map(({ pa_units }) => pa_units / 3600);

async function say(user: SignedInUser, sessionRef: string, fields: Fields) {
  const [row] = await db.select().from(sessions).where(eq(sessions.unique_ref, sessionRef));
  const answer = await submit<Answer>(
    outcome.action,
    { version: String(row?.version), ...fields },
    { user, params: { sessionRef }, path: `/logbook/session/${sessionRef}/outcome/` },
  );
  return flashOf(answer);
}

const takeBack = (user: SignedInUser, undoRef: string | null = "") =>
  submit(undo.action, {}, { user, path: `/undo/${undoRef}/`, params: { undoRef: undoRef ?? "" } });

async function pageOf(user: SignedInUser, sessionRef: string): Promise<string> {
  const path = `/logbook/session/${sessionRef}/outcome/`;
  const { data } = await load(outcome.loader, { user, params: { sessionRef }, path });
  return rendered(outcome, { sessionRef }, data).replace(/<!-- -->/g, "");
}

test.each([
  ["a waiting list initiative", { element_ref: null, work_kind: "wli" as const }, true],
  ["a session without an element", { element_ref: null }, true],
  ["a session of an extra element", { site: "" }, false],
])("of %s that the trust calls off no PAs are kept, as its page says", async (_, row, counts) => {
  const { user, params, set } = await diary();
  await set(row);
  await db.update(jobPlanElements).set({ counts_to_balance: counts }).where(eq(jobPlanElements.user_id, user.id));
  const words = await pageOf(user, params.sessionRef);
  expect(words).toContain("It is not in your job plan’s PAs, so it counts no PA, whoever cancels it");
  expect(words).not.toContain("keeps its");
  await say(user, params.sessionRef, { intent: "cancelled_by_trust" });
  expect(await unitsOf(user)).toEqual([0]);
  const { data } = await load(progress.loader, { user, path: "/progress/" });
  expect(JSON.stringify(data)).toContain("1 session did not happen: 1 cancelled by the trust (0.00 PA kept)");
  await say(user, params.sessionRef, { intent: "held" });
  expect(await unitsOf(user)).toEqual([2.5]);
});

test("a planned session of an extra element that the trust calls off keeps no PAs either", async () => {
  const { user, params } = await diary();
  await db.update(jobPlanElements).set({ counts_to_balance: false }).where(eq(jobPlanElements.user_id, user.id));
  const path = `/logbook/planned/${params.elementRef}/2026-11-10/?start=08:00`;
  const at = { user, path, params: { elementRef: params.elementRef, date: "2026-11-10" } };
  await submit(planned.action, { intent: "cancelled_by_trust" }, at);
  expect((await unitsOf(user)).toSorted()).toEqual([0, 2.5]);
});

test("the fee of a session that did not happen is kept and named, or deleted with the same press; one undo for both", async () => {
  const { user, params } = await diary();
  const sessionRef = await addSession(user, "2026-11-21");
  await addFee(user, { session_ref: sessionRef, amount_pence: 90_000 });
  const feesOf = async () => (await db.select().from(fees).where(eq(fees.user_id, user.id))).length;
  expect(await pageOf(user, sessionRef)).toContain("Delete its fee: £900.00, not yet claimed");
  expect(await pageOf(user, params.sessionRef)).not.toContain("Delete its fee");
  const kept = await say(user, sessionRef, { intent: "cancelled_by_trust" });
  expect(kept.text).toMatch(/Its fee of £900\.00 is kept$/);
  await takeBack(user, kept.undo);
  const gone = await say(user, sessionRef, { intent: "cancelled_by_me", delete_fee: "yes" });
  expect([gone.text, await feesOf()]).toEqual([expect.stringMatching(/Its fee of £900\.00 is deleted$/), 0]);
  await takeBack(user, gone.undo);
  expect(await feesOf()).toBe(1);
});

test("no case is added to a session that did not happen, alone or in a list", async () => {
  const { user, params, set } = await diary();
  await set({ outcome: "cancelled_by_trust" });
  const one = { idempotency_key: newRef(), case_description: "Hernia", age_unit: "years" };
  const list = { idempotency_key: newRef(), "cases[0].line": "", "cases[0].case_description": "Hernia" };
  for (const answer of [
    await submit<Answer>(caseNew.action, one, { user, params }),
    await submit<Answer>(caseList.action, list, { user, params }),
  ]) {
    expect(answer).toMatchObject({
      status: 409,
      data: { form: { errors: { "": [expect.stringMatching(/^This session did not happen/)] } } },
    });
  }
  expect(await db.$count(cases, eq(cases.user_id, user.id))).toBe(0);
});

test("a week’s round-up and the list for days without signal leave out what did not happen", async () => {
  const { user, set } = await diary();
  await set({ element_ref: null });
  const missing = async () => (await load<RoundUpPage>(roundUp.loader, { user, path: WEEK })).data.sessions.length;
  const near = async () =>
    (await nearSessions({ db, userId: user.id, now: NOW }, 7)).filter(({ ref }) => ref !== null).length;
  expect([await missing(), await near()]).toEqual([1, 1]);
  await set({ outcome: "cancelled_by_me", pa_units: 0 });
  expect([await missing(), await near()]).toEqual([0, 0]);
});

const WEEK = "/logbook/round-up/?date=2026-11-16";

test("what did not happen overlaps nothing: in a series, after an undo, and where a swap goes", async () => {
  const { user, params } = await diary();
  const other = await addSession(user, "2026-11-19");
  const span = { startAt: londonInstant("2026-11-19", 480), endAt: londonInstant("2026-11-19", 600) };
  const overlapping = async () => (await countOverlapping(db, user.id, [span], newRef()))[0]?.overlapping;
  const swap = { intent: "swapped", swap_date: "19/11/2026" };
  const busy = await say(user, params.sessionRef, swap);
  expect([await overlapping(), busy.text]).toEqual([1, expect.stringMatching(/It overlaps .*, Thu 19 Nov/)]);
  await takeBack(user, busy.undo);
  await db.update(sessions).set({ outcome: "cancelled_by_me", pa_units: 0 }).where(eq(sessions.unique_ref, other));
  const free = await say(user, params.sessionRef, swap);
  expect([await overlapping(), free.text]).toEqual([1, expect.not.stringContaining("It overlaps")]);
  await takeBack(user, free.undo);
  expect(await overlapping()).toBe(0);

  const back = await say(user, params.sessionRef, { intent: "cancelled_by_me" });
  await addSession(user, "2026-11-17");
  await db.update(sessions).set({ version: 9 }).where(eq(sessions.unique_ref, other));
  expect(flashOf(await takeBack(user, back.undo)).text).toContain("It overlaps");
});

test("the form of a session that did not happen shows the PAs that it counts", () => {
  const answers: Fields = {
    ...{ session_date: "17/11/2026", session_start_time: "08:00", session_end_time: "18:00" },
    pa_calculation_basis: "time_calculated",
  };
  const span = { startAt: londonInstant("2026-11-17", 480), endAt: londonInstant("2026-11-17", 1080) };
  const stored = { ...span, tag: null, rules: NATIONAL_RULES.england, outcome: "cancelled_by_me" as const };
  const { sum, own } = previewOf((name) => answers[name] ?? "", [], stored);
  expect(sum).toEqual({ working: "10 h standard ÷ 4, cancelled by me", result: "0.00 PA" });
  expect(own?.pa_units).toBe(0);
});
