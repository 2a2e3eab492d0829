import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { UNDO_WINDOW_MS } from "~/changes/write-change.server";
import type { OwnOption } from "~/diary/cases/options";
import { MAX_CUSTOM_OPTIONS, reactivateOption } from "~/diary/cases/options.server";
import { cases, options } from "~/diary/cases/table.server";
import { newRef } from "~/platform/db/columns.server";
import * as editCase from "~/routes/logbook/case";
import * as removeCase from "~/routes/logbook/case-delete";
import * as newCase from "~/routes/logbook/case-new";
import * as one from "~/routes/logbook/option";
import * as all from "~/routes/logbook/options";
import * as undo from "~/routes/logbook/undo";
import { addOptionToCase, optionsOfCase, optionsOfUser } from "../../support/case-options";
import { lockDays, makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { countingDatabase, db, load, makeUser, NOW, racingDatabase, submit } from "../../support/harness";

interface Refused {
  form: { values: Record<string, string[]>; errors: Record<string, string[]>; link?: { path: string } };
  newer?: { version: number; facts: { name: string; value: string }[] };
}

async function addOption(user: SignedInUser, label: string, more: Partial<typeof options.$inferInsert> = {}) {
  const unique_ref = newRef();
  const row = {
    unique_ref,
    user_id: user.id,
    kind: "airway" as const,
    label,
    created_at: NOW,
    updated_at: NOW,
  };
  await db.insert(options).values({ ...row, ...more });
  return unique_ref;
}

async function optionOf(unique_ref: string) {
  const [row] = await db.select().from(options).where(eq(options.unique_ref, unique_ref));
  return row;
}

function press(user: SignedInUser, optionRef: string, form: Record<string, string>) {
  return submit<Refused>(one.action, { version: "1", ...form }, { user, params: { optionRef } });
}

async function versionOf(caseRef: string) {
  const [row] = await db.select().from(cases).where(eq(cases.unique_ref, caseRef));
  return String(row?.version);
}

async function useIt(user: SignedInUser, option_id: string) {
  const { params } = await makeDiary(user);
  await addOptionToCase(params.caseRef, option_id);
  return params.caseRef;
}

test("the page lists the user's own options with their use, archived ones last, in one batch", async () => {
  const user = await makeUser();
  const old = await addOption(user, "Aardvark tube", { active: false });
  const used = await addOption(user, "My mask");
  await addOption(user, "Ankle block, my way", { kind: "procedure" });
  await addOption(await makeUser(), "Somebody else's");
  await useIt(user, used);
  const { database, trips } = countingDatabase();
  const page = await load<{ options: OwnOption[] }>(all.loader, { user, database });
  expect(page.data.options.map(({ label, active, uses }) => [label, active, uses])).toEqual([
    ["My mask", true, 1],
    ["Aardvark tube", false, 0],
    ["Ankle block, my way", true, 0],
  ]);
  expect(page.data.options[1]?.unique_ref).toBe(old);
  expect(trips()).toBe(1);
});

test("a renamed option keeps its id, and so its cases", async () => {
  const user = await makeUser();
  const ref = await addOption(user, "My mask");
  const caseRef = await useIt(user, ref);
  const answer = await press(user, ref, { intent: "rename", label: " My  own mask " });
  expect([answer.status, answer.location]).toEqual([302, "/logbook/options/"]);
  expect(await optionOf(ref)).toMatchObject({ label: "My own mask", version: 2, unique_ref: ref });
  expect(await optionsOfCase(caseRef)).toEqual([{ case_ref: caseRef, id: ref, flags: "" }]);
});

test("a name may change its letters' case, and may be one of the other kind", async () => {
  const user = await makeUser();
  const ref = await addOption(user, "my mask");
  await addOption(user, "Block", { kind: "procedure" });
  expect((await press(user, ref, { intent: "rename", label: "My Mask" })).status).toBe(302);
  expect((await press(user, ref, { intent: "rename", label: "Block", version: "2" })).status).toBe(302);
});

test.each([
  ["my MASK two", "You have another option called “my MASK two”. Enter another name"],
  ["oral ett", "The Standard list has an option called “oral ett”. Enter another name"],
  ["", "Enter a name for the option"],
  ["x".repeat(61), "Name must be 60 characters or fewer"],
])("the name %s is refused", async (label, message) => {
  const user = await makeUser();
  const ref = await addOption(user, "My mask");
  await addOption(user, "My mask two");
  const answer = await press(user, ref, { intent: "rename", label });
  expect(answer.status).toBe(422);
  expect(answer.data.form.errors).toEqual({ label: [message] });
  expect((await optionOf(ref))?.label).toBe("My mask");
});

test("an archived option leaves the list for new cases, and comes back", async () => {
  const user = await makeUser();
  const ref = await addOption(user, "My mask");
  await useIt(user, ref);
  expect((await press(user, ref, { intent: "archive" })).status).toBe(302);
  expect(await optionOf(ref)).toMatchObject({ active: false, version: 2 });
  expect((await press(user, ref, { intent: "restore", version: "2" })).status).toBe(302);
  expect(await optionOf(ref)).toMatchObject({ active: true, version: 3 });
});

test("an archived option that a case takes up again is one version on, so that a form opened before is told", async () => {
  const user = await makeUser();
  const ref = await addOption(user, "My mask");
  await useIt(user, ref);
  await press(user, ref, { intent: "archive" });
  await reactivateOption({ db, userId: user.id, now: NOW }, ref);
  expect(await optionOf(ref)).toMatchObject({ active: true, version: 3 });
});

test("an archived option is active again once it is typed into a case that has it, though the case stays as it was", async () => {
  const user = await makeUser();
  const ref = await addOption(user, "My mask");
  const { params } = await makeDiary(user);
  await addOptionToCase(params.caseRef, ref);
  await press(user, ref, { intent: "archive" });
  const { data } = await load<{ answers: Record<string, string> }>(editCase.loader, { user, params });
  const typed = { ...data.answers, new_airway_option: "my mask" };
  expect((await submit(editCase.action, typed, { user, params })).status).toBe(302);
  expect(await optionOf(ref)).toMatchObject({ active: true, version: 3 });
  expect(await versionOf(params.caseRef)).toBe("1");
});

test("only an option that no case has is deleted", async () => {
  const user = await makeUser();
  const [used, unused] = [await addOption(user, "Used"), await addOption(user, "Unused")];
  await useIt(user, used);
  const answer = await press(user, used, { intent: "delete" });
  expect(answer.status).toBe(422);
  expect(answer.data.form.errors).toEqual({
    "": ["This option is part of a case, so it cannot be deleted. Archive it instead"],
  });
  expect(await optionOf(used)).toMatchObject({ version: 1 });
  expect((await press(user, unused, { intent: "delete" })).status).toBe(302);
  expect(await optionOf(unused)).toBeUndefined();
});

test.each([
  "rename",
  "archive",
  "delete",
])("a page that is behind does not %s, and leads to what is saved", async (intent) => {
  const user = await makeUser();
  const ref = await addOption(user, "Newer name", { version: 2 });
  const answer = await press(user, ref, { intent, label: "Older page" });
  expect(answer.status).toBe(409);
  expect(answer.data.form.errors[""]?.[0]).toMatch(/^This option was changed elsewhere/);
  expect(answer.data.newer).toEqual({ version: 2 });
  expect(await optionOf(ref)).toMatchObject({ label: "Newer name", active: true, version: 2 });
});

test("somebody else's option is not there", async () => {
  const ref = await addOption(await makeUser(), "Theirs");
  const user = await makeUser();
  expect((await load(one.loader, { user, params: { optionRef: ref } })).status).toBe(404);
  for (const intent of ["rename", "archive", "restore", "delete"]) {
    expect((await press(user, ref, { intent, label: "Mine" })).status).toBe(404);
  }
  expect(await optionOf(ref)).toMatchObject({ label: "Theirs", active: true });
});

test("a button that is none of the page's changes nothing", async () => {
  const user = await makeUser();
  const ref = await addOption(user, "My mask");
  expect((await press(user, ref, { intent: "burn" })).status).toBe(422);
  expect(await optionOf(ref)).toMatchObject({ version: 1 });
});

test("an option that a deleted case can bring back is not deleted until that can no longer be undone", async () => {
  const user = await makeUser();
  const ref = await addOption(user, "Halo frame");
  const { params } = await makeDiary(user);
  await submit(editCase.action, { version: "1", selected_airway_options_set: ref }, { user, params });
  const deleted = await submit(removeCase.action, { version: "2" }, { user, params });
  const refused = await press(user, ref, { intent: "delete" });
  expect([refused.status, refused.data.form.errors[""]?.[0]]).toEqual([
    422,
    "A case that was deleted or changed within the last hour had this option and can still be restored. Archive the option instead, or delete it later",
  ]);
  const undoRef = flashOf(deleted).undo ?? "";
  await submit(undo.action, {}, { user, params: { undoRef } });
  expect((await optionsOfUser(user.id)).map(({ id }) => id)).toEqual([ref]);

  const other = await addOption(user, "Tongue tie");
  await submit(editCase.action, { version: "2", selected_airway_options_set: other }, { user, params });
  const deletedToo = await submit(removeCase.action, { version: await versionOf(params.caseRef) }, { user, params });
  expect(deletedToo.status).toBe(302);
  const later = { user, params: { optionRef: other }, now: NOW + UNDO_WINDOW_MS };
  expect((await submit(one.action, { version: "1", intent: "delete" }, later)).status).toBe(302);
});

test("an option that was taken out of a case, by an edit or by an undo, is not deleted while that can be undone", async () => {
  const user = await makeUser();
  const ref = await addOption(user, "Halo frame");
  const { params } = await makeDiary(user);
  const edit = (fields: Record<string, string>) => submit(editCase.action, fields, { user, params });
  const pressUndo = (undoRef: string) => submit(undo.action, {}, { user, params: { undoRef } });
  const deleted = async (now = NOW) =>
    (await submit(one.action, { version: "1", intent: "delete" }, { user, params: { optionRef: ref }, now })).status;
  await edit({ version: "1", selected_airway_options_set: ref });
  await edit({ version: "2" });
  expect(await deleted()).toBe(422);
  await pressUndo("3");
  await pressUndo("2");
  expect([await optionsOfUser(user.id), await deleted()]).toEqual([[], 422]);
  // An undo can be undone, too: that of the edit that had put it in.
  await pressUndo("5");
  expect((await optionsOfUser(user.id)).map(({ id }) => id)).toEqual([ref]);
  await edit({ version: await versionOf(params.caseRef) });
  expect([await deleted(), await deleted(NOW + UNDO_WINDOW_MS)]).toEqual([422, 302]);
});

test("an option that a case of somebody else had is theirs alone", async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  const ref = await addOption(user, "Halo frame");
  const { params } = await makeDiary(other);
  await addOptionToCase(params.caseRef, ref);
  await submit(removeCase.action, { version: "1" }, { user: other, params });
  expect((await press(user, ref, { intent: "delete" })).status).toBe(302);
});

