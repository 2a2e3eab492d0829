import { beforeEach, expect, test } from "vitest";
import { unfinishedWork } from "~/admin/health.server";
import { deadJobs, outbox } from "~/mail/table.server";
import { newRef } from "~/platform/db/columns.server";
import { db, NOW } from "../support/harness";
import { waitingMail } from "../support/mail";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

beforeEach(() => db.batch([db.delete(outbox), db.delete(deadJobs)]));

const jobDied = () => db.insert(deadJobs).values({ unique_ref: newRef(), kind: "forget-user", ref: "", died_at: NOW });

async function counted(now: number) {
  const [dead, late, givenUp] = (await db.batch(unfinishedWork(db, now))).map(([row]) => row?.n);
  return { dead, late, givenUp };
}

test("a mail that waits is late after ten minutes, and a job that failed counts until it is tried again", async () => {
  await waitingMail();
  await jobDied();
  expect(await counted(NOW + 10 * MINUTE - 1)).toEqual({ dead: 1, late: 0, givenUp: 0 });
  expect(await counted(NOW + 10 * MINUTE)).toEqual({ dead: 1, late: 1, givenUp: 0 });
  expect(await counted(NOW + 29 * DAY)).toMatchObject({ dead: 1 });
  await db.update(deadJobs).set({ retried_at: NOW + DAY });
  expect(await counted(NOW + 29 * DAY)).toMatchObject({ dead: 0 });
});
