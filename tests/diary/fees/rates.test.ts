import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { UNDO_WINDOW_MS } from "~/changes/write-change.server";
import { lastPayers, payersOf } from "~/diary/fees/queries.server";
import { fees, payers, rates } from "~/diary/fees/table.server";
import { dropOldChanges } from "~/diary/undo/drop-old-changes.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormState, NewerVersion } from "~/platform/http/action-result";
import * as newFee from "~/routes/extras/fee";
import * as payer from "~/routes/extras/payer";
import * as payerList from "~/routes/extras/payers";
import * as rate from "~/routes/extras/rate";
import * as newRate from "~/routes/extras/rate";
import * as rateList from "~/routes/extras/rates";
import { makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { db, load, makeUser, NOW, submit } from "../../support/harness";

type Fields = Record<string, string>;
type Answered = { form: FormState; newer?: NewerVersion };

const NIGHT = {
  ...{ name: "Card", basis: "hour", rate_amount: "" },
  ...{ "bands[0].days": "weekdays", "bands[0].from": "07:00", "bands[0].until": "23:00", "bands[0].rate": "150" },
  ...{ "bands[1].days": "all", "bands[1].from": "23:00", "bands[1].until": "07:00", "bands[1].rate": "250" },
};

async function diary() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const me = user.id;
  return {
    ...{ user, params, me },
    addRate: (fields: Fields) => submit<Answered>(newRate.action, { idempotency_key: newRef(), ...fields }, { user }),
    rate: (fields: Fields, rateRef = params.rateRef) =>
      submit<Answered>(rate.action, { version: "1", ...fields }, { user, params: { rateRef } }),
    addPayer: (fields: Fields) =>
      submit<Answered>(payerList.action, { idempotency_key: newRef(), kind: "trust", ...fields }, { user }),
    payer: (fields: Fields) =>
      submit<Answered>(payer.action, { version: "1", kind: "trust", ...fields }, { user, params }),
  };
}

function ratesOfUser(me: number) {
  return db.select().from(rates).where(eq(rates.user_id, me));
}

test("a rate by bands is kept in pieces of a day, and shown as it was typed", async () => {
  const { user, me, params, addRate } = await diary();
  expect((await addRate(NIGHT)).status).toBe(302);
  const card = (await ratesOfUser(me)).find(({ unique_ref }) => unique_ref !== params.rateRef);
  expect(card).toMatchObject({
    ...{ name: "Card", basis: "hour", rate_pence: null, bank_holidays_as_sunday: false },
    bands: [
      { weekdays: [1, 2, 3, 4, 5], from_minute: 420, until_minute: 1380, rate_pence: 15_000 },
      { weekdays: [1, 2, 3, 4, 5, 6, 7], from_minute: 1380, until_minute: 1440, rate_pence: 25_000 },
      { weekdays: [2, 3, 4, 5, 6, 7, 1], from_minute: 0, until_minute: 420, rate_pence: 25_000 },
    ],
  });
  const page = await load<{ answers: Fields }>(rate.loader, { user, params: { rateRef: card?.unique_ref ?? "" } });
  expect(page.data.answers).toMatchObject({ ...NIGHT, "bands[0].rate": "150.00", "bands[1].rate": "250.00" });
  const list = await load<{ rates: unknown[] }>(rateList.loader, { user });
  expect(list.data.rates).toMatchObject([
    {
      name: "Card",
      price: "Per hour, by 2 time bands",
      bands: ["Weekdays, 07:00 – 23:00: £150 an hour", "Every day, 23:00 – 07:00: £250 an hour"],
    },
    { name: "Weekend list", price: "£200.00 per hour", bands: [] },
  ]);
});

test("a rate is added once for each form", async () => {
  const { me, addRate } = await diary();
  const fields = { ...NIGHT, idempotency_key: newRef() };
  expect((await Promise.all([addRate(fields), addRate(fields)])).map(({ status }) => status)).toEqual([302, 302]);
  expect(await ratesOfUser(me)).toHaveLength(2);
});

const FLAT = { name: "Card", basis: "hour", rate_amount: "150" };

test.each<[Fields, Fields]>([
  [{ ...FLAT, name: "" }, { name: "Enter a name for the rate" }],
  [{ ...FLAT, name: "x".repeat(61) }, { name: "Name must be 60 characters or fewer" }],
  [{ ...FLAT, basis: "" }, { basis: "Choose what it is paid for" }],
  [{ ...FLAT, rate_amount: "" }, { rate_amount: "Enter the rate, or time bands below" }],
  [{ ...FLAT, basis: "pa", rate_amount: "" }, { rate_amount: "Enter the rate" }],
  [{ ...FLAT, rate_amount: "-1" }, { rate_amount: "A rate cannot be less than nothing. Enter it without the minus" }],
  [{ ...NIGHT, rate_amount: "150" }, { rate_amount: "Clear this or the time bands: an hour has one price" }],
  [
    { ...NIGHT, basis: "list" },
    { basis: "Time bands are for rates per hour only. Choose “Per hour”, or clear the time bands" },
  ],
  [{ ...NIGHT, "bands[1].days": "" }, { "bands[1].days": "Choose the days" }],
  [{ ...NIGHT, "bands[1].from": "" }, { "bands[1].from": "Enter when it begins" }],
  [{ ...NIGHT, "bands[1].until": "25:00" }, { "bands[1].until": "Please check the time is in the format hh:mm" }],
  [{ ...NIGHT, "bands[1].rate": "" }, { "bands[1].rate": "Enter the amount for an hour" }],
  [
    { ...NIGHT, "bands[1].from": "22:00" },
    { "bands[1].from": "Change these times: Monday 22:00 to 23:00 is in time band 1 too" },
  ],
  [{ ...FLAT, name: "Mrs Smith" }, { name: expect.stringContaining("a person’s name") }],
])("of the rate %o the form says %o", async (fields, errors) => {
  const { me, addRate, rate: change } = await diary();
  for (const answer of [await addRate(fields), await change({ intent: "save", ...fields })]) {
    expect(answer.status).toBe(422);
    const lists = Object.fromEntries(Object.entries(errors).map(([name, message]) => [name, [message]]));
    expect(answer.data.form.errors).toMatchObject(lists);
  }
  expect(await ratesOfUser(me)).toMatchObject([{ name: "Weekend list", version: 1 }]);
});