test("two forms that add the same option at once make one of it, and both cases have it", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const add = (label: string, database = db) =>
    submit(newCase.action, { idempotency_key: newRef(), new_airway_option: label }, { user, params, database });
  const both = await add(
    "Halo frame",
    racingDatabase(2, () => add("halo FRAME")),
  );
  expect(both.status).toBe(302);
  const own = await db.select().from(options).where(eq(options.user_id, user.id));
  expect(own.map(({ label }) => label)).toEqual(["halo FRAME"]);
  expect((await optionsOfUser(user.id)).map(({ id }) => id)).toEqual([own[0]?.unique_ref, own[0]?.unique_ref]);
});

test("the list of one's own is full at its limit, and what is on it can still be named", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  for (let at = 1; at < MAX_CUSTOM_OPTIONS; at += 1) await addOption(user, `Option ${at}`);
  const add = (label: string) =>
    submit<Refused>(newCase.action, { idempotency_key: newRef(), new_airway_option: label }, { user, params });
  expect((await add("Halo frame")).status).toBe(302);
  const full = await add("Tongue tie");
  expect([full.status, Object.keys(full.data.form.errors)]).toEqual([422, ["new_airway_option"]]);
  expect((await add("OPTION 7")).status).toBe(302);
  expect(await db.$count(options, eq(options.user_id, user.id))).toBe(MAX_CUSTOM_OPTIONS);
});

