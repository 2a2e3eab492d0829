import { expect, test, vi } from "vitest";
import { MAX_TRIES, sendMail, sweepMails } from "~/mail/deliver.server";
import { db, jobContext, NOW, recordingJobs } from "../support/harness";
import { deliver, failingMailer, outboxRow, recordingMailer, sendMailJob, waitingMail } from "../support/mail";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** For what comes at once on a machine with nothing else to do. */
const PATIENCE = { timeout: 20_000 };

/** What the cron would send messages for. */
async function swept(now: number): Promise<string[]> {
  const jobs = recordingJobs();
  await sweepMails({ db, jobs, now });
  return jobs.sent.map(({ ref }) => ref);
}

test("a mail is sent once though its message is delivered three times, one after the other", async () => {
  const mailer = recordingMailer();
  const ref = await waitingMail();
  for (const _delivery of [1, 2, 3]) {
    expect((await deliver(jobContext({ mailer }), [sendMailJob(ref)])).retryMessages).toEqual([]);
  }
  expect(mailer.sent.map(({ to, key }) => [to, key])).toEqual([["owner@example.com", ref]]);
});

test("a mail is sent once though its message is delivered three times at once", async () => {
  const mailer = recordingMailer();
  const ref = await waitingMail();
  await Promise.all([1, 2, 3].map(() => deliver(jobContext({ mailer }), [sendMailJob(ref)])));
  expect(mailer.sent).toHaveLength(1);
});

test("once sent, neither the content nor the recipient is kept", async () => {
  const ref = await waitingMail();
  await sendMail(jobContext(), ref);
  expect(await outboxRow(ref)).toMatchObject({ content_encrypted: null, recipient: "", sent_at: NOW, failed_at: null });
});

test("a worker that dies between claim and send loses nothing: the lease runs out and the cron finds the mail", async () => {
  const ref = await waitingMail();
  // Never comes back: as far as the database can tell, its worker is dead.
  const dying = sendMail(jobContext({ mailer: { send: () => new Promise(() => {}) } }), ref);
  void dying;
  await vi.waitFor(async () => expect((await outboxRow(ref))?.leased_until).toBe(NOW + MINUTE), PATIENCE);

  const mailer = recordingMailer();
  expect(await swept(NOW + MINUTE - 1)).not.toContain(ref);
  await sendMail(jobContext({ mailer, now: NOW + MINUTE - 1 }), ref);
  expect(mailer.sent).toEqual([]);

  expect(await swept(NOW + MINUTE)).toContain(ref);
  await sendMail(jobContext({ mailer, now: NOW + MINUTE }), ref);
  expect(mailer.sent).toHaveLength(1);
  expect(await swept(NOW + 5 * MINUTE)).not.toContain(ref);
});

test("a worker that dies between send and mark sends again, with the same key", async () => {
  const ref = await waitingMail();
  const first = recordingMailer();
  const hanging = {
    send: (mail: Parameters<typeof first.send>[0]) => first.send(mail).then(() => new Promise<void>(() => {})),
  };
  void sendMail(jobContext({ mailer: hanging }), ref);
  await vi.waitFor(() => expect(first.sent).toHaveLength(1), PATIENCE);

  const second = recordingMailer();
  await sendMail(jobContext({ mailer: second, now: NOW + MINUTE }), ref);
  expect(second.sent[0]?.key).toBe(first.sent[0]?.key);
  expect((await outboxRow(ref))?.sent_at).toBe(NOW + MINUTE);
});

test("a failure frees the mail, keeps it whole, and asks for a longer wait each time", async () => {
  const ref = await waitingMail();
  let now = NOW;
  for (const [attempts, waitSeconds] of [
    [1, 10],
    [2, 60],
    [3, 300],
  ] as const) {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const answer = await deliver(jobContext({ mailer: failingMailer, now }), [sendMailJob(ref)], { attempts });
    log.mockRestore();
    expect(answer.explicitAcks).toEqual([]);
    expect(answer.delays).toEqual([waitSeconds + 1]);
    const row = await outboxRow(ref);
    expect(row).toMatchObject({ attempts, leased_until: 0, due_at: now + waitSeconds * SECOND, sent_at: null });
    expect(row?.recipient).toBe("owner@example.com");
    now += (waitSeconds + 1) * SECOND;
  }
  const mailer = recordingMailer();
  await sendMail(jobContext({ mailer, now }), ref);
  expect(mailer.sent[0]?.text).toContain("K7M2QX");
});

