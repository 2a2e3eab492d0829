import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { changes } from "~/changes/table.server";
import { UNDO_WINDOW_MS } from "~/changes/write-change.server";
import type { ExtrasPage } from "~/diary/fees/ledger/ledger.server";
import { dropUnnamedPayers } from "~/diary/fees/payer-names.server";
import { payersWithUses } from "~/diary/fees/payers.server";
import { fees, payers, rates } from "~/diary/fees/table.server";
import { dropOldChanges } from "~/diary/undo/drop-old-changes.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormState } from "~/platform/http/action-result";
import * as extras from "~/routes/extras/extras";
import * as feePage from "~/routes/extras/fee";
import * as newFee from "~/routes/extras/fee";
import * as payerPage from "~/routes/extras/payer";
import * as payerList from "~/routes/extras/payers";
import * as ratePage from "~/routes/extras/rate";
import * as rateList from "~/routes/extras/rates";
import * as editSession from "~/routes/logbook/session";
import * as undo from "~/routes/logbook/undo";
import { exported, imported, recordsIn, rowsOf, withoutVersions } from "../../data/export/own-file";
import { makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { db, load, makeUser, NOW, queryPlan, submit } from "../../support/harness";
import { makeConfirmedUser } from "../../support/members";
import { payerRef } from "../../support/payers";

type Fields = Record<string, string>;

/** A diary with a payer "Trust" on the list. */
async function diary() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const press = (fields: Fields, payerRef = params.payerRef) =>
    submit<{ form: FormState }>(payerPage.action, { kind: "trust", ...fields }, { user, params: { payerRef } });
  return { user, params, press, add: (fields: Fields) => addFee(user, fields) };
}

/** @returns the reference of a fee of work that stands alone */
async function addFee(user: SignedInUser, fields: Fields) {
  const form = { idempotency_key: newRef(), work_date: "1/11/2026", amount: "5", ...fields };
  const before = await refsOf(user);
  expect((await submit(newFee.action, form, { user, path: "/extras/new/" })).status).toBe(302);
  return (await refsOf(user)).find((ref) => !before.includes(ref)) as string;
}

async function refsOf({ id }: SignedInUser) {
  return (await db.select({ ref: fees.unique_ref }).from(fees).where(eq(fees.user_id, id))).map(({ ref }) => ref);
}

function editFee(user: SignedInUser, feeRef: string, version: number, payer: string) {
  const form = { version: String(version), work_date: "1/11/2026", amount: "5", payer };
  return submit(feePage.action, form, { user, params: { feeRef } });
}

function payersOf({ id }: SignedInUser) {
  const { name, kind, version } = payers;
  return db.select({ name, kind, version }).from(payers).where(eq(payers.user_id, id)).orderBy(payers.name_key);
}

/** What pages say who pays: a fee's, a rate's, a session's form; the lists of rates and of extra work. */
async function shown(user: SignedInUser, feeRef: string, { rateRef = "", sessionRef = "" }) {
  type Answers = { answers: Fields; defaults: Fields };
  const ofFee = await load<Answers>(feePage.loader, { user, params: { feeRef } });
  const ofRate = await load<Answers>(ratePage.loader, { user, params: { rateRef } });
  const ofSession = await load<Answers>(editSession.loader, { user, params: { sessionRef } });
  const list = await load<{ rates: { payer: string }[] }>(rateList.loader, { user });
  const { data } = await load<ExtrasPage>(extras.loader, { user, path: "/extras/" });
  return [
    ...[ofFee.data.answers.payer, ofRate.data.answers.payer, ofSession.data.defaults.extra_claim_payer],
    ...[list.data.rates[0]?.payer, ...new Set(data.lines.map(({ payer }) => payer))],
  ];
}

test("a payer's new name is that of its fees and rates on every page, and one row was written", async () => {
  const { user, params, press, add } = await diary();
  const ref = await add({ payer: "trust" });
  await db.delete(fees).where(eq(fees.unique_ref, params.feeRef));
  await db.insert(fees).values({
    ...{ unique_ref: newRef(), user_id: user.id, session_ref: params.sessionRef, created_at: NOW, updated_at: NOW },
    ...{ amount_pence: 70_000, payer_ref: params.payerRef },
  });
  await db.update(rates).set({ payer_ref: params.payerRef }).where(eq(rates.user_id, user.id));
  expect(await shown(user, ref, params)).toEqual(["Trust", "Trust", "Trust", "Trust", "Trust"]);
  const others = async () =>
    (await rowsOf(user)).map((rows) => rows.filter((row) => !JSON.stringify(row).includes('"name_key"')));
  const before = await others();
  expect(flashOf(await press({ intent: "save", version: "1", name: "Southern Trust" })).text).toBe(
    "Southern Trust saved",
  );
  expect(await others()).toEqual(before);
  const now = "Southern Trust";
  expect(await shown(user, ref, params)).toEqual([now, now, now, now, now]);
});

