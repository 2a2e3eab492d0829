import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { cases } from "~/diary/cases/table.server";
import { decryptFeeNotes, FEE_COLUMNS } from "~/diary/fees/queries.server";
import { feeStatus, JOB_PLAN_FEE_WARNING } from "~/diary/fees/rules";
import { fees, rates } from "~/diary/fees/table.server";
import { workOfFee } from "~/diary/fees/work/work.server";
import { sessions } from "~/diary/sessions/table.server";
import { undoableChanges } from "~/diary/undo/queries.server";
import { undoWithMessage } from "~/diary/undo/undo.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormState, NewerVersion } from "~/platform/http/action-result";
import * as editFee from "~/routes/extras/fee";
import * as insertFee from "~/routes/extras/fee";
import * as editCase from "~/routes/logbook/case";
import * as editSession from "~/routes/logbook/session";
import { makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import {
  countingDatabase,
  cutOffDatabase,
  db,
  load,
  makeUser,
  NOW,
  queryPlan,
  racingDatabase,
  submit,
  vault,
} from "../../support/harness";

type Fields = Record<string, string>;
type Answered = {
  form: FormState;
  newer?: NewerVersion;
  worked?: { words: string; warning: string | null };
};

const ALONE = { work_date: "31/10/2026", amount: "1200" };
/** The bands of the card of 2022. */
const BANDS = [
  { weekdays: [1, 2, 3, 4, 5], from_minute: 420, until_minute: 1140, rate_pence: 15_000 },
  { weekdays: [1, 2, 3, 4, 5], from_minute: 1140, until_minute: 1380, rate_pence: 20_000 },
  { weekdays: [6, 7], from_minute: 420, until_minute: 1380, rate_pence: 20_000 },
  { weekdays: [1, 2, 3, 4, 5, 6, 7], from_minute: 1380, until_minute: 1440, rate_pence: 25_000 },
  { weekdays: [1, 2, 3, 4, 5, 6, 7], from_minute: 0, until_minute: 420, rate_pence: 25_000 },
];

async function diary() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const me = user.id;
  const bands = newRef();
  const row = { user_id: me, created_at: NOW, updated_at: NOW };
  await db
    .insert(rates)
    .values({ ...row, unique_ref: bands, name: "Card", basis: "hour", bands: BANDS, payer_ref: params.payerRef });
  const at = (feeRef: string) => ({ user, params: { ...params, feeRef } });
  return {
    ...{ user, params, me, bands },
    add: (fields: Fields, path = "/extras/new/", more = {}) =>
      submit<Answered>(insertFee.action, { idempotency_key: newRef(), ...fields }, { user, path, ...more }),
    edit: (fields: Fields, feeRef = params.feeRef, more = {}) =>
      submit<Answered>(editFee.action, fields, { ...at(feeRef), ...more }),
    remove: (version: string, feeRef = params.feeRef, more = {}) =>
      submit<Answered>(editFee.action, { version, intent: "delete" }, { ...at(feeRef), ...more }),
  };
}

async function feesOf(user: SignedInUser) {
  return db.select(FEE_COLUMNS).from(fees).where(eq(fees.user_id, user.id));
}

async function newestFee(user: SignedInUser, but: string) {
  return (await feesOf(user)).find(({ unique_ref }) => unique_ref !== but);
}

/** The session of the diary with a fee of £700 that waits. */
async function withSessionFee() {
  const made = await diary();
  const feeRef = newRef();
  const { me, params } = made;
  await db.insert(fees).values({
    ...{ unique_ref: feeRef, user_id: me, session_ref: params.sessionRef, created_at: NOW, updated_at: NOW },
    ...{ amount_pence: 70_000, timesheet_date: "2026-11-18" },
  });
  return { ...made, feeRef };
}

