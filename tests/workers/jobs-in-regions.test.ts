import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { deletionRef } from "~/account/deletion/deleted-users.server";
import { audit, backups, users } from "~/account/table.server";
import { deadJobs } from "~/mail/table.server";
import type { JobContext } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import { openQueue } from "../../workers/bindings";
import { DEAD_LETTERS } from "../../workers/dead-letters";
import { runJobs } from "../../workers/jobs";
import { db, farDb, jobContext, NOW } from "../support/harness";

/** As the Worker gives it: a region that is not in the settings has none. */
function contextOf(region = "eu"): JobContext {
  const database = { eu: db, oc: farDb }[region];
  if (!database) throw new Error("No such region");
  return jobContext({ db: database });
}

async function deliver(body: unknown, queue = "daybook-jobs", id = newRef()) {
  const done = { acked: 0, retried: 0 };
  const message = { id, body, attempts: 1, ack: () => done.acked++, retry: () => done.retried++ };
  await runJobs({ queue, messages: [message] } as never, contextOf, () => NOW);
  return { ...done, id };
}

async function waitingBackup(database: typeof db): Promise<string> {
  const unique_ref = newRef();
  const times = { created_at: NOW, updated_at: NOW };
  const row = { unique_ref, user_ref: newRef(), day: "2026-11-21", state: "waiting" as const, due_at: NOW, ...times };
  await database.insert(backups).values(row);
  return unique_ref;
}

test("a queue puts its region into each message, beside the job", async () => {
  const sent: unknown[] = [];
  const env = { JOBS: { send: async (body: unknown) => void sent.push(body) } } as unknown as Env;
  await openQueue(env, { waitUntil: () => {} }, "oc").send({ kind: "send-mail", ref: "a-mail" });
  expect(sent).toEqual([{ kind: "send-mail", ref: "a-mail", region: "oc" }]);
});

test("a job runs in the region that its message names, and in no other", async () => {
  const [near, far] = [await waitingBackup(db), await waitingBackup(farDb)];
  const stateOf = async (database: typeof db, ref: string) =>
    (await database.select().from(backups).where(eq(backups.unique_ref, ref)))[0]?.attempts;
  expect(await deliver({ kind: "back-up-user", ref: far, region: "eu" })).toMatchObject({ acked: 1 });
  expect(await stateOf(farDb, far)).toBe(0);
  await deliver({ kind: "back-up-user", ref: far, region: "oc" });
  await deliver({ kind: "back-up-user", ref: near });
  expect([await stateOf(farDb, far), await stateOf(db, near)]).toEqual([1, 1]);
});

test("a job of a region that is gone is tried again, and then recorded in the default region", async () => {
  const body = { kind: "send-mail", ref: newRef(), region: "nz" };
  expect(await deliver(body)).toMatchObject({ acked: 0, retried: 1 });
  const { id, acked } = await deliver({ ...body, kind: "back-up-user" }, DEAD_LETTERS);
  expect(acked).toBe(1);
  expect(await db.$count(deadJobs, eq(deadJobs.unique_ref, id))).toBe(1);
  const far = await deliver({ kind: "back-up-user", ref: newRef(), region: "oc" }, DEAD_LETTERS);
  expect(await farDb.$count(deadJobs, eq(deadJobs.unique_ref, far.id))).toBe(1);
  expect(await db.$count(deadJobs, eq(deadJobs.unique_ref, far.id))).toBe(0);
});

test("what is left of an account is removed in its own region alone", async () => {
  const ref = newRef();
  const line = { user_ref: ref, action: "logged-in", occurred_at: NOW };
  for (const database of [db, farDb]) await database.insert(audit).values({ ...line, unique_ref: newRef() });
  const deletion = { unique_ref: await deletionRef(ref), user_ref: "", action: "account-deleted", occurred_at: NOW };
  await farDb.insert(audit).values(deletion);
  await deliver({ kind: "forget-user", ref, region: "oc" });
  expect(await farDb.$count(audit, eq(audit.user_ref, ref))).toBe(0);
  expect(await db.$count(audit, eq(audit.user_ref, ref))).toBe(1);
  expect(await farDb.$count(users, eq(users.unique_ref, ref))).toBe(0);
});
