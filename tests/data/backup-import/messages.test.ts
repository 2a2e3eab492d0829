import { expect, test } from "vitest";
import { formatImported } from "~/data/backup-import/receive.server";

const ALL = { sessions: 12, cases: 40, job_plans: 1, fees: 6, cpd: 1 };

test.each([
  [{}, {}, "Everything in this file was already in your diary"],
  [{ cpd: 1 }, {}, "Imported 1 record"],
  [{ cpd: 2, fees: 3 }, {}, "Imported 5 records"],
  [{ sessions: 1 }, {}, "Imported 1 session"],
  [ALL, {}, "Imported 1 job plan, 12 sessions, 40 cases and 7 other records"],
  [
    { cases: 2, cpd: 1 },
    ALL,
    "Your diary was replaced. Deleted: 1 job plan, 12 sessions, 40 cases and 7 other records. Imported: 2 cases and 1 other record",
  ],
])("an import of %j in place of %j is told in words", (came, went, words) => {
  expect(formatImported({ came, went })).toBe(words);
});
