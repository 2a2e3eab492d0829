import { eq } from "drizzle-orm";
import { createElement, type FunctionComponent } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub, data } from "react-router";
import { expect, test } from "vitest";
import { changes, diaries } from "~/changes/table.server";
import { editCaseForm, newCaseForm } from "~/diary/cases/form";
import { caseInSession, sessionWithCases } from "~/diary/cases/queries.server";
import { cases, options } from "~/diary/cases/table.server";
import { addCase, deleteCase, saveCase } from "~/diary/cases/write.server";
import { fees } from "~/diary/fees/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { undoableChanges } from "~/diary/undo/queries.server";
import { undoWithMessage } from "~/diary/undo/undo.server";
import { newRef } from "~/platform/db/columns.server";
import { FORM_USED, idempotencyKeys } from "~/platform/db/idempotency.server";
import type { FormState, NewerVersion } from "~/platform/http/action-result";
import * as editPage from "~/routes/logbook/case";
import * as deletePage from "~/routes/logbook/case-delete";
import * as newPage from "~/routes/logbook/case-new";
import { reloadAfterConflict } from "~/ui/connection/revalidate";
import { makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { type Answer, db, load, makeUser, NOW, racingDatabase, submit, vault } from "../../support/harness";

type User = Awaited<ReturnType<typeof makeUser>>;
type Refused = { form: FormState; newer?: NewerVersion };
type Fields = Record<string, string | string[]>;

/** All that a user's cases are made of, to see whether anything was written. */
async function written(user: User): Promise<string> {
  return JSON.stringify(
    await db.batch([
      db.select().from(cases).where(eq(cases.user_id, user.id)),
      db.select().from(options).where(eq(options.user_id, user.id)),
      db.select().from(idempotencyKeys).where(eq(idempotencyKeys.user_id, user.id)),
      db.select().from(changes).where(eq(changes.user_id, user.id)),
      db.select().from(diaries).where(eq(diaries.user_id, user.id)),
    ]),
  );
}

/** The hidden field as a page without script carries it, drawn from what its loader and action returned. */
function hiddenOn(page: unknown, name: string, loaderData: unknown, params: Fields, answer?: Answer<Refused>) {
  const Page = page as FunctionComponent<Record<string, unknown>>;
  const Stub = createRoutesStub([
    { path: "*", Component: () => createElement(Page, { loaderData, actionData: answer?.data, params }) },
  ]);
  const html = renderToString(createElement(Stub, { initialEntries: ["/"] }));
  return { html, value: html.match(new RegExp(`type="hidden" name="${name}" value="([^"]*)"`))?.[1] ?? "" };
}

test("a stale form that came back for a fault still says where it started, and cannot overwrite", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const edit = (fields: Fields) => submit<Refused>(editPage.action, fields, { user, params });
  const opened = await load<unknown>(editPage.loader, { user, params });
  const { value: version } = hiddenOn(editPage.default, "version", opened.data, params);
  expect(version).toBe("1");
  expect((await edit({ version: "1", complications: "Theirs" })).status).toBe(302);
  const before = await written(user);

  const faulty = await edit({ version, age: "forty", complications: "Mine" });
  expect(faulty.status).toBe(422);
  const shown = await load<unknown>(editPage.loader, { user, params });
  const again = hiddenOn(editPage.default, "version", shown.data, params, faulty);
  expect(again.value).toBe("1");

  const stale = await edit({ version: again.value, age: "40", complications: "Mine" });
  expect(stale.status).toBe(409);
  expect(await written(user)).toBe(before);

  const newest = await load<unknown>(editPage.loader, { user, params });
  const page = hiddenOn(editPage.default, "version", newest.data, params, stale);
  expect(page.value).toBe("2");
  expect(page.html).toContain("See what is saved now");
  expect(page.html).toContain("Mine");
  expect((await edit({ version: page.value, age: "40", complications: "Mine" })).status).toBe(302);
  const [row] = await db.select().from(cases).where(eq(cases.unique_ref, params.caseRef));
  expect([row?.age, row?.version]).toEqual([40, 3]);
});