test.each([
  ["an edited", editCase.action, { version: "1" }],
  ["a new", newCase.action, { idempotency_key: newRef() }],
])("%s case that takes an option in the moment in which it is deleted is refused in words, with nothing half written", async (_, action, more) => {
  const user = await makeUser();
  const ref = await addOption(user, "Halo frame");
  // A copy of the diary in another account has it under the same reference.
  await addOption(await makeUser(), "Halo frame", { unique_ref: ref });
  const { params } = await makeDiary(user);
  const gone = () => press(user, ref, { intent: "delete" });
  const fields = { ...more, selected_airway_options_set: ["111", ref], age: "4" };
  const refused = await submit<Refused>(action, fields, { user, params, database: racingDatabase(2, gone) });
  expect([refused.status, refused.data.form.errors]).toEqual([
    409,
    { selected_airway_options_set: ["Choose airway options from the list: one of those sent is not on it"] },
  ]);
  expect(await optionsOfUser(user.id)).toEqual([]);
  expect(await db.$count(cases, eq(cases.user_id, user.id))).toBe(1);
});

test("an option that is typed for a case in the moment in which that is deleted is not added", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const gone = () => submit(removeCase.action, { version: "1" }, { user, params });
  const fields = { version: "1", new_airway_option: "Halo frame" };
  const saved = await submit(editCase.action, fields, { user, params, database: racingDatabase(2, gone) });
  expect(saved.status).toBe(404);
  expect(await db.$count(options, eq(options.user_id, user.id))).toBe(0);
});

