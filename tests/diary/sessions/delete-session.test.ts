import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { changedRows } from "~/changes/table.server";
import { cases } from "~/diary/cases/table.server";
import { fees } from "~/diary/fees/table.server";
import { DELETE_CODE_VALID_MS } from "~/diary/sessions/delete-sessions.server";
import { countsText, type DeletionCounts } from "~/diary/sessions/deletion";
import { sessions } from "~/diary/sessions/table.server";
import { newRef } from "~/platform/db/columns.server";
import * as remove from "~/routes/logbook/session-delete";
import * as undo from "~/routes/logbook/undo";
import { optionsOfUser } from "../../support/case-options";
import { makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { countingDatabase, db, load, makeUser, NOW, racingDatabase, submit } from "../../support/harness";

interface Refused {
  form: { errors: Record<string, string[]> };
}
interface Shown {
  session: string;
  version: number;
  dates: string | null;
  counts: (DeletionCounts & { pence: number })[];
  code: { code: string; signed: string };
  all: string | null;
}
type User = Awaited<ReturnType<typeof makeUser>>;

const WEEK_MS = 7 * 86_400_000;

async function addCase(user: User, sessionRef: string, feePence = 0) {
  const unique_ref = newRef();
  const row = { user_id: user.id, created_at: NOW, updated_at: NOW };
  const options = [{ id: "1", flags: "" }];
  await db.insert(cases).values({ ...row, unique_ref, session_ref: sessionRef, options });
  if (feePence > 0) {
    await db.insert(fees).values({ ...row, unique_ref: newRef(), case_ref: unique_ref, amount_pence: feePence });
  }
}

async function diaryWithCases(count: number) {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.delete(cases).where(eq(cases.unique_ref, params.caseRef));
  for (let each = 0; each < count; each += 1) await addCase(user, params.sessionRef);
  return { user, params };
}

/** Five sessions a week apart, each with a case; the second and the fourth with a fee. The page is that of the third. */
async function diaryWithSeries() {
  const { user, params } = await diaryWithCases(0);
  const [first] = await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  if (!first) throw new Error("No session");
  const recurring_uuid = newRef();
  const refs = Array.from({ length: 5 }, newRef);
  for (const [index, unique_ref] of refs.entries()) {
    const [start_at, end_at] = [first.start_at + index * WEEK_MS, first.end_at + index * WEEK_MS];
    await db.insert(sessions).values({ ...first, unique_ref, recurring_uuid, start_at, end_at });
    await addCase(user, unique_ref, index % 2 === 1 ? 31_050 : 0);
  }
  return { user, refs, alone: params.sessionRef, params: { ...params, sessionRef: refs[2] as string } };
}

/** What the page sends, with the code that it shows. */
async function formOf(user: User, params: Record<string, string>, some: Record<string, string> = {}) {
  const { data } = await load<Shown>(remove.loader, { user, params });
  return {
    version: String(data.version),
    shown: countsText(data.counts),
    signed_code: data.code.signed,
    delete_code: data.code.code,
    ...some,
  };
}

async function rowsOf(user: User) {
  const of = async (table: typeof sessions | typeof cases | typeof fees) =>
    db.$count(table, eq(table.user_id, user.id));
  return [await of(sessions), await of(cases), (await optionsOfUser(user.id)).length, await of(fees)];
}

function flash(headers: Headers): string {
  return flashOf({ headers }).text;
}

test("the page says which session goes, and how much with it, in one batch", async () => {
  const { user, params } = await diaryWithCases(3);
  const { database, trips } = countingDatabase();
  const { data } = await load<Shown>(remove.loader, { user, params, database });
  expect(data).toMatchObject({
    session: "All-day orthopaedics, Tue 17 Nov 2026, 08:00 – 18:00",
    version: 1,
    dates: null,
    all: null,
  });
  expect(data.counts[0]).toEqual({ sessions: 1, cases: 3, fees: 0, pence: 0 });
  expect(data.code.code).toMatch(/^\d{4}$/);
  expect(trips()).toBe(1);
});

test.each([
  [3, "Session deleted, with 3 cases"],
  [1, "Session deleted, with 1 case"],
  [0, "Session deleted"],
])("a session goes with its %i cases and their options, in one batch", async (count, said) => {
  const { user, params } = await diaryWithCases(count);
  const form = await formOf(user, params);
  const { database, trips } = countingDatabase();
  const answer = await submit(remove.action, form, { user, params, database });
  expect([answer.status, answer.location, flash(answer.headers)]).toEqual([302, "/logbook/", said]);
  // One to look, one to write.
  expect(trips()).toBe(2);
  expect((await rowsOf(user)).slice(0, 3)).toEqual([0, 0, 0]);
});

test("the page of a session that repeats shows what each choice takes away", async () => {
  const { user, params } = await diaryWithSeries();
  const { data } = await load<Shown>(remove.loader, { user, params });
  expect(data.dates).toBe("Tue 17 Nov 2026 to Tue 15 Dec 2026");
  expect(data.counts).toEqual([
    { sessions: 1, cases: 1, fees: 0, pence: 0 },
    { sessions: 3, cases: 3, fees: 1, pence: 31_050 },
    { sessions: 5, cases: 5, fees: 2, pence: 62_100 },
  ]);
});

test.each([
  ["1", "Session deleted, with 1 case", [0, 1, 3, 4]],
  ["2", "3 sessions deleted, with 3 cases and 1 fee", [0, 1]],
  ["3", "5 sessions deleted, with 5 cases and 2 fees", []],
])("choice %s takes exactly what was shown, and keeps it to be undone", async (recurring, said, left) => {
  const { user, refs, alone, params } = await diaryWithSeries();
  const [allSessions = 0, allCases = 0, , allFees = 0] = await rowsOf(user);
  const form = await formOf(user, params, { recurring, warned: "yes" });
  const [, , sums] = form.shown.split(";").map((entry) => entry.split(",").map(Number));
  expect(sums).toEqual([5, 5, 2]);
  const answer = await submit(remove.action, form, { user, params });
  expect([answer.status, flash(answer.headers)]).toEqual([302, said]);
  const rest = await db.select({ ref: sessions.unique_ref }).from(sessions).where(eq(sessions.user_id, user.id));
  expect(rest.map(({ ref }) => ref).sort()).toEqual([alone, ...left.map((index) => refs[index] as string)].sort());
  const kept = await db.select().from(changedRows).where(eq(changedRows.user_id, user.id));
  const keptOf = (name: string) => kept.filter((row) => row.table_name === name && row.before !== null).length;
  const [nowSessions = 0, nowCases = 0, , nowClaims = 0] = await rowsOf(user);
  expect([keptOf("sessions"), keptOf("cases"), keptOf("fees")]).toEqual([
    allSessions - nowSessions,
    allCases - nowCases,
    allFees - nowClaims,
  ]);
});

test("a session that repeats needs a choice", async () => {
  const { user, params } = await diaryWithSeries();
  const answer = await submit<Refused>(remove.action, await formOf(user, params), { user, params });
  expect([answer.status, answer.data.form.errors]).toEqual([
    422,
    { recurring: ["Please choose an option from those above"] },
  ]);
});

test("all past and future leads to a warning first, whatever code was typed, and deletes nothing", async () => {
  const { user, params } = await diaryWithSeries();
  const before = await rowsOf(user);
  for (const delete_code of ["", "none"]) {
    const form = await formOf(user, params, { recurring: "3", delete_code });
    const answer = await submit(remove.action, form, { user, params });
    expect([answer.status, answer.location]).toEqual([
      302,
      `/logbook/session/${params.sessionRef}/delete/?all=warning`,
    ]);
  }
  expect(await rowsOf(user)).toEqual(before);
  const path = "/?all=warning";
  expect((await load<Shown>(remove.loader, { user, params, path })).data.all).toBe("warning");
  const alone = await diaryWithCases(0);
  expect((await load<Shown>(remove.loader, { ...alone, path })).data.all).toBeNull();
});

test("each page has a code of its own", async () => {
  const { user, params } = await diaryWithCases(0);
  const codes = new Set<string>();
  for (let each = 0; each < 12; each += 1) {
    codes.add((await load<Shown>(remove.loader, { user, params })).data.code.code);
  }
  expect(codes.size).toBeGreaterThan(1);
});

test.each([
  ["none", { delete_code: "" }, "Enter the 4 digits shown"],
  ["another", { delete_code: "0x00" }, "Enter the 4 digits shown now"],
  ["one that nobody signed", { signed_code: "1/x" }, "Enter the 4 digits shown now"],
])("a code that is %s deletes nothing", async (_, some, message) => {
  const { user, params } = await diaryWithCases(1);
  const answer = await submit<Refused>(remove.action, await formOf(user, params, some), { user, params });
  expect([answer.status, answer.data.form.errors]).toEqual([422, { delete_code: [message] }]);
  expect((await rowsOf(user))[0]).toBe(1);
});

test("a code holds for a quarter of an hour, for its session and for its user alone", async () => {
  const { user, params } = await diaryWithCases(0);
  const form = await formOf(user, params);
  const late = await submit<Refused>(remove.action, form, { user, params, now: NOW + DELETE_CODE_VALID_MS });
  expect([late.status, late.data.form.errors]).toEqual([
    409,
    { delete_code: ["The code has expired. Enter the one shown now"] },
  ]);
  const { delete_code, signed_code } = form;
  const other = await diaryWithCases(0);
  const [row] = await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  if (!row) throw new Error("The diary has its session");
  const sessionRef = newRef();
  await db.insert(sessions).values({ ...row, unique_ref: sessionRef });
  for (const theirs of [other, { user, params: { ...params, sessionRef } }]) {
    const borrowed = await formOf(theirs.user, theirs.params, { delete_code, signed_code });
    expect((await submit(remove.action, borrowed, theirs)).status).toBe(422);
  }
  expect((await submit(remove.action, form, { user, params, now: NOW + DELETE_CODE_VALID_MS - 1 })).status).toBe(302);
});

test("what is deleted is not there a second time", async () => {
  const { user, params } = await diaryWithCases(1);
  const form = await formOf(user, params);
  expect((await submit(remove.action, form, { user, params })).status).toBe(302);
  // Another form than the one that deleted it, whose answer may have been lost.
  expect((await submit(remove.action, { ...form, version: "7" }, { user, params })).status).toBe(404);
  expect((await submit(remove.action, {}, { user, params })).status).toBe(404);
  expect((await load(remove.loader, { user, params })).status).toBe(404);
});

test("somebody else's session cannot be seen or deleted", async () => {
  const { user, params } = await diaryWithCases(1);
  const stranger = await makeUser();
  expect((await load(remove.loader, { user: stranger, params })).status).toBe(404);
  for (const form of [{}, await formOf(user, params)]) {
    expect((await submit(remove.action, form, { user: stranger, params })).status).toBe(404);
  }
  expect((await rowsOf(user))[1]).toBe(1);
});

test.each<[string, (user: User, params: { sessionRef: string }) => Promise<unknown>]>([
  ["a case was added", (user, { sessionRef }) => addCase(user, sessionRef)],
  ["a case was taken away", (user) => emptied(user)],
  [
    "a fee was added",
    (user, { sessionRef }) =>
      db.insert(fees).values({
        ...{ user_id: user.id, unique_ref: newRef(), created_at: NOW, updated_at: NOW },
        ...{ session_ref: sessionRef, amount_pence: 100 },
      }),
  ],
  [
    "the session was changed",
    (_, { sessionRef }) => db.update(sessions).set({ version: 2 }).where(eq(sessions.unique_ref, sessionRef)),
  ],
])("nothing is deleted when %s since the page was opened", async (_, happens) => {
  const { user, params } = await diaryWithCases(2);
  const form = await formOf(user, params);
  await happens(user, params);
  const before = await rowsOf(user);
  const answer = await submit<Refused>(remove.action, form, { user, params });
  expect([answer.status, answer.data.form.errors[""]?.[0]]).toEqual([
    409,
    "Nothing was deleted: the sessions, their cases or their fees have changed since you opened this page. Check what is shown now, then delete it if you still want to",
  ]);
  expect(await rowsOf(user)).toEqual(before);
});

async function emptied(user: User) {
  await db.delete(cases).where(eq(cases.user_id, user.id));
}

test("a case that is added while the button is pressed is not lost", async () => {
  const { user, params } = await diaryWithSeries();
  const form = await formOf(user, params, { recurring: "2" });
  const before = await rowsOf(user);
  const database = racingDatabase(2, () => addCase(user, params.sessionRef));
  expect((await submit<Refused>(remove.action, form, { user, params, database })).status).toBe(409);
  expect((await rowsOf(user)).slice(0, 2)).toEqual([before[0], (before[1] ?? 0) + 1]);
});

test("a deletion can be undone whatever its size", async () => {
  const { user, params } = await diaryWithCases(3);
  await db
    .update(cases)
    .set({ text_encrypted: new Uint8Array(900_000) })
    .where(eq(cases.user_id, user.id));
  const encryptedOf = async () => {
    const rows = await db.select().from(cases).where(eq(cases.user_id, user.id)).orderBy(cases.unique_ref);
    return rows.map(({ unique_ref, text_encrypted }) => [unique_ref, text_encrypted?.length]);
  };
  const before = await encryptedOf();
  const answer = await submit(remove.action, await formOf(user, params), { user, params });
  expect(flash(answer.headers)).toBe("Session deleted, with 3 cases");
  await submit(undo.action, {}, { user, params: { undoRef: flashOf(answer).undo ?? "" } });
  expect([before.length, await encryptedOf()]).toEqual([3, before]);
});

test("a form that is sent again is told what the first was told, and deletes again once that was undone", async () => {
  const { user, params } = await diaryWithSeries();
  const form = await formOf(user, params, { recurring: "2" });
  const first = await submit(remove.action, form, { user, params });
  const again = await submit(remove.action, form, { user, params });
  expect([again.status, again.location, flashOf(again)]).toEqual([302, first.location, flashOf(first)]);
  await submit(undo.action, {}, { user, params: { undoRef: flashOf(first).undo ?? "" } });
  const third = await submit(remove.action, form, { user, params });
  expect([flash(third.headers), flashOf(third).undo === flashOf(first).undo]).toEqual([flash(first.headers), false]);
  expect((await rowsOf(user))[0]).toBe(3);
});

test("of two presses at the same time the second is told what the first did", async () => {
  const { user, params } = await diaryWithSeries();
  const form = await formOf(user, params, { recurring: "2" });
  let first: Awaited<ReturnType<typeof submit>> | undefined;
  const press = async () => {
    first = await submit(remove.action, form, { user, params });
  };
  const second = await submit(remove.action, form, { user, params, database: racingDatabase(2, press) });
  expect([second.status, flashOf(second)]).toEqual([302, first && flashOf(first)]);
});

test.each([
  ["another session of the series is changed", 409, ({ sibling }: Raced) => changeVersion(sibling)],
  ["another session of the series is deleted", 409, ({ sibling }: Raced) => drop(sibling)],
  ["the session itself is deleted", 409, ({ own }: Raced) => drop(own)],
])("nothing is deleted when %s while the button is pressed", async (_, status, happens) => {
  const { user, refs, params } = await diaryWithSeries();
  const form = await formOf(user, params, { recurring: "2" });
  const raced = { own: params.sessionRef, sibling: refs[3] as string };
  const database = racingDatabase(2, () => happens(raced));
  const answer = await submit<Refused>(remove.action, form, { user, params, database });
  expect(answer.status).toBe(status);
  const left = await db
    .select()
    .from(sessions)
    .where(eq(sessions.unique_ref, refs[4] as string));
  expect(left).toHaveLength(1);
});

interface Raced {
  own: string;
  sibling: string;
}

function changeVersion(ref: string) {
  return db.update(sessions).set({ version: 7 }).where(eq(sessions.unique_ref, ref));
}

function drop(ref: string) {
  return db.delete(sessions).where(eq(sessions.unique_ref, ref));
}

test("a form without its figures is refused in words", async () => {
  const { user, params } = await diaryWithCases(1);
  const answer = await submit<Refused>(remove.action, {}, { user, params });
  expect([answer.status, answer.data.form.errors]).toEqual([
    422,
    {
      version: ["Reload this page, then make your change again"],
      shown: ["Reload this page to see what will be deleted with the session"],
    },
  ]);
});