test("work that stands alone is added once for each form, with all that is said of it, its notes encrypted", async () => {
  const { user, params, add } = await diary();
  const fields = {
    ...{ idempotency_key: newRef(), work_date: "31/10/2026", start_time: "8:00", end_time: "13:00", kind: "wli" },
    ...{ payer: "Northern Trust", basis: "hour", rate_amount: "240", amount: "1,200.00", procedure_codes: "w8500" },
    ...{ reference: "INV 17", timesheet_date: "2/11/2026", paid_date: "20/11/2026", paid_amount: "1150" },
    ...{ written_off_date: "21/11/2026", notes: "Chased once" },
  };
  const answers = await Promise.all([1, 2].map(() => add(fields)));
  expect(answers.map(({ status, location }) => [status, location])).toEqual([
    [302, "/extras/"],
    [302, "/extras/"],
  ]);
  expect(await feesOf(user)).toHaveLength(2);
  const fee = await newestFee(user, params.feeRef);
  expect(fee).toMatchObject({
    ...{ work_date: "2026-10-31", start_minute: 480, end_minute: 780, kind: "wli", payer: "Northern Trust" },
    ...{ basis: "hour", rate_pence: 24_000, amount_pence: 120_000, procedure_codes: "W8500", reference: "INV 17" },
    ...{ timesheet_date: "2026-11-02", paid_date: "2026-11-20", paid_pence: 115_000 },
    ...{ written_off_date: "2026-11-21", session_ref: null, case_ref: null },
  });
  expect(new TextDecoder().decode(new Uint8Array(fee?.text_encrypted ?? []))).not.toContain("Chased");
  expect(await decryptFeeNotes(vault.of(user.unique_ref), fee)).toBe("Chased once");
  expect(flashOf(answers[0] as never).text).toBe("Fee added: 5 h at £240 = £1,200.00");
});

test("a fee is worked out by a button that saves nothing, and by saving it blank", async () => {
  const { user, params, bands, add } = await diary();
  const fields = { work_date: "20/11/2026", start_time: "18:00", end_time: "08:00", rate: bands, amount: "1" };
  const asked = await add({ ...fields, intent: "work_out" });
  expect(asked.status).toBe(200);
  expect(asked.data.worked).toMatchObject({
    words: "1 h at £150 + 4 h at £200 + 8 h at £250 + 1 h at £200 = £3,150.00",
    warning: null,
  });
  expect(asked.data.form.values).toMatchObject({
    ...{ amount: ["3150.00"], basis: ["hour"], payer: ["Trust"] },
    ...{ work_date: ["20/11/2026"], start_time: ["18:00"], end_time: ["08:00"], rate: [bands] },
  });
  expect(await feesOf(user)).toHaveLength(1);
  const saved = await add({ ...fields, amount: "" });
  expect(flashOf(saved).text).toContain("= £3,150.00");
  expect(await newestFee(user, params.feeRef)).toMatchObject({
    ...{ amount_pence: 315_000, basis: "hour", rate_pence: null, payer: "Trust" },
    ...{ start_minute: 1080, end_minute: 480 },
  });
});

test("the payer of a fee is stored with one space between its words", async () => {
  const { user, params, add } = await diary();
  await add({ ...ALONE, payer: "Northern   Trust" });
  expect(await newestFee(user, params.feeRef)).toMatchObject({ payer: "Northern Trust" });
});

test("an amount that is typed over its rate is saved, and the rate's own is said", async () => {
  const { user, params, bands, add } = await diary();
  const fields = { work_date: "21/11/2026", start_time: "13:00", end_time: "20:00", rate: bands, amount: "1350" };
  const saved = await add(fields);
  expect(flashOf(saved).text).toContain("By its rate the fee would be £1,400.00 (7 h at £200 = £1,400.00)");
  expect(await newestFee(user, params.feeRef)).toMatchObject({ amount_pence: 135_000 });
});

test("several procedures of one insurer are £435", async () => {
  const { add } = await diary();
  const prices = { price_1: "300", price_2: "220", price_3: "100" };
  const asked = await add({ work_date: "7/11/2026", ...prices, intent: "work_out" });
  expect(asked.data.worked?.words).toBe("100 % of £300 + 50 % of £220 + 25 % of £100 = £435.00");
  expect(asked.data.form.values.amount).toEqual(["435.00"]);
});