test("a conflict shows in full what was saved elsewhere", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const edit = (fields: Fields) => submit<Refused>(editPage.action, fields, { user, params });
  await edit({
    version: "1",
    start_time: "09:00",
    end_time: "10:00",
    age: "6",
    age_unit: "months",
    gender: "2",
    asa: "3",
    urgency: "1",
    supervision: "20",
    selected_airway_options_set: ["121"],
    selected_extra_options_set: ["202", "241"],
    block_flags_241: ["ultrasound", "failed"],
    new_extra_option: "Stellate ganglion",
    case_description: "Hernia",
    complications: "Laryngospasm\nbriefly",
    reflective_notes: "Wished for help",
  });
  const stale = await edit({ version: "1", case_description: "Mine" });
  expect([stale.status, stale.data.newer, stale.data.form.link]).toEqual([
    ...[409, { version: 2 }, { path: "", words: "See what is saved now" }],
  ]);
  expect(stale.data.form.values).toMatchObject({ version: ["2"], case_description: ["Mine"] });
});

test("a form that was sent before with other answers adds nothing, keeps the answers, and gets a new key", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const add = (fields: Fields) => submit<Refused>(newPage.action, fields, { user, params });
  const key = newRef();
  expect((await add({ idempotency_key: key, case_description: "First" })).status).toBe(302);
  const before = await written(user);
  const other = await add({ idempotency_key: key, case_description: "Second", new_airway_option: "Tongue tie" });
  expect([other.status, other.data.form.errors]).toEqual([409, { "": [FORM_USED] }]);
  expect(other.data.form.values.case_description).toEqual(["Second"]);
  expect(await written(user)).toBe(before);

  const shown = await load<unknown>(newPage.loader, { user, params });
  const page = hiddenOn(newPage.default, "idempotency_key", shown.data, params, other);
  expect(page.html).toContain("Second");
  expect(page.value).not.toBe(key);
  expect((await add({ idempotency_key: page.value, case_description: "Second" })).status).toBe(302);
  expect(await db.$count(cases, eq(cases.user_id, user.id))).toBe(3);
});

test("pages that can answer 409 look again after it with script too", async () => {
  const statuses = async (status: number) => {
    const results = { page: { type: "data", result: data({}, { status, headers: {} }) } };
    await reloadAfterConflict({}, async () => results);
    return results.page.result.init?.status;
  };
  expect(await Promise.all([409, 422, 200].map(statuses))).toEqual([200, 422, 200]);
});

test("the same form again makes one case whichever button is pressed; after the case was deleted it says so", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const fields = { idempotency_key: newRef(), case_description: "TKR" };
  const add = (more: Fields = {}) => submit<Refused>(newPage.action, { ...fields, ...more }, { user, params });
  expect([(await add()).status, (await add()).status]).toEqual([302, 302]);
  expect((await add({ next: "another" })).location).toBe(`/logbook/session/${params.sessionRef}/case/new/`);
  const rows = await db.select().from(cases).where(eq(cases.user_id, user.id));
  expect(rows).toHaveLength(2);

  const made = rows.find((row) => row.unique_ref !== params.caseRef);
  const asked = { user, params: { ...params, caseRef: made?.unique_ref ?? "" } };
  expect((await submit(deletePage.action, { version: String(made?.version) }, asked)).status).toBe(302);
  const before = await written(user);
  const after = await add();
  expect([after.status, after.data.form.errors]).toEqual([409, { "": [FORM_USED] }]);
  expect(after.data.form.values.case_description).toEqual(["TKR"]);
  expect(await written(user)).toBe(before);
});

test("a page that shows an older version deletes nothing, and leads to the case as it is now", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const opened = await load<unknown>(deletePage.loader, { user, params });
  const { value: version } = hiddenOn(deletePage.default, "version", opened.data, params);
  const edit = { version: "1", complications: "Found since", selected_airway_options_set: "111" };
  await submit(editPage.action, edit, { user, params });
  const before = await written(user);
  const refused = await submit<Refused>(deletePage.action, { version }, { user, params });
  expect(refused.status).toBe(409);
  expect(refused.data.form.errors[""]?.[0]).toContain("is not deleted");
  expect(await written(user)).toBe(before);

  const shown = await load<unknown>(deletePage.loader, { user, params });
  const page = hiddenOn(deletePage.default, "version", shown.data, params, refused);
  expect(page.html).toContain("See what is saved now");
  expect((await submit(deletePage.action, { version: page.value }, { user, params })).status).toBe(302);
  expect(await db.$count(cases, eq(cases.user_id, user.id))).toBe(0);
});

