import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { findSessions } from "~/data/tables/find.server";
import { caseDataPage, sessionDataPage } from "~/data/tables/page.server";
import { cases } from "~/diary/cases/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { londonInstant } from "~/platform/time/london";
import { addCase, addFee, addSession, row } from "../../diary/fees/extras-fees";
import { makeDiary } from "../../support/diary";
import { db, makeUser, NOW, vault } from "../../support/harness";

type User = Awaited<ReturnType<typeof makeUser>>;

const actor = (user: User) => ({ db, cipher: vault.of(user.unique_ref), userId: user.id, now: NOW }) as never;
const sessionsOf = (user: User, query = "") => sessionDataPage(actor(user), new URLSearchParams(query));
const casesOf = (user: User, query = "") => caseDataPage(actor(user), new URLSearchParams(query));
const refsOf = ({ lines }: { lines: { unique_ref: string }[] }) => lines.map(({ unique_ref }) => unique_ref);

/** Sessions, the first on 4 May 2026 and each of the others a day before the last. */
async function addMany(user: User, count: number) {
  const ref = await addSession(user, "2026-05-04");
  await db.run(
    `INSERT INTO sessions (unique_ref, user_id, start_at, end_at, pa_basis, standard_minutes, premium_minutes, pa_units, pa_rules, site, created_at, updated_at)
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})
     SELECT '${ref.slice(0, 16)}' || printf('%06d', i), user_id, start_at - i * 86400000, end_at - i * 86400000, pa_basis,
       standard_minutes, premium_minutes, pa_units, pa_rules, site, created_at, updated_at FROM sessions, n
       WHERE user_id = ${user.id} AND unique_ref = '${ref}'`,
  );
}

test("a page leads to the pages beside it, and to the first and last where these are others", async () => {
  const user = await makeUser();
  await addMany(user, 151);
  const to = (page: number) => `/mydata/session_data/${page > 1 ? `?page=${page}` : ""}`;
  const pagesOf = async (page: number) => (await sessionsOf(user, `page=${page}`)).pages;
  expect(await pagesOf(1)).toEqual({ page: 1, pages: 4, first: null, before: null, next: to(2), last: to(4) });
  expect(await pagesOf(2)).toEqual({ page: 2, pages: 4, first: null, before: to(1), next: to(3), last: to(4) });
  expect(await pagesOf(3)).toEqual({ page: 3, pages: 4, first: to(1), before: to(2), next: to(4), last: null });
  expect(await pagesOf(4)).toEqual({ page: 4, pages: 4, first: to(1), before: to(3), next: null, last: null });
});

test("a hundred of the rows that hold a word are shown, and that there are more only where there are", async () => {
  const user = await makeUser();
  await addMany(user, 101);
  const found = async (query: string) => {
    const { lines, ...others } = await findSessions(actor(user), new URLSearchParams(query), "theatre");
    return { ...others, shown: lines.length };
  };
  expect(await found("")).toEqual({ of: 101, isAll: true, more: true, shown: 100 });
  expect(await found("until=3/5/2026")).toEqual({ of: 100, isAll: true, more: false, shown: 100 });
});

test("a session that ends this minute is worked, and no longer to come", async () => {
  const user = await makeUser();
  const ref = await addSession(user, "2026-11-21");
  await db.update(sessions).set({ end_at: NOW }).where(eq(sessions.unique_ref, ref));
  expect(refsOf(await sessionsOf(user, "status=worked"))).toEqual([ref]);
  expect(refsOf(await sessionsOf(user, "status=planned"))).toEqual([]);
});

test.each([
  "from=x",
  "until=x",
  "from=x&until=x",
])("a date that is none, %s, selects nothing rather than everything", async (query) => {
  const user = await makeUser();
  await addSession(user, "2026-05-04");
  const { lines, message } = await sessionsOf(user, query);
  expect([lines, message]).toEqual([[], "0 sessions, 0.00 PA"]);
});

test("cases of one session stand in the order of their dates, or newest first among equals", async () => {
  const user = await makeUser();
  const session = await addSession(user, "2026-05-04");
  const [early, late, bare] = [
    await addCase(user, session, "One"),
    await addCase(user, session, "Two"),
    await addCase(user, session, "Three"),
  ];
  for (const [ref, minute] of [
    [early, 540],
    [late, 600],
  ] as const) {
    const start_at = londonInstant("2026-05-04", minute);
    await db.update(cases).set({ start_at }).where(eq(cases.unique_ref, ref));
  }
  expect(refsOf(await casesOf(user))).toEqual([late, early, bare]);
  expect(refsOf(await casesOf(user, "sort=date"))).toEqual([early, late, bare]);
  expect(refsOf(await casesOf(user, "sort=gender"))).toEqual([late, early, bare]);
  expect(refsOf(await casesOf(user, "sort=-gender"))).toEqual([late, early, bare]);
});

test("rows of another that have the same references are neither shown nor counted, nor their fees", async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  const { params } = await makeDiary(user);
  const mine = await addSession(user, "2026-11-18");
  for (const unique_ref of [params.sessionRef, mine]) {
    const [copied] = await db
      .select()
      .from(sessions)
      .where(and(eq(sessions.user_id, user.id), eq(sessions.unique_ref, unique_ref)));
    const theirs = { ...(copied as NonNullable<typeof copied>), ...row(other), element_ref: null, pa_units: 1 };
    await db.insert(sessions).values(theirs);
  }
  for (const unique_ref of [params.caseRef, params.caseRef.toUpperCase()]) {
    await db.insert(cases).values({ ...row(other), unique_ref, session_ref: mine });
  }
  await addFee(other, { session_ref: mine });
  await addFee(other, { case_ref: params.caseRef });
  const { lines, message } = await sessionsOf(user);
  expect(lines.map(({ unique_ref, cells }) => [unique_ref, cells.pa, cells.cases, cells.fee])).toEqual([
    [mine, "1.00", "0", ""],
    [params.sessionRef, "2.50", "1", ""],
  ]);
  expect(message).toBe("2 sessions, 3.50 PA");
  expect(refsOf(await sessionsOf(user, "status=empty"))).toEqual([mine]);
  expect(refsOf(await sessionsOf(user, "status=fee"))).toEqual([]);
  const shown = await casesOf(user);
  expect(shown.lines.map(({ unique_ref, cells }) => [unique_ref, cells.age, cells.fee])).toEqual([
    [params.caseRef, "45 y", ""],
  ]);
  expect(shown.message).toBe("1 case");
});
