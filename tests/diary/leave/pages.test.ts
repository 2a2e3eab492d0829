import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { BOTH_HALVES, FIRST_DAY_MORNING, LAST_DAY_AFTERNOON } from "~/diary/leave/rules";
import { leave, leavePlace, lieuLedger } from "~/diary/leave/table.server";
import { undoableChanges } from "~/diary/undo/queries.server";
import { newRef } from "~/platform/db/columns.server";
import { FORM_USED } from "~/platform/db/idempotency.server";
import type { FormState } from "~/platform/http/action-result";
import * as deleteRoute from "~/routes/leave/leave-delete";
import * as editRoute from "~/routes/leave/leave-form";
import * as newRoute from "~/routes/leave/leave-form";
import * as undoRoute from "~/routes/logbook/undo";
import { CONFIRM_MESSAGE, REASON_MESSAGE } from "~/ui/identifiers/rules";
import { makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { db, load, makeUser, NOW, racingDatabase, submit, vault } from "../../support/harness";

type Refused = { form: FormState };
type Fields = Record<string, string>;

function answers(some: Fields = {}): Fields {
  return {
    idempotency_key: newRef(),
    type: "annual",
    date_start: "12/1/2027",
    start_part: "full",
    end_part: "full",
    status: "approved",
    ...some,
  };
}

async function consultant() {
  const user = await makeUser();
  const own = () => db.select().from(leave).where(eq(leave.user_id, user.id)).orderBy(leave.date_start);
  /** As its page would show it now. */
  const versionOf = async (leaveRef: string) =>
    String((await own()).find(({ unique_ref }) => unique_ref === leaveRef)?.version ?? 1);
  const spent = () => db.select().from(lieuLedger).where(eq(lieuLedger.user_id, user.id));
  return {
    ...{ user, own, versionOf, spent },
    add: (fields: Fields = {}) => submit<Refused>(newRoute.action, answers(fields), { user }),
    edit: async (leaveRef: string, fields: Fields, database = db) => {
      const form = answers({ version: await versionOf(leaveRef), ...fields });
      return submit<Refused>(editRoute.action, form, { user, params: { leaveRef }, database });
    },
    remove: (leaveRef: string, version: string) =>
      submit<Refused>(deleteRoute.action, { version }, { user, params: { leaveRef } }),
  };
}

function spentLine({ id }: { id: number }, leave_ref: string) {
  return {
    ...{ unique_ref: newRef(), user_id: id, day: "2027-01-12", kind: "spent" as const, unit: "hours" as const },
    ...{ hundredths: -400, leave_ref, created_at: NOW, updated_at: NOW },
  };
}

test("leave is added with its notes encrypted", async () => {
  const { user, add, own } = await consultant();
  const form = { type: "study", name: "Airway course", date_end: "14/1/2027", start_part: "pm", end_part: "am" };
  expect((await add({ ...form, pa: "2.5", study_cost: "450.50", notes: "In Leeds" })).status).toBe(302);
  const [row] = await own();
  expect(row).toMatchObject({
    type: "study",
    name: "Airway course",
    date_start: "2027-01-12",
    date_end: "2027-01-14",
    start_part: "pm",
    end_part: "am",
    status: "approved",
    stated_pa_units: 9000,
    study_cost_pence: 45_050,
  });
  const place = leavePlace(row?.unique_ref ?? "");
  expect(await vault.decrypt(user.unique_ref, place, row?.text_encrypted ?? null)).toBe("In Leeds");
});

test("without a last day it is the first alone, and half of it where either part says so", async () => {
  const { add, own } = await consultant();
  await add({ end_part: "am" });
  await add({ date_start: "13/1/2027", date_end: "13/1/2027", start_part: "pm", end_part: "pm" });
  const half = { end_part: "full" };
  expect(await own()).toMatchObject([
    { ...half, date_start: "2027-01-12", date_end: "2027-01-12", start_part: "am" },
    { ...half, date_start: "2027-01-13", date_end: "2027-01-13", start_part: "pm" },
  ]);
});

test.each<[string, string, Fields]>([
  ["type", "Choose a type of leave", { type: "" }],
  ["type", "Choose a type of leave from the list", { type: "holiday" }],
  ["name", "Name of your own must be 60 characters or fewer", { name: "x".repeat(61) }],
  ["date_start", "Enter the first day", { date_start: "" }],
  ["date_start", "First day must be a real date: February 2027 has 28 days", { date_start: "31/2/2027" }],
  [
    "date_start",
    "First day must be a real date: February 2027 has 28 days",
    { date_start: "31/2/2027", date_end: "1/3/2027" },
  ],
  [
    "date_end",
    "Last day must be a real date: February 2027 has 28 days",
    { date_end: "31/2/2027", start_part: "am", end_part: "pm" },
  ],
  ["date_end", "Last day must be the same as or after 12 January 2027", { date_end: "11/1/2027" }],
  ["date_end", "Leave can be 366 days at most. Enter a longer leave in parts", { date_end: "13/1/2028" }],
  ["end_part", BOTH_HALVES, { start_part: "am", end_part: "pm" }],
  ["end_part", BOTH_HALVES, { date_end: "12/1/2027", start_part: "pm", end_part: "am" }],
  ["start_part", FIRST_DAY_MORNING, { date_end: "13/1/2027", start_part: "am" }],
  ["end_part", LAST_DAY_AFTERNOON, { date_end: "13/1/2027", end_part: "pm" }],
  ["status", "Choose a status", { status: "" }],
  ["pa", "PAs must be between 0 and 400", { pa: "-1" }],
  ["pa", "PAs must be between 0 and 400", { pa: "400.1" }],
  ["pa", "PAs must be a number", { pa: "some" }],
  [
    "study_cost",
    "Enter the study cost in whole pence: two decimals at most, such as 310.50",
    { type: "study", study_cost: "10.123" },
  ],
  [
    "study_cost",
    "A study cost can be £20,000.00 at most. Check the amount",
    { type: "study", study_cost: "20,000.01" },
  ],
  ["study_cost", "Only study leave has a study cost. Clear it, or choose study leave", { study_cost: "10" }],
  ["notes", "Notes must be 10000 characters or fewer", { notes: "x".repeat(10_001) }],
])("%s: %s, with every answer kept and nothing written", async (field, message, wrong) => {
  const { add, own, spent } = await consultant();
  const refused = await add({ name: "Course", ...wrong });
  expect([refused.status, refused.data.form.errors]).toEqual([422, { [field]: [message] }]);
  expect(refused.data.form.values).toMatchObject({ date_start: [wrong.date_start ?? "12/1/2027"] });
  expect(await own()).toEqual([]);
  expect(await spent()).toEqual([]);
});

test("leave that overlaps other leave is refused by name, and half days beside each other are not", async () => {
  const { add, own } = await consultant();
  await add({ date_end: "14/1/2027", end_part: "am", name: "Walking" });
  const refused = await add({ date_start: "14/1/2027" });
  const message =
    "These days overlap Walking, 12 to 14 January 2027, to noon of the last. Change the days, or cancel that leave first";
  expect([refused.status, refused.data.form.errors]).toEqual([422, { date_start: [message] }]);
  expect((await add({ date_start: "14/1/2027", start_part: "am" })).status).toBe(422);
  expect((await add({ date_start: "14/1/2027", start_part: "pm", type: "study" })).status).toBe(302);
  expect((await add({ date_start: "1/1/2027", date_end: "31/1/2027" })).status).toBe(422);
  expect((await add({ date_start: "1/1/2027", date_end: "12/1/2027", end_part: "am" })).status).toBe(422);
  expect((await add({ date_start: "15/1/2027", date_end: "31/1/2027" })).status).toBe(302);
  expect(await own()).toHaveLength(3);
});

test("an edit names the other leave that it overlaps, not what is beside it, called off or itself", async () => {
  const { add, edit, own } = await consultant();
  await add({ date_start: "14/1/2027", start_part: "am", name: "Morning" });
  await add({ date_start: "14/1/2027", status: "cancelled", name: "Called off" });
  await add({ date_start: "14/1/2027", start_part: "pm", name: "Own" });
  await add({ date_start: "15/1/2027", name: "Walking" });
  const { unique_ref } = (await own()).find(({ name }) => name === "Own") ?? { unique_ref: "" };
  const refused = await edit(unique_ref, { date_start: "14/1/2027", start_part: "pm", date_end: "15/1/2027" });
  const message = "These days overlap Walking, 15 January 2027. Change the days, or cancel that leave first";
  expect([refused.status, refused.data.form.errors]).toEqual([422, { date_start: [message] }]);
});

test("leave that is called off makes room, and stays in the list", async () => {
  const { add, edit, own } = await consultant();
  await add();
  const [first] = await own();
  await edit(first?.unique_ref ?? "", { status: "cancelled" });
  expect((await add()).status).toBe(302);
  // It cannot come back over what is there now.
  const refused = await edit(first?.unique_ref ?? "", {});
  expect([refused.status, Object.keys(refused.data.form.errors)]).toEqual([422, ["date_start"]]);
  expect((await own()).map(({ status }) => status).sort()).toEqual(["approved", "cancelled"]);
});

test("two tabs cannot put leave on the same day, and other people's leave is in nobody's way", async () => {
  const { user, own } = await consultant();
  const other = await consultant();
  await other.add();
  const form = () => answers();
  const both = await Promise.all([1, 2].map(() => submit(newRoute.action, form(), { user })));
  expect(both.map(({ status }) => status).sort()).toEqual([302, 422]);
  expect(await own()).toHaveLength(1);
});

test("the same form sent twice makes one leave; with other answers it is refused", async () => {
  const { add, own } = await consultant();
  const idempotency_key = newRef();
  const first = await add({ idempotency_key });
  expect((await add({ idempotency_key })).location).toBe(first.location);
  for (const date_start of ["20/1/2027", "12/1/2027"]) {
    const other = await add({ idempotency_key, date_start, name: "Walking" });
    expect([other.status, other.data.form.errors]).toEqual([409, { "": [FORM_USED] }]);
  }
  expect(await own()).toHaveLength(1);
});

test("an edit keeps to its own days, raises the version, and is answered alike when it is sent again", async () => {
  const { user, add, edit, own, versionOf } = await consultant();
  await add({ notes: "In Leeds" });
  const [{ unique_ref } = { unique_ref: "" }] = await own();
  const version = await versionOf(unique_ref);
  const page = await load<{ answers: Fields }>(editRoute.loader, { user, params: { leaveRef: unique_ref } });
  expect(page.data.answers).toMatchObject({ date_start: "12/01/2027", date_end: "", notes: "In Leeds", version });
  const form = { idempotency_key: "", date_end: "13/1/2027", status: "planned", version };
  expect((await edit(unique_ref, form)).status).toBe(302);
  const saved = await own();
  expect((await edit(unique_ref, form)).status).toBe(302);
  expect(saved).toMatchObject([{ date_end: "2027-01-13", status: "planned", text_encrypted: null }]);
  expect(saved[0]?.version).toBeGreaterThan(Number(version));
  expect(await own()).toEqual(saved);
});

test("an edit of something older is refused with both versions shown, and then replaces what was shown", async () => {
  const { user, add, edit, own, versionOf } = await consultant();
  await add();
  const [{ unique_ref } = { unique_ref: "" }] = await own();
  const version = await versionOf(unique_ref);
  await edit(unique_ref, { status: "planned" });
  const late = await edit(unique_ref, { status: "requested", name: "Walking", version });
  expect(late.status).toBe(409);
  expect(late.data.form.errors[""]?.[0]).toMatch(/^This leave was changed elsewhere/);
  const newer = await versionOf(unique_ref);
  expect(late.data.form.values).toMatchObject({ name: ["Walking"], version: [newer] });
  const page = await load<{ answers: Fields }>(editRoute.loader, { user, params: { leaveRef: unique_ref } });
  expect(page.data.answers).toMatchObject({ status: "planned" });
  expect((await edit(unique_ref, { status: "requested", version: newer })).status).toBe(302);
  expect(await own()).toMatchObject([{ status: "requested" }]);
});

test.each([
  ["notes", "943 476 5919", "identifiers_reason", REASON_MESSAGE, { identifiers_reason: "Order number" }],
  [
    "name",
    "Cover for Mrs Smith",
    "identifiers_confirmed",
    CONFIRM_MESSAGE,
    { identifiers_confirmed: "yes", identifiers_asked: "name" },
  ],
])("%s that may name a patient is asked about, and saved when that is answered", async (name, typed, field, ask, anyway: Fields) => {
  const { add, edit, own } = await consultant();
  const refused = await add({ [name]: typed });
  expect(refused.status).toBe(422);
  expect(Object.keys(refused.data.form.errors)).toEqual([name, field]);
  expect(refused.data.form.errors[field]).toEqual([ask]);
  expect((await add({ [name]: typed, ...anyway })).status).toBe(302);
  const [{ unique_ref } = { unique_ref: "" }] = await own();
  // What was asked about once is not asked again.
  expect((await edit(unique_ref, { [name]: typed, status: "planned" })).status).toBe(302);
});

test("leave in lieu spends from the ledger in its own save, and gives it back when that is changed", async () => {
  const { user, add, edit, own, spent: lines } = await consultant();
  const spent = async () => (await lines()).map(({ kind, unit, hundredths, day }) => [kind, unit, hundredths, day]);
  const wrong = await add({ lieu_amount: "1" });
  expect([wrong.status, Object.keys(wrong.data.form.errors)]).toEqual([422, ["lieu_amount"]]);
  expect((await add({ type: "lieu", lieu_amount: "0" })).status).toBe(422);
  expect(await spent()).toEqual([]);
  await add({ type: "toil", lieu_amount: "3.75", lieu_unit: "hours" });
  expect(await spent()).toEqual([["spent", "hours", -375, "2027-01-12"]]);
  const [{ unique_ref } = { unique_ref: "" }] = await own();
  const page = await load<{ answers: Fields; lieu: string[] }>(editRoute.loader, {
    ...{ user, params: { leaveRef: unique_ref } },
  });
  expect(page.data.answers).toMatchObject({ lieu_amount: "3.75", lieu_unit: "hours" });
  expect(page.data.lieu).toEqual(["−3.75 hours"]);
  await edit(unique_ref, { type: "lieu", date_start: "13/1/2027", lieu_amount: "1" });
  expect(await spent()).toEqual([["spent", "days", -100, "2027-01-13"]]);
  await edit(unique_ref, { type: "lieu", status: "cancelled", lieu_amount: "1" });
  expect(await spent()).toEqual([]);
});

test("a change of leave is undone with the line that it spends, and its making after it", async () => {
  const { user, add, edit, own, spent } = await consultant();
  await add({ type: "toil", lieu_amount: "3.75", lieu_unit: "hours" });
  const before = [await own(), await spent()];
  await edit(before[0]?.[0]?.unique_ref ?? "", { name: "Walking" });
  expect(await spent()).toEqual([]);
  const acts = async () => (await undoableChanges(db, user.id, NOW)).map(({ number, message }) => [number, message]);
  const [[changed] = [], [added] = []] = await acts();
  expect(await acts()).toEqual([
    [changed, "Leave changed"],
    [added, "Leave added"],
  ]);
  const undo = (number: unknown) => submit(undoRoute.action, {}, { user, params: { undoRef: String(number) } });
  expect(flashOf(await undo(changed)).text).toBe("Restored: 1 entry of leave");
  expect([await own(), await spent()]).toEqual(before);
  expect(flashOf(await undo(added)).text).toBe("Removed: 1 entry of leave");
  expect([await own(), await spent()]).toEqual([[], []]);
});

test("a change of leave is not undone onto days that other leave has taken", async () => {
  const { user, add, edit, own } = await consultant();
  await add();
  await edit((await own())[0]?.unique_ref ?? "", { date_start: "13/1/2027" });
  const [changed] = await undoableChanges(db, user.id, NOW);
  await add({ type: "study" });
  const days = await own();
  const undone = await submit(undoRoute.action, {}, { user, params: { undoRef: String(changed?.number) } });
  expect([undone.status, JSON.stringify(undone.data)]).toEqual([409, expect.stringContaining("Nothing was undone")]);
  expect(await own()).toEqual(days);
});

test.each([
  "changed",
  "deleted",
  "put back",
])("leave is asked about again when the line that it spends is %s while it is saved", async (what) => {
  const { user, add, edit, own, spent } = await consultant();
  const isThere = what !== "put back";
  await add({ type: "toil", ...(isThere && { lieu_amount: "1" }) });
  const [{ unique_ref, version } = { unique_ref: "", version: 0 }] = await own();
  const ofLeave = eq(lieuLedger.leave_ref, unique_ref);
  const racing = racingDatabase(2, async () => {
    if (what === "changed") await db.update(lieuLedger).set({ version: 99 }).where(ofLeave);
    else if (what === "deleted") await db.delete(lieuLedger).where(ofLeave);
    else await db.insert(lieuLedger).values(spentLine(user, unique_ref));
  });
  const form = { type: "lieu", lieu_amount: "2" };
  const late = await edit(unique_ref, form, racing);
  expect(late.status).toBe(409);
  expect(late.data.form.errors[""]?.[0]).toMatch(/^This leave was changed elsewhere/);
  expect([(await own())[0]?.version, late.data.form.values.version]).toEqual([version, [String(version)]]);
  expect((await edit(unique_ref, form)).status).toBe(302);
  expect(await spent()).toMatchObject([{ leave_ref: unique_ref, hundredths: -200 }]);
});

test("a deletion holds the leave and what was spent on it for undo, and is answered alike when it is sent again", async () => {
  const { user, add, own, remove, versionOf } = await consultant();
  await add({ type: "toil" });
  const [{ unique_ref } = { unique_ref: "" }] = await own();
  await db.insert(lieuLedger).values(spentLine(user, unique_ref));
  const stale = await remove(unique_ref, "1");
  expect([stale.status, (await own()).length]).toEqual([409, 1]);
  const version = await versionOf(unique_ref);
  const gone = await remove(unique_ref, version);
  expect([gone.status, gone.location]).toEqual([302, "/leave/"]);
  expect(gone.headers.get("Set-Cookie")).toMatch(/^flash=Leave%20deleted:\d+;/);
  expect(await own()).toEqual([]);
  expect(await db.select().from(lieuLedger).where(eq(lieuLedger.leave_ref, unique_ref))).toEqual([]);
  const again = await remove(unique_ref, version);
  expect(again.headers.get("Set-Cookie")).toBe(gone.headers.get("Set-Cookie"));
});

test("leave of somebody else is not there", async () => {
  const { user, edit, remove } = await consultant();
  const { params } = await makeDiary(await makeUser());
  const asked = { user, params };
  expect((await load(editRoute.loader, asked)).status).toBe(404);
  expect((await load(deleteRoute.loader, asked)).status).toBe(404);
  expect((await edit(params.leaveRef, {})).status).toBe(404);
  expect((await remove(params.leaveRef, "1")).status).toBe(404);
  expect((await remove(params.leaveRef, "")).status).toBe(404);
  expect(await db.select().from(leave).where(eq(leave.unique_ref, params.leaveRef))).toHaveLength(1);
});

test("leave that is deleted between reading and writing is not found, and not made anew", async () => {
  const { add, edit, own, spent } = await consultant();
  await add();
  const [{ unique_ref } = { unique_ref: "" }] = await own();
  const racing = racingDatabase(2, () => db.delete(leave).where(eq(leave.unique_ref, unique_ref)));
  const form = { status: "planned", type: "toil", lieu_amount: "1" };
  expect((await edit(unique_ref, form, racing)).status).toBe(404);
  expect(await own()).toEqual([]);
  expect(await spent()).toEqual([]);
});
