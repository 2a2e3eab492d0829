// @module-tag full
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Actor, expectCode, expectSaved, makeActor } from "./fault-acts";
import { type FaultyServer, startFaultyServer } from "./faulty-server";

let server: FaultyServer;
const drilled: string[] = [];

beforeAll(async () => {
  server = await startFaultyServer();
  await server.cron("0 3 * * *");
}, 120_000);
afterAll(() => server?.stop());

type Answer = Awaited<ReturnType<Actor["openPage"]>>;

/** How many mails and lines of errors there were. */
interface Before {
  mails: number;
  lines: number;
}

/** The mailer has 30 seconds to answer. */
const MAILER_PATIENCE_MS = 45_000;

/** A case of the drill, under the key that its row of the paper has: a new day, a user of its own. */
function drill(key: string, run: (actor: Actor, before: Before) => Promise<void>) {
  drilled.push(key);
  test(key, { timeout: 120_000 }, async () => {
    await server.beginDay();
    const actor = await makeActor(server, key);
    onTestFinished(() => server.inject({}));
    await run(actor, { mails: (await server.mails()).length, lines: server.lines("error").length });
  });
}

/** What fails says so in words, with the id under which the log tells why, and nothing inner. */
function expectRefused({ status, text, id }: Answer, words: string): void {
  expect([status, text]).toEqual([500, expect.stringContaining(words)]);
  expect(text).toContain(`<strong>${id}</strong>`);
  // Not "D1" alone: a nonce has it now and then.
  expect(text).not.toMatch(/out of order|faulty|D1[_ ]|\.js:\d/);
  expect(server.lines("error").some(({ request, reason }) => request === id && /out of order/.test(`${reason}`))).toBe(
    true,
  );
}

/** Why something failed, as the log tells since then. */
function reasonsSince(lines: number) {
  return server
    .lines("error")
    .slice(lines)
    .map(({ reason }) => reason);
}

/** The diary and the login do not notice the fault. @returns the answer to whoever asks for a code */
async function expectUsable(actor: Actor): Promise<Answer> {
  expect((await actor.openPage()).status).toBe(200);
  await expectSaved(actor);
  expect(await actor.logIn()).toMatchObject({ status: 302, location: "/logbook/" });
  return actor.askForCode();
}

drill("d1-fails", async (actor, { mails, lines }) => {
  await server.inject({ d1: "fails" });
  expectRefused(await actor.openPage(), "Something went wrong loading this page");
  const refused = await actor.save();
  expectRefused(refused, "Sorry, something went wrong and this was not saved");
  expect(refused.text).toContain('value="Site of d1-fails"');
  for (const answer of [await actor.logIn(), await actor.askForCode()]) {
    expectRefused(answer, "Something went wrong loading this page");
  }
  await server.cron("0 3 * * *");
  await server.minutes(6);
  expect(await server.operatorMails(mails)).toEqual([]);
  expect(await server.badParts()).toContain("database");
  expect(reasonsSince(lines)).toContain("Error: d1 is out of order");

  await server.inject({});
  expect(await actor.savedRows()).toBe(0);
  expect((await expectUsable(actor)).status).toBe(302);
  await expectCode(actor);
  await server.wait(31);
  await server.minutes(15);
  expect(await server.dailyRun()).toEqual({ ended: true, failed: false });
  expect(await server.badParts()).toEqual([]);
});

drill("d1-slow", async (actor, { mails }) => {
  await server.inject({ d1: 10_000 });
  const [page, cron] = [actor.openPage(), server.cron()];
  expect(await page).toMatchObject({ status: 200, text: expect.stringContaining("Logbook") });
  expect((await page).tookMs).toBeGreaterThanOrEqual(10_000);
  expect(server.lines("error").at(-1)).toMatchObject({ reason: "Error: No answer in time" });
  const save = actor.save();
  await server.inject({});
  await cron;
  expect((await save).status).toBe(302);
  expect((await expectUsable(actor)).status).toBe(302);
  await expectCode(actor);
  expect(await server.operatorMails(mails)).toEqual([]);
});

