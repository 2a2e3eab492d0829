import { expect, test } from "vitest";
import { formatImported } from "~/data/backup-import/receive.server";

const ALL = { sessions: 12, cases: 40, job_plans: 1, fees: 6, cpd: 1 };

test.each([
  [{}, {}, 0, "Everything in this file was already in your diary"],
  [{}, {}, 1, "Nothing was imported. 1 record of days that you locked was not imported"],
  [{}, {}, 2, "Nothing was imported. 2 records of days that you locked were not imported"],
  [{ cpd: 1 }, {}, 0, "Imported 1 record"],
  [{ cpd: 2, fees: 3 }, {}, 1, "Imported 5 records. 1 record of days that you locked was not imported"],
  [{ sessions: 1 }, {}, 0, "Imported 1 session"],
  [ALL, {}, 0, "Imported 1 job plan, 12 sessions, 40 cases and 7 other records"],
  [
    { cases: 2, cpd: 1 },
    ALL,
    0,
    "Your diary was replaced. Deleted: 1 job plan, 12 sessions, 40 cases and 7 other records. Imported: 2 cases and 1 other record",
  ],
])("an import of %j in place of %j, with %s records locked, is told in words", (came, went, locked, words) => {
  expect(formatImported({ came, went, locked })).toBe(words);
});