test("what names a payer is found by an index", async () => {
  expect(await queryPlan(payersWithUses(db, 1))).toContain("fees_of_payers");
  expect(await queryPlan(dropUnnamedPayers(db, sql`= ${1}`))).toContain("fees_of_payers");
});

test("two spellings are one payer: beside the list it has the last one, on it the one of the list", async () => {
  const { user, add } = await diary();
  await add({ payer: "st  mary’s" });
  await add({ payer: "St Mary’s" });
  await add({ payer: "TRUST" });
  expect(await payersOf(user)).toMatchObject([
    { name: "St Mary’s", kind: null },
    { name: "Trust", kind: "trust" },
  ]);
  const list = await load<{ payers: unknown[] }>(payerList.loader, { user });
  expect(list.data.payers).toMatchObject([{ name: "Trust", fees: 1 }]);
});

test("a fee that is saved with its payer spelt otherwise, and nothing else, has the new spelling", async () => {
  const { user, add } = await diary();
  const ref = await add({ payer: "st mary" });
  const version = async () => (await db.select().from(fees).where(eq(fees.unique_ref, ref)))[0]?.version ?? 0;
  const before = await version();
  const answer = await editFee(user, ref, before, "St Mary");
  expect([answer.status, flashOf(answer).undo]).toEqual([302, null]);
  expect((await payersOf(user)).map(({ name }) => name)).toEqual(["St Mary", "Trust"]);
  expect(await version()).toBe(before);
});

test("a payer that was typed comes on the list with the letters of the form, once", async () => {
  const { user, add } = await diary();
  await add({ payer: "bupa" });
  const form = { idempotency_key: newRef(), name: "Bupa", kind: "insurer" };
  for (const _ of [1, 2]) expect((await submit(payerList.action, form, { user })).status).toBe(302);
  expect(await payersOf(user)).toMatchObject([
    { name: "Bupa", kind: "insurer", version: 3 },
    { name: "Trust", kind: "trust" },
  ]);
  const other = await submit(payerList.action, { ...form, idempotency_key: newRef() }, { user });
  expect(other.status).toBe(422);
});

test("a payer that is taken off the list keeps its name in its fees, and goes where nothing names it", async () => {
  const { user, params, press, add } = await diary();
  const ref = await add({ payer: "Trust" });
  expect(flashOf(await press({ intent: "delete", version: "1" })).text).toBe("Trust deleted");
  expect(await payersOf(user)).toMatchObject([{ name: "Trust", kind: null }]);
  const { data } = await load<{ answers: Fields; payers: string[] }>(feePage.loader, { user, params: { feeRef: ref } });
  expect([data.answers.payer, data.payers]).toEqual(["Trust", ["Trust"]]);
  // Sent again, it is answered alike.
  expect(flashOf(await press({ intent: "delete", version: "1" })).text).toBe("Payer deleted");
  const gone = await load(payerPage.loader, { user, params });
  expect(gone.status).toBe(404);
  const unnamed = await payerRef(user.id, "Clinic");
  // One that no list holds is not deleted.
  expect((await press({ intent: "delete", version: "1" }, unnamed ?? "")).status).toBe(404);
  await db
    .update(payers)
    .set({ kind: "other" })
    .where(and(eq(payers.user_id, user.id), eq(payers.unique_ref, unnamed ?? "")));
  expect((await press({ intent: "delete", version: "1" }, unnamed ?? "")).status).toBe(302);
  await dropOldChanges(db, NOW + UNDO_WINDOW_MS);
  expect(await payersOf(user)).toMatchObject([{ name: "Trust" }]);
});

