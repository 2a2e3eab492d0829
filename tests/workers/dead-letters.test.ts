import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { statusOf } from "~/account/email/rules";
import { codes } from "~/account/table.server";
import type { MailContent } from "~/mail/contents";
import { retryDeadJob } from "~/mail/dead-jobs.server";
import { sendMail } from "~/mail/deliver.server";
import { deadJobs } from "~/mail/table.server";
import { newRef } from "~/platform/db/columns.server";
import { DEAD_LETTERS, retryAfter } from "../../workers/dead-letters";
import wrangler from "../../wrangler.toml?raw";
import { db, jobContext, makeUser, NOW, recordingJobs } from "../support/harness";
import { deliver, failingMailer, outboxRow, recordingMailer, sendMailJob, waitingMail } from "../support/mail";
import { addVerification } from "../support/verifications";

const MINUTE = 60_000;

async function pendingVerification(createdAt = NOW, userRef?: string): Promise<string> {
  const unique_ref = newRef();
  const user_ref = userRef ?? (await makeUser()).unique_ref;
  const times = { created_at: createdAt, expires_at: createdAt + 15 * MINUTE };
  await addVerification({ unique_ref, user_ref, address: "new@example.com", status: "pending", ...times });
  return unique_ref;
}

async function verification(ref: string) {
  const [row] = await db.select().from(codes).where(eq(codes.unique_ref, ref));
  return { status: statusOf(row, NOW) };
}

const VERIFY_MAIL = {
  kind: "verify-address",
  link: "https://daybook.example/verify-email/x/",
  username: "somebody",
} as const;

function verifyMail(causeRef: string, content: MailContent = VERIFY_MAIL): Promise<string> {
  return waitingMail(content, { causeRef });
}

async function dead(messageId: string) {
  const [row] = await db.select().from(deadJobs).where(eq(deadJobs.unique_ref, messageId));
  return row;
}

test("the queue's settings name the dead-letter queue that the Worker knows, and four deliveries in all", () => {
  expect(wrangler).toContain(`dead_letter_queue = "${DEAD_LETTERS}"`);
  expect(wrangler).toContain(`[[queues.consumers]]\nqueue = "${DEAD_LETTERS}"`);
  expect(wrangler).toContain("max_retries = 3");
  expect(wrangler.match(/dead_letter_queue/g)).toHaveLength(2);
});

test("a failing binding ends in the dead-letter queue; the mail is kept, can be tried again, and is then sent", async () => {
  const ref = await waitingMail();
  const messageId = newRef();
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  let now = NOW;
  // As the queue does: the message comes back after the delay asked for, until its retries are used up.
  for (const attempts of [1, 2, 3, 4]) {
    const failing = jobContext({ mailer: failingMailer, now });
    const { delays } = await deliver(failing, [sendMailJob(ref)], { attempts, ids: [messageId] });
    now += (delays[0] as number) * 1000;
  }
  log.mockRestore();
  await deliver(jobContext({ now }), [sendMailJob(ref)], { queue: DEAD_LETTERS, ids: [messageId] });
  expect(await dead(messageId)).toMatchObject({ kind: "send-mail", ref, died_at: now, retried_at: null });
  const row = await outboxRow(ref);
  expect(row).toMatchObject({ failed_at: now, sent_at: null, recipient: "owner@example.com", attempts: 4 });
  expect(row?.content_encrypted).not.toBeNull();

  const [jobs, mailer] = [recordingJobs(), recordingMailer()];
  expect(await retryDeadJob({ db, jobs, now }, messageId)).toBe(true);
  expect(jobs.sent).toMatchObject([sendMailJob(ref)]);
  await sendMail(jobContext({ mailer, now }), ref);
  expect(mailer.sent[0]?.text).toContain("K7M2QX");
  expect(await outboxRow(ref)).toMatchObject({ sent_at: now, failed_at: null, recipient: "" });
  expect(await retryDeadJob({ db, jobs, now }, messageId)).toBe(false);
});

// Alike for both mails: else its fate would tell that an address is another account's.
test.each<MailContent>([
  VERIFY_MAIL,
  { kind: "address-in-use" },
])("the verification whose $kind mail cannot be delivered has failed, and waits again once its mail goes out in time", async (content) => {
  const cause = await pendingVerification();
  const ref = await verifyMail(cause, content);
  const messageId = newRef();
  await deliver(jobContext(), [sendMailJob(ref)], { queue: DEAD_LETTERS, ids: [messageId] });
  expect(await verification(cause)).toMatchObject({ status: "failed" });

  await retryDeadJob({ db, jobs: recordingJobs(), now: NOW }, messageId);
  await deliver(jobContext(), [sendMailJob(ref)]);
  expect(await verification(cause)).toMatchObject({ status: "pending" });
});

