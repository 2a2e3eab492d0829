import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { deployedConfiguration } from "../../scripts/deploy/resources.mjs";
import { configurationOf, faultsOf, openSettings } from "../../scripts/deploy/settings.mjs";
import { openWrangler } from "../../scripts/deploy/wrangler.mjs";
import { isDeadLetterQueue } from "../../workers/dead-letters";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "daybook-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function settingsOf(region: string, text: string) {
  writeFileSync(join(folder, `${region}.toml`), text);
  return openSettings(region, folder);
}

test("a file that is not there, what is missing in one, and an example that somebody kept are each told as that", async () => {
  expect(() => openSettings("eu", folder)).toThrow(/^There is no .*eu\.toml\. Write it:[\s\S]*APP_ORIGIN = /);
  const kept =
    '[vars]\nAPP_ORIGIN = "https://daybook.your-domain.org"\nMAIL_FROM = "x@example.org"\nTURNSTILE_SITE_KEY = "0x4"\n';
  const settings = settingsOf("eu", `${kept}CONTACT_EMAIL = "help@surgeons.org"\n`);
  expect(await faultsOf(settings, configurationOf(settings))).toEqual(
    ["APP_ORIGIN", "MAIL_FROM", "CONTROLLER"].map((name) => `${settings.path}: ${name} is missing, or an example`),
  );
  expect(() => settingsOf("eu", "vars = [")).toThrow();
});

test("of several regions no hostname is an example, and a region's own is that of its address", async () => {
  const region = (code: string, hostname: string) =>
    `[[vars.REGIONS]]\ncode = "${code}"\nname = "x"\nhostname = "${hostname}"\nhint = "${code}"\nopen = true\n`;
  const faultsWith = async (...regions: string[]) => {
    const settings = settingsOf("oc", `[vars]\nAPP_ORIGIN = "https://oc.surgeons.org"\n${regions.join("")}`);
    const faults = await faultsOf(settings, configurationOf(settings));
    return faults.flatMap((fault) => /^REGIONS: the hostname of (\w+)/.exec(fault)?.[1] ?? []);
  };
  expect(await faultsWith(region("weur", "eu.surgeons.org"), region("oc", "oc.surgeons.org"))).toEqual([]);
  expect(await faultsWith(region("weur", "eu.daybook.example"), region("oc", "x.surgeons.org"))).toEqual([
    "weur",
    "oc",
  ]);
  expect(await faultsWith(region("oc", "daybook.example"))).toEqual([]);
});

test("staging has names and counters of its own, and shares nothing with production but what is the same everywhere", () => {
  const text = '[vars]\nAPP_ORIGIN = "https://daybook-staging.surgeons.workers.dev"\n';
  const [production, staging] = ["eu", "staging"].map((name) => configurationOf(settingsOf(name, text)));
  const namesOf = (each = production) => [
    each?.name,
    ...(each?.d1_databases ?? []).map(({ database_name }) => database_name),
    ...(each?.queues.consumers ?? []).flatMap((queue) => [queue.queue, queue.dead_letter_queue]).filter(Boolean),
  ];
  expect(namesOf(staging)).toEqual(namesOf(production).map((name) => name?.replace(/-eu$/, "-staging")));
  expect(namesOf(production)[0]).toBe("daybook-eu");
  expect(staging?.ratelimits[0]?.namespace_id).toMatch(/^\d+$/);
  expect(staging?.ratelimits).not.toEqual(production?.ratelimits);
  expect(staging).toMatchObject({ workers_dev: true, routes: [] });
  expect(staging?.vars.REGIONS).toEqual(production?.vars.REGIONS);
  expect([production?.vars.REGION, staging?.vars.REGION]).toEqual(["eu", "staging"]);
});

test("in each environment the Worker knows the dead-letter queue from the others, and a name that would hide it is refused", () => {
  for (const name of ["eu", "staging", "bulk", "deadline"]) {
    const { consumers } = configurationOf(settingsOf(name, "")).queues;
    const [jobs, dead] = [true, false].map((hasOne) =>
      consumers.filter((each) => Boolean(each.dead_letter_queue) === hasOne),
    );
    expect(dead?.map(({ queue }) => isDeadLetterQueue(queue))).toEqual([true]);
    expect(jobs?.map(({ queue }) => isDeadLetterQueue(queue))).toEqual([false, false]);
  }
  for (const name of ["dead", "dead-staging", "Production!"]) {
    expect(() => settingsOf(name, "")).toThrow("cannot be the name of a region");
  }
});

test("nothing remote is done with settings that nothing was deployed with", () => {
  const wrangler = openWrangler(resolve("tests/build/stand-in-wrangler.mjs"), {
    STAND_IN_STATE: join(folder, "account.json"),
  });
  const settings = settingsOf("staging", "");
  expect(() => deployedConfiguration(wrangler, settings)).toThrow(
    "There is no daybook-staging: npm run deploy -- staging",
  );
});