test.each([
  ["under its new name", { intent: "save", version: "1", name: "Southern Trust" }, "Southern Trust"],
  ["with its name, off the list", { intent: "delete", version: "1" }, "Trust"],
])("a deleted fee comes back %s", async (_, fields: Fields, name) => {
  const { user, press, add } = await diary();
  const feeRef = await add({ payer: "Trust" });
  const [fee] = await db.select().from(fees).where(eq(fees.unique_ref, feeRef));
  const deleted = await submit(
    feePage.action,
    { version: String(fee?.version), intent: "delete" },
    { user, params: { feeRef } },
  );
  expect((await press(fields)).status).toBe(302);
  const undoRef = flashOf(deleted).undo as string;
  expect(flashOf(await submit(undo.action, {}, { user, params: { undoRef } })).text).toBe("Restored: 1 fee");
  const { data } = await load<{ answers: Fields }>(feePage.loader, { user, params: { feeRef } });
  expect(data.answers.payer).toBe(name);
});

test("a name that was typed and taken out again is gone once that cannot be undone any more", async () => {
  const { user, params, add } = await diary();
  const ref = await add({ payer: "Southern Trust" });
  const [fee] = await db.select().from(fees).where(eq(fees.unique_ref, ref));
  expect((await editFee(user, ref, fee?.version ?? 0, "Northern Trust")).status).toBe(302);
  const names = async () => (await payersOf(user)).map(({ name }) => name);
  await dropOldChanges(db, NOW + UNDO_WINDOW_MS - 1);
  expect(await names()).toEqual(["Northern Trust", "Southern Trust", "Trust"]);
  await dropOldChanges(db, NOW + UNDO_WINDOW_MS);
  expect(await names()).toEqual(["Northern Trust", "Trust"]);
  const rate = { intent: "save", name: "Card", basis: "hour", rate_amount: "5" };
  const change = (version: string, payer: string) =>
    submit(ratePage.action, { ...rate, version, payer }, { user, params });
  expect((await change("1", "Clinic")).status).toBe(302);
  expect(await names()).toEqual(["Clinic", "Northern Trust", "Trust"]);
  const [row] = await db.select().from(rates).where(eq(rates.user_id, user.id));
  expect((await change(String(row?.version), "")).status).toBe(302);
  await dropOldChanges(db, NOW + UNDO_WINDOW_MS);
  expect(await names()).toEqual(["Northern Trust", "Trust"]);
});

test("a payer of the list that takes a typed one's name has its fees and rates from then on, and those that come back", async () => {
  const { user, params, press, add } = await diary();
  const [stays, goes] = [await add({ payer: "clinic" }), await add({ payer: "CLINIC" })];
  const clinic = await payerRef(user.id, "clinic");
  await db.update(rates).set({ payer_ref: clinic }).where(eq(rates.user_id, user.id));
  const [fee] = await db.select().from(fees).where(eq(fees.unique_ref, goes));
  const deleted = await submit(
    feePage.action,
    { version: String(fee?.version), intent: "delete" },
    { user, params: { feeRef: goes } },
  );
  expect((await press({ intent: "save", version: "1", name: "Clinic" })).status).toBe(302);
  expect(await payersOf(user)).toMatchObject([{ name: "Clinic", kind: "trust", version: 5 }]);
  await submit(undo.action, {}, { user, params: { undoRef: flashOf(deleted).undo as string } });
  const named = await db.select({ ref: fees.payer_ref }).from(fees).where(eq(fees.user_id, user.id));
  expect(named.filter(({ ref }) => ref === params.payerRef)).toHaveLength(2);
  const [rate] = await db.select().from(rates).where(eq(rates.user_id, user.id));
  expect(rate?.payer_ref).toBe(params.payerRef);
  expect((await editFee(user, stays, (fee?.version ?? 0) - 1, "Clinic")).status).toBe(302);
});

test("a renaming onto a name of the list, or at an older version, changes nothing", async () => {
  const { user, press, add } = await diary();
  const other = { idempotency_key: newRef(), name: "Bupa", kind: "insurer" };
  expect((await submit(payerList.action, other, { user })).status).toBe(302);
  const taken = await press({ intent: "save", version: "1", name: "BUPA" });
  expect([taken.status, taken.data.form.errors.name?.[0]]).toEqual([
    422,
    "You have a payer called “BUPA”, in use or archived. Enter another name",
  ]);
  await add({ payer: "Clinic" });
  expect((await press({ intent: "save", version: "7", name: "Clinic" })).status).toBe(409);
  expect((await payersOf(user)).map(({ name }) => name)).toEqual(["Bupa", "Clinic", "Trust"]);
});