test("between two tries the mail is neither sent by a stray message nor swept while the queue has it", async () => {
  const ref = await waitingMail();
  await sendMail(jobContext({ mailer: failingMailer }), ref).catch(() => {});
  const mailer = recordingMailer();
  await sendMail(jobContext({ mailer, now: NOW + 9 * SECOND }), ref);
  expect(mailer.sent).toEqual([]);
  expect(await swept(NOW + 10 * SECOND + 2 * MINUTE - 1)).not.toContain(ref);
  expect(await swept(NOW + 10 * SECOND + 2 * MINUTE)).toContain(ref);
});

test("one mail that fails does not bring the others of its batch back", async () => {
  const [bad, good] = [await waitingMail(undefined, { to: "bad@example.com" }), await waitingMail()];
  const mailer = recordingMailer();
  const picky = {
    send: (mail: Parameters<typeof mailer.send>[0]) => (mail.to.startsWith("bad") ? failingMailer : mailer).send(mail),
  };
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const ids = ["message of the bad", "message of the good"];
  const answer = await deliver(jobContext({ mailer: picky }), [sendMailJob(bad), sendMailJob(good)], { ids });
  log.mockRestore();
  expect(answer.explicitAcks).toEqual(["message of the good"]);
  expect(answer.retryMessages).toMatchObject([{ msgId: "message of the bad" }]);
  expect(mailer.sent.map(({ key }) => key)).toEqual([good]);
});

test("a mail that is worthless by now is wiped and never sent", async () => {
  const ref = await waitingMail(undefined, { voidAt: NOW + MINUTE });
  const mailer = recordingMailer();
  const answer = await deliver(jobContext({ mailer, now: NOW + MINUTE }), [sendMailJob(ref)]);
  expect(answer.explicitAcks).toHaveLength(1);
  expect(mailer.sent).toEqual([]);
  expect(await outboxRow(ref)).toMatchObject({ content_encrypted: null, recipient: "", sent_at: null });
  expect(await swept(NOW + 5 * MINUTE)).not.toContain(ref);
});

test("a mail is sent until the moment it is worthless", async () => {
  const ref = await waitingMail(undefined, { voidAt: NOW + MINUTE });
  const mailer = recordingMailer();
  await sendMail(jobContext({ mailer, now: NOW + MINUTE - 1 }), ref);
  expect(mailer.sent).toHaveLength(1);
});

test("tries are counted before they are made, so that a mail which kills its worker does not come back for ever", async () => {
  const ref = await waitingMail();
  let now = NOW;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    void sendMail(jobContext({ now, mailer: { send: () => new Promise(() => {}) } }), ref);
    await vi.waitFor(async () => expect((await outboxRow(ref))?.attempts).toBe(tries + 1), PATIENCE);
    now += MINUTE;
  }
  const mailer = recordingMailer();
  await expect(sendMail(jobContext({ mailer, now }), ref)).rejects.toThrow("was tried 8 times");
  expect(mailer.sent).toEqual([]);
});

test("the message of a mail that is gone does nothing", async () => {
  expect((await deliver(jobContext(), [sendMailJob("no-such-mail")])).explicitAcks).toHaveLength(1);
});

test("the log of a failure shows neither the address nor the code", async () => {
  const ref = await waitingMail(undefined, { to: "secret.person@example.com" });
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  await deliver(jobContext({ mailer: failingMailer }), [sendMailJob(ref)]);
  const lines = JSON.stringify(log.mock.calls);
  log.mockRestore();
  expect(lines).toContain("Mail reset-code could not be sent: E_DELIVERY_FAILED");
  expect(lines).not.toMatch(/secret\.person|example\.com|K7M2QX/);
});
