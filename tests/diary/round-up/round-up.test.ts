import { and, asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cases } from "~/diary/cases/table.server";
import { fees } from "~/diary/fees/table.server";
import type { RoundUpPage } from "~/diary/round-up/page.server";
import { cancellations, sessions } from "~/diary/sessions/table.server";
import { newRef } from "~/platform/db/columns.server";
import { londonInstant } from "~/platform/time/london";
import * as roundUp from "~/routes/logbook/round-up";
import * as undo from "~/routes/logbook/undo";
import { makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { countingDatabase, db, load, makeUser, NOW, racingDatabase, submit } from "../../support/harness";
import { setProfile } from "../../support/profile";
import { rendered } from "../../support/rendered";
import { addCase, addFee, addSession } from "../fees/extras-fees";

type User = Awaited<ReturnType<typeof makeUser>>;
type Page = RoundUpPage & { key: string };

const WEEK = "/logbook/round-up/?date=2026-11-16";
/** The session of the diary is logged in that week; in the one before its time of the plan is not. */
const BEFORE = "/logbook/round-up/?date=2026-11-09";

async function pageOf(user: User, path = WEEK): Promise<Page> {
  return (await load<Page>(roundUp.loader, { user, path })).data;
}

function post(user: User, page: Page, form: Record<string, string | string[]>, path = WEEK) {
  return submit<{ form: { errors: Record<string, string[]> } }>(
    roundUp.action,
    { idempotency_key: page.key, ...form },
    { user, path },
  );
}

async function sessionsOf(user: User) {
  return db.select().from(sessions).where(eq(sessions.user_id, user.id)).orderBy(asc(sessions.start_at));
}

/** A week with one loose end of each kind, and one more fee. */
async function looseWeek() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.update(cases).set({ asa: null }).where(eq(cases.unique_ref, params.caseRef));
  const untagged = await addSession(user, "2026-11-18");
  const fee = await addFee(user, { session_ref: untagged, amount_pence: 40_000 });
  const alone = await addFee(user, { work_date: "2026-11-19", amount_pence: 26_000 });
  await db.update(sessions).set({ element_ref: null }).where(eq(sessions.unique_ref, params.sessionRef));
  return { user, params, untagged, fee, alone };
}

test("a week shows what is planned and not logged, what cases lack, sessions without element, and fees", async () => {
  const { user, params } = await looseWeek();
  const page = await pageOf(user);
  expect(page.total).toBe(6);
  expect(page.unlogged).toMatchObject([
    { element: "All-day orthopaedics", when: "Tue 17 Nov, 08:00 – 18:00", pa: "2.50" },
  ]);
  expect(page.cases).toMatchObject([{ ref: params.caseRef, missing: ["asa"], when: "Tue 17 Nov, 09:05 – 10:40" }]);
  expect(page.sessions.map(({ when }) => when)).toEqual(["Tue 17 Nov, 08:00 – 18:00", "Wed 18 Nov, 08:00 – 12:00"]);
  // What the plan has at its time comes first.
  expect(page.sessions[0]?.groups[0]).toMatchObject({
    label: "Planned at this time",
    choices: [{ value: params.elementRef }],
  });
  expect(page.fees.map(({ amount }) => amount)).toEqual(["£400.00", "£260.00"]);
});

test("a week without work is not called complete, and of one without cases and fees nothing is claimed", async () => {
  const user = await makeUser();
  const words = async () => rendered(roundUp, {}, await pageOf(user)).replace(/<!-- -->/g, "");
  expect(await words()).toContain("Nothing to finish");
  expect(await words()).toContain("Nothing is logged in this week yet.");
  const { params } = await makeDiary(user);
  await db.delete(cases).where(eq(cases.unique_ref, params.caseRef));
  await db.delete(fees).where(eq(fees.user_id, user.id));
  expect(await words()).toContain("All done");
  expect(await words()).not.toMatch(/every (case|fee)/i);
});

