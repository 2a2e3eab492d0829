import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { writeChange } from "~/changes/write-change.server";
import { feesOfCases } from "~/diary/cases/queries.server";
import { cases } from "~/diary/cases/table.server";
import { decryptFeeNotes, FEE_COLUMNS, feeOf, lastPayers, payersOf } from "~/diary/fees/queries.server";
import { CODES_MESSAGE, JOB_PLAN_FEE_WARNING, NO_AMOUNT } from "~/diary/fees/rules";
import { fees } from "~/diary/fees/table.server";
import { feeRows } from "~/diary/fees/write.server";
import type { DiaryWeek } from "~/diary/list/diary";
import { previewOf } from "~/diary/sessions/delete-sessions.server";
import { sessions } from "~/diary/sessions/table.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormState, NewerVersion } from "~/platform/http/action-result";
import * as editCase from "~/routes/logbook/case";
import * as deleteCase from "~/routes/logbook/case-delete";
import * as addCase from "~/routes/logbook/case-new";
import * as logbook from "~/routes/logbook/logbook";
import * as editSession from "~/routes/logbook/session";
import * as addSession from "~/routes/logbook/session-new";
import { makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import {
  countingDatabase,
  db,
  load,
  makeUser,
  NOW,
  queryPlan,
  racingDatabase,
  submit,
  vault,
} from "../../support/harness";
import { payerRef } from "../../support/payers";

type Refused = { form: FormState; newer?: NewerVersion };
type Fields = Record<string, string>;

const TIMES = {
  session_date: "17/11/2026",
  session_start_time: "08:00",
  session_end_time: "18:00",
  pa_calculation_basis: "time_calculated",
};
const FEE = {
  extra_claim_amount: "£1,200",
  extra_claim_payer: "Northern Trust",
  extra_claim_timesheet_date: "18/11/2026",
  extra_claim_paid_date: "",
  extra_claim_notes: "Agreed by e-mail",
};
const CASE_FEE = { case_claim_amount: "310.50", case_claim_procedure_code: "w8500", case_claim_payer: "An insurer" };

/** The fees of sessions and cases; not the one that stands alone. */
async function feesOf(user: SignedInUser) {
  const rows = await db.select(FEE_COLUMNS).from(fees).where(eq(fees.user_id, user.id));
  return rows.filter((row) => row.work_date === null);
}

async function diary() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const asked = { user, params };
  const session = (fields: Fields) => submit<Refused>(editSession.action, { ...TIMES, ...fields }, asked);
  const oneCase = (fields: Fields) => submit<Refused>(editCase.action, fields, asked);
  return { user, params, asked, session, oneCase };
}

function flash(headers: Headers): string {
  return flashOf({ headers }).text;
}

test("a session is added with its fee, once for each form, and its notes are encrypted", async () => {
  const { user } = await diary();
  const form = { ...TIMES, ...FEE, idempotency_key: newRef() };
  const answers = await Promise.all([1, 2].map(() => submit(addSession.action, form, { user })));
  expect(answers.map(({ status }) => status)).toEqual([302, 302]);
  const [fee, ...more] = await feesOf(user);
  expect(more).toEqual([]);
  expect(fee).toMatchObject({
    ...{ amount_pence: 120_000, payer: "Northern Trust", timesheet_date: "2026-11-18", paid_date: null },
    ...{ basis: "fixed", case_ref: null },
  });
  expect(await db.$count(sessions, eq(sessions.unique_ref, fee?.session_ref ?? ""))).toBe(1);
  expect(new TextDecoder().decode(new Uint8Array(fee?.text_encrypted ?? []))).not.toContain("Agreed");
  expect(await decryptFeeNotes(vault.of(user.unique_ref), fee)).toBe("Agreed by e-mail");
});

test("the fee of a session is put in, shown, changed and taken away with its form", async () => {
  const { user, asked, session } = await diary();
  expect((await session({ version: "1", ...FEE })).status).toBe(302);
  const { database, trips } = countingDatabase();
  type Page = { defaults: Fields; fee: { saved: unknown; payers: string[]; path: string } };
  const page = await load<Page>(editSession.loader, { ...asked, database });
  expect(trips()).toBe(1);
  const [made] = await feesOf(user);
  expect(page.data.defaults).toMatchObject({ ...FEE, extra_claim_amount: "1200.00" });
  expect(page.data.fee).toEqual({
    saved: {
      ...{ amount_pence: 120_000, timesheet_date: "2026-11-18" },
      ...{ paid_date: null, paid_pence: null, later_payments: null, written_off_date: null },
    },
    payers: ["Northern Trust", "Trust"],
    path: `/extras/${made?.unique_ref}/?from=work`,
  });
  const own = eq(fees.user_id, user.id);
  await db.update(fees).set({ paid_date: "2026-11-20", paid_pence: 100_000, reference: "A1" }).where(own);
  await session({ version: "2", ...FEE, extra_claim_amount: "900", extra_claim_paid_date: "20/11/2026" });
  const kept = { unique_ref: made?.unique_ref, amount_pence: 90_000, paid_pence: 100_000, reference: "A1" };
  expect(await feesOf(user)).toMatchObject([kept]);
  await session({ version: "3", ...FEE });
  expect(await feesOf(user)).toMatchObject([{ paid_date: null, paid_pence: null }]);
  await db.update(fees).set({ reference: "" }).where(own);
  expect((await session({ version: "4" })).status).toBe(302);
  expect(await feesOf(user)).toEqual([]);
});

