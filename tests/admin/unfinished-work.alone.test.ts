import { beforeEach, expect, test } from "vitest";
import { checkAll, unfinishedWork } from "~/admin/health.server";
import { deadJobs, outbox } from "~/mail/table.server";
import { newRef } from "~/platform/db/columns.server";
import { db, directory, NOW, REGIONS } from "../support/harness";
import { waitingMail } from "../support/mail";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

beforeEach(() => db.batch([db.delete(outbox), db.delete(deadJobs)]));

const jobDied = () => db.insert(deadJobs).values({ unique_ref: newRef(), kind: "forget-user", ref: "", died_at: NOW });

async function counted(now: number) {
  const [dead, deadOfToday, late, givenUp] = (await db.batch(unfinishedWork(db, now))).map(([row]) => row?.n);
  return { dead, deadOfToday, late, givenUp };
}

test("a mail that waits is late after ten minutes, and a job has failed today for 24 hours", async () => {
  await waitingMail();
  await jobDied();
  expect(await counted(NOW + 10 * MINUTE - 1)).toEqual({ dead: 1, deadOfToday: 1, late: 0, givenUp: 0 });
  expect(await counted(NOW + 10 * MINUTE)).toEqual({ dead: 1, deadOfToday: 1, late: 1, givenUp: 0 });
  expect(await counted(NOW + DAY - 1)).toMatchObject({ dead: 1, deadOfToday: 1 });
  expect(await counted(NOW + DAY)).toMatchObject({ dead: 1, deadOfToday: 0 });
});

test("jobs that failed today are a matter, those of before let one go on, and none ends it", async () => {
  const deadJobsAt = async (now: number) => {
    const looks = await checkAll({ regions: [{ code: "eu", ...REGIONS.eu }], directory, queues: [], now });
    return looks.find(({ part }) => part === "dead-jobs");
  };
  const look = { part: "dead-jobs", region: "eu" };
  expect(await deadJobsAt(NOW)).toEqual({ ...look, state: "good", n: 0 });
  await jobDied();
  expect(await deadJobsAt(NOW)).toEqual({ ...look, state: "bad", n: 1 });
  expect(await deadJobsAt(NOW + DAY)).toEqual({ ...look, state: "lasting", n: 1 });
});
