import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { caseOptions, cases } from "~/cases/table.server";
import { newRef } from "~/db/columns.server";
import * as remove from "~/routes/logbook/session-delete";
import { sessions } from "~/sessions/table.server";
import { makeDiary } from "../support/diary";
import { countingDatabase, db, load, makeUser, NOW, racingDatabase, submit } from "../support/harness";

interface Refused {
  form: { errors: Record<string, string[]> };
}

async function diaryWithCases(count: number) {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.delete(cases).where(eq(cases.unique_ref, params.caseRef));
  for (let each = 0; each < count; each += 1) {
    const unique_ref = newRef();
    const row = { unique_ref, user_ref: user.unique_ref, created_at: NOW, updated_at: NOW };
    await db.insert(cases).values({ ...row, session_ref: params.sessionRef });
    await db
      .insert(caseOptions)
      .values({ case_ref: unique_ref, user_ref: user.unique_ref, kind: "airway", option_id: "1" });
  }
  return { user, params };
}

function flash(headers: Headers): string {
  return decodeURIComponent(/flash=([^;]*)/.exec(headers.get("Set-Cookie") ?? "")?.[1] ?? "");
}

test("the page says which session goes, and how many cases with it, in one batch", async () => {
  const { user, params } = await diaryWithCases(3);
  const { database, trips } = countingDatabase();
  const page = await load<{ session: string; version: number; cases: number }>(remove.loader, {
    user,
    params,
    database,
  });
  expect(page.data).toEqual({
    session: "All-day orthopaedics, Tue 17 Nov 2026, 08:00 – 18:00",
    fees: { fees: 0, pence: 0 },
    version: 1,
    cases: 3,
  });
  expect(trips()).toBe(1);
});

test.each([
  [3, "Session deleted, with 3 cases"],
  [1, "Session deleted, with 1 case"],
  [0, "Session deleted"],
])("a session goes with its %i cases and their options, in one batch", async (count, said) => {
  const { user, params } = await diaryWithCases(count);
  const { database, trips } = countingDatabase();
  const answer = await submit(remove.action, { version: "1", cases: String(count) }, { user, params, database });
  expect([answer.status, answer.location, flash(answer.headers)]).toEqual([302, "/logbook/", said]);
  expect(trips()).toBe(1);
  for (const table of [sessions, cases, caseOptions]) {
    expect(await db.select().from(table).where(eq(table.user_ref, user.unique_ref))).toEqual([]);
  }
});

test("what is deleted is not there a second time", async () => {
  const { user, params } = await diaryWithCases(1);
  for (const status of [302, 404]) {
    expect((await submit(remove.action, { version: "1", cases: "1" }, { user, params })).status).toBe(status);
  }
  expect((await submit(remove.action, {}, { user, params })).status).toBe(404);
  expect((await load(remove.loader, { user, params })).status).toBe(404);
});

test("somebody else's session cannot be seen or deleted", async () => {
  const { user, params } = await diaryWithCases(1);
  const stranger = await makeUser();
  expect((await load(remove.loader, { user: stranger, params })).status).toBe(404);
  const forms: Record<string, string>[] = [{}, { version: "1", cases: "1" }, { version: "9", cases: "1" }];
  for (const form of forms) {
    expect((await submit(remove.action, form, { user: stranger, params })).status).toBe(404);
  }
  expect(await db.select().from(cases).where(eq(cases.user_ref, user.unique_ref))).toHaveLength(1);
});

test.each([
  ["a case was added", { version: "1", cases: "2" }],
  ["a case was taken away", { version: "1", cases: "4" }],
  ["the session was changed", { version: "2", cases: "3" }],
])("nothing is deleted when %s since the page was opened, and the page says what there is now", async (_, form) => {
  const { user, params } = await diaryWithCases(3);
  const answer = await submit<Refused>(remove.action, form, { user, params });
  expect(answer.status).toBe(409);
  expect(answer.data.form.errors).toEqual({
    "": [
      "Nothing was deleted: this session or its cases have changed since you opened this page. It is now All-day orthopaedics, Tue 17 Nov 2026, 08:00 – 18:00, with 3 cases. Check it, then press the button again if it should still go",
    ],
  });
  for (const [table, rows] of [[sessions, 1] as const, [cases, 3] as const, [caseOptions, 3] as const]) {
    expect(await db.select().from(table).where(eq(table.user_ref, user.unique_ref))).toHaveLength(rows);
  }
});

test("a case that is added while the button is pressed is not lost", async () => {
  const { user, params } = await diaryWithCases(0);
  const row = { unique_ref: newRef(), user_ref: user.unique_ref, created_at: NOW, updated_at: NOW };
  const database = racingDatabase(1, () =>
    db
      .insert(cases)
      .values({ ...row, session_ref: params.sessionRef })
      .run(),
  );
  const answer = await submit<Refused>(remove.action, { version: "1", cases: "0" }, { user, params, database });
  expect(answer.data.form.errors[""]?.[0]).toContain("08:00 – 18:00, with 1 case.");
  expect(await db.select().from(cases).where(eq(cases.user_ref, user.unique_ref))).toHaveLength(1);
});

test("a form without its figures is refused in words", async () => {
  const { user, params } = await diaryWithCases(1);
  const answer = await submit<Refused>(remove.action, {}, { user, params });
  expect([answer.status, answer.data.form.errors]).toEqual([
    422,
    {
      version: ["Open this page again, then make your change once more"],
      cases: ["Open this page again to see what goes with the session"],
    },
  ]);
});