test("bank holidays are those of the plan that holds the day, with local days", async () => {
  const { me, bands, add } = await diary();
  const friday = { work_date: "19/06/2026", start_time: "08:00", end_time: "12:00", rate: bands, intent: "work_out" };
  // The diary has a local bank holiday on that Friday.
  expect((await add(friday)).data.form.values.amount).toEqual(["800.00"]);
  const andrew = { ...friday, work_date: "30/11/2026" };
  expect((await add(andrew)).data.form.values.amount).toEqual(["600.00"]);
  await db.update(jobPlans).set({ pa_rules: NATIONAL_RULES.scotland }).where(eq(jobPlans.user_id, me));
  expect((await add(andrew)).data.form.values.amount).toEqual(["800.00"]);
});

test.each<[Fields, Fields]>([
  [{ amount: "1200" }, { work_date: "Enter the date of the work" }],
  [{ work_date: "31/10/2026" }, { amount: "Enter the fee, or a rate to work it out from" }],
  [{ ...ALONE, amount: "1.005" }, { amount: "Enter the fee in whole pence: two decimals at most, such as 310.50" }],
  [{ ...ALONE, amount: "-5" }, { amount: "A fee cannot be less than nothing. Enter it without the minus" }],
  [{ ...ALONE, amount: "100000" }, { amount: "A fee can be £99,999.99 at most. Check the amount" }],
  [{ ...ALONE, start_time: "8:00" }, { end_time: "Enter an end time too, or clear the start time" }],
  [{ ...ALONE, end_time: "8:00" }, { start_time: "Enter a start time too, or clear the end time" }],
  [{ ...ALONE, paid_amount: "5" }, { paid_date: "Enter the paid date, or clear the amount paid" }],
  [
    { ...ALONE, paid_date: "20/11/2026", paid_amount: "0" },
    { paid_amount: "Enter a payment of £0.01 or more, or leave it blank for the whole fee" },
  ],
  [
    { ...ALONE, paid_date: "20/11/2026", written_off_date: "21/11/2026" },
    { written_off_date: "Clear this: the fee is paid in full, so there is nothing to write off" },
  ],
  [{ ...ALONE, rate: "x".repeat(22) }, { rate: "Choose a rate from the list: this one has been deleted" }],
  [
    { ...ALONE, rate_amount: "1.005" },
    { rate_amount: "Enter the rate in whole pence: two decimals at most, such as 310.50" },
  ],
  [{ ...ALONE, basis: "week" }, { basis: "Choose a basis from the list" }],
  [{ ...ALONE, kind: "fun" }, { kind: "Choose a kind of work from the list" }],
  [{ ...ALONE, quantity: "0" }, { quantity: "How many must be between 0.01 and 999.99" }],
  [{ ...ALONE, reference: "x".repeat(41) }, { reference: "Reference must be 40 characters or fewer" }],
  [
    { ...ALONE, rate_amount: "5", price_1: "300" },
    { price_1: "Clear the procedure prices or the rate: a fee is worked out one way only" },
  ],
  ...([undefined, "fixed"] as const).map((basis): [Fields, Fields] => [
    { work_date: "31/10/2026", ...(basis ? { basis } : {}), rate_amount: "150", quantity: "4" },
    { quantity: "Clear this, or choose what the rate is paid for: a fixed amount is paid once" },
  ]),
  [
    { work_date: "31/10/2026", price_1: "300", quantity: "2" },
    { quantity: "Leave this blank. The procedure prices set the number" },
  ],
  [{ work_date: "31/10/2026", basis: "case", rate_amount: "110" }, { quantity: "Enter how many cases" }],
  [
    { work_date: "31/10/2026", basis: "hour", rate_amount: "200" },
    { quantity: "Enter how many hours, or the times of the work" },
  ],
])("of %o the form says %o, and nothing is written", async (fields, errors) => {
  const { user, add, edit } = await diary();
  const refused = await add(fields);
  const lists = Object.fromEntries(Object.entries(errors).map(([name, message]) => [name, [message]]));
  expect([refused.status, refused.data.form.errors]).toEqual([422, lists]);
  expect(refused.data.form.values).toMatchObject(Object.fromEntries(Object.entries(fields).map(([n, v]) => [n, [v]])));
  const again = await edit({ version: "1", ...fields });
  expect([again.status, again.data.form.errors]).toEqual([422, lists]);
  expect(await feesOf(user)).toMatchObject([{ amount_pence: 120_000, version: 1 }]);
});

