// @module-tag full
import { appendFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { unstable_readConfig as readConfig } from "wrangler";
import {
  account,
  BUILD,
  begin,
  Cloudflare,
  CONTROLLER,
  changeAccount,
  deploy,
  FOLDER,
  KEYS,
  SETTINGS,
  TOKEN,
  toCloudflare,
} from "./deploying";
import { filesBelow, textOf } from "./source";

// The command starts wrangler some twenty times.
vi.setConfig({ testTimeout: 120_000 });
const cloudflare = new Cloudflare();
let at = "";
let rehearsed = { status: 1, said: "" };

/** The build that ships is made by a rehearsal, apart from the local one that the journeys run on. */
beforeAll(async () => {
  begin();
  rehearsed = await deploy(["--dry-run"]);
  at = await cloudflare.start();
}, 300_000);

afterAll(async () => {
  await cloudflare.stop();
  rmSync(FOLDER, { recursive: true, force: true });
});

/** Code of the local world: the server's bundle names the file that each part comes from. */
const LOCAL_CODE =
  /#region app\/(routes\/)?dev\/|routes\/dev\/|"dev\/(new-user|seed|grow|fault|mail|code|turnstile)\/|table_of_the_fault|Local check passed|DUMMY\.TOKEN/;

function holding(build: string, words: RegExp): string[] {
  return filesBelow(build).filter((path) => /\.(js|json)$/.test(path) && words.test(textOf(path)));
}

test("the build that ships has the pages, and no local secrets beside it", () => {
  expect(holding(BUILD, /logbook\/session\/:sessionRef/)).not.toEqual([]);
  expect(filesBelow(BUILD).filter((path) => path.includes(".dev.vars"))).toEqual([]);
});

test("the build that ships has no route of the local world and none of its data; the local one has them", () => {
  expect(holding("build", LOCAL_CODE)).not.toEqual([]);
  expect(holding(BUILD, LOCAL_CODE)).toEqual([]);
});

test("the build that ships has the regions of the settings alone, and no form of the local world chooses one", () => {
  const local = /DB_OC|\/dev\/new-user\//;
  expect(holding("build", local)).not.toEqual([]);
  expect(holding(BUILD, local)).toEqual([]);
});

test("the pages that it rendered for visitors name the controller of the settings", () => {
  const pages = filesBelow(join(BUILD, "client/prerendered"));
  expect(pages.map((path) => path.split("/").at(-1)).sort()).toEqual([
    "keys.html",
    "landing.html",
    "not-found.html",
    "privacy.html",
    "terms.html",
  ]);
  const naming = pages.filter((path) => textOf(path).includes(CONTROLLER.replace("&", "&amp;")));
  expect(naming.map((path) => path.split("/").at(-1)).sort()).toEqual(["privacy.html", "terms.html"]);
});

test("the build that ships has no copy that lags behind", () => {
  const lagging = /COPY_LAG|writes_of_copy/;
  expect(holding("build", lagging)).not.toEqual([]);
  expect(holding(BUILD, lagging)).toEqual([]);
});

test("the build that ships keeps the real time", () => {
  const shift = /Number\([^;]*CLOCK_OFFSET_MS/;
  expect(holding("build", shift)).not.toEqual([]);
  expect(holding(BUILD, shift)).toEqual([]);
});

test("a dry run makes databases, migrates, builds and tries what ships, and makes nothing at Cloudflare", () => {
  expect(rehearsed).toMatchObject({ status: 0 });
  for (const step of [
    "2 databases have their tables",
    "kB compressed",
    "/healthz answers",
    "a login of nobody is refused",
  ])
    expect(rehearsed.said).toContain(step);
  expect(rehearsed.said).toMatch(/Nothing was made at Cloudflare[\s\S]*minutes, 0 questions/);
  expect([account().calls, filesBelow(FOLDER)]).toEqual([[], [SETTINGS]]);
});

test("each wrong or missing setting is named, all at once, before anything is made", async () => {
  const mine = { APP_ORIGIN: "https://daybook.surgeons.org/", CONTROLLER: " ", CONTACT_EMAIL: "nobody" };
  const level = { CSV_IMPORT_MIN_LEVEL: "all" };
  begin({ ...mine, ...level, TURNSTILE_SITE_KEY: "1x00000000000000000000AA", MAILFROM: "x" }, 'place = "eu"');
  appendFileSync(SETTINGS, 'REGIONS = []\n[ids]\nDB = "of another account"\n');
  const secrets =
    'VAULT_KEYS={"2":"c2hvcnQ="}\nTURNSTILE_SECRET=1x0000000000000000000000000000000AA\nPASSWORD=a-password\nHEALTH_TOKEN=short\n';
  changeAccount({
    databases: [{ uuid: "1", name: "daybook-directory-trial", jurisdiction: "us" }],
    buckets: [{ name: "daybook-objects-trial", jurisdiction: "eu" }],
    locks: { "daybook-objects-trial": [{ name: "backups", prefix: "users/", days: 30 }] },
  });
  const { status, said } = await deploy([...toCloudflare(at), "--secrets", "-"], secrets);
  expect(status).toBe(1);
  const named = ["place", "MAILFROM", "APP_ORIGIN", "CONTROLLER", "CONTACT_EMAIL", "TURNSTILE_SITE_KEY", "PASSWORD"];
  const shapes = ["REGIONS must have one table", "CSV_IMPORT_MIN_LEVEL", "HEALTH_TOKEN must have 32"];
  const secret = ["key 2 is not 32 bytes", "no key 1", "TURNSTILE_SECRET is not a key"];
  const looked = ["DB: the account has no", "daybook-directory-trial lies in us", "has the lock backups"];
  const lines = said.split("\n").filter((line) => line.startsWith("- "));
  const times = (words: string) => lines.filter((line) => line.includes(words)).length;
  expect([...named, ...shapes, ...secret, ...looked].filter((words) => times(words) !== 1).concat(said)).toEqual([
    said,
  ]);
  expect(said).not.toMatch(/c2hvcnQ|a-password|0000AA$/m);
  expect(changes()).toEqual([]);
});

test("a login, one of several accounts, or a domain that is missing is named", async () => {
  begin();
  changeAccount({ loggedIn: false });
  expect((await deploy(toCloudflare(at))).said).toContain("npx wrangler login");
  changeAccount({
    loggedIn: true,
    accounts: [
      { id: "a", name: "One" },
      { id: "b", name: "Two" },
    ],
  });
  expect((await deploy(toCloudflare(at))).said).toContain(
    "account_id is missing, and there are several: a (One), b (Two)",
  );
  changeAccount({ accounts: [{ id: "a", name: "One" }], zones: [] });
  expect((await deploy(toCloudflare(at))).said).toMatch(/APP_ORIGIN: the domain of daybook\.surgeons\.org cannot be/);
  expect(changes()).toEqual([]);
});

// The tests from here on are one story: each goes on with the account that the one before it left.

test("a deployment that stopped goes on where it did, and gives the Worker keys that nobody is shown", async () => {
  begin();
  changeAccount({ failing: ["queues create"] });
  const stopped = await deploy(toCloudflare(at));
  expect(stopped).toMatchObject({
    status: 1,
    said: expect.stringContaining("A request to the Cloudflare API failed"),
  });
  expect(changes()).toEqual([
    "d1 create daybook-trial jurisdiction=eu",
    "d1 create daybook-directory-trial jurisdiction=eu",
    "r2 bucket create daybook-objects-trial jurisdiction=eu",
    expect.stringMatching(/^queues create daybook-/),
  ]);
  changeAccount({ failing: [] });
  const { status, said } = await deploy(toCloudflare(at));
  expect(said).toMatch(/Version 0\S+ is at https:\/\/daybook\.surgeons\.org\/[\s\S]*Keep \S+trial\.keys\.json/);
  expect(status).toBe(0);
  const { consumers = [] } = readConfig({ config: "wrangler.toml" }, { hideWarnings: true }).queues;
  const names = new Set(consumers.flatMap((each: Consumer) => [each.queue, each.dead_letter_queue]).filter(Boolean));
  expect(changes().filter((call) => call.startsWith("queues create"))).toHaveLength(names.size);
  expect(changes().filter((call) => /^(d1|r2 bucket) create/.test(call))).toEqual([]);
  expect(
    changes()
      .slice(-5)
      .map((call) => call.split(" ").slice(0, 3).join(" ")),
  ).toEqual([
    "email sending enable",
    "turnstile widget create",
    "d1 migrations apply",
    "d1 migrations apply",
    expect.stringMatching(/^deploy /),
  ]);

  const { secrets, name } = account().worker;
  expect([name, Object.keys(secrets).sort()]).toEqual([
    "daybook-trial",
    ["HEALTH_TOKEN", "TURNSTILE_SECRET", "VAULT_KEYS"],
  ]);
  expect(textOf(KEYS).trim()).toBe(secrets.VAULT_KEYS);
  expect(textOf(TOKEN).trim()).toBe(secrets.HEALTH_TOKEN);
  expect([KEYS, TOKEN].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
  expect(said).toMatch(/^· \/healthz\?deep finds what the Worker stands on$/m);
  const keys = Object.values(JSON.parse(secrets.VAULT_KEYS as string)) as string[];
  for (const secret of [...keys, secrets.TURNSTILE_SECRET as string, secrets.HEALTH_TOKEN as string]) {
    expect([stopped.said, said, textOf(SETTINGS), ...account().calls].join("\n")).not.toContain(secret);
  }
  expect(textOf(SETTINGS)).toMatch(/^# By hand\.[\s\S]*\[ids\]/);
  const { d1_databases, routes } = JSON.parse(textOf(join(BUILD, "server/wrangler.json")));
  expect(d1_databases.map((each: { database_id: string }) => each.database_id)).toEqual(
    account().databases.map(({ uuid }) => uuid),
  );
  expect(routes).toEqual([{ pattern: "daybook.surgeons.org", custom_domain: true }]);
});

test("the next deployment makes nothing, and tries its version before anybody gets it", async () => {
  const before = account().worker.versions[0]?.version_id;
  changeAccount({});
  const { status, said } = await deploy(toCloudflare(at));
  expect(said).toContain(`To go back: npx wrangler rollback ${before} --name daybook-trial`);
  expect(status).toBe(0);
  const [version] = account().worker.versions;
  expect(version?.version_id).not.toBe(before);
  expect(changes().filter((call) => !call.startsWith("d1 migrations"))).toEqual([
    expect.stringMatching(/^versions upload config=/),
    expect.stringContaining(`versions deploy ${version?.version_id}@0% ${before}@100%`),
    expect.stringContaining(`versions deploy ${version?.version_id}@100%`),
    expect.stringMatching(/^triggers deploy/),
  ]);
  expect([...cloudflare.asked].at(-1)).toBe(`daybook-trial="${version?.version_id}"`);
});

test("a version that fails the smoke journey gets no requests, and the running one keeps all", async () => {
  const before = account().worker.versions;
  cloudflare.broken = ["/signup/"];
  const { status, said } = await deploy(toCloudflare(at));
  cloudflare.broken = [];
  expect(said).toMatch(/\/signup\/ has its form: it answers 500 and not 200[\s\S]*Nobody got version/);
  expect([status, account().worker.versions]).toEqual([1, before]);
});

test("a deployment whose last step fails says who has its version, and how to go back", async () => {
  const before = account().worker.versions[0]?.version_id;
  changeAccount({ failing: ["triggers deploy"] });
  const { status, said } = await deploy(toCloudflare(at));
  changeAccount({ failing: [] });
  const [version] = account().worker.versions;
  expect([status, version?.percentage, version?.version_id === before]).toEqual([1, 100, false]);
  expect(said).toContain(`Version ${version?.version_id} has all requests, but its crons`);
  expect(said).toContain(`npx wrangler rollback ${before} --name daybook-trial`);
});

test("keys are never made for databases that are there", async () => {
  rmSync(KEYS);
  changeAccount({ worker: null });
  const { status, said } = await deploy(toCloudflare(at));
  expect([status, changes()]).toEqual([1, []]);
  expect(said).toContain("VAULT_KEYS is missing, and the databases are there");
});

interface Consumer {
  queue: string;
  dead_letter_queue?: string;
}

/** What changed something in the account since it was last set. */
function changes(): string[] {
  return account().calls.filter((call) => !/^(whoami|deployments|secret)\b| (list|get)\b/.test(call));
}
