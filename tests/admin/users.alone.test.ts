import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "~/account/table.server";
import { type PageOfUsers, USERS_PER_PAGE } from "~/admin/users.server";
import { action, loader } from "~/routes/admin/users";
import { type Answer, countingDatabase, db, load, makeUser, NOW, signInAs, submit } from "../support/harness";
import { addVerification } from "../support/verifications";

type Found = { found: PageOfUsers; form: { errors: Record<string, string[]> } };

async function find(words: string, after = ""): Promise<string[]> {
  const user = await makeUser(10);
  const answer = await submit<Found>(action, { find: words, after }, { user });
  expect(answer.status).toBe(200);
  return answer.data.found.users.map(({ username }) => username);
}

async function makeNamed(values: Partial<typeof users.$inferInsert>) {
  const user = await makeUser();
  await db.update(users).set(values).where(eq(users.unique_ref, user.unique_ref));
  return user;
}

async function giveUnverified(userRef: string, address: string, created_at = NOW) {
  await addVerification({ user_ref: userRef, address, status: "failed", created_at });
}

test("a user is found by part of the username, the name, the address, and one that was never verified", async () => {
  const user = await makeNamed({
    username: "Gas.Man",
    username_key: "gas.man",
    first_name: "Ottoline",
    last_name: "Quay",
  });
  await giveUnverified(user.unique_ref, "Ottoline.Qay@example.com");
  for (const words of ["gas.m", "GAS.M", "ottoline quay", "tolin", "qay@EXAMPLE"])
    expect(await find(words)).toEqual(["Gas.Man"]);
  await db
    .update(users)
    .set({ email: "O.Quay@trust.example", email_key: "o.quay@trust.example" })
    .where(eq(users.unique_ref, user.unique_ref));
  expect(await find("quay@trust")).toEqual(["Gas.Man"]);
});

test("what is looked for is taken as it is written: signs of patterns find nobody", async () => {
  await makeUser();
  for (const words of ["%", "_", "' OR 1=1 --", "*"]) {
    const found = await find(words);
    expect(found.every((username) => username.includes(words))).toBe(true);
  }
});

test("nothing to find is said", async () => {
  const answer = await submit<Found>(action, { find: " " }, { user: await makeUser(10) });
  expect(answer.status).toBe(422);
  expect(answer.data.form.errors.find).toEqual(["Enter part of a username, a name or an email address"]);
});

test("a list says address, level and when each was last seen, in one trip", async () => {
  const user = await makeUser(10);
  const member = await makeNamed({ created_at: NOW + 60_000 });
  await giveUnverified(member.unique_ref, "old@example.com", NOW - 1);
  await giveUnverified(member.unique_ref, "new@example.com");
  await signInAs(member.unique_ref);
  // Of others, who asked and were seen later than all of these, nothing is said here.
  const other = await makeNamed({ created_at: NOW - 60_000 });
  await giveUnverified(other.unique_ref, "other@example.com", NOW + 60_000);
  await signInAs(other.unique_ref, { now: NOW + 60_000 });
  const { database, trips } = countingDatabase();
  const answer = await load<PageOfUsers>(loader, { user, database });
  expect(answer.data.users[0]).toEqual({
    ref: member.unique_ref,
    username: member.username,
    name: "First Last",
    level: 9,
    address: "new@example.com",
    suspended: false,
    verified: false,
    made: "21 November 2026",
    lastSeen: "today at 12:00",
  });
  expect(trips()).toBe(1);
});

test("a page after another shows everybody once, also those of one moment", async () => {
  const user = await makeUser(10);
  // Of one hundredth of a second: three moments, as many as there are pages.
  const made = await Promise.all(
    Array.from({ length: 2 * USERS_PER_PAGE + 7 }, (_, at) =>
      makeNamed({ last_name: "Paged", created_at: NOW + (at % 3) }),
    ),
  );
  const seen: string[] = [];
  let after: string | null = "";
  for (let page = 0; page < 10 && after !== null; page += 1) {
    const answer: Answer<Found> = await submit<Found>(action, { find: "first paged", after }, { user });
    seen.push(...answer.data.found.users.map(({ ref }) => ref));
    after = answer.data.found.next;
  }
  expect(after).toBeNull();
  expect(seen).toHaveLength(made.length);
  expect(new Set(seen)).toEqual(new Set(made.map(({ unique_ref }) => unique_ref)));

  const first = await load<PageOfUsers>(loader, { user });
  const second = await load<PageOfUsers>(loader, { user, path: `/admin/users/?after=${first.data.next}` });
  expect([first.data.users.length, second.data.users.length]).toEqual([USERS_PER_PAGE, USERS_PER_PAGE]);
  const both = [...first.data.users, ...second.data.users].map(({ ref }) => ref);
  expect(new Set(both).size).toBe(2 * USERS_PER_PAGE);
});

test("a page after nobody is empty", async () => {
  const answer = await load<PageOfUsers>(loader, { user: await makeUser(10), path: "/admin/users/?after=nobody" });
  expect(answer.data).toEqual({ users: [], next: null });
});
