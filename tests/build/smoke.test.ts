import { expect, test } from "vitest";
import { smoke } from "../../scripts/deploy/smoke.mjs";

const TOKEN = "t".repeat(32);
const NEW = [
  { part: "database", state: "good" },
  { part: "minute-cron", state: "unknown" },
  { part: "backups", state: "bad" },
];
const STORE = { part: "store", state: "bad" };

type Deep = [status: number, parts: object[]];

/** What the smoke journey says of `/healthz?deep`, which answers so, one look after the other; all else is well. */
async function saidOf(looks: Deep[], token = TOKEN): Promise<string | undefined> {
  const headers = { "content-type": "text/html", "content-security-policy": "default-src 'none'" };
  const ask = async (path: string, init?: RequestInit) => {
    if (path !== "/healthz?deep") {
      const status = init?.method === "POST" ? 422 : path === "/no-such-page/" ? 404 : 200;
      return new Response(null, { status, headers });
    }
    expect(new Headers(init?.headers).get("Authorization")).toBe(`Bearer ${TOKEN}`);
    const [status, parts] = (looks.length > 1 ? looks.shift() : looks[0]) as Deep;
    return Response.json({ parts }, { status });
  };
  const tried = smoke(ask, { APP_ORIGIN: "https://daybook.surgeons.org" }, token, 1);
  return tried.then(
    () => undefined,
    (error: Error) => error.message,
  );
}

const REFUSED = "The smoke journey failed at /healthz?deep";

test("a part that a version stands on has to be well; a cron that has not run and a missed night are no fault of it", async () => {
  expect(await saidOf([[200, []]])).toBeUndefined();
  expect(await saidOf([[503, NEW]])).toBeUndefined();
  expect(await saidOf([[503, [...NEW, STORE]]])).toBe(REFUSED);
  expect(await saidOf([[404, []]])).toBe(REFUSED);
  expect(await saidOf([[401, []]])).toBe(REFUSED);
  expect(await saidOf([[503, [STORE]]], "")).toBeUndefined();
});

test("one slow look refuses no version", async () => {
  const looks: Deep[] = [
    [503, [STORE]],
    [200, []],
  ];
  expect(await saidOf(looks)).toBeUndefined();
});