test("a file has every payer, those of no list as such, and comes back whole", async () => {
  const [user, other] = [await makeConfirmedUser(), await makeConfirmedUser()];
  await makeDiary(user);
  await db
    .update(rates)
    .set({ payer_ref: await payerRef(user.id, "Clinic") })
    .where(eq(rates.user_id, user.id));
  await addFee(user, { payer: "Étoile" });
  await addFee(user, { payer: "Trust" });
  const file = await exported(user);
  expect(file.match(/"record":"payers"/g)).toHaveLength(3);
  expect((await imported(other, file)).status).toBe(302);
  const records = (text: string) => recordsIn(withoutVersions(text));
  expect(records(await exported(other))).toEqual(records(file));
  // Again it changes nothing.
  const before = await payersOf(other);
  expect(before).toMatchObject([{ name: "Clinic", kind: null }, { name: "Trust" }, { name: "Étoile", kind: null }]);
  const again = await imported(other, file);
  expect([await payersOf(other), flashOf(again).text]).toEqual([
    before,
    "Everything in this file was already in your diary",
  ]);
});

test("a typed payer of a file whose fees are there already, with another, does not come in", async () => {
  const user = await makeConfirmedUser();
  await addFee(user, { payer: "Clinic" });
  const file = await exported(user);
  await db.update(fees).set({ payer_ref: null }).where(eq(fees.user_id, user.id));
  await db.delete(payers).where(eq(payers.user_id, user.id));
  const answer = await imported(user, file);
  expect([await payersOf(user), flashOf(answer).text]).toEqual([
    [],
    "Everything in this file was already in your diary",
  ]);
});

test("a fee of a file cannot name somebody else's payer", async () => {
  const [user, other] = [await makeConfirmedUser(), await makeConfirmedUser()];
  await addFee(user, { payer: "Clinic" });
  await addFee(other, { payer: "Bupa" });
  const [own, theirs] = [await payerRef(user.id, "Clinic"), await payerRef(other.id, "Bupa")];
  const file = (await exported(user)).replace(`"payer_ref":"${own}"`, `"payer_ref":"${theirs}"`);
  await db.delete(fees).where(eq(fees.user_id, user.id));
  const answer = await imported(user, file);
  expect([answer.status, answer.data.form?.errors.file?.[0]]).toEqual([
    422,
    expect.stringMatching(/of fees: its payer_ref names no record of this file/),
  ]);
  expect(await db.$count(fees, eq(fees.user_id, user.id))).toBe(0);
});

test("a fee of a file whose payer is here under another reference has the one that is here", async () => {
  const [user, other] = [await makeConfirmedUser(), await makeConfirmedUser()];
  await addFee(user, { payer: "Clinic" });
  await addFee(other, { payer: "clinic" });
  await imported(other, await exported(user));
  expect(await payersOf(other)).toMatchObject([{ name: "clinic" }]);
  const ref = await payerRef(other.id, "clinic");
  const named = await db.select({ ref: fees.payer_ref }).from(fees).where(eq(fees.user_id, other.id));
  expect(named).toEqual([{ ref }, { ref }]);
});

test("a payer that a file has on its list comes on the list where it was only typed", async () => {
  const [user, other] = [await makeConfirmedUser(), await makeConfirmedUser()];
  await makeDiary(user);
  const file = await exported(user);
  await addFee(other, { payer: "TRUST" });
  await imported(other, file);
  expect(await payersOf(other)).toMatchObject([{ name: "TRUST", kind: "trust" }]);
});

test("a payer that was taken off the list comes back with undo, whatever else grew old meanwhile", async () => {
  const { user, press, add } = await diary();
  await db.delete(fees).where(eq(fees.user_id, user.id));
  await add({ payer: "" });
  const deleted = await press({ intent: "delete", version: "1" });
  await db
    .update(changes)
    .set({ occurred_at: NOW - UNDO_WINDOW_MS })
    .where(and(eq(changes.user_id, user.id), eq(changes.number, 2)));
  await dropOldChanges(db, NOW);
  const undoRef = flashOf(deleted).undo as string;
  expect(flashOf(await submit(undo.action, {}, { user, params: { undoRef } })).text).toBe("Restored: 1 payer");
  expect(await payersOf(user)).toMatchObject([{ name: "Trust", kind: "trust" }]);
});

test("a renaming that takes a typed payer's fees cannot be undone: they would be the other payer's", async () => {
  const { press, add } = await diary();
  await add({ payer: "Clinic" });
  expect(flashOf(await press({ intent: "save", version: "1", name: "Clinic" })).undo).toBeNull();
});
