import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { failMail, recordDeadJob, retryMails } from "~/mail/dead-jobs.server";
import { MAX_TRIES, sendMail } from "~/mail/deliver.server";
import { reviveMails } from "~/mail/revive.server";
import { deadJobs, outbox } from "~/mail/table.server";
import type { Mailer } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import { TimeLimitError } from "~/platform/time-limit";
import { db, jobContext, NOW } from "../support/harness";
import { failingMailer, outboxRow, recordingMailer, waitingMail } from "../support/mail";

const MINUTE = 60_000;
/** When something happens to a mail that was written at `NOW`. */
const LATER = NOW + 20 * MINUTE;

beforeEach(() => db.batch([db.delete(outbox), db.delete(deadJobs)]));

/** The row of a mail that waits, as it is written. */
const WRITTEN = {
  unique_ref: expect.any(String),
  ...{ user_ref: "", kind: "reset-code", cause_ref: "", recipient: "owner@example.com" },
  content_encrypted: expect.any(Array),
  ...{ due_at: NOW, void_at: null, leased_until: 0, attempts: 0, sent_at: null, failed_at: null, failure: null },
  ...{ created_at: NOW, updated_at: NOW },
};
const WIPED = { content_encrypted: null, recipient: "", leased_until: 0 };

async function mailWith(columns: Partial<typeof outbox.$inferInsert>): Promise<string> {
  const ref = await waitingMail();
  await db.update(outbox).set(columns).where(eq(outbox.unique_ref, ref));
  return ref;
}

async function rowOf(ref: string) {
  const row = await outboxRow(ref);
  return row && { ...row, content_encrypted: row.content_encrypted && [...row.content_encrypted] };
}

/** Tries a mail at `LATER`. */
function tryWith(send: Mailer["send"], ref: string) {
  return sendMail(jobContext({ now: LATER, mailer: { send } }), ref).catch(() => null);
}

test("a mail is written with its cause and its end, due at once", async () => {
  const ref = await waitingMail(undefined, { causeRef: "a verification", voidAt: LATER });
  expect(await rowOf(ref)).toEqual({ ...WRITTEN, unique_ref: ref, cause_ref: "a verification", void_at: LATER });
});

test("a mail is leased for a minute, and its try counted, before it is handed over", async () => {
  const ref = await waitingMail();
  const handedOver: unknown[] = [];
  await tryWith(async () => void handedOver.push(await rowOf(ref)), ref);
  expect(handedOver).toEqual([{ ...WRITTEN, leased_until: LATER + MINUTE, attempts: 1, updated_at: LATER }]);
  expect(await rowOf(ref)).toEqual({ ...WRITTEN, ...WIPED, attempts: 1, sent_at: LATER, updated_at: LATER });
});

test("a mail that was given up while it was on its way has been sent", async () => {
  const ref = await waitingMail();
  await tryWith(async () => void (await failMail(db, ref, LATER)), ref);
  expect(await rowOf(ref)).toMatchObject({ sent_at: LATER, failed_at: null });
});

test("a mail whose time is over is wiped, and counts as given up", async () => {
  const ref = await mailWith({ void_at: LATER });
  await tryWith(failingMailer.send, ref);
  const tried = { attempts: 1, void_at: LATER, failed_at: LATER, updated_at: LATER };
  expect(await rowOf(ref)).toEqual({ ...WRITTEN, ...WIPED, ...tried });
});

test.each<[string, () => Error, "late" | "refused" | null]>([
  ["an answer that came too late", () => new TimeLimitError(), "late"],
  ["a recipient who takes none", () => Object.assign(new Error(""), { code: "E_RECIPIENT_SUPPRESSED" }), "refused"],
  ["a fault that may heal", () => Object.assign(new Error(""), { code: "E_DELIVERY_FAILED" }), null],
  ["an error without a code", () => new Error("E_RECIPIENT_SUPPRESSED"), null],
])("after %s a mail is free again, waits ten seconds, and keeps what counts for later", async (_what, error, failure) => {
  const ref = await waitingMail();
  await tryWith(() => Promise.reject(error()), ref);
  const freed = { attempts: 1, leased_until: 0, due_at: LATER + 10_000, failure, updated_at: LATER };
  expect(await rowOf(ref)).toEqual({ ...WRITTEN, ...freed });
});

test("a mail that is given up keeps what it says, and is leased by nobody", async () => {
  const ref = await mailWith({ leased_until: LATER + MINUTE, attempts: 4 });
  await failMail(db, ref, LATER);
  expect(await rowOf(ref)).toEqual({ ...WRITTEN, attempts: 4, failed_at: LATER, updated_at: LATER });
});

test.each([
  [undefined, { attempts: 0, failure: null }],
  [{ attempts: 7 }, { attempts: 7, failure: "refused" }],
])("a mail that somebody has tried again, beginning with %j, is due at once", async (tries, begins) => {
  const ref = await mailWith({ failed_at: NOW, attempts: 8, failure: "refused", due_at: NOW + 5 * MINUTE });
  await db.batch(retryMails(db, LATER, undefined, tries));
  expect(await rowOf(ref)).toEqual({ ...WRITTEN, ...begins, due_at: LATER, updated_at: LATER });
});

test("what ran out after it was given up is wiped, and nobody is to try its job again", async () => {
  const gone = { failed_at: NOW, attempts: 4, void_at: LATER };
  const [over, open] = [await mailWith(gone), await mailWith({ ...gone, void_at: LATER + 1 })];
  for (const ref of [over, open]) await recordDeadJob(db, newRef(), { kind: "send-mail", ref }, NOW);
  await reviveMails({ db, now: LATER });
  expect(await rowOf(over)).toEqual({ ...WRITTEN, ...WIPED, ...gone, updated_at: LATER });
  expect((await db.select().from(deadJobs)).map(({ ref }) => ref)).toEqual([open]);
});

test.each([
  [null, 0, 0],
  ["refused", 0, 0],
  ["late", 10, MAX_TRIES],
  ["late", 5, MAX_TRIES - 1],
] as const)("after %o a mail that was tried too often, and was due in minute %d, has had %d tries in minute 20", async (failure, minute, attempts) => {
  const due_at = NOW + minute * MINUTE;
  const ref = await mailWith({ attempts: MAX_TRIES, failure, due_at });
  await reviveMails({ db, now: LATER });
  const revived = attempts === MAX_TRIES ? { due_at } : { due_at: LATER, updated_at: LATER };
  expect(await rowOf(ref)).toEqual({ ...WRITTEN, failure, attempts, ...revived });
});

test.each([
  [-1, { attempts: MAX_TRIES, failed_at: LATER, updated_at: NOW }],
  [0, { attempts: MAX_TRIES - 1, failed_at: null, due_at: LATER + 20 * MINUTE, updated_at: LATER + 20 * MINUTE }],
])("one that may have arrived is tried once more when it is twice as old as it was, %d ms from then", async (ms, is) => {
  const ref = await mailWith({ attempts: MAX_TRIES, failure: "late", failed_at: LATER });
  await reviveMails({ db, now: LATER + 20 * MINUTE + ms });
  expect(await rowOf(ref)).toEqual({ ...WRITTEN, failure: "late", ...is });
});

test("a mail that is being tried for the last time is not tried by another worker when it is revived", async () => {
  const ref = await mailWith({ attempts: MAX_TRIES, leased_until: LATER + MINUTE });
  await reviveMails({ db, now: LATER });
  const other = recordingMailer();
  await tryWith(other.send, ref);
  expect(other.sent).toEqual([]);
  expect(await rowOf(ref)).toMatchObject({ attempts: 0, leased_until: LATER + MINUTE });
});