test("a deletion that is sent again is answered as it was, at the address of its session alone", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const other = await makeDiary(user);
  const remove = (sessionRef: string) =>
    submit(deletePage.action, { version: "1" }, { user, params: { ...params, sessionRef } });
  const wrong = () => remove(other.params.sessionRef);
  expect([(await wrong()).status, await db.$count(cases, eq(cases.user_id, user.id))]).toEqual([404, 2]);
  const [first, again] = [await remove(params.sessionRef), await remove(params.sessionRef)];
  expect([again.status, again.location, flashOf(again)]).toEqual([302, first.location, flashOf(first)]);
  expect(flashOf(first)).toMatchObject({ text: "Case deleted", undo: "2" });
  expect((await wrong()).status).toBe(404);
});

test("adding, changing and deleting a case each can be undone, and its fee with it", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const feeList = () => db.select().from(fees).where(eq(fees.user_id, user.id));
  const rows = () => db.select().from(cases).where(eq(cases.user_id, user.id));
  const states = [JSON.stringify([await rows(), await feeList()])];
  const did = async (action: Parameters<typeof submit>[0], fields: Fields) => {
    const [made = { version: 1, unique_ref: "" }] = (await rows()).filter(
      ({ unique_ref }) => unique_ref !== params.caseRef,
    );
    const form = { ...fields, idempotency_key: newRef(), version: String(made.version) };
    const asked = { user, params: { ...params, caseRef: made.unique_ref } };
    expect((await submit(action, form, asked)).status).toBe(302);
    states.push(JSON.stringify([await rows(), await feeList()]));
  };
  await did(newPage.action, { asa: "2", case_claim_amount: "120" });
  await did(editPage.action, { asa: "3", case_claim_amount: "150" });
  await did(editPage.action, { asa: "3" });
  await did(deletePage.action, {});
  expect((await undoableChanges(db, user.id, NOW)).map(({ message }) => message)).toEqual([
    ...["Case deleted", "Case changed, Tue 17 Nov 2026"],
    ...["Case changed, Tue 17 Nov 2026", "Case added, Tue 17 Nov 2026"],
  ]);
  for (const number of [5, 4, 3, 2]) {
    await undoWithMessage({ db, userId: user.id, now: NOW }, String(number));
    expect(JSON.stringify([await rows(), await feeList()])).toBe(states[number - 2]);
  }
});

test("a case whose fee was taken out meanwhile is there still: the form is told of the change", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const edit = (fields: Fields, database = db) => submit<Refused>(editPage.action, fields, { user, params, database });
  await edit({ version: "1", case_claim_amount: "120" });
  const outOfIt = racingDatabase(2, () => edit({ version: "2" }));
  const refused = await edit({ version: "2", case_claim_amount: "150" }, outOfIt);
  expect([refused.status, refused.data.newer?.version]).toEqual([409, 3]);
});

test("deleting without a version is refused", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  expect((await submit(deletePage.action, {}, { user, params })).status).toBe(422);
  expect(await db.$count(cases, eq(cases.user_id, user.id))).toBe(1);
});

test.each([
  ["with nothing", {}],
  ["with a Standard option", { selected_airway_options_set: "111" }],
  ["with an option of one's own", { new_airway_option: "Tongue tie" }],
])("a case %s that goes between look and save is not there, and nothing of it is written", async (_name, fields) => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const writer = { db, userId: user.id, cipher: vault.of(user.unique_ref), now: NOW };
  const place = await caseInSession(db, user.id, params.sessionRef, params.caseRef);
  await deleteCase(writer, params.sessionRef, params.caseRef, 1);
  const before = await written(user);
  const answers = await editCaseForm.parseAsync({ version: "1", ...fields });
  await expect(saveCase(writer, place, answers, "fingerprint")).rejects.toMatchObject({ init: { status: 404 } });
  await expect(deleteCase(writer, params.sessionRef, params.caseRef, 2)).rejects.toMatchObject({
    init: { status: 404 },
  });
  expect(await written(user)).toBe(before);
});

test("a case for a session that goes between look and save is not there, and nothing of it is written", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const place = await sessionWithCases(db, user.id, params.sessionRef);
  await db.delete(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  const before = await written(user);
  const answers = await newCaseForm.parseAsync({ idempotency_key: newRef(), new_airway_option: "Tongue tie" });
  const writer = { db, userId: user.id, cipher: vault.of(user.unique_ref), now: NOW };
  const added = addCase(writer, place, answers, "fingerprint");
  await expect(added).rejects.toMatchObject({ init: { status: 404 } });
  expect(await written(user)).toBe(before);
});
