import { matchRoutes } from "react-router";
import { expect, test } from "vitest";
import { pathOf } from "../../workers/copies";
import { answerMisspelt, matchedAsSpelt, spellingOf } from "../../workers/spelling";
import { SPELLINGS } from "./spellings";

const [table = ""] = Object.values(
  import.meta.glob<string>("../../app/routes.ts", { eager: true, query: "?raw", import: "default" }),
);
const patterns = [...table.matchAll(/route\("([^"]*)", "routes\/(?!dev\/)/g)].map(([, pattern]) => pattern as string);
const byId = Object.fromEntries(patterns.map((path) => [path, { id: path, path }]));
const routes = Object.values(matchedAsSpelt(byId as never)) as { id: string; path: string }[];
/** An address of each route but those for all else. */
const addresses = patterns
  .filter((pattern) => !pattern.endsWith("*"))
  .map((pattern) => `/${pattern.replace(/:\w+\??/g, "aB1-x")}`);

/** Whether the static parts of a path are those of the pattern, to the letter. */
function isSpeltAs(pattern: string, path: string): boolean {
  const parts = pattern.split(/:\w+\??|\*/).map((part) => part.replaceAll(".", "\\."));
  return new RegExp(`^/${parts.join("[^/]*")}$`).test(path);
}

test.each(
  Object.entries(SPELLINGS),
)("an address %s goes on only as its route is spelt, for every route", (_way, spell) => {
  const wrong = addresses.flatMap((address) => {
    const { pathname } = new URL(spell(address), "https://daybook.test");
    const spelt = spellingOf(pathname);
    if (spellingOf(spelt) !== spelt) return [`${pathname}: ${spelt} is spelt otherwise again`];
    // What every rule looks at, and what the router finds for it.
    const path = pathOf(new URL(spelt, "https://daybook.test"));
    const pattern = matchRoutes(routes, path)?.at(-1)?.route.path ?? "*";
    return pattern === "*" || isSpeltAs(pattern, path) || pattern === "api/*" ? [] : [`${pathname} is ${pattern}`];
  });
  expect(wrong).toEqual([]);
});

test("every address goes on as it is, as a page and as its data", () => {
  const others = addresses.flatMap((address) => [address, ...(address.endsWith("/") ? [`${address}_.data`] : [])]);
  expect(others.filter((address) => spellingOf(address) !== address)).toEqual([]);
});

test.each([
  ["/Logbook/?date=2026-11-17", "/logbook/?date=2026-11-17"],
  ["/logbook", "/logbook/"],
  ["/%6Cogbook/", "/logbook/"],
  ["/logbook.data?_routes=root", "/logbook/_.data?_routes=root"],
  ["//evil.example/", "/evil.example/"],
  ["//evil", "/evil/"],
  ["/%5Cevil", "/%5Cevil/"],
])("whoever reads %s is led to %s", (path, spelt) => {
  const answer = answerMisspelt(new Request(`https://daybook.test${path}`));
  expect([answer?.status, answer?.headers.get("Location")]).toEqual([301, spelt]);
});

test.each([
  "/",
  "/_.data",
  "/logbook/",
  "/favicon.svg",
  "/no-such-page/",
  "/api/no-such-call/",
])("%s goes on", (path) => {
  expect(answerMisspelt(new Request(`https://daybook.test${path}`, { method: "POST" }))).toBeNull();
});

test("what is sent to an address that is spelt otherwise is refused, a call in JSON", async () => {
  for (const path of ["/Logbook/session/new/", "/logbook/session/new", "/logbook//session/new/", "/%6Cogbook/"]) {
    expect(answerMisspelt(new Request(`https://daybook.test${path}`, { method: "POST" }))?.status).toBe(404);
  }
  const call = answerMisspelt(new Request("https://daybook.test/API//session_diary", { method: "POST" }));
  expect([call?.status, await call?.json()]).toEqual([404, { errors: { "": ["There is no such call"] } }]);
});