test("dates that look wrong are said and saved", async () => {
  const { add } = await diary();
  const early = await add({ ...ALONE, timesheet_date: "20/11/2026", paid_date: "19/11/2026" });
  expect(flashOf(early).text).toContain("The paid date is before the timesheet date");
  const unclaimed = await add({ ...ALONE, paid_date: "19/11/2026" });
  expect(flashOf(unclaimed).text).toContain("There is a paid date but no timesheet date");
  const more = await add({ ...ALONE, timesheet_date: "2/11/2026", paid_date: "19/11/2026", paid_amount: "1300" });
  expect(flashOf(more).text).toContain("£100.00 more was paid than the fee of £1,200.00");
});

test("a text that looks like a patient's is asked about", async () => {
  const { user, add } = await diary();
  const asked = await add({ ...ALONE, notes: "NHS 943 476 5919" });
  expect(asked.data.form.errors).toMatchObject({ notes: [expect.stringContaining("an NHS number")] });
  expect(await feesOf(user)).toHaveLength(1);
  expect((await add({ ...ALONE, notes: "NHS 943 476 5919", identifiers_reason: "A pump" })).status).toBe(302);
});

test("a fee's page shows it in one batch, and what it is for", async () => {
  const { user, params, feeRef } = await withSessionFee();
  const { database, trips } = countingDatabase();
  type Page = { work: unknown; what: string; answers: Fields; back: string; rates: { label: string }[] };
  const ask = { user, params: { ...params, feeRef }, database };
  const page = await load<Page>(editFee.loader, { ...ask, path: `/extras/${feeRef}/?status=waiting` });
  expect(trips()).toBe(1);
  expect(page.data).toMatchObject({
    work: {
      path: `/logbook/session/${params.sessionRef}/`,
      title: "All-day orthopaedics",
      facts: "Tue 17 Nov 2026, 08:00 – 18:00. 2.50 PA, 1 case",
    },
    what: "session",
    answers: { amount: "700.00", timesheet_date: "18/11/2026", basis: "fixed", version: "1" },
    back: "/extras/?status=waiting",
  });
  expect(page.data.rates.map(({ label }) => label)).toEqual([
    "Card (per hour, by 4 time bands)",
    "Weekend list (£200.00 per hour)",
  ]);
  const from = await load<Page>(editFee.loader, { ...ask, path: `/extras/${feeRef}/?from=work` });
  expect(from.data.back).toBe(`/logbook/session/${params.sessionRef}/`);
});

test("the size of a session's fee is the session's: its hours, PAs, cases", async () => {
  const { edit, feeRef, params } = await withSessionFee();
  const by = async (fields: Fields) => {
    const asked = await edit({ version: "1", intent: "work_out", ...fields }, feeRef);
    return asked.data.worked?.words ?? asked.data.form.errors;
  };
  expect(await by({ rate: params.rateRef })).toBe("10 h at £200 = £2,000.00");
  expect(await by({ basis: "pa", rate_amount: "400" })).toBe("2.5 PAs at £400 = £1,000.00");
  expect(await by({ basis: "case", rate_amount: "110.50" })).toBe("1 case at £110.50 = £110.50");
  expect(await by({ basis: "list", rate_amount: "900" })).toBe("1 list at £900 = £900.00");
});

test("a fee that is saved moves its session on: the session's form that was open is told", async () => {
  const { user, params, edit, feeRef } = await withSessionFee();
  const paid = {
    version: "1",
    amount: "700",
    timesheet_date: "18/11/2026",
    paid_date: "20/11/2026",
    paid_amount: "650",
  };
  expect((await edit(paid, feeRef)).status).toBe(302);
  const [session] = await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  expect(session?.version).toBe(2);
  const times = { session_date: "17/11/2026", session_start_time: "08:00", session_end_time: "18:00" };
  const late = await submit<Answered>(
    editSession.action,
    { ...times, pa_calculation_basis: "time_calculated", version: "1", extra_claim_amount: "900" },
    { user, params },
  );
  expect(late.status).toBe(409);
});

