import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { audit } from "~/account/table.server";
import { loader as confirm } from "~/routes/account/confirm";
import { db, load, makeUser, NOW, submit } from "../support/harness";
import { PAGES } from "./pages";

const TOO_OLD = NOW - 11 * 60_000;

test.each(PAGES)("$path is an administrator's alone", async ({ route, path, params }) => {
  expect(await load(route.loader, { user: null, path, params })).toMatchObject({ status: 302, location: "/login/" });
  expect(await load(route.loader, { user: await makeUser(9), path, params })).toMatchObject({
    status: 302,
    location: "/",
  });
});

test.each(PAGES)("$path asks for reauthentication, for what it shows and for what it does", async (page) => {
  const { route, path, params } = page;
  const made = await makeUser(10);
  const user = { ...made, login: { ...made.login, reauthenticated_at: TOO_OLD } };
  const to = `/account/confirm/?next=${encodeURIComponent(path)}`;
  expect(await load(route.loader, { user, path, params })).toMatchObject({ status: 302, location: to });
  if (!route.action) return;
  expect(await submit(route.action, {}, { user, path, params })).toMatchObject({ status: 302, location: to });
  expect(await db.select().from(audit).where(eq(audit.user_ref, user.unique_ref))).toEqual([]);
});

test("a reauthentication goes on to it by a document, since the browser's table of routes is without it", async () => {
  const user = await makeUser(10);
  const to = async (next: string) => (await load(confirm, { user, path: `/account/confirm/?next=${next}` })).headers;
  expect((await to("/admin/users/")).get("X-Remix-Reload-Document")).toBe("true");
  expect((await to("/email/change/")).has("X-Remix-Reload-Document")).toBe(false);
});

test("none of them sends script", () => {
  for (const { route } of PAGES) expect(route.handle).toEqual({ script: false });
});
