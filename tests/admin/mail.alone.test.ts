import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { backups } from "~/account/table.server";
import type { JobPage } from "~/admin/jobs.server";
import { sendMail } from "~/mail/deliver.server";
import { deadJobs, outbox } from "~/mail/table.server";
import { newRef } from "~/platform/db/columns.server";
import { action, loader } from "~/routes/admin/jobs";
import {
  countingDatabase,
  db,
  jobContext,
  load,
  makeUser,
  NOW,
  racingDatabase,
  recordingJobs,
  submit,
} from "../support/harness";
import { outboxRow, recordingMailer, waitingMail } from "../support/mail";
import { endLoginOf } from "../support/two-factor";
import { actsOf } from "./acts";

/** A mail that was given up, with its dead job. */
async function failedMail(more: { voidAt?: number; userRef?: string } = {}) {
  const ref = await waitingMail(undefined, { ...(more.voidAt ? { voidAt: more.voidAt } : {}) });
  const job = newRef();
  await db.batch([
    db
      .update(outbox)
      .set({ failed_at: NOW, attempts: 4, user_ref: more.userRef ?? "" })
      .where(eq(outbox.unique_ref, ref)),
    db.insert(deadJobs).values({ unique_ref: job, kind: "send-mail", ref, died_at: NOW }),
  ]);
  return { ref, job };
}

async function pageOf(user: Awaited<ReturnType<typeof makeUser>>) {
  return (await load<JobPage>(loader, { user })).data;
}

test("mails that were given up are listed, with what they were for and never what they say", async () => {
  for (const table of [outbox, deadJobs, backups]) await db.delete(table);
  const [user, member] = [await makeUser(10), await makeUser()];
  const { ref } = await failedMail({ userRef: member.unique_ref });
  await waitingMail();
  const { database, trips } = countingDatabase();
  const { data } = await load<JobPage>(loader, { user, database });
  expect(trips()).toBe(1);
  expect(data.waits[0]).toEqual({ what: "Mails to send", n: 1, since: "today at 12:00" });
  expect(data.retryable).toBe(1);
  expect(data.failed).toEqual([
    {
      ...{ retry: `mail/${ref}`, what: "Code to set a new password" },
      user: { ref: member.unique_ref, name: member.username },
      facts: "to owner@example.com · tried 4 times · given up today at 12:00",
    },
  ]);
  expect(JSON.stringify(data)).not.toContain("K7M2QX");
});

test("one that is tried again is sent, and its dead job counts as tried again", async () => {
  const [user, jobs, mailer] = [await makeUser(10), recordingJobs(), recordingMailer()];
  const { ref, job } = await failedMail();
  expect((await submit(action, { retry: `mail/${ref}` }, { user, jobs })).status).toBe(302);
  expect(jobs.sent).toEqual([{ kind: "send-mail", ref, delaySeconds: 0 }]);
  expect(await actsOf(user)).toEqual([
    { act: "admin-mail-retried", about_ref: "", detail: "Code to set a new password" },
  ]);
  await sendMail(jobContext({ mailer }), ref);
  expect(mailer.sent).toHaveLength(1);
  const [dead] = await db.select().from(deadJobs).where(eq(deadJobs.unique_ref, job));
  expect(dead?.retried_at).toBe(NOW);
  // Pressed twice: nothing is left.
  expect((await submit(action, { retry: `mail/${ref}` }, { user, jobs })).status).toBe(302);
  expect(await actsOf(user)).toHaveLength(1);
  expect(jobs.sent).toHaveLength(1);
});

test("all are tried again at once, but not those whose time is over, nor those that wait or went out", async () => {
  for (const table of [outbox, deadJobs, backups]) await db.delete(table);
  const [user, jobs] = [await makeUser(10), recordingJobs()];
  const [one, other, late] = [await failedMail(), await failedMail(), await failedMail({ voidAt: NOW })];
  const waiting = await waitingMail();
  expect(await pageOf(user)).toMatchObject({ retryable: 2, waits: [{ n: 1 }, {}, {}, {}] });
  await submit(action, { retry: "mail/all" }, { user, jobs });
  expect(jobs.sent.map(({ ref }) => ref).sort()).toEqual([one.ref, other.ref].sort());
  expect(await actsOf(user)).toEqual([{ act: "admin-mail-retried", about_ref: "", detail: "2 mails" }]);
  expect(await outboxRow(one.ref)).toMatchObject({ failed_at: null, attempts: 0, due_at: NOW });
  expect(await outboxRow(late.ref)).toMatchObject({ failed_at: NOW, attempts: 4 });
  expect(await outboxRow(waiting)).toMatchObject({ failed_at: null, attempts: 0 });
  expect((await pageOf(user)).failed).toMatchObject([{ retry: null, facts: expect.stringMatching(/ · out of date$/) }]);
});

test("nothing is tried again from a login that was ended meanwhile", async () => {
  const [user, jobs] = [await makeUser(10), recordingJobs()];
  const { ref } = await failedMail();
  const database = racingDatabase(1, () => endLoginOf(user));
  expect(await submit(action, { retry: `mail/${ref}` }, { user, jobs, database })).toMatchObject({
    status: 302,
    location: "/login/",
  });
  expect(jobs.sent).toEqual([]);
  expect(await outboxRow(ref)).toMatchObject({ failed_at: NOW });
});