test("an archived option that is typed in the moment in which it is deleted is made anew", async () => {
  const user = await makeUser();
  const ref = await addOption(user, "Halo frame", { active: false });
  const { params } = await makeDiary(user);
  const gone = () => press(user, ref, { intent: "delete" });
  const fields = { version: "1", new_airway_option: "halo frame" };
  const saved = await submit(editCase.action, fields, { user, params, database: racingDatabase(2, gone) });
  expect(saved.status).toBe(302);
  const [chosen] = await optionsOfUser(user.id);
  expect(await optionOf(chosen?.id as string)).toMatchObject({ label: "halo frame", active: true });
});

test("an option that a case took in the moment in which it should be deleted stays", async () => {
  const user = await makeUser();
  const ref = await addOption(user, "Halo frame");
  const { params } = await makeDiary(user);
  const taken = () => submit(editCase.action, { version: "1", selected_airway_options_set: ref }, { user, params });
  const asked = { user, params: { optionRef: ref }, database: racingDatabase(1, taken) };
  const refused = await submit<Refused>(one.action, { version: "1", intent: "delete" }, asked);
  expect([refused.status, refused.data.form.errors[""]?.[0]]).toEqual([
    422,
    "This option is part of a case, so it cannot be deleted. Archive it instead",
  ]);
  expect(await optionOf(ref)).toBeDefined();
});

test("an option that a case of locked days shows keeps its name, and can still leave the list", async () => {
  const user = await makeUser();
  const [shown, free] = [await addOption(user, "My mask"), await addOption(user, "My tube")];
  await useIt(user, shown);
  await lockDays(user, "2026-11-01", "2026-11-20");
  const refused = await press(user, shown, { intent: "rename", label: "Their mask" });
  expect([refused.status, refused.data.form.errors]).toEqual([
    409,
    {
      "": [
        "You locked 1 to 20 November 2026, and a case on these days shows this name. To use another name from now on, archive this option and enter the new name in your next case",
      ],
    },
  ]);
  expect([refused.data.form.values.label, refused.data.form.link?.path]).toEqual([["Their mask"], "/reports/locks/"]);
  expect(await optionOf(shown)).toMatchObject({ label: "My mask", version: 1 });
  for (const intent of ["archive", "restore"]) {
    const version = String((await optionOf(shown))?.version);
    expect((await press(user, shown, { intent, version })).status).toBe(302);
  }
  expect((await press(user, free, { intent: "rename", label: "Their tube" })).status).toBe(302);
});

test("an option whose case is locked while it is renamed keeps its name, and one of another's locked days does not", async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  const ref = await addOption(user, "My mask");
  await useIt(user, ref);
  await lockDays(other, "2026-11-01", "2026-11-20");
  await lockDays(user, "2026-11-01", "2026-11-16");
  expect((await press(user, ref, { intent: "rename", label: "First" })).status).toBe(302);
  const database = racingDatabase(1, () => lockDays(user, "2026-11-17", "2026-11-17"));
  const form = { version: "2", intent: "rename", label: "Second" };
  const late = await submit<Refused>(one.action, form, { user, params: { optionRef: ref }, database });
  expect([late.status, await optionOf(ref)]).toMatchObject([409, { label: "First", version: 2 }]);
  expect(late.data.form.errors[""]?.[0]).toMatch(/^You locked 17 November 2026, and a case on this day shows/);
});
