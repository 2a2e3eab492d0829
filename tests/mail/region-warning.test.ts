import { like } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { MailContent } from "~/mail/contents";
import { warningOf, watchRegionSize } from "~/mail/region-warning.server";
import { mailPlace, outbox } from "~/mail/table.server";
import { MOST_BYTES, readSizes, regionSizes } from "~/platform/db/region-sizes.server";
import { db, farDb, jobContext, NOW, SITE, vault } from "../support/harness";

const GB = 1_000_000_000;
const DAY = 86_400_000;

beforeEach(async () => {
  await db.delete(regionSizes);
  await db.delete(outbox).where(like(outbox.unique_ref, "region-filling-%"));
});

/** The far region, as if its database were as long as that. */
function farRegion(bytes: number) {
  const run = () => Promise.resolve({ meta: { size_after: bytes } });
  return Object.assign(Object.create(farDb) as typeof farDb, { run });
}

async function watch(bytes: number, days = 0) {
  await watchRegionSize(jobContext({ db: farRegion(bytes), now: NOW + days * DAY }));
}

async function mails() {
  const rows = await db.select().from(outbox).where(like(outbox.unique_ref, "region-filling-%")).orderBy(outbox.due_at);
  return Promise.all(
    rows.map(async ({ unique_ref, recipient, content_encrypted }) => {
      const content = JSON.parse(await vault.decrypt("", mailPlace(unique_ref), content_encrypted)) as MailContent;
      return { recipient, ...content };
    }),
  );
}

test("D1 says the size of a region with any answer, and the cron notes it in the default region", async () => {
  await watchRegionSize(jobContext({ db: farDb }));
  const [size] = await readSizes(db);
  expect(size).toMatchObject({ region: "oc", noted_at: NOW, warned_percent: 0 });
  expect(size?.bytes).toBeGreaterThan(100_000);
  expect(await mails()).toEqual([]);
});

test("the keeper is written to at 70 and at 85 %, once for each, by the mail of the default region", async () => {
  await watch(6.9 * GB);
  expect(await mails()).toEqual([]);
  await watch(7 * GB, 1);
  await Promise.all([watch(7.1 * GB, 2), watch(8.4 * GB, 3)]);
  const about = { recipient: SITE.keeper.contact, kind: "region-filling", name: "Oceania" };
  const first = { ...about, percent: 70, bytes: 7 * GB, isClosed: false };
  expect(await mails()).toEqual([first]);
  await Promise.all([watch(8.5 * GB, 4), watch(8.5 * GB, 4)]);
  await watch(9 * GB, 5);
  expect(await mails()).toEqual([first, { ...about, percent: 85, bytes: 8.5 * GB, isClosed: true }]);
  expect(await readSizes(db)).toMatchObject([{ region: "oc", bytes: 9 * GB, warned_percent: 85 }]);
});

test("what comes and goes at a mark is said once, and a region that was emptied begins anew", () => {
  const at = (percent: number, told: number) => warningOf((MOST_BYTES * percent) / 100, told);
  expect(at(69.9, 70)).toEqual({ warned: 70, isDue: false });
  expect(at(70, 70)).toEqual({ warned: 70, isDue: false });
  expect(at(90, 0)).toEqual({ warned: 85, isDue: true });
  expect(at(50, 85)).toEqual({ warned: 85, isDue: false });
  expect(at(49.9, 85)).toEqual({ warned: 0, isDue: false });
});
