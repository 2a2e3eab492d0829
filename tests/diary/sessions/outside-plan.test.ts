import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { fees } from "~/diary/fees/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { undoableChanges } from "~/diary/undo/queries.server";
import { newRef } from "~/platform/db/columns.server";
import * as newRate from "~/routes/extras/rate";
import * as roundUp from "~/routes/logbook/round-up";
import * as edit from "~/routes/logbook/session";
import * as add from "~/routes/logbook/session-new";
import * as undo from "~/routes/logbook/undo";
import * as sessionData from "~/routes/mydata/session-data";
import { makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { db, load, makeUser, NOW, submit } from "../../support/harness";
import { rendered } from "../../support/rendered";

const PATH = "/logbook/session/new/";
const SATURDAY = {
  ...{ session_date: "21/11/2026", session_start_time: "8", session_end_time: "13" },
  ...{ job_plan_element_unique_ref: "wli", pa_calculation_basis: "time_calculated" },
};
const FEE = { extra_claim_amount: "900", extra_claim_payer: "County Trust" };

type Fields = Record<string, string>;

function addOne(user: SignedInUser, more: Fields = {}, path = PATH) {
  return submit<{ form: { values: Record<string, string[]>; errors: Record<string, string[]> } }>(
    add.action,
    { ...SATURDAY, idempotency_key: newRef(), ...more },
    { user, path },
  );
}

async function rowsOf(user: SignedInUser) {
  const [session] = await db.select().from(sessions).where(eq(sessions.user_id, user.id));
  const [fee] = await db.select().from(fees).where(eq(fees.user_id, user.id));
  return { session, fee };
}

async function newPage(user: SignedInUser, query = "") {
  return (await load<{ defaults: Fields }>(add.loader, { user, path: `${PATH}${query}` })).data;
}

test("an initiative and its fee are one form, one change and one undo, and the fee takes its kind", async () => {
  const user = await makeUser();
  const answer = await addOne(user, FEE);
  expect(flashOf(answer).text).toBe("Session added: Sat 21 Nov 2026, 1.67 PA");
  const { session, fee } = await rowsOf(user);
  expect(session).toMatchObject({ element_ref: null, work_kind: "wli", premium_minutes: 300 });
  expect(fee).toMatchObject({ session_ref: session?.unique_ref, amount_pence: 90_000, kind: "wli" });
  const [change, ...more] = await undoableChanges(db, user.id, NOW);
  expect(more).toEqual([]);
  await submit(undo.action, {}, { user, params: { undoRef: String(change?.number) } });
  expect(await rowsOf(user)).toEqual({ session: undefined, fee: undefined });
});

test("without a fee none is asked for, and of a saved one the fee goes with its amount", async () => {
  const user = await makeUser();
  await addOne(user, FEE);
  const params = { sessionRef: (await rowsOf(user)).session?.unique_ref ?? "" };
  const change = async (fields: Fields) => {
    const { defaults } = (await load<{ defaults: Fields }>(edit.loader, { user, params })).data;
    const answer = await submit(edit.action, { ...defaults, ...fields, idempotency_key: newRef() }, { user, params });
    return { defaults, status: answer.status, ...(await rowsOf(user)) };
  };
  const other = await change({ job_plan_element_unique_ref: "extra_list" });
  expect(other.defaults.job_plan_element_unique_ref).toBe("wli");
  expect([other.session?.work_kind, other.fee?.kind]).toEqual(["extra_list", "extra_list"]);
  const none = await change({ extra_claim_amount: "", extra_claim_payer: "" });
  expect([none.status, none.session?.work_kind, none.fee]).toEqual([302, "extra_list", undefined]);
});

test("a new one of a kind is filled in as the last was, also as a copy, and without script by its button", async () => {
  const user = await makeUser();
  await makeDiary(user);
  await addOne(user, { ...FEE, session_date: "14/11/2026", site: "Day surgery" });
  const usual = { session_start_time: "08:00", session_end_time: "13:00", site: "Day surgery" };
  const fee = { extra_claim_amount: "900.00", extra_claim_payer: "County Trust" };
  const asked = await newPage(user, "?date=2026-11-21&element=wli");
  expect(asked.defaults).toMatchObject({ job_plan_element_unique_ref: "wli", ...usual, ...fee });
  const last = (await db.select().from(sessions).where(eq(sessions.work_kind, "wli"))).find(
    ({ user_id }) => user_id === user.id,
  );
  const copied = await newPage(user, `?date=2026-11-21&like=${last?.unique_ref}`);
  expect(copied.defaults).toMatchObject({ job_plan_element_unique_ref: "wli", ...usual, ...fee });
  const filled = await addOne(user, {
    ...{ session_start_time: "", session_end_time: "" },
    __INTENT__: 'validate("job_plan_element_unique_ref")',
  });
  expect(filled.data.form.values).toMatchObject({
    ...{ session_start_time: ["08:00"], session_end_time: ["13:00"], site: ["Day surgery"] },
    ...{ extra_claim_amount: ["900.00"], extra_claim_payer: ["County Trust"] },
  });
});

test("work outside the plan lacks no element in the logbook's list, its week or its table, and counts no PAs", async () => {
  const user = await makeUser();
  await makeDiary(user);
  await addOne(user);
  const week = await load(roundUp.loader, { user, path: "/logbook/round-up/?date=2026-11-16" });
  expect(rendered(roundUp, {}, week.data)).not.toContain("without an element");
  const { lines } = (
    await load<{ lines: { marks: string[]; cells: Fields }[] }>(sessionData.loader, {
      ...{ user, path: "/mydata/session_data/?element=wli" },
    })
  ).data;
  expect(lines).toMatchObject([{ marks: [], cells: { element: "Waiting list initiative" } }]);
  const bare = await load<{ lines: unknown[] }>(sessionData.loader, {
    ...{ user, path: "/mydata/session_data/?fault=no_element" },
  });
  expect(bare.data.lines).toEqual([]);
  const around = await load<{ around: { sessions: { counts_to_balance: boolean | null }[] } }>(add.loader, {
    ...{ user, path: `${PATH}?date=2026-11-21` },
  });
  expect(around.data.around.sessions.map(({ counts_to_balance }) => counts_to_balance).sort()).toEqual([false, true]);
});

test("the usual rate of a kind comes before its last fee, and what was typed is left alone", async () => {
  const user = await makeUser();
  await addOne(user, { ...FEE, session_date: "14/11/2026" });
  const rate = { name: "Trust WLI", basis: "list", rate_amount: "1200", work_kind: "wli", payer: "New Trust" };
  expect((await submit(newRate.action, { ...rate, idempotency_key: newRef() }, { user })).status).toBe(302);
  const { defaults } = await newPage(user, "?element=wli");
  expect(defaults).toMatchObject({ extra_claim_amount: "1200.00", extra_claim_payer: "New Trust" });
  const filled = await addOne(user, {
    ...{ extra_claim_amount: "950", session_start_time: "9", session_end_time: "" },
    __INTENT__: 'validate("job_plan_element_unique_ref")',
  });
  expect(filled.data.form.values).toMatchObject({
    ...{ extra_claim_amount: ["950"], extra_claim_payer: ["New Trust"] },
    ...{ session_start_time: ["9"], session_end_time: ["13:00"] },
  });
});

test("a series of a kind is of that kind throughout, and one of it changed with those that follow takes them along", async () => {
  const user = await makeUser();
  const series = {
    ...{ recurring: "yes", recurringChoice_type: "weekly", recurringChoice_selected: "11" },
    ...{ recurringChoice_until: "date", recurringChoice_until_date: "5/12/2026" },
  };
  expect((await addOne(user, { ...series, ...FEE })).status).toBe(302);
  const kinds = async () => {
    const rows = await db.select().from(sessions).where(eq(sessions.user_id, user.id)).orderBy(sessions.start_at);
    return { first: rows[0]?.unique_ref ?? "", kinds: rows.map(({ work_kind }) => work_kind) };
  };
  const made = await kinds();
  expect(made.kinds).toEqual(["wli", "wli", "wli"]);
  const params = { sessionRef: made.first };
  const { defaults } = (await load<{ defaults: Fields }>(edit.loader, { user, params })).data;
  const change = { ...defaults, job_plan_element_unique_ref: "extra_list", series_scope: "following" };
  expect((await submit(edit.action, change, { user, params })).status).toBe(302);
  expect((await kinds()).kinds).toEqual(["extra_list", "extra_list", "extra_list"]);
});
