import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "~/account/table.server";
import { askUsage, enforceQuota } from "~/data/usage/middleware.server";
import { sessions } from "~/diary/sessions/table.server";
import { databaseContext } from "~/platform/db/database.server";
import { addSession } from "../diary/fees/extras-fees";
import { contextOf, countingDatabase, db, makeUser, NOW } from "../support/harness";

const asked = (method: string, path: string, cookie = "login=token") => {
  const url = new URL(`http://daybook.test${path}`);
  return { request: new Request(url, { method, headers: cookie ? { Cookie: cookie } : {} }), url };
};

test.each([
  ["POST", "/logbook/session/new/", "login=token", 1],
  ["POST", "/logbook/session/new/", "", 0],
  ["POST", "/account/profile/", "login=token", 0],
  ["GET", "/logbook/", "login=token", 0],
  ["HEAD", "/logbook/", "login=token", 0],
])("%s %s with the cookie %j asks what the account takes so many times: %i", (method, path, cookie, count) => {
  const { database, trips } = countingDatabase();
  askUsage({ ...asked(method, path, cookie), context: contextOf(null, NOW, database) });
  return expect.poll(trips).toBe(count);
});

test.each([
  ["/logbook/", true, 1, 1],
  ["/logbook/", true, 0, 0],
  ["/account/profile/", true, 1, 0],
  ["/logbook/", false, 1, 0],
])("what is saved under %s, somebody signed in: %j, of %i rows, counts as %i", async (path, isSignedIn, rows, count) => {
  const user = await makeUser();
  const ref = await addSession(user, "2026-05-04");
  const counted = { counted_rows: 10, counted_bytes: 1000, counted_at: NOW, changes_since: 5 };
  await db.update(users).set(counted).where(eq(users.id, user.id));
  const { database, trips } = countingDatabase();
  const context = contextOf(isSignedIn ? user : null, NOW, database);
  const save = db
    .update(sessions)
    .set({ site: "A" })
    .where(eq(sessions.unique_ref, rows > 0 ? ref : ""));
  const next = async () => {
    await context.get(databaseContext).batch([save]);
    return new Response();
  };
  await enforceQuota({ ...asked("POST", path), context }, next);
  const [row] = await db.select().from(users).where(eq(users.id, user.id));
  expect([row?.changes_since, trips()]).toEqual([5 + count, 1 + count]);
});
