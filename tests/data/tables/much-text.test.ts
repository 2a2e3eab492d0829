import { expect, test } from "vitest";
import * as caseData from "~/routes/mydata/case-data";
import * as caseFile from "~/routes/mydata/case-data-file";
import * as sessionData from "~/routes/mydata/session-data";
import * as sessionFile from "~/routes/mydata/session-data-file";
import { countingDatabase, type db, load, submit } from "../../support/harness";
import { LETTERS, MOST_LETTERS, ROW_LETTERS, ROWS, wordyDiary } from "../../support/wordy-diary";

test("pages and files of the tables read no text that they do not show, and the others a few at a time", {
  tags: ["full"],
}, async () => {
  const { user } = await wordyDiary();
  const longestOf = async (ask: (database: typeof db) => Promise<unknown>) => {
    const { database, longest } = countingDatabase();
    await ask(database);
    return longest();
  };
  const file = (loader: Parameters<typeof load>[0], path: string) =>
    longestOf(async (database) => {
      const { data } = await load<string>(loader, { user, database, path });
      expect(data.trimEnd().split("\r\n")).toHaveLength(ROWS + 1);
      expect(data.length > (ROWS - 1) * LETTERS).toBe(path.includes("columns"));
    });
  expect(await file(sessionFile.loader, "/mydata/session_data/csv/")).toBeLessThan(ROWS * ROW_LETTERS);
  expect(await file(sessionFile.loader, "/mydata/session_data/csv/?columns=notes")).toBeLessThan(MOST_LETTERS);
  expect(await file(caseFile.loader, "/mydata/case_data/csv/?columns=complications")).toBeLessThan(MOST_LETTERS);
  const read = (loader: Parameters<typeof load>[0], path: string) =>
    longestOf((database) => load(loader, { user, database, path }));
  expect(await read(caseFile.loader, "/mydata/case_data/csv/?columns=asa")).toBeLessThan(ROWS * ROW_LETTERS);
  expect(await read(sessionData.loader, "/mydata/session_data/")).toBeLessThan(ROWS * ROW_LETTERS);
  expect(await read(caseData.loader, "/mydata/case_data/?columns=asa")).toBeLessThan(ROWS * ROW_LETTERS);
});

test.each([
  ["sessions", sessionData.action],
  ["cases", caseData.action],
] as const)("words are looked for in the texts of a few %s at a time", { tags: ["full"] }, async (_, action) => {
  const { user } = await wordyDiary();
  const { database, longest } = countingDatabase();
  const { data } = await submit<{ found: { lines: unknown[]; of: number } }>(
    action,
    { intent: "find", words: "list-7-" },
    { user, database, path: "/" },
  );
  expect(data.found).toMatchObject({ of: ROWS, isAll: true, more: false });
  expect(data.found.lines).toHaveLength(1);
  expect(longest()).toBeLessThan(MOST_LETTERS);
});
