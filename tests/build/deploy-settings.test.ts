import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { faultsOf } from "../../scripts/deploy/checks.mjs";
import { Questions } from "../../scripts/deploy/questions.mjs";
import { configurationOf, deployedSettings, openSettings } from "../../scripts/deploy/settings.mjs";
import { isSweepsQueue } from "../../workers/bindings";
import { isDeadLetterQueue } from "../../workers/dead-letters";
import { textOf } from "./source";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "daybook-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function settingsOf(environment: string, text: string): string {
  const path = join(folder, `${environment}.toml`);
  writeFileSync(path, text);
  return path;
}

/** Answers each question that is asked, in turn. */
function answering(answers: string[]): Questions {
  const [input, output] = [new PassThrough(), new PassThrough()];
  output.on("data", (piece) => {
    if (String(piece).includes("> ")) input.write(`${answers.shift()}\n`);
  });
  return new Questions(input, output);
}

test("what the file does not have is asked for until it is right, and added to it", async () => {
  const path = settingsOf("production", '# Mine.\n[vars] # all of them\nCONTROLLER = "Somebody"\n');
  const questions = answering([
    ...["daybook.surgeons.org", "https://daybook.surgeons.org/", "https://daybook.surgeons.org"],
    ...["surgeons.org", "no-reply@surgeons.org", "help@surgeons.org"],
  ]);
  expect(await questions.settings(openSettings(path))).toBe(3);
  expect(questions.count).toBe(6);
  expect(textOf(path)).toMatch(/^# Mine\.\n\[vars\] # all of them\n/);
  expect(openSettings(path).vars).toEqual({
    APP_ORIGIN: "https://daybook.surgeons.org",
    MAIL_FROM: "no-reply@surgeons.org",
    CONTROLLER: "Somebody",
    CONTACT_EMAIL: "help@surgeons.org",
  });
  expect(await questions.settings(openSettings(path))).toBe(0);
  questions.close();
});

test("a file that is not there, what is missing in one, and an example that somebody kept are each told as that", async () => {
  const faults = (path: string) => {
    const settings = openSettings(path);
    return faultsOf(settings, configurationOf(settings), {}, { told: ["TURNSTILE_SITE_KEY", "TURNSTILE_SECRET"] });
  };
  const none = await faults(join(folder, "production.toml"));
  expect(none[0]).toMatch(/^There is no .*production\.toml: at a terminal/);
  expect(none).toContain(
    "APP_ORIGIN is missing, and must be like https://daybook.your-domain.org: https, a host, and no path",
  );
  const kept =
    '[vars]\nAPP_ORIGIN = "https://daybook.your-domain.org"\nMAIL_FROM = "x@example.org"\nCONTROLLER = "x"\n';
  expect(await faults(settingsOf("production", `${kept}CONTACT_EMAIL = "help@surgeons.org"\n`))).toEqual([
    "APP_ORIGIN must be of a domain of your own: this one is an example",
    "MAIL_FROM must be of a domain of your own: this one is an example",
  ]);
  const torn = settingsOf("production", "vars = [");
  expect(() => openSettings(torn)).toThrow(`${torn} cannot be read`);
});

test("an account is chosen by its number, and only yes is yes", async () => {
  const accounts = [
    { id: "a", name: "One" },
    { id: "b", name: "Two" },
  ];
  const questions = answering(["3", "Two", "2", "y", "", "no"]);
  expect(await questions.account(accounts)).toBe("b");
  const wanted = [await questions.isWanted("?"), await questions.isWanted("?"), await questions.isWanted("?")];
  expect(wanted).toEqual([true, false, false]);
  questions.close();
});

test("staging has names and counters of its own, and shares nothing with production but what is the same everywhere", () => {
  const text = '[vars]\nAPP_ORIGIN = "https://daybook-staging.surgeons.workers.dev"\n[ids]\nDB = "of-its-own"\n';
  const [production, staging] = ["production", "staging"].map((name) => {
    return configurationOf(openSettings(settingsOf(name, text)));
  });
  const namesOf = (each = production) => [
    each?.name,
    ...(each?.d1_databases ?? []).map(({ database_name }) => database_name),
    ...(each?.queues.consumers ?? []).flatMap((queue) => [queue.queue, queue.dead_letter_queue]).filter(Boolean),
  ];
  expect(namesOf(staging)).toEqual(namesOf(production).map((name) => `${name}-staging`));
  expect(staging?.ratelimits[0]?.namespace_id).toMatch(/^\d+$/);
  expect(staging?.ratelimits).not.toEqual(production?.ratelimits);
  expect(staging).toMatchObject({ workers_dev: true, routes: [] });
  expect(staging?.d1_databases[0]?.database_id).toBe("of-its-own");
  expect(staging?.vars.REGIONS).toEqual(production?.vars.REGIONS);
});

test("what has another shape than it must have is named and left out, and a number is judged as text", () => {
  const misshapen = [
    ['vars = "x"\nids = 5', ["vars", "ids"]],
    ["[vars]\nREGIONS = []", ["REGIONS"]],
    ['[vars]\nREGIONS = "eu"', ["REGIONS"]],
    ["[vars]\nREGIONS = [1]", ["REGIONS"]],
    ["[vars]\nAPP_ORIGIN = 5\nCSV_IMPORT_MIN_LEVEL = 3", []],
  ] as const;
  for (const [text, names] of misshapen) {
    const settings = openSettings(settingsOf("production", text));
    expect([text, settings.misshapen]).toEqual([text, names]);
    expect(configurationOf(settings).d1_databases.length).toBeGreaterThan(0);
  }
  const { vars } = openSettings(settingsOf("production", "[vars]\nAPP_ORIGIN = 5\nCSV_IMPORT_MIN_LEVEL = 3"));
  expect(vars).toEqual({ APP_ORIGIN: "5", CSV_IMPORT_MIN_LEVEL: "3" });
});

test("in each environment the Worker knows the dead-letter queue from the others, and a name that would hide it is refused", () => {
  for (const name of ["production", "staging", "bulk", "deadline"]) {
    const { consumers } = configurationOf(openSettings(settingsOf(name, ""))).queues;
    const [jobs, dead] = [true, false].map((hasOne) =>
      consumers.filter((each) => Boolean(each.dead_letter_queue) === hasOne),
    );
    const ends = dead?.map(({ queue }) => [isDeadLetterQueue(queue), isSweepsQueue(queue)]);
    expect(ends?.toSorted()).toEqual([
      [false, true],
      [true, false],
    ]);
    expect(jobs?.map(({ queue }) => isDeadLetterQueue(queue))).toEqual([false, false]);
    expect(jobs?.map(({ queue }) => isSweepsQueue(queue))).toEqual([false, false]);
  }
  for (const name of ["dead", "dead-staging"]) {
    expect(() => openSettings(settingsOf(name, ""))).toThrow("dead-letter queues");
  }
});

test("nothing remote is done with settings that nothing was deployed with", () => {
  expect(() => deployedSettings(settingsOf("staging", '[ids]\nDB = "1"\n'))).toThrow("has no id of DIRECTORY, FORMS");
  expect(() => openSettings(settingsOf("Production!", ""))).toThrow("names no environment");
});
