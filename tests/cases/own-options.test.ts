import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/accounts/logins/logins.server";
import type { OwnOption } from "~/cases/own-options";
import { caseOptions, options } from "~/cases/table.server";
import { newRef } from "~/db/columns.server";
import * as one from "~/routes/logbook/option";
import * as all from "~/routes/logbook/options";
import { makeDiary } from "../support/diary";
import { countingDatabase, db, load, makeUser, NOW, submit } from "../support/harness";

interface Refused {
  form: { values: Record<string, string[]>; errors: Record<string, string[]> };
  newer?: { version: number; facts: { name: string; value: string }[] };
}

async function addOption(user: SignedInUser, label: string, more: Partial<typeof options.$inferInsert> = {}) {
  const unique_ref = newRef();
  const row = {
    unique_ref,
    user_ref: user.unique_ref,
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

async function useIt(user: SignedInUser, option_id: string) {
  const { params } = await makeDiary(user);
  await db
    .insert(caseOptions)
    .values({ case_ref: params.caseRef, user_ref: user.unique_ref, kind: "airway", option_id });
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
  const page = await load<{ options: (OwnOption & { uses: number })[] }>(all.loader, { user, database });
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
  const kept = await db
    .select()
    .from(caseOptions)
    .where(and(eq(caseOptions.case_ref, caseRef), eq(caseOptions.option_id, ref)));
  expect(kept).toHaveLength(1);
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
])("a page that is behind does not %s, and shows what is saved", async (intent) => {
  const user = await makeUser();
  const ref = await addOption(user, "Newer name", { version: 2 });
  const answer = await press(user, ref, { intent, label: "Older page" });
  expect(answer.status).toBe(409);
  expect(answer.data.form.errors[""]?.[0]).toMatch(/^This option was changed elsewhere/);
  expect(answer.data.newer).toEqual({
    version: 2,
    facts: [
      { name: "Name", value: "Newer name" },
      { name: "On the list", value: "Yes" },
      { name: "Use", value: "Not used yet" },
    ],
  });
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