test("a row of bands is added and taken away by the server", async () => {
  const { addRate } = await diary();
  const intent = `insert(${JSON.stringify({ name: "bands", defaultValue: { days: "", from: "", until: "", rate: "" } })})`;
  const more = await addRate({ ...NIGHT, __INTENT__: intent });
  expect([more.status, Object.keys(more.data.form.values)]).toEqual([200, expect.arrayContaining(["bands[2].days"])]);
  const less = await addRate({ ...NIGHT, __INTENT__: `remove(${JSON.stringify({ name: "bands", index: 0 })})` });
  expect(less.data.form.values["bands[0].rate"]).toEqual(["250"]);
});

test("a rate is changed, archived, restored and deleted, at the version that was shown", async () => {
  const { me, rate: change } = await diary();
  expect((await change({ intent: "save", ...FLAT })).status).toBe(302);
  expect(await ratesOfUser(me)).toMatchObject([{ name: "Card", rate_pence: 15_000, version: 2 }]);
  const late = await change({ intent: "save", ...FLAT, name: "Other" });
  expect([late.status, late.data.newer]).toEqual([409, { version: 2 }]);
  expect((await change({ intent: "archive", version: "2" })).status).toBe(302);
  expect(await ratesOfUser(me)).toMatchObject([{ active: false, version: 3 }]);
  expect((await change({ intent: "restore", version: "3" })).status).toBe(302);
  expect((await change({ intent: "delete", version: "3" })).status).toBe(409);
  expect(flashOf(await change({ intent: "delete", version: "4" })).text).toBe("Rate deleted");
  expect(await ratesOfUser(me)).toEqual([]);
  expect((await change({ intent: "delete", version: "4" })).status).toBe(302);
});

test("a payer is added once, by whatever letters, and offered with every fee while it is in use", async () => {
  const { me, params, addPayer, payer: change } = await diary();
  expect((await addPayer({ name: "Northern  Trust" })).status).toBe(302);
  const again = await addPayer({ name: "NORTHERN TRUST" });
  expect([again.status, again.data.form.errors.name]).toEqual([
    422,
    ["You have a payer called “NORTHERN TRUST”, in use or archived. Enter another name"],
  ]);
  const named = await addPayer({ name: "Mrs Smith" });
  expect(named.data.form.errors.name?.[0]).toContain("a person’s name");
  await db.update(fees).set({ payer_ref: params.payerRef }).where(eq(fees.user_id, me));
  expect(payersOf(await lastPayers(db, me))).toEqual(["Trust", "Northern Trust"]);
  const versionOf = async () =>
    String((await db.select().from(payers).where(eq(payers.unique_ref, params.payerRef)))[0]?.version);
  expect((await change({ intent: "archive" })).status).toBe(302);
  expect(payersOf(await lastPayers(db, me))).toEqual(["Northern Trust"]);
  expect((await change({ intent: "restore", version: await versionOf() })).status).toBe(302);
  expect(payersOf(await lastPayers(db, me))).toEqual(["Trust", "Northern Trust"]);
  await db.update(fees).set({ payer_ref: null }).where(eq(fees.user_id, me));
  expect((await change({ intent: "delete", version: await versionOf() })).status).toBe(302);
  await dropOldChanges(db, NOW + UNDO_WINDOW_MS);
  expect(await db.$count(payers, eq(payers.unique_ref, params.payerRef))).toBe(0);
});

test("a payer is one in whatever letters and spaces, also where it was archived", async () => {
  const { me, user } = await diary();
  await db.update(payers).set({ name: "ÉTOILE SANTÉ", name_key: "étoile santé" }).where(eq(payers.user_id, me));
  const fee = { idempotency_key: newRef(), work_date: "1/11/2026", amount: "5", payer: "Étoile  santé" };
  expect((await submit(newFee.action, fee, { user, path: "/extras/new/" })).status).toBe(302);
  expect(payersOf(await lastPayers(db, me))).toEqual(["ÉTOILE SANTÉ"]);
  await db.update(payers).set({ active: false }).where(eq(payers.user_id, me));
  expect(payersOf(await lastPayers(db, me))).toEqual([]);
});