test("a failed verification stays so when its time is over, or a newer one was asked for", async () => {
  const { unique_ref } = await makeUser();
  const [late, replaced] = [
    await pendingVerification(NOW - 14 * MINUTE),
    await pendingVerification(NOW - MINUTE, unique_ref),
  ];
  await pendingVerification(NOW, unique_ref);
  for (const cause of [late, replaced]) {
    const ref = await verifyMail(cause);
    const messageId = newRef();
    await deliver(jobContext(), [sendMailJob(ref)], { queue: DEAD_LETTERS, ids: [messageId] });
    const now = cause === late ? NOW + MINUTE : NOW;
    await retryDeadJob({ db, jobs: recordingJobs(), now }, messageId);
    await deliver(jobContext({ now }), [sendMailJob(ref)]);
    expect(await verification(cause)).toMatchObject({ status: "failed" });
  }
});

test("a verification that was used or ran out before its mail died is left as it is", async () => {
  for (const status of ["verified", "expired"] as const) {
    const cause = await pendingVerification();
    const ended = status === "verified" ? { used_at: NOW } : { expires_at: NOW };
    await db.update(codes).set(ended).where(eq(codes.unique_ref, cause));
    await deliver(jobContext(), [sendMailJob(await verifyMail(cause))], { queue: DEAD_LETTERS });
    expect(await verification(cause)).toMatchObject({ status });
  }
});

test("a death that is told twice is on record once, even when the mail was tried again in between", async () => {
  const ref = await waitingMail();
  const messageId = newRef();
  const tell = () => deliver(jobContext(), [sendMailJob(ref)], { queue: DEAD_LETTERS, ids: [messageId] });
  await tell();
  await retryDeadJob({ db, jobs: recordingJobs(), now: NOW }, messageId);
  expect((await tell()).explicitAcks).toEqual([messageId]);
  expect(await outboxRow(ref)).toMatchObject({ failed_at: null });
});

test("a dead job of another environment is put on record like one of production, and not run as a job", async () => {
  const [messageId, mailer, ref] = [newRef(), recordingMailer(), await waitingMail()];
  const given = { queue: "daybook-jobs-dead-staging", ids: [messageId] };
  expect((await deliver(jobContext({ mailer }), [sendMailJob(ref)], given)).explicitAcks).toEqual([messageId]);
  expect(await dead(messageId)).toMatchObject({ kind: "send-mail", ref });
  expect(mailer.sent).toEqual([]);
});

test("the death of a message whose mail was sent by another is nothing to record", async () => {
  const ref = await waitingMail();
  await sendMail(jobContext(), ref);
  const messageId = newRef();
  await deliver(jobContext(), [sendMailJob(ref)], { queue: DEAD_LETTERS, ids: [messageId] });
  expect(await dead(messageId)).toBeUndefined();
  expect(await outboxRow(ref)).toMatchObject({ sent_at: NOW, failed_at: null });
});

test.each([
  [{ kind: "make-coffee", ref: "milk" }, "make-coffee", "milk"],
  [{ kind: "send-mail" }, "send-mail", ""],
  ["K7M2QX is the code", "unknown", ""],
  [null, "unknown", ""],
  [{ kind: "somebody@example.com", ref: { nested: true } }, "unknown", ""],
])("a message that is no job of ours, %j, is put on record instead of coming back", async (body, kind, ref) => {
  const messageId = newRef();
  const answer = await deliver(jobContext(), [body], { ids: [messageId] });
  expect(answer.explicitAcks).toEqual([messageId]);
  expect(answer.retryMessages).toEqual([]);
  // One that names no mail of ours leaves nothing to try again.
  if (kind === "send-mail") expect(await dead(messageId)).toBeUndefined();
  else expect(await dead(messageId)).toMatchObject({ kind, ref });
  expect(await retryDeadJob({ db, jobs: recordingJobs(), now: NOW }, messageId)).toBe(false);
});

test("a dead-letter that cannot be put on record comes back", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const away = () => {
    throw new Error("database away");
  };
  const broken = jobContext({ db: new Proxy(db, { get: () => away }) });
  const delays = [];
  for (const attempts of [1, 2, 6, 7, 8, 75]) {
    const answer = await deliver(broken, [sendMailJob("any")], { queue: DEAD_LETTERS, attempts });
    expect(answer.retryMessages).toHaveLength(1);
    delays.push(...answer.delays);
  }
  log.mockRestore();
  expect(delays).toEqual([60, 120, 1920, 3600, 3600, 3600]);
});

test("a dead-letter is tried for three days, and no longer than a queue keeps a message", () => {
  const [, own = ""] = wrangler.split(`queue = "${DEAD_LETTERS}"\nmax_batch_size`);
  const retries = Number(/max_retries = (\d+)/.exec(own)?.[1]);
  const seconds = Array.from({ length: retries }, (_, at) => retryAfter(at + 1)).reduce((sum, each) => sum + each, 0);
  const days = seconds / 86_400;
  expect(days).toBeGreaterThan(2.9);
  expect(days).toBeLessThan(4);
});
