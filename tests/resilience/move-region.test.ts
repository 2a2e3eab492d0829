// @module-tag full
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RECORD_KINDS } from "~/data/records/kinds.server";
import { type Server, startServer } from "./server";
import { SETTINGS, signIn } from "./sign-in";

const STATES = { eu: ".local/moved-from", oc: ".local/moved-to" };
const REGIONS = [
  ...[{ code: "eu", name: "the European Union", hostname: "eu.daybook.example", jurisdiction: "eu", open: true }],
  ...[{ code: "oc", name: "Oceania", hostname: "oc.daybook.example", hint: "oc", open: true }],
];
/** Pages whose figures are worked out of the whole diary. */
const FIGURES = ["/progress/", "/leave/", "/extras/", "/reports/"];

let servers: Record<"eu" | "oc", Server>;

async function serve(code: keyof typeof STATES): Promise<Server> {
  rmSync(STATES[code], { recursive: true, force: true });
  const settings = { ...SETTINGS, REGION: code, REGIONS };
  const server = await startServer(STATES[code], settings as unknown as Record<string, string>);
  await server.makeTables();
  return server;
}

beforeAll(async () => {
  servers = { eu: await serve("eu"), oc: await serve("oc") };
}, 120_000);
afterAll(async () => {
  await Promise.all(Object.values(servers).map((server) => server.kill()));
  for (const state of Object.values(STATES)) rmSync(state, { recursive: true, force: true });
});

async function pageOf({ url }: Server, path: string, cookie: string): Promise<string> {
  const answer = await fetch(url + path, { headers: { cookie } });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.text();
}

/** What a page shows, without where its links lead. */
function textOf(html: string): string {
  const main = /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? "";
  return main
    .replaceAll(/<script.*?<\/script>|<[^>]+>/gs, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** How many records of each kind a file has. */
function countsOf(file: string) {
  const lines = file.split("\n");
  return Object.fromEntries(
    RECORD_KINDS.map(({ name }) => [name, lines.filter((line) => line.startsWith(`{"record":"${name}"`)).length]),
  );
}

test("a diary that is exported in one region and imported in another is whole there, with the same figures", {
  timeout: 240_000,
}, async () => {
  const { eu, oc } = servers;
  const headers = { origin: eu.url };
  expect((await fetch(`${eu.url}/dev/seed/`, { method: "POST", headers })).status).toBe(200);
  const body = new URLSearchParams({ username: "consultant", password: "theatre list on tuesday" });
  const login = await fetch(`${eu.url}/login/`, { method: "POST", body, headers, redirect: "manual" });
  expect(login.status).toBe(302);
  const [here, there] = [
    login.headers
      .getSetCookie()
      .map((each) => each.split(";")[0])
      .join("; "),
    await signIn(oc),
  ];

  expect(await pageOf(eu, "/mydata/", here)).toContain('href="/mydata/move/"');
  expect(await pageOf(eu, "/mydata/move/", here)).toContain('href="https://oc.daybook.example/signup/"');
  const file = await pageOf(eu, "/mydata/export/json/", here);
  const form = new FormData();
  form.set("way", "add");
  form.set("file", new File([file], "daybook.ndjson", { type: "application/x-ndjson" }));
  const taken = await fetch(`${oc.url}/mydata/import/`, {
    ...{ method: "POST", body: form, redirect: "manual" },
    headers: { origin: oc.url, cookie: there },
  });
  expect([taken.status, taken.headers.get("location")]).toEqual([302, "/mydata/"]);

  const counts = countsOf(file);
  expect(counts.sessions).toBeGreaterThan(300);
  expect(countsOf(await pageOf(oc, "/mydata/export/json/", there))).toEqual(counts);
  for (const path of FIGURES) {
    const [before, after] = [await pageOf(eu, path, here), await pageOf(oc, path, there)].map(textOf);
    expect(before?.length).toBeGreaterThan(100);
    expect([path, after]).toEqual([path, before]);
  }
});