test("a fee that was changed elsewhere is not written over until it is saved again", async () => {
  const { edit, feeRef, user } = await withSessionFee();
  await edit({ version: "1", amount: "650", payer: "Northern Trust" }, feeRef);
  const late = await edit({ version: "1", amount: "900" }, feeRef);
  expect(late.status).toBe(409);
  expect(late.data.form.values).toMatchObject({ amount: ["900"], version: ["2"] });
  expect((await edit({ version: "2", amount: "900" }, feeRef)).status).toBe(302);
  expect((await feesOf(user)).find(({ unique_ref }) => unique_ref === feeRef)).toMatchObject({
    amount_pence: 90_000,
  });
});

test("a save whose answer was lost is answered when it is sent again", async () => {
  const { edit } = await diary();
  const fields = { version: "1", ...ALONE, amount: "900" };
  await expect(edit(fields, undefined, { database: cutOffDatabase(2) })).rejects.toThrow("lost");
  expect((await edit(fields)).status).toBe(302);
});

test("a session or case without a fee is given one by its own page, once", async () => {
  const { user, params, add } = await diary();
  const path = `/extras/new/?session=${params.sessionRef}&from=work`;
  const made = await add({ rate: params.rateRef, timesheet_date: "18/11/2026" }, path);
  expect([made.status, made.location]).toEqual([302, `/logbook/session/${params.sessionRef}/`]);
  expect(await newestFee(user, params.feeRef)).toMatchObject({
    ...{ session_ref: params.sessionRef, work_date: null, amount_pence: 200_000, basis: "hour", rate_pence: 20_000 },
  });
  const [session] = await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  expect(session?.version).toBe(2);
  const second = await add({ amount: "5" }, path);
  expect([second.status, Object.keys(second.data.form.errors)]).toEqual([409, [""]]);
  expect((await load(insertFee.loader, { user, path })).status).toBe(302);
  const ofCase = `/extras/new/?case=${params.caseRef}`;
  expect((await add({ price_1: "300", price_2: "220", price_3: "100" }, ofCase)).location).toBe("/extras/");
  const fees = await feesOf(user);
  expect(fees.find(({ case_ref }) => case_ref)).toMatchObject({ case_ref: params.caseRef, amount_pence: 43_500 });
  const stranger = await makeUser();
  expect(
    (await submit(insertFee.action, { idempotency_key: newRef(), amount: "5" }, { user: stranger, path })).status,
  ).toBe(404);
  expect((await load(insertFee.loader, { user: stranger, path: ofCase })).status).toBe(404);
});

test("a fee of a session of the job plan is warned of, and one beside fees of cases is said", async () => {
  const { user, me, params, add, edit } = await diary();
  const path = `/extras/new/?session=${params.sessionRef}`;
  type Page = { said: { planned: string | null; both: string | null } | null };
  const { data } = await load<Page>(insertFee.loader, { user, path });
  expect(data.said).toEqual({ planned: JOB_PLAN_FEE_WARNING, both: null });
  const made = await add({ amount: "700" }, path);
  expect(flashOf(made).text).toBe(`Fee added: £700.00. ${JOB_PLAN_FEE_WARNING}`);
  const ofCase = await add({ amount: "310" }, `/extras/new/?case=${params.caseRef}`);
  const both = "Both session and case fees: £700.00 for the session and £310.00 for cases, £1,010.00 in all";
  expect(flashOf(ofCase).text).toBe(`Fee added: £310.00. ${both}`);
  for (const row of (await feesOf(user)).filter(({ work_date }) => work_date === null)) {
    const page = await load<Page>(editFee.loader, { user, params: { feeRef: row.unique_ref } });
    expect(page.data.said).toEqual({ planned: row.session_ref ? JOB_PLAN_FEE_WARNING : null, both });
  }
  const paid = async (which: "case_ref" | "session_ref", amount: string) => {
    const fee = (await feesOf(user)).find((row) => row[which]);
    return edit({ version: String(fee?.version), amount }, fee?.unique_ref);
  };
  const more = await paid("case_ref", "400");
  expect(flashOf(more).text).toContain("£1,100.00 in all");
  expect((await load<Page>(insertFee.loader, { user })).data.said).toBeNull();
  await db.update(sessions).set({ element_ref: null }).where(eq(sessions.user_id, me));
  expect(flashOf(await paid("session_ref", "700")).text).not.toContain("WARNING");
});

