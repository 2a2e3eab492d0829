import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "~/account/table.server";
import type { UserPage } from "~/admin/user.server";
import { action, loader } from "~/routes/admin/user";
import { db, load, makeUser, NOW, submit } from "../support/harness";
import { setAddressOf } from "../support/members";
import { enrolPasskey } from "../support/passkeys";
import { addTotp } from "../support/two-factor";
import { addVerification } from "../support/verifications";

type Member = Awaited<ReturnType<typeof makeUser>>;

/** What the page of a user says of them. */
async function factsOf({ unique_ref: userRef }: Member): Promise<UserPage> {
  return (await load<{ user: UserPage }>(loader, { user: await makeUser(10), params: { userRef } })).data.user;
}

const addApp = ({ unique_ref }: Member) => addTotp(unique_ref);

test.each<[string, number, (user: Member) => Promise<unknown>, object]>([
  ["a consultant without a second factor", 9, async () => {}, { owesFactor: false }],
  ["an administrator without one", 10, async () => {}, { owesFactor: true }],
  ["an administrator with an app", 10, addApp, { app: true, owesFactor: false }],
  ["an administrator with a passkey", 10, enrolPasskey, { app: false, passkeys: 1, owesFactor: false }],
])("of %s the page says what they owe", async (_who, level, prepare, facts) => {
  const user = await makeUser(level);
  await prepare(user);
  expect(await factsOf(user)).toMatchObject(facts);
});

test("the page of a user says nothing of another's app", async () => {
  const other = await makeUser();
  await addApp(other);
  expect(await factsOf(await makeUser())).toMatchObject({ app: false });
});

async function askedAddress({ unique_ref }: Member, status: "pending" | "verified"): Promise<void> {
  await addVerification({ user_ref: unique_ref, address: "new@example.com", status, expires_at: NOW + 1 });
}

test.each<[string, (user: Member) => Promise<unknown>, boolean]>([
  ["without an address", async () => {}, false],
  ["with an address", setAddressOf, false],
  ["with an address whose link was used", (user) => askedAddress(user, "verified"), false],
  ["with an address whose link was not used", (user) => askedAddress(user, "pending"), true],
  ["who changes their address", async (user) => Promise.all([setAddressOf(user), askedAddress(user, "pending")]), true],
])("the page says whether somebody %s may be sent a link", async (_who, prepare, may) => {
  const user = await makeUser();
  await prepare(user);
  expect((await factsOf(user)).mayBeSentLink).toBe(may);
});

test("the row of a user whose level is changed says when", async () => {
  const [user, { unique_ref: userRef }] = [await makeUser(10), await makeUser(9)];
  const form = { intent: "level", level: "5", version: "1" };
  await submit(action, form, { user, now: NOW + 1000, params: { userRef } });
  const [row] = await db.select().from(users).where(eq(users.unique_ref, userRef));
  expect(row).toMatchObject({ level: 5, version: 2, created_at: NOW, updated_at: NOW + 1000 });
});
