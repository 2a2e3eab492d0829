import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { encryptCaseText } from "~/diary/cases/encrypted-text.server";
import { cases } from "~/diary/cases/table.server";
import { sessionPlace, sessions } from "~/diary/sessions/table.server";
import { newRef } from "~/platform/db/columns.server";
import { DAY_MS } from "~/platform/time/durations";
import * as caseData from "~/routes/mydata/case-data";
import * as caseFile from "~/routes/mydata/case-data-file";
import * as sessionData from "~/routes/mydata/session-data";
import * as sessionFile from "~/routes/mydata/session-data-file";
import { makeDiary } from "../../support/diary";
import { countingDatabase, db, load, makeUser, openLoginOf, submit, vault } from "../../support/harness";

const ROWS = 60;
const LETTERS = 30_000;
const LONG = "x".repeat(LETTERS);
/** A row without its texts, as D1 answers. */
const ROW_LETTERS = 1_500;
/** Some 400 kB of texts as hex, and half as much for all else. */
const MOST_LETTERS = 1_200_000;

/** A diary with almost 2 MB of notes, and as much of cases. */
async function wordyDiary(): Promise<SignedInUser> {
  const user = await makeUser();
  await openLoginOf(user);
  const { params } = await makeDiary(user);
  const cipher = vault.of(user.unique_ref);
  const [session] = await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  const [found] = await db.select().from(cases).where(eq(cases.unique_ref, params.caseRef));
  if (!session || !found) throw new Error("The diary has its session and case");
  for (let at = 1; at < ROWS; at++) {
    const [session_ref, case_ref] = [newRef(), newRef()];
    const times = { start_at: session.start_at - at * DAY_MS, end_at: session.end_at - at * DAY_MS };
    const notes = await cipher.encrypt(sessionPlace(session_ref), `${LONG} list-${at}-`);
    await db.insert(sessions).values({ ...session, ...times, unique_ref: session_ref, text_encrypted: notes });
    const text = { case_description: `Hip list-${at}-`, complications: LONG, reflective_notes: "" };
    const own = { unique_ref: case_ref, session_ref, text_encrypted: await encryptCaseText(cipher, case_ref, text) };
    await db.insert(cases).values({ ...found, ...own, start_at: null, end_at: null });
  }
  return user;
}

test("pages and files of the tables read no text that they do not show, and the others a few at a time", async () => {
  const user = await wordyDiary();
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
] as const)("words are looked for in the texts of a few %s at a time", async (_, action) => {
  const user = await wordyDiary();
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
