import { expect, test } from "vitest";
import { smoke } from "../../scripts/deploy/smoke.mjs";

const TOKEN = "t".repeat(32);
const NEW = [
  { part: "database", region: "eu", state: "good" },
  { part: "minute-cron", region: "eu", state: "unknown" },
  { part: "backups", region: "eu", state: "bad" },
];

const CONFIGURATION = { vars: { APP_ORIGIN: "https://daybook.surgeons.org", CONTROLLER: "" } };
const FROM = "deploy/production.health-token";

type Deep = [status: number, parts: object[]];

/** Answers `/healthz?deep` so, one look after the other. */
function answering(...looks: Deep[]) {
  return async (path: string, init?: RequestInit) => {
    if (path !== "/healthz?deep") return new Response(null, { status: 404 });
    expect(new Headers(init?.headers).get("Authorization")).toBe(`Bearer ${TOKEN}`);
    const [status, parts] = (looks.length > 1 ? looks.shift() : looks[0]) as Deep;
    return Response.json({ parts }, { status });
  };
}

/** What the smoke journey says of `/healthz?deep`, which answers so. */
async function saidOf(looks: Deep[], running?: Deep, token: string | undefined = TOKEN): Promise<(string | null)[]> {
  const health = {
    from: FROM,
    pauseMs: 1,
    ...(token && { token }),
    ...(running && { askRunning: answering(running) }),
  };
  const tried = await smoke(answering(...looks), CONFIGURATION, ".", health);
  return tried.filter(({ what }) => what.includes("deep")).map(({ wrong }) => wrong);
}

const STORE = { part: "store", region: "eu", state: "bad" };
const FAR = { part: "database", region: "oc", state: "bad" };

test("a part that a version stands on has to be well; a cron that has not run and a missed night are no fault of it", async () => {
  expect(await saidOf([[200, []]])).toEqual([null]);
  expect(await saidOf([[503, NEW]])).toEqual([null]);
  expect(await saidOf([[503, [...NEW, STORE]]])).toEqual(["store eu is bad"]);
  expect(await saidOf([[404, []]])).toEqual(["it answers 404 and not 200"]);
  expect(await saidOf([[200, []]], undefined, "")).toEqual([]);
});

test("one slow look refuses no version, and neither does a region that is away for the running one, too", async () => {
  const once: Deep[] = [
    [503, [STORE]],
    [200, []],
  ];
  expect(await saidOf(once)).toEqual([null]);
  expect(await saidOf([once[0] as Deep, [503, [FAR]]])).toEqual([null]);
  expect(await saidOf([[500, []], once[1] as Deep])).toEqual([null]);
  expect(await saidOf([[503, [STORE, FAR]]], [503, [FAR]])).toEqual(["store eu is bad"]);
  expect(await saidOf([[503, [FAR]]], [503, [FAR]])).toEqual([null]);
  expect(await saidOf([[503, [FAR]]], [200, []])).toEqual(["database oc is bad"]);
  expect(await saidOf([[503, [FAR]]], [500, []])).toEqual(["database oc is bad"]);
});

test("a token that is not the Worker's is told with the file that has it", async () => {
  expect(await saidOf([[401, []]])).toEqual([
    "it answers 401: the token of deploy/production.health-token is not the Worker's HEALTH_TOKEN",
  ]);
});