test("the page is read in one trip", async () => {
  const { user } = await looseWeek();
  const { database, trips } = countingDatabase();
  await load(roundUp.loader, { user, path: WEEK, database });
  expect(trips()).toBe(1);
});

test("only what is over, and is neither leave nor a bank holiday, counts as not logged", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  expect((await pageOf(user, BEFORE)).unlogged).toHaveLength(1);
  const during = await load<Page>(roundUp.loader, { user, path: BEFORE, now: londonInstant("2026-11-10", 1079) });
  expect(during.data.unlogged).toEqual([]);
  // The leave of the diary, and a bank holiday of its owner's own on a Tuesday.
  const later = { user, now: londonInstant("2027-01-10", 720) };
  const inLeave = await load<Page>(roundUp.loader, { ...later, path: "/logbook/round-up/?date=2026-12-15" });
  expect(inLeave.data.unlogged).toEqual([]);
  expect(params.leaveRef).toBeTruthy();
});

test("one press logs a planned session with its times, element, basis and site, and undo takes it away", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const page = await pageOf(user, BEFORE);
  const key = page.unlogged[0]?.key ?? "";
  const answer = await post(user, page, { log: key, planned: [key] }, BEFORE);
  expect([answer.status, answer.location]).toEqual([302, "/logbook/round-up/?date=2026-11-09#unlogged"]);
  expect(flashOf(answer).text).toBe("1 session logged as planned");
  const [made] = await sessionsOf(user);
  expect(made).toMatchObject({
    ...{ start_at: londonInstant("2026-11-10", 480), end_at: londonInstant("2026-11-10", 1080) },
    ...{ element_ref: params.elementRef, pa_units: 9000, pa_basis: "time_calculated", site: "" },
  });
  expect((await pageOf(user, BEFORE)).total).toBe(0);
  await submit(undo.action, {}, { user, params: { undoRef: flashOf(answer).undo ?? "" } });
  expect(await sessionsOf(user)).toHaveLength(1);
});

test("the same press sent twice logs once, and is answered alike", async () => {
  const user = await makeUser();
  await makeDiary(user);
  const page = await pageOf(user, BEFORE);
  const key = page.unlogged[0]?.key ?? "";
  for (const _ of [1, 2]) expect((await post(user, page, { log: key }, BEFORE)).status).toBe(302);
  expect(await sessionsOf(user)).toHaveLength(2);
  // From another page that was opened before: it says so.
  const other = await post(user, { ...page, key: newRef() }, { log: key }, BEFORE);
  expect([other.status, other.data.form.errors[""]?.[0]]).toEqual([
    409,
    expect.stringContaining("logged or changed elsewhere"),
  ]);
});

test("five loose ends are saved in one change, and one undo puts all of them back", async () => {
  const { user, params, untagged, fee, alone } = await looseWeek();
  const before = await Promise.all([sessionsOf(user), db.select().from(cases).where(eq(cases.user_id, user.id))]);
  const page = await pageOf(user);
  const answer = await post(user, page, {
    intent: "save",
    "cases[0].ref": params.caseRef,
    "cases[0].version": String(page.cases[0]?.version),
    "cases[0].asa": "3",
    "sessions[0].ref": page.sessions[0]?.ref ?? "",
    "sessions[0].version": String(page.sessions[0]?.version),
    "sessions[0].element": params.elementRef,
    "sessions[1].ref": untagged,
    "sessions[1].version": String(page.sessions[1]?.version),
    "sessions[1].element": params.elementRef,
    fee: page.fees.map(({ value }) => value),
    claimed_on: "20/11/2026",
  });
  expect(answer.status).toBe(302);
  expect(flashOf(answer).text).toBe("1 case completed, element of 2 sessions saved, 2 fees claimed");
  expect((await pageOf(user)).total).toBe(0);
  const [found] = await db
    .select()
    .from(cases)
    .where(and(eq(cases.user_id, user.id), eq(cases.unique_ref, params.caseRef)));
  expect(found).toMatchObject({ asa: 3, urgency: 4, age: 45 });
  const claimed = await db.select().from(fees).where(eq(fees.user_id, user.id));
  expect(
    claimed
      .filter(({ timesheet_date }) => timesheet_date === "2026-11-20")
      .map(({ unique_ref }) => unique_ref)
      .sort(),
  ).toEqual([fee, alone].sort());
  await submit(undo.action, {}, { user, params: { undoRef: flashOf(answer).undo ?? "" } });
  const after = await Promise.all([sessionsOf(user), db.select().from(cases).where(eq(cases.user_id, user.id))]);
  const saved = (rows: (typeof after)[0]) => rows.map(({ element_ref, pa_units }) => ({ element_ref, pa_units }));
  expect(saved(after[0])).toEqual(saved(before[0]));
  expect(after[1].map(({ asa }) => asa)).toEqual([null]);
  expect((await pageOf(user)).total).toBe(6);
});

