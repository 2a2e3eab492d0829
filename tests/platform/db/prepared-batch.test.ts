import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { expect, test } from "vitest";
import { firstStepsBatch } from "~/diary/first-steps/queries.server";
import { besideListBatch, figuresBatch, listBatch, weekBatch } from "~/diary/list/batches.server";
import { diarySpan } from "~/diary/sessions/diary-pages";
import { sessions } from "~/diary/sessions/table.server";
import { openDatabase } from "~/platform/db/database.server";
import { preparedBatch } from "~/platform/db/prepared-batch.server";
import { balanceStatements, balanceValues } from "~/progress/balance-batch.server";
import { queryOf } from "../../support/query-of";

const db = openDatabase(env.DB, "eu");

/** The batches of the diary's pages for a user and a day. */
function batches(userId: number, today: string) {
  const [span, both] = [diarySpan(today), diarySpan(today, 2)];
  return [
    { batch: listBatch, values: { userId, span } },
    { batch: besideListBatch, values: { userId, span } },
    { batch: weekBatch, values: { userId, span, both } },
    { batch: figuresBatch, values: { userId, span } },
    { batch: firstStepsBatch, values: { userId, now: span.until } },
    { batch: balanceStatements, values: balanceValues(userId, today) },
  ] as { batch: typeof listBatch; values: Parameters<typeof listBatch>[1] }[];
}

test("statements that are built once are, with the values of each request, those that Drizzle builds for it", () => {
  for (const [userId, today] of [
    [111_111, "1990-02-28"],
    [222_222, "2033-11-05"],
  ] as const) {
    for (const { batch, values } of batches(userId, today)) {
      const built: readonly BatchItem<"sqlite">[] = batch.build(db, values);
      expect(batch(db, values).map(queryOf)).toEqual(built.map(queryOf).map((query) => expect.objectContaining(query)));
    }
  }
});

test("a value that is calculated with while its statement is built is named", () => {
  const batch = preparedBatch((on, { userId }: { userId: number }) => [
    on
      .select()
      .from(sessions)
      .where(eq(sessions.user_id, userId + 1)),
  ]);
  expect(() => batch(db, { userId: 1 })).toThrow('"userId" is not known when its statement is built');
});