test("the other answers of a fee are not lost with a blank amount", async () => {
  const { user, session, oneCase } = await diary();
  for (const name of ["payer", "timesheet_date", "paid_date", "notes"]) {
    const typed = name.endsWith("date") ? "18/11/2026" : "x";
    const refused = await session({ version: "1", [`extra_claim_${name}`]: typed });
    expect([refused.status, refused.data.form.errors]).toEqual([422, { extra_claim_amount: [NO_AMOUNT] }]);
    expect(refused.data.form.values[`extra_claim_${name}`]).toEqual([typed]);
  }
  const refused = await oneCase({ version: "1", case_claim_procedure_code: "W8500" });
  expect([refused.status, refused.data.form.errors]).toEqual([422, { case_claim_amount: [NO_AMOUNT] }]);
  expect(await feesOf(user)).toEqual([]);
});

test("every field of a fee says how to mend it", async () => {
  const { session, oneCase } = await diary();
  const ofSession = await session({
    version: "1",
    extra_claim_amount: "1.005",
    extra_claim_payer: "x".repeat(81),
    extra_claim_timesheet_date: "31/2/2026",
    extra_claim_paid_date: "soon",
    extra_claim_notes: "x".repeat(2001),
  });
  expect(ofSession.data.form.errors).toEqual({
    extra_claim_amount: ["Enter the fee in whole pence: two decimals at most, such as 310.50"],
    extra_claim_payer: ["Payer must be 80 characters or fewer"],
    extra_claim_timesheet_date: ["Timesheet date must be a real date: February 2026 has 28 days"],
    extra_claim_paid_date: ["Paid date must be a real date, such as 27/3/2026"],
    extra_claim_notes: ["Fee notes must be 2000 characters or fewer"],
  });
  const ofCase = await oneCase({ version: "1", case_claim_amount: "-1", case_claim_procedure_code: "x".repeat(41) });
  expect(ofCase.data.form.errors).toEqual({
    case_claim_amount: ["A fee cannot be less than nothing. Enter it without the minus"],
    case_claim_procedure_code: ["Procedure code must be 40 characters or fewer"],
  });
  const tooMuch = await oneCase({ version: "1", case_claim_amount: "9".repeat(60) });
  expect(tooMuch.data.form.errors).toEqual({
    case_claim_amount: ["A fee can be £99,999.99 at most. Check the amount"],
  });
});

test("a fee for a session of the job plan is saved with the warning of the specification, others without", async () => {
  const { params, session } = await diary();
  const planned = { job_plan_element_unique_ref: params.elementRef };
  const warned = await session({ version: "1", ...planned, ...FEE });
  expect(flash(warned.headers)).toBe(`Session saved: Tue 17 Nov 2026, 2.50 PA. ${JOB_PLAN_FEE_WARNING}`);
  expect(flash((await session({ version: "2", ...FEE })).headers)).not.toContain("WARNING");
  expect(flash((await session({ version: "3", ...planned })).headers)).not.toContain("WARNING");
});

test("odd dates and codes are saved, and said", async () => {
  const { session, oneCase } = await diary();
  const odd = { extra_claim_timesheet_date: "16/11/2026", extra_claim_paid_date: "15/11/2026" };
  expect(flash((await session({ version: "1", ...FEE, ...odd })).headers)).toBe(
    "Session saved: Tue 17 Nov 2026, 2.50 PA. The timesheet date is before the work, Tue 17 Nov 2026. The paid date is before the timesheet date",
  );
  const saved = await oneCase({
    version: "1",
    ...CASE_FEE,
    case_claim_procedure_code: "w8",
    case_claim_paid_date: "20/11/26",
  });
  expect(flash(saved.headers)).toBe(
    "Case saved. The procedure code looks odd: most have up to two letters, then three to five digits, such as W8500. There is a paid date but no timesheet date, so the fee still counts as not yet claimed",
  );
});