test("a button that logs saves what else was chosen with it", async () => {
  const { user, params } = await looseWeek();
  const page = await pageOf(user);
  const key = page.unlogged[0]?.key ?? "";
  const sent = { "cases[0].ref": params.caseRef, "cases[0].version": "1", "cases[0].asa": "1" };
  const answer = await post(user, page, { log: key, ...sent });
  expect(flashOf(answer).text).toBe("1 session logged as planned, 1 case completed");
});

test("an age that was missing is kept as its owner's profile says", async () => {
  const user = await makeUser();
  await setProfile(user.unique_ref, { ages: "bands", age_cuts: [192, 780] });
  const found = await addCase(user, await addSession(user, "2026-11-18"), "Hip");
  const page = await pageOf(user);
  expect(page.cases[0]?.missing).toEqual(["asa", "urgency", "gender", "age"]);
  const row = { "cases[0].ref": found, "cases[0].version": String(page.cases[0]?.version) };
  for (const [age, problem] of [
    ["200", "Age in years must be between 0 and 120"],
    ["-1", "Age in years must be between 0 and 120"],
    ["4.5", "Age in years must be a whole number"],
    ["forty", "Age in years must be a number"],
  ] as const) {
    const wrong = await post(user, page, { ...row, "cases[0].age": age });
    expect([wrong.status, wrong.data.form.errors]).toEqual([422, { "cases[0].age": [problem] }]);
  }
  await post(user, page, { ...row, "cases[0].age": "71" });
  const [kept] = await db.select().from(cases).where(eq(cases.user_id, user.id));
  expect(kept).toMatchObject({ age: 65, age_unit: "years", asa: null });
});

test("what was changed elsewhere is not overwritten: nothing is saved, and the page says so", async () => {
  const { user, params } = await looseWeek();
  const page = await pageOf(user);
  await db.update(cases).set({ urgency: 1, version: 9 }).where(eq(cases.unique_ref, params.caseRef));
  const sent = { "cases[0].ref": params.caseRef, "cases[0].version": "1", "cases[0].asa": "1" };
  const answer = await post(user, page, { log: page.unlogged[0]?.key ?? "", ...sent });
  expect([answer.status, answer.data.form.errors[""]?.[0]]).toEqual([409, expect.stringContaining("nothing is saved")]);
  expect(await sessionsOf(user)).toHaveLength(2);
});

test("nothing of another user's is changed, and nothing of a week that is not shown", async () => {
  const [{ params: others }, user] = [await looseWeek(), await makeUser()];
  await makeDiary(user);
  const page = await pageOf(user);
  const sent = { "cases[0].ref": others.caseRef, "cases[0].version": "1", "cases[0].asa": "1" };
  expect((await post(user, page, sent)).status).toBe(409);
  const element = {
    "sessions[0].ref": others.sessionRef,
    "sessions[0].version": "1",
    "sessions[0].element": others.elementRef,
  };
  expect((await post(user, page, element)).status).toBe(409);
  const [found] = await db.select().from(cases).where(eq(cases.unique_ref, others.caseRef));
  expect(found?.asa).toBeNull();
});

