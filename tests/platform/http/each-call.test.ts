import { expect, test } from "vitest";
import * as notFound from "~/routes/not-found";
import { call, load, makeUser } from "../../support/harness";

type RouteFunction = (args: never) => unknown;

const modules = import.meta.glob<{ action?: RouteFunction }>("../../../app/routes/api/**/*.ts", { eager: true });
const calls = Object.entries(modules).flatMap(([file, { action }]) =>
  action ? [{ path: file.replace("../../../app/routes/", ""), action }] : [],
);

test.each(calls)("$path acts for nobody who sends no token, though they have a login", async ({ action }) => {
  const body = JSON.stringify({});
  const headers = { "Content-Type": "application/json" };
  const request = new Request("http://daybook.test/api/", { method: "POST", body, headers });
  expect([403, 404, 405]).toContain((await call(action, request, { user: await makeUser() })).status);
});

test("an address that leads nowhere is not found, be it asked or sent a form", async () => {
  expect((await load(notFound.loader, { user: null })).status).toBe(404);
  const request = new Request("http://daybook.test/nowhere/", { method: "POST", body: "a=b" });
  expect((await call(notFound.action, request, { user: null })).status).toBe(404);
});