test("a session that goes while its fee is added leaves no fee behind", async () => {
  const { user, params, add } = await diary();
  const path = `/extras/new/?session=${params.sessionRef}`;
  const gone = async () => {
    await db.delete(cases).where(eq(cases.session_ref, params.sessionRef));
    await db.delete(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  };
  const late = await add({ amount: "5" }, path, { database: racingDatabase(2, gone) });
  expect([late.status, (await feesOf(user)).length]).toEqual([404, 1]);
});

test("a fee is deleted at the version that was shown, undone exactly, and what it was for stays", async () => {
  const { user, me, params, remove, edit, feeRef } = await withSessionFee();
  const before = (await feesOf(user)).find(({ unique_ref }) => unique_ref === feeRef);
  await edit({ version: "1", amount: "700", timesheet_date: "19/11/2026" }, feeRef);
  const changed = await remove("1", feeRef);
  expect([changed.status, changed.data.newer?.version]).toEqual([409, 2]);
  const gone = await remove("2", feeRef);
  expect([gone.status, gone.location, flashOf(gone).text]).toEqual([302, "/extras/", "Fee deleted"]);
  const { undo } = flashOf(gone);
  expect(flashOf(await remove("2", feeRef)).undo).toBe(undo);
  expect(await db.$count(sessions, eq(sessions.unique_ref, params.sessionRef))).toBe(1);
  expect(await feesOf(user)).toHaveLength(1);
  expect(await undoWithMessage({ db, userId: me, now: NOW }, undo ?? "")).toMatchObject({ ok: true });
  const back = (await feesOf(user)).find(({ unique_ref }) => unique_ref === feeRef);
  expect(back).toMatchObject({ ...before, timesheet_date: "2026-11-19", version: 2, updated_at: NOW });
});

test("the adding and the saving of a fee can be undone, and the session's form is told each time", async () => {
  const { user, me, params, add, edit } = await diary();
  const versions = async () => {
    const [session] = await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef));
    const fee = await newestFee(user, params.feeRef);
    return [session?.version, fee?.version, fee?.amount_pence];
  };
  await add({ amount: "700" }, `/extras/new/?session=${params.sessionRef}`);
  const added = await versions();
  const fee = await newestFee(user, params.feeRef);
  await edit({ version: String(fee?.version), amount: "650" }, fee?.unique_ref);
  expect(await versions()).toEqual([3, 3, 65_000]);
  const listed = await undoableChanges(db, me, NOW);
  expect(listed.map(({ message }) => message)).toEqual(["Fee changed", "Fee added"]);
  const undo = async (at: number) => {
    const [changed] = listed.slice(at);
    return expect(await undoWithMessage({ db, userId: me, now: NOW }, String(changed?.number))).toMatchObject({
      ok: true,
    });
  };
  await undo(0);
  expect(await versions()).toEqual(added);
  await undo(1);
  expect(await versions()).toEqual([1, undefined, undefined]);
});

const HAS_A_FEE =
  "This work already has a fee, saved since you opened this page. Your answers are kept below. Change that fee instead";

test("a fee that another form adds to the work meanwhile is not joined by a second one", async () => {
  const { user, params, add } = await diary();
  for (const path of [`/extras/new/?session=${params.sessionRef}`, `/extras/new/?case=${params.caseRef}`]) {
    const late = await add({ amount: "5" }, path, { database: racingDatabase(2, () => add({ amount: "700" }, path)) });
    expect([late.status, late.data.form.errors[""]]).toEqual([409, [HAS_A_FEE]]);
  }
  expect((await feesOf(user)).map(({ amount_pence }) => amount_pence).sort()).toEqual([120_000, 70_000, 70_000]);
});

test("a fee of work whose answer was lost, corrected and sent again, is told of the one that was saved", async () => {
  const { params, add } = await diary();
  const [path, idempotency_key] = [`/extras/new/?session=${params.sessionRef}`, newRef()];
  expect((await add({ idempotency_key, amount: "5" }, path)).status).toBe(302);
  const corrected = await add({ idempotency_key, amount: "50" }, path);
  expect([corrected.status, corrected.data.form.errors[""]]).toEqual([409, [HAS_A_FEE]]);
});