for (const fault of ["fails", "hangs"] as const) {
  drill(`r2-${fault}`, async (actor, { mails }) => {
    await expectSaved(actor);
    await server.wait(9);
    await server.inject({ r2: fault });
    expect((await expectUsable(actor)).status).toBe(302);
    await expectCode(actor);
    await Promise.all([server.cron(), server.cron("0 3 * * *")]);
    await server.minutes(3);
    expect(await actor.backupsMade()).toBe(0);
    expect(await server.badParts()).toContain("store");

    await server.inject({});
    await server.minutes(15);
    await server.until(async () => (await actor.backupsMade()) === 1);
    expect(await server.badParts()).toEqual([]);
    expect(await server.operatorMails(mails)).toEqual([]);
  });

  drill(`queue-${fault}`, async (actor, { mails }) => {
    await server.inject({ queue: fault });
    expect((await expectUsable(actor)).status).toBe(302);
    await Promise.all([server.cron(), server.cron("0 3 * * *")]);
    await server.minutes(3);
    expect(await actor.codes()).toEqual([]);
    expect(await server.dailyRun()).toEqual({ ended: true, failed: true });
    expect(await server.badParts()).toContain("queue");
    const began = "Daybook: the daily task failed or is late in the European Union";
    expect(await server.operatorMails(mails)).toContain(began);

    await server.inject({});
    await server.minutes(3);
    await expectCode(actor);
    await server.minutes(12);
    await server.until(async () => (await actor.backupsMade()) === 1);
    expect(await server.dailyRun()).toEqual({ ended: true, failed: false });
    expect(await server.operatorMails(mails)).toContain(began.replace("Daybook:", "Over:"));
  });

  drill(`mail-${fault}`, async (actor, { mails, lines }) => {
    await server.inject({ mail: fault });
    expect((await expectUsable(actor)).status).toBe(302);
    // The notice of the login from a new browser, or the code: the local queue delivers one after the other.
    await server.until(
      () =>
        reasonsSince(lines).some((reason) =>
          /^RetryLaterError: Mail [\w-]+ could not be sent: Error$/.test(`${reason}`),
        ),
      MAILER_PATIENCE_MS,
    );
    expect(await actor.codes()).toEqual([]);
    await server.inject({});
    await server.minutes(3);
    await expectCode(actor);
    expect(await server.operatorMails(mails)).toEqual([]);
  });

  drill(`kv-${fault}`, async (actor, { mails }) => {
    await actor.expireLogin();
    await server.inject({ kv: fault });
    const lost = await actor.save();
    expect([lost.status, lost.location]).toEqual([302, "/login/"]);
    expect(decodeURIComponent(lost.cookie)).toContain("what you entered could not be kept");
    expect(await actor.logIn()).toMatchObject({ status: 302, location: "/logbook/" });
    expect((await actor.askForCode()).status).toBe(302);
    await expectCode(actor);
    await server.cron();
    await server.inject({});
    const kept = await actor.save();
    expect(decodeURIComponent(kept.cookie)).toContain("What you entered is kept for an hour");
    expect(await server.operatorMails(mails)).toEqual([]);
  });

  drill(`turnstile-${fault}`, async (actor, { mails }) => {
    await server.inject({ turnstile: fault });
    const refused = await expectUsable(actor);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("is not available at the moment");
    expect(refused.text).toContain("Send the form without it.");
    const unchecked = await actor.askForCode({});
    expect([unchecked.status, unchecked.location]).toEqual([302, "/password/forgot/"]);
    await expectCode(actor);
    await server.inject({});
    expect((await actor.askForCode()).status).toBe(302);
    expect(await server.operatorMails(mails)).toEqual([]);
  });
}

test("each case of the drill has its row in the paper, and each row its case", () => {
  const rows = [...readFileSync("docs/faults.md", "utf8").matchAll(/^\| `([\w-]+)` \|/gm)].map(([, key]) => key);
  expect(rows.sort()).toEqual(drilled.sort());
});