test.each([
  "MRS SMITH 9434765919",
  "Mrs Smith",
  "943-476-5919",
  "W8500 right eye",
])("‘%s’ is no procedure code: it is neither saved nor said again", async (typed) => {
  const { user, oneCase } = await diary();
  const refused = await oneCase({ version: "1", ...CASE_FEE, case_claim_procedure_code: typed });
  expect([refused.status, refused.data.form.errors]).toEqual([422, { case_claim_procedure_code: [CODES_MESSAGE] }]);
  expect([await feesOf(user), refused.headers.get("Set-Cookie")]).toEqual([[], null]);
});

test("of several codes it is said how many look odd, not which", async () => {
  const { oneCase } = await diary();
  const saved = await oneCase({ version: "1", ...CASE_FEE, case_claim_procedure_code: "W8500 X1 Z2" });
  expect(flash(saved.headers)).toBe(
    "Case saved. 2 of the procedure codes look odd: most have up to two letters, then three to five digits, such as W8500",
  );
});

test("dates of a fee that lie ahead are saved, and said", async () => {
  const { session } = await diary();
  const ahead = { extra_claim_timesheet_date: "22/11/2026", extra_claim_paid_date: "1/1/2099" };
  expect(flash((await session({ version: "1", ...FEE, ...ahead })).headers)).toBe(
    "Session saved: Tue 17 Nov 2026, 2.50 PA. The timesheet date is in the future. The paid date is in the future, and the fee counts as paid already",
  );
});

test("the payers offered are those of fees not yet claimed first, by the index", async () => {
  const { user } = await diary();
  const row = { user_id: user.id, amount_pence: 1, work_date: "2026-01-01", created_at: NOW, updated_at: NOW };
  const claimed = { ...row, payer_ref: await payerRef(user.id, "Old trust"), timesheet_date: "2026-01-01" };
  for (let at = 0; at < 110; at += 1) await db.insert(fees).values({ ...claimed, unique_ref: newRef() });
  await db.insert(fees).values({ ...row, unique_ref: newRef(), payer_ref: await payerRef(user.id, "New trust") });
  const payers = lastPayers(db, user.id);
  expect(payersOf(await payers).slice(0, 2)).toEqual(["New trust", "Old trust"]);
  expect(await queryPlan(payers)).not.toMatch(/TEMP B-TREE/);
});

test("the fee of a case is put in once, shown with it and in its list, changed and taken away", async () => {
  const { user, params, asked, oneCase } = await diary();
  const form = { idempotency_key: newRef(), ...CASE_FEE, case_claim_notes: "Invoice sent" };
  for (const _ of [1, 2]) expect((await submit(addCase.action, form, asked)).status).toBe(302);
  const [fee, ...more] = await feesOf(user);
  expect(more).toEqual([]);
  expect(fee).toMatchObject({ amount_pence: 31_050, procedure_codes: "W8500", payer: "An insurer", session_ref: null });
  const caseRef = fee?.case_ref ?? "";
  type Page = { answers: Fields; around: { fee: unknown; payers: string[] } };
  const { database, trips } = countingDatabase();
  const page = await load<Page>(editCase.loader, { user, params: { ...params, caseRef }, database });
  expect(trips()).toBe(1);
  expect(page.data.answers).toMatchObject({
    ...{ case_claim_amount: "310.50", case_claim_procedure_code: "W8500", case_claim_payer: "An insurer" },
    ...{ case_claim_timesheet_date: "", case_claim_paid_date: "", case_claim_notes: "Invoice sent" },
  });
  expect(page.data.around).toMatchObject({ fee: { amount_pence: 31_050 }, payers: ["An insurer", "Trust"] });
  const session = await load<{ cases: { fee: unknown }[] }>(editSession.loader, asked);
  expect(session.data.cases.map((line) => line.fee)).toMatchObject([null, { amount_pence: 31_050 }]);
  await oneCase({ version: "1", case_claim_amount: "1" });
  expect(await feesOf(user)).toHaveLength(2);
  await oneCase({ version: "3" });
  expect(await feesOf(user)).toMatchObject([{ unique_ref: fee?.unique_ref }]);
});

test("fees of a session and of its cases are summed in a note", async () => {
  const { asked, session, oneCase } = await diary();
  await session({ version: "1", ...FEE });
  const before = await load<{ bothFees: string | null }>(editSession.loader, asked);
  await oneCase({ version: "1", ...CASE_FEE });
  const after = await load<{ bothFees: string | null }>(editSession.loader, asked);
  expect([before.data.bothFees, after.data.bothFees]).toEqual([
    null,
    "Both session and case fees: £1,200.00 for the session and £310.50 for cases, £1,510.50 in all",
  ]);
});