test("a deletion whose answer was lost is answered when it is sent again, with the same undo", async () => {
  const { me, remove } = await diary();
  await expect(remove("1", undefined, { database: cutOffDatabase(2) })).rejects.toThrow("lost");
  const again = await remove("1");
  const [deleted] = await undoableChanges(db, me, NOW);
  expect([again.status, flashOf(again).undo]).toEqual([302, String(deleted?.number)]);
});

test("work that stands alone goes with its fee, and comes back", async () => {
  const { user, me, remove } = await diary();
  const before = await feesOf(user);
  const { undo } = flashOf(await remove("1"));
  expect(await feesOf(user)).toEqual([]);
  expect(await undoWithMessage({ db, userId: me, now: NOW }, undo ?? "")).toMatchObject({ ok: true });
  expect(await feesOf(user)).toEqual(before);
});

test("the fee of a case shows its case, and is left whole by the case's own form", async () => {
  const { user, me, params } = await diary();
  const feeRef = newRef();
  await db.insert(fees).values({
    ...{ unique_ref: feeRef, user_id: me, case_ref: params.caseRef, created_at: NOW, updated_at: NOW },
    ...{ amount_pence: 31_000, reference: "A1", kind: "private", basis: "case", rate_pence: 31_000 },
  });
  const page = await load<{ work: { path: string; title: string }; what: string }>(editFee.loader, {
    user,
    params: { feeRef },
  });
  expect(page.data).toMatchObject({
    what: "case",
    work: {
      path: `/logbook/session/${params.sessionRef}/case/${params.caseRef}/`,
      title: "Case without a description",
    },
  });
  await submit(editCase.action, { version: "1", case_claim_amount: "320" }, { user, params });
  expect((await feesOf(user)).find(({ unique_ref }) => unique_ref === feeRef)).toMatchObject({
    ...{ amount_pence: 32_000, reference: "A1", kind: "private", basis: "case", rate_pence: 31_000 },
  });
});

test("the form of a session or case takes no fee away that has more to it than it shows", async () => {
  const { user, me, params, feeRef } = await withSessionFee();
  const session = (fields: Fields) =>
    submit<Answered>(
      editSession.action,
      {
        ...{ session_date: "17/11/2026", session_start_time: "08:00", session_end_time: "18:00" },
        ...{ pa_calculation_basis: "time_calculated", version: "1", ...fields },
      },
      { user, params },
    );
  const set = (more: Partial<typeof fees.$inferInsert>) => db.update(fees).set(more).where(eq(fees.unique_ref, feeRef));
  const said = (what: string) =>
    `This fee has ${what} of its own, which this form does not show. Keep the amount, or delete the fee on its own page`;
  await set({ rate_pence: 20_000, basis: "hour", reference: "A1", kind: "wli" });
  const refused = await session({ extra_claim_amount: "" });
  expect([refused.status, refused.data.form.errors]).toEqual([
    422,
    { extra_claim_amount: [said("a kind of work, a rate and a reference")] },
  ]);
  const following = await session({ extra_claim_amount: "", series_scope: "following" });
  expect(following.data.form.errors).toMatchObject(refused.data.form.errors);
  await set({ rate_pence: null, basis: "fixed", reference: "", kind: "", written_off_date: "2026-11-20" });
  expect((await session({ extra_claim_amount: "" })).data.form.errors).toEqual({
    extra_claim_amount: [said("a date of writing off")],
  });
  await db.insert(fees).values({
    ...{ unique_ref: newRef(), user_id: me, case_ref: params.caseRef, created_at: NOW, updated_at: NOW },
    ...{ amount_pence: 31_000, timesheet_date: "2026-11-18", paid_date: "2026-11-19", paid_pence: 30_000 },
  });
  const oneCase = await submit<Answered>(editCase.action, { version: "1", case_claim_amount: "" }, { user, params });
  expect(oneCase.data.form.errors).toMatchObject({ case_claim_amount: [said("an amount paid")] });
  expect(await feesOf(user)).toHaveLength(3);
  await set({ written_off_date: null });
  expect((await session({ extra_claim_amount: "" })).status).toBe(302);
  expect(await feesOf(user)).toHaveLength(2);
});

