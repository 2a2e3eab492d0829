import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "~/account/table.server";
import type { FormState } from "~/platform/http/action-result";
import { profiles } from "~/profile/table.server";
import { action } from "~/routes/account/profile";
import { type Answer, cutOffDatabase, db, makeUser, NOW, racingDatabase, submit } from "../support/harness";
import { PROFILE_FORM, setProfile } from "../support/profile";

type Refused = { form: FormState };

async function profileOf(userId: number) {
  const [row] = await db.select().from(profiles).where(eq(profiles.user_id, userId));
  return row;
}

/** @param next the version with which the form can be sent again */
function expectChanged({ status, data }: Answer<Refused>, next: string) {
  expect([status, data.form.values.version]).toEqual([409, [next]]);
  expect(data.form.errors[""]?.[0]).toContain("This profile was changed elsewhere");
}

test("the same form sent twice is saved once; another one from an older page is refused", async () => {
  const user = await makeUser();
  await submit(action, PROFILE_FORM, { user });
  expect(await submit(action, PROFILE_FORM, { user })).toMatchObject({ status: 302 });
  expect(await profileOf(user.id)).toMatchObject({ version: 2, updated_at: NOW });
  const locum = { ...PROFILE_FORM, grade: "Locum" };
  const late = await submit<Refused>(action, locum, { user });
  expectChanged(late, "2");
  expect((await profileOf(user.id))?.grade).toBe("Consultant");
  const now = NOW + 1000;
  expect(await submit(action, { ...locum, version: "2" }, { user, now })).toMatchObject({ status: 302 });
  expect(await profileOf(user.id)).toMatchObject({ grade: "Locum", version: 3, created_at: NOW, updated_at: now });
  const [named] = await db.select().from(users).where(eq(users.id, user.id));
  expect(named).toMatchObject({ first_name: "Ada", created_at: NOW, updated_at: NOW });
});

test.each([
  ["a first save", "before it looks", 1],
  ["a first save", "after it has looked", 2],
  ["a later save", "before it looks", 1],
  ["a later save", "after it has looked", 2],
])("%s is refused if another one comes %s", async (what, _when, batch) => {
  const user = await makeUser();
  if (what === "a later save") await setProfile(user.unique_ref, {});
  const form = PROFILE_FORM;
  const database = racingDatabase(batch, async () => {
    await submit(action, { ...form, grade: "First" }, { user });
  });
  expectChanged(await submit<Refused>(action, { ...form, grade: "Second" }, { user, database }), "2");
  expect((await profileOf(user.id))?.grade).toBe("First");
});

test("a save whose answer is lost is an error, and is found saved when it comes again", async () => {
  const user = await makeUser();
  await expect(submit(action, PROFILE_FORM, { user, database: cutOffDatabase(2) })).rejects.toThrow("connection lost");
  expect(await submit(action, PROFILE_FORM, { user })).toMatchObject({ status: 302 });
  expect((await profileOf(user.id))?.version).toBe(2);
});
