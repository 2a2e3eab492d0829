import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { openDatabase } from "~/platform/db/database.server";
import { readChoices } from "~/reports/document/choices";
import { readReport } from "~/reports/document/read.server";
import { addBusyYears } from "../../diary/fees/extras-fees";
import { makeUser, NOW, vault } from "../../support/harness";

/** A database that sums the rows that its batches read. */
function readingDatabase() {
  let rows = 0;
  const binding = new Proxy(env.DB, {
    get(target, name) {
      if (name !== "batch") return Reflect.get(target, name).bind(target);
      return async (list: D1PreparedStatement[]) => {
        const answers = await target.batch(list);
        rows += answers.reduce((sum, { meta }) => sum + meta.rows_read, 0);
        return answers;
      };
    },
  });
  return { database: openDatabase(binding), rows: () => rows };
}

async function rowsOf(user: SignedInUser, query: string): Promise<number> {
  const { database, rows } = readingDatabase();
  const { choices } = readChoices(new URLSearchParams(query));
  await readReport({ db: database, cipher: vault.of(user.unique_ref), userId: user.id, now: NOW }, choices);
  return rows();
}

/** 400 sessions, 2,000 cases and 4,000 chosen options for each of so many years. */
async function busyUser(years: number): Promise<SignedInUser> {
  const user = await makeUser();
  await addBusyYears(user, years);
  await env.DB.prepare("UPDATE cases SET options = '[121,211]' WHERE user_id = ?").bind(user.id).run();
  return user;
}

let [one, thirty] = [undefined, undefined] as [SignedInUser | undefined, SignedInUser | undefined];

beforeAll(async () => {
  one = await busyUser(2);
  thirty = await busyUser(30);
});

const CASES =
  "section=caseload&section=airway&section=procedures&section=supervision&section=complications&section=cases";

test.each([
  `period=last_appraisal&${CASES}`,
  "period=tax&section=caseload",
  "period=last_tax&preset=everything",
  `period=custom&from=2025-11-01&until=2026-10-31&site=Nowhere&employer=Nobody&${CASES}`,
])("a report of one year reads as many rows after thirty years as after two: %s", async (query) => {
  if (!one || !thirty) throw new Error("Nobody to report of");
  const [small, big] = [await rowsOf(one, query), await rowsOf(thirty, query)];
  expect(big).toBeLessThanOrEqual(small * 1.5);
});