test("an element of a plan that does not hold the day, or of nobody, is refused at its line", async () => {
  const { user, untagged } = await looseWeek();
  const page = await pageOf(user);
  const at = page.sessions.findIndex(({ ref }) => ref === untagged);
  const row = { "sessions[0].ref": untagged, "sessions[0].version": String(page.sessions[at]?.version) };
  const answer = await post(user, page, { ...row, "sessions[0].element": newRef() });
  expect([answer.status, Object.keys(answer.data.form.errors)]).toEqual([422, ["sessions[0].element"]]);
});

test("without anything chosen nothing is saved, and the page says what to do", async () => {
  const { user } = await looseWeek();
  const answer = await post(user, await pageOf(user), { intent: "save" });
  expect([answer.status, answer.data.form.errors[""]]).toEqual([422, ["Choose a grade, an element or a fee to save"]]);
});

test("fees are claimed on a date that is given", async () => {
  const { user } = await looseWeek();
  const page = await pageOf(user);
  const answer = await post(user, page, { fee: page.fees.map(({ value }) => value), claimed_on: "" });
  expect([answer.status, Object.keys(answer.data.form.errors)]).toEqual([422, ["claimed_on"]]);
});

test("of a session that counts by a fixed allocation the allocation stays", async () => {
  const { user, params, untagged } = await looseWeek();
  await db
    .update(sessions)
    .set({ pa_basis: "fixed", fixed_pa_units: 3150, pa_units: 3150 })
    .where(eq(sessions.unique_ref, untagged));
  const page = await pageOf(user);
  const version = page.sessions.find(({ ref }) => ref === untagged)?.version;
  const row = { "sessions[0].ref": untagged, "sessions[0].version": String(version) };
  expect((await post(user, page, { ...row, "sessions[0].element": params.elementRef })).status).toBe(302);
  const [tagged] = (await sessionsOf(user)).filter(({ unique_ref }) => unique_ref === untagged);
  expect(tagged).toMatchObject({ element_ref: params.elementRef, fixed_pa_units: 3150, pa_units: 3150 });
});

test("a date that is none leads nowhere, and a bare address to this week", async () => {
  const user = await makeUser();
  expect((await load(roundUp.loader, { user, path: "/logbook/round-up/?date=soon" })).status).toBe(404);
  const page = (await load<Page>(roundUp.loader, { user, path: "/logbook/round-up/", now: NOW })).data;
  expect([page.heading, page.links.filter(Boolean).map((link) => link?.label)]).toEqual([
    "16 – 22 November 2026",
    ["Week before"],
  ]);
});

test("of two tabs the second saves nothing of what the first has answered, be they at once or one after the other", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const [tab, other] = [await pageOf(user, BEFORE), await pageOf(user, BEFORE)];
  const key = tab.unlogged[0]?.key ?? "";
  const cancelled = () => db.$count(cancellations, eq(cancellations.user_id, user.id));
  const [logged, said] = [(await sessionsOf(user)).length, await cancelled()];
  const cancelling = () => post(user, other, { cancel: key }, BEFORE);
  const form = { idempotency_key: tab.key, log: key, planned: [key] };
  const database = racingDatabase(2, cancelling);
  const late = await submit<{ form: { errors: Record<string, string[]> } }>(roundUp.action, form, {
    ...{ user, path: BEFORE, database },
  });
  expect([late.status, late.data.form?.errors[""]]).toEqual([409, [expect.stringContaining("nothing is saved yet")]]);
  // What else was chosen waits for the second look too.
  const fee = `${params.feeRef}/1`;
  const both = await post(
    user,
    await pageOf(user, BEFORE),
    { cancel: key, fee: [fee], claimed_on: "21/11/2026" },
    BEFORE,
  );
  expect([both.status, both.data.form.errors[""]]).toEqual([409, [expect.stringContaining("nothing is saved yet")]]);
  const rest = await post(user, await pageOf(user, BEFORE), { intent: "log_all", planned: [key] }, BEFORE);
  expect(rest.status).toBe(409);
  expect([(await sessionsOf(user)).length, await cancelled()]).toEqual([logged, said + 1]);
});