test("a fee has the kind of its session until one is chosen on its own page, and then keeps that", async () => {
  const { user, params, feeRef } = await withSessionFee();
  await db.update(sessions).set({ element_ref: null, work_kind: "wli" }).where(eq(sessions.user_id, user.id));
  const set = (kind: string) => db.update(fees).set({ kind }).where(eq(fees.unique_ref, feeRef));
  const kindOf = async () => (await feesOf(user)).find(({ unique_ref }) => unique_ref === feeRef)?.kind;
  const save = async (tag: string, amount: string) => {
    const [row] = await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef));
    const fields = {
      ...{ session_date: "17/11/2026", session_start_time: "08:00", session_end_time: "18:00" },
      ...{ pa_calculation_basis: "time_calculated", version: String(row?.version), extra_claim_amount: amount },
      job_plan_element_unique_ref: tag,
    };
    return (await submit<Answered>(editSession.action, fields, { user, params })).status;
  };
  await set("wli");
  expect([await save("private", "500"), await kindOf()]).toEqual([302, "private"]);
  expect([await save(params.elementRef, "500"), await kindOf()]).toEqual([302, ""]);
  await set("locum");
  expect([await save("wli", "500"), await kindOf()]).toEqual([302, "locum"]);
  expect([await save("wli", ""), await kindOf()]).toEqual([422, "locum"]);
  await set("wli");
  expect([await save("private", ""), await kindOf()]).toEqual([302, undefined]);
});

test("one fee among thousands is found by its reference", async () => {
  const { me, params } = await diary();
  expect(await queryPlan(workOfFee(db, me, params.feeRef))).not.toMatch(/SCAN|user_id=\?(?! AND \w+_ref=\?)/);
});

test("a fee's form takes several payments, shows them again, and says what is missing of each", async () => {
  const { user, params, add } = await diary();
  const fields = {
    ...{ work_date: "7/3/2026", amount: "1200", timesheet_date: "9/3/2026", paid_date: "27/3/2026" },
    ...{ paid_amount: "700", later_date_1: "28/4/2026", later_amount_1: "300" },
  };
  expect((await add(fields)).status).toBe(302);
  const fee = await newestFee(user, params.feeRef);
  expect(fee).toMatchObject({ paid_pence: 70_000, later_payments: [{ day: "2026-04-28", pence: 30_000 }] });
  expect(fee && feeStatus(fee).words).toBe("Short by £200.00");
  const at = { user, params: { ...params, feeRef: fee?.unique_ref ?? "" } };
  const open = await load<{ answers: Fields }>(editFee.loader, at);
  expect(open.data.answers).toMatchObject({
    paid_amount: "700.00",
    later_date_1: "28/04/2026",
    later_amount_1: "300.00",
  });
  const third = { ...open.data.answers, later_date_2: "1/6/2026", later_amount_2: "200" };
  expect((await submit(editFee.action, third, at)).status).toBe(302);
  const paid = (await feesOf(user)).find(({ unique_ref }) => unique_ref === fee?.unique_ref);
  expect(paid && feeStatus(paid).words).toBe("Paid");
  const faults: [Fields, Fields][] = [
    [{ later_amount_1: "" }, { later_amount_1: "Enter the amount, or clear the date" }],
    [{ later_date_1: "" }, { later_date_1: "Enter the date, or clear the amount" }],
    [{ paid_amount: "" }, { paid_amount: "Enter the amount of the first payment, or clear the further ones" }],
    [
      { paid_amount: "", paid_date: "" },
      { paid_date: "Enter the date of the first payment, or clear the further ones" },
    ],
  ];
  for (const [wrong, told] of faults) {
    const refused = await add({ ...fields, ...wrong });
    expect([refused.status, refused.data.form.errors]).toEqual([
      422,
      Object.fromEntries(Object.entries(told).map(([name, words]) => [name, [words]])),
    ]);
  }
  expect((await add({ ...fields, written_off_date: "1/6/2026" })).status).toBe(302);
  const over = await add({ ...fields, later_amount_1: "500", written_off_date: "1/6/2026" });
  expect(over.data.form.errors.written_off_date?.[0]).toContain("paid in full");
});
