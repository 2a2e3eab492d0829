import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "~/account/table.server";
import { loader } from "~/routes/account/profile";
import { countingDatabase, db, load, makeUser, NOW } from "../support/harness";
import { makePasskeyUser } from "../support/passkeys";
import { addVerification } from "../support/verifications";

type Shown = { facts: { addresses: unknown } };

function verification(userRef: string, address: string, status: "pending" | "verified") {
  return addVerification({ user_ref: userRef, address, status });
}

test("says who is signed in, in one batch", async () => {
  const { user } = await makePasskeyUser();
  const { database, trips } = countingDatabase();
  const answer = await load(loader, { user, database });
  expect(answer.data).toMatchObject({
    facts: { name: "First Last", username: user.username, addresses: [], authenticator: false, passkeys: 1 },
    home: "/logbook/",
    keepsDiary: true,
  });
  expect(trips()).toBe(1);
});

test("shows the verified address, and the one that waits beside it", async () => {
  const user = await makeUser();
  await verification(user.unique_ref, "new@example.com", "pending");
  expect((await load<Shown>(loader, { user })).data.facts.addresses).toEqual([
    { address: "new@example.com", status: "pending" },
  ]);
  await db.update(users).set({ email: "old@example.com" }).where(eq(users.unique_ref, user.unique_ref));
  expect((await load<Shown>(loader, { user, now: NOW + 60_000 })).data.facts.addresses).toEqual([
    { address: "old@example.com", status: "verified" },
    { address: "new@example.com", status: "expired" },
  ]);
});

test("leads those home who keep no diary, and visitors to log in", async () => {
  expect((await load(loader, { user: await makeUser(2) })).data).toMatchObject({ home: "/", keepsDiary: false });
  expect(await load(loader, { user: null })).toMatchObject({ status: 302, location: "/login/" });
});
