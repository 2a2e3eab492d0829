import { expect, test } from "vitest";
import { smoke } from "../../scripts/deploy/smoke.mjs";

const TOKEN = "t".repeat(32);
const NEW = [
  { part: "database", region: "eu", state: "good" },
  { part: "minute-cron", region: "eu", state: "unknown" },
  { part: "backups", region: "eu", state: "bad" },
];

/** What the smoke journey says of `/healthz?deep`, which answers so. */
async function saidOf(status: number, parts: object[], token?: string): Promise<(string | null)[]> {
  const ask = async (path: string, init?: RequestInit) => {
    if (path !== "/healthz?deep") return new Response(null, { status: 404 });
    expect(new Headers(init?.headers).get("Authorization")).toBe(`Bearer ${TOKEN}`);
    return Response.json({ parts }, { status });
  };
  const tried = await smoke(ask, { vars: { APP_ORIGIN: "https://daybook.surgeons.org", CONTROLLER: "" } }, ".", token);
  return tried.filter(({ what }) => what.includes("deep")).map(({ wrong }) => wrong);
}

test("a part that a version stands on has to be well; a cron that has not run and a missed night are no fault of it", async () => {
  expect(await saidOf(200, [], TOKEN)).toEqual([null]);
  expect(await saidOf(503, NEW, TOKEN)).toEqual([null]);
  expect(await saidOf(503, [...NEW, { part: "store", region: "eu", state: "bad" }], TOKEN)).toEqual([
    "store eu is bad",
  ]);
  expect(await saidOf(401, [], TOKEN)).toEqual([expect.stringContaining("HEALTH_TOKEN")]);
  expect(await saidOf(404, [], TOKEN)).toEqual(["it answers 404 and not 200"]);
  expect(await saidOf(200, [])).toEqual([]);
});
