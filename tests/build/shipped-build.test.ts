// @module-tag full
import { rmSync, statSync, writeFileSync } from "node:fs";
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
  rehearse,
  SECRETS,
  SETTINGS,
} from "./deploying";
import { filesBelow, textOf } from "./source";

// A deployment starts wrangler some ten times.
vi.setConfig({ testTimeout: 120_000 });
const cloudflare = new Cloudflare();
let at = "";
let rehearsed = { status: 1, said: "" };

/** The build that ships is made by a rehearsal, apart from the local one that the journeys run on. */
beforeAll(async () => {
  begin();
  rehearsed = await rehearse();
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

test("the build that ships keeps the real time", () => {
  const shift = /Number\([^;]*CLOCK_OFFSET_MS/;
  expect(holding("build", shift)).not.toEqual([]);
  expect(holding(BUILD, shift)).toEqual([]);
});

test("a dry run makes databases, migrates, builds and tries what ships, and makes nothing at Cloudflare", () => {
  expect(rehearsed).toMatchObject({ status: 0 });
  for (const step of ["DB has its tables", "/healthz?deep", "a login of nobody", "Nothing was made at Cloudflare"])
    expect(rehearsed.said).toContain(step);
  expect(rehearsed.said).not.toContain("WRONG");
  expect([account().calls, filesBelow(FOLDER).sort()]).toEqual([[], [SECRETS, SETTINGS].sort()]);
});

test("each wrong or missing setting is named, all at once, before anything is made", async () => {
  const mine = { APP_ORIGIN: "http://daybook.surgeons.org", CONTROLLER: " ", CONTACT_EMAIL: "help@example.org" };
  const secrets = { TURNSTILE_SECRET: "1x0000000000000000000000000000000AA", HEALTH_TOKEN: "short" };
  begin({ ...mine, TURNSTILE_SITE_KEY: "", MAILFROM: "x" }, secrets);
  const { status, said } = await deploy(at);
  expect(status).toBe(1);
  const named = ["MAILFROM", "APP_ORIGIN", "CONTROLLER", "CONTACT_EMAIL", "TURNSTILE_SITE_KEY"];
  const secret = ["TURNSTILE_SECRET is not a key", "HEALTH_TOKEN must have 32"];
  const lines = said.split("\n").filter((line) => line.startsWith("- "));
  const times = (words: string) => lines.filter((line) => line.includes(words)).length;
  expect([...named, ...secret].filter((words) => times(words) !== 1).concat(said)).toEqual([said]);
  expect(said).not.toMatch(/0000AA$/m);
  expect(changes()).toEqual([]);
});

test("a login that is missing, a database elsewhere and a file that is not there are named, before anything is made", async () => {
  begin();
  changeAccount({ loggedIn: false });
  expect((await deploy(at)).said).toContain("Run `wrangler login`");
  changeAccount({ loggedIn: true, databases: [{ uuid: "1", name: "daybook-trial", jurisdiction: "us" }] });
  expect((await deploy(at)).said).toContain("daybook-trial lies in us");
  expect((await deploy(at, "oceania")).said).toMatch(/There is no \S+oceania\.toml/);
  expect((await deploy(at, "dead")).said).toContain("dead cannot be the name of a region");
  expect(changes()).toEqual([]);
});

// The tests from here on are one story: each goes on with the account that the one before it left.

test("a deployment that stopped goes on where it did, and gives the Worker keys that nobody is shown", async () => {
  begin();
  changeAccount({ databases: [], failing: ["queues create"] });
  const stopped = await deploy(at);
  expect(stopped).toMatchObject({
    status: 1,
    said: expect.stringContaining("A request to the Cloudflare API failed"),
  });
  expect(changes()).toEqual([
    "d1 create daybook-trial jurisdiction=eu",
    "r2 bucket create daybook-objects-trial jurisdiction=eu",
    expect.stringMatching(/^queues create daybook-/),
  ]);
  changeAccount({ failing: [] });
  const { status, said } = await deploy(at);
  expect(said).toMatch(/Version 0\S+ is at https:\/\/daybook\.surgeons\.org\/[\s\S]*Keep \S+trial\.secrets\.json/);
  expect(status).toBe(0);
  const { consumers = [] } = readConfig({ config: "wrangler.toml" }, { hideWarnings: true }).queues;
  const names = new Set(consumers.flatMap((each: Consumer) => [each.queue, each.dead_letter_queue]).filter(Boolean));
  expect(changes().filter((call) => call.startsWith("queues create"))).toHaveLength(names.size);
  expect(changes().filter((call) => /^(d1|r2 bucket) create/.test(call))).toEqual([]);
  expect(changes().slice(-2)).toEqual([
    expect.stringContaining("d1 migrations apply DB"),
    expect.stringMatching(/^deploy /),
  ]);

  const { secrets, name } = account().worker;
  expect([name, Object.keys(secrets).sort()]).toEqual([
    "daybook-trial",
    ["HEALTH_TOKEN", "TURNSTILE_SECRET", "VAULT_KEYS"],
  ]);
  expect([JSON.parse(textOf(SECRETS)), statSync(SECRETS).mode & 0o777]).toEqual([secrets, 0o600]);
  expect(said).toMatch(/^· \/healthz\?deep$/m);
  const keys = Object.values(JSON.parse(secrets.VAULT_KEYS as string)) as string[];
  for (const secret of [...keys, secrets.TURNSTILE_SECRET as string, secrets.HEALTH_TOKEN as string]) {
    expect([stopped.said, said, textOf(SETTINGS), ...account().calls].join("\n")).not.toContain(secret);
  }
  const { d1_databases, routes } = JSON.parse(textOf(join(BUILD, "server/wrangler.json")));
  expect(d1_databases.map((each: { database_id: string }) => each.database_id)).toEqual(
    account().databases.map(({ uuid }) => uuid),
  );
  expect(routes).toEqual([{ pattern: "daybook.surgeons.org", custom_domain: true }]);
});

test("the next deployment makes nothing, and tries its version before anybody gets it", async () => {
  const before = account().worker.versions[0]?.version_id;
  changeAccount({});
  const { status, said } = await deploy(at);
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
  const { status, said } = await deploy(at);
  cloudflare.broken = [];
  expect(said).toMatch(/\/signup\/: WRONG[\s\S]*failed at \/signup\//);
  const { versions } = account().worker;
  expect([status, versions.filter(({ percentage }) => percentage > 0)]).toEqual([1, before]);
});

test("a deployment whose last step fails says who has its version, and how to go back", async () => {
  const before = account().worker.versions.find(({ percentage }) => percentage === 100)?.version_id;
  changeAccount({ failing: ["triggers deploy"] });
  const { status, said } = await deploy(at);
  changeAccount({ failing: [] });
  const [version] = account().worker.versions;
  expect([status, version?.percentage, version?.version_id === before]).toEqual([1, 100, false]);
  expect(said).toContain(`Version ${version?.version_id} is up, and something failed. wrangler triggers deploy`);
  expect(said).toContain(`npx wrangler rollback ${before} --name daybook-trial`);
});

test("keys are never made for databases that are there", async () => {
  writeFileSync(SECRETS, '{"TURNSTILE_SECRET":"0x4-secret-of-the-widget"}');
  changeAccount({ worker: null });
  const { status, said } = await deploy(at);
  expect([status, changes()]).toEqual([1, []]);
  expect(said).toContain("The databases are there: put the VAULT_KEYS that wrote them into");
});

interface Consumer {
  queue: string;
  dead_letter_queue?: string;
}

/** What changed something in the account since it was last set. */
function changes(): string[] {
  return account().calls.filter((call) => !/^deployments\b| (list|info)\b/.test(call));
}