test("a fee that was changed elsewhere is not overwritten", async () => {
  const { user, session, oneCase } = await diary();
  await session({ version: "1", ...FEE });
  const stale = await session({ version: "1", ...FEE, extra_claim_amount: "5" });
  expect(stale.status).toBe(409);
  await oneCase({ version: "1", ...CASE_FEE });
  const staleCase = await oneCase({ version: "1", case_claim_amount: "5" });
  expect(staleCase.status).toBe(409);
  expect((await feesOf(user)).map((fee) => fee.amount_pence).sort()).toEqual([120_000, 31_050]);
});

test("a fee hangs on nothing of somebody else's, and on nothing that has just gone", async () => {
  const { user, params, session } = await diary();
  const theirs = await diary();
  const stranger = await submit(editSession.action, { ...TIMES, ...FEE, version: "1" }, { ...theirs.asked, params });
  expect(stranger.status).toBe(404);
  const by = { db, cipher: vault.of(theirs.user.unique_ref), userId: theirs.user.id, now: NOW };
  const fee = {
    ...{ amount_pence: 1, payer: "", procedure_codes: "", notes: "" },
    timesheet_date: null,
    paid_date: null,
  };
  for (const owner of [{ session_ref: params.sessionRef }, { case_ref: params.caseRef }]) {
    const rows = await feeRows(by, owner, fee, undefined);
    expect(await writeChange(by, { message: "", ...rows })).toEqual({ result: "gone" });
    expect(await feeOf(db, user.id, owner)).toEqual([]);
  }
  const gone = racingDatabase(2, () => db.delete(sessions).where(eq(sessions.unique_ref, params.sessionRef)));
  const late = await submit(editSession.action, { ...TIMES, ...FEE, version: "1" }, { user, params, database: gone });
  expect([late.status, await feesOf(user)]).toEqual([404, []]);
  expect((await session({ version: "1" })).status).toBe(404);
});

test("a case takes its fee along, and its page says so", async () => {
  const { user, asked, oneCase } = await diary();
  await oneCase({ version: "1", ...CASE_FEE });
  const page = await load<{ around: { cases: { fee: unknown }[] } }>(deleteCase.loader, asked);
  expect(page.data.around.cases[0]?.fee).toMatchObject({ amount_pence: 31_050 });
  expect((await submit(deleteCase.action, { version: "2" }, asked)).status).toBe(302);
  expect(await feesOf(user)).toEqual([]);
});

test("fees go with their session and its cases, and no other's", async () => {
  const { user, params, session, oneCase } = await diary();
  const other = await diary();
  await other.session({ version: "1", ...FEE });
  await session({ version: "1", ...FEE });
  await oneCase({ version: "1", ...CASE_FEE });
  const [goes] = await previewOf(db, user.id, params.sessionRef, "1");
  expect(goes).toMatchObject({ fees: 2, pence: 151_050 });
  const [theirs] = await previewOf(db, other.user.id, params.sessionRef, "1");
  expect(theirs).toMatchObject({ sessions: 0, fees: 0, pence: 0 });
  await db.delete(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  expect([await feesOf(user), (await feesOf(other.user)).length]).toEqual([[], 1]);
  expect(await db.$count(cases, eq(cases.user_id, user.id))).toBe(0);
});

test("a row of the logbook says where its session's fee stands, in the page's one batch", async () => {
  const { user, session } = await diary();
  await session({ version: "1", ...FEE });
  const { database, trips } = countingDatabase();
  const page = await load<{ stretch: { weeks: DiaryWeek[] } }>(logbook.loader, { user, path: "/logbook/", database });
  expect(trips()).toBe(1);
  const entries = page.data.stretch.weeks.flatMap((week) => week.rows.flatMap((row) => row.entries));
  expect(entries.map((entry) => entry.fee)).toMatchObject([{ amount_pence: 120_000, timesheet_date: "2026-11-18" }]);
});

test("one fee among thousands is found by its session or case", async () => {
  const { user, params } = await diary();
  const me = user.id;
  const statements = [
    feeOf(db, me, { session_ref: params.sessionRef }),
    feeOf(db, me, { case_ref: params.caseRef }),
    feesOfCases(db, me, params.sessionRef),
  ];
  // The key begins with the user: by that alone all their fees would be read.
  for (const statement of statements) {
    expect(await queryPlan(statement)).not.toMatch(/SCAN|fees_of_user|fees USING .*\(user_id=\?\)/);
  }
});
