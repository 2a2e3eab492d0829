import { getTableColumns, getTableName, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { appContextOf } from "~/account/guard.server";
import { answerDiaryCall } from "~/diary/calls/answer.server";
import { diaryCall } from "~/diary/calls/diary-call-form";
import { cases } from "~/diary/cases/table.server";
import { makeDiary } from "../../support/diary";
import { contextOf, countingDatabase, db, makeUser, vault } from "../../support/harness";

const BUSY_YEARS = { action: "between_dates", start: "01/01/2025", end: "31/12/2027" };

/** As many cases more of this one, in one statement. */
async function repeatCase(caseRef: string, times: number): Promise<void> {
  const columns = Object.values(getTableColumns(cases)).map(({ name }) => name);
  const values = columns.map((name) => (name === "unique_ref" ? "'copy-' || n || unique_ref" : name));
  await db.run(
    sql`WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < ${times})
      INSERT INTO ${sql.raw(getTableName(cases))} (${sql.raw(columns.join())})
      SELECT ${sql.raw(values.join())} FROM ${cases}, many WHERE unique_ref = ${caseRef}`,
  );
}

test("between_dates says how many there are instead of opening more than one answer holds", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const app = appContextOf({ context: contextOf(user) });
  const asked = { ...app, user, userId: user.id, cipher: vault.of(user.unique_ref) };
  const ask = async (database: typeof db) => answerDiaryCall({ ...asked, db: database }, diaryCall.parse(BUSY_YEARS));
  expect((await ask(db)).status).toBe(200);
  await repeatCase(params.caseRef, 5_000);
  const { database, statements } = countingDatabase();
  const refused = await ask(database);
  expect([refused.status, await refused.json(), statements()]).toEqual([
    422,
    {
      responseStatus: 422,
      errors: { end: [expect.stringMatching(/^There are 5,00\d sessions and cases .* holds 5,000/)] },
    },
    2,
  ]);
});
