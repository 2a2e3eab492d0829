import { env } from "cloudflare:workers";
import { and, between, eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { fees } from "~/diary/fees/table.server";
import { besideListBatch, listBatch } from "~/diary/list/batches.server";
import type { DiaryFigures } from "~/diary/list/figures";
import type { WeekChunk } from "~/diary/list/week-chunks";
import { type DiaryLinks, diarySpan, GO_TO_MESSAGE } from "~/diary/sessions/diary-pages";
import { sessionPlace, sessions } from "~/diary/sessions/table.server";
import { jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { londonInstant } from "~/platform/time/london";
import { balanceBatch } from "~/progress/balance-batch.server";
import * as home from "~/routes/home";
import * as logbook from "~/routes/logbook/logbook";
import * as weeksRoute from "~/routes/logbook/weeks";
import { makeDiary } from "../../support/diary";
import { countingDatabase, db, load, makeUser, NOW, TODAY, vault } from "../../support/harness";
import { queryOf } from "../../support/query-of";

interface Shown {
  hasFigures: boolean;
  stretch: WeekChunk;
  shown: DiaryFigures;
  links: Omit<DiaryLinks, "earlier">;
  hasPlan: boolean;
  form?: { values: Record<string, string[]>; errors: Record<string, string[]> };
}

test("the logbook shows this week and the three before, with sessions, notes, cases and PAs, in one batch", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const notes = await vault.encrypt(user.unique_ref, sessionPlace(params.sessionRef), "Hip and knee\nsecond line");
  await db.update(sessions).set({ text_encrypted: notes }).where(eq(sessions.user_id, user.id));
  const { database, trips } = countingDatabase();
  const page = await load<Shown>(logbook.loader, { user, path: "/logbook/", database });
  expect([page.status, trips()]).toEqual([200, 1]);
  expect(page.data.stretch.weeks).toHaveLength(4);
  const [week] = page.data.stretch.weeks;
  expect(week).toMatchObject({ heading: "16 – 22 November 2026", done: "2.50", planned: "2.50", toGo: null });
  expect(week?.rows.flatMap((row) => row.entries)).toEqual([
    {
      ...{
        unique_ref: params.sessionRef,
        times: "08:00 – 18:00",
        ends: null,
        pa: "2.50",
        extra: false,
        quick: true,
        sameCase: true,
      },
      ...{ element: "All-day orthopaedics", category: "DCC", note: "Hip and knee" },
      ...{ cases: 1, withoutAsa: 0, withoutEnd: 0 },
      ...{ fee: null, caseFees: null, reason: null, mayBeOff: false },
    },
  ]);
  expect(page.data.links).toEqual({ later: null, today: null });
  expect(page.data.stretch.earlier).toBeNull();
  expect(page.data.shown).toEqual({
    figures: [
      { label: "Today", short: "Today", value: "0.00", more: "PA, nothing logged", beside: [], to: null },
      { label: "This week", short: "Week", value: "2.50", more: "of 2.50 PA", beside: [], to: "/logbook/week/" },
      {
        // 33 Tuesdays of the plan are over, and one was worked.
        ...{ label: "Plan to date", short: "Behind", value: "80.00", more: "PA well behind" },
        ...{ beside: ["About 32.0 weeks, to Fri 20 Nov"], to: "/progress/", warns: true },
      },
      {
        ...{ label: "Unpaid fees", narrow: "Owed", short: null, value: "£1,200", more: "" },
        ...{ beside: ["1 to claim"], to: "/extras/" },
      },
    ],
    missing: [],
    missingLabel: "To complete these weeks",
  });
});

test("the quick actions of a recent session with cases give way to those of a newer one", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const quickOnes = async () => {
    const { data } = await load<Shown>(logbook.loader, { user, path: "/logbook/" });
    const entries = data.stretch.weeks.flatMap(({ rows }) => rows.flatMap((row) => row.entries));
    return entries.filter(({ quick }) => quick).map(({ unique_ref }) => unique_ref);
  };
  expect(await quickOnes()).toEqual([params.sessionRef]);
  const [session] = await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  if (!session) throw new Error("The diary has its session");
  const newer = { ...session, unique_ref: newRef(), start_at: londonInstant("2026-11-19", 480), text_encrypted: null };
  await db.insert(sessions).values({ ...newer, end_at: londonInstant("2026-11-19", 1080) });
  expect(await quickOnes()).toEqual([newer.unique_ref]);
});

test("without a session, the figures stand here and at the front where there is a plan or a fee to tell of", async () => {
  const user = await makeUser();
  const logbookOf = async () => (await load<Shown>(logbook.loader, { user, path: "/logbook/" })).data;
  const front = async () => (await load<{ shown: DiaryFigures | null }>(home.loader, { user, path: "/" })).data.shown;
  expect([(await logbookOf()).hasFigures, await front()]).toEqual([false, null]);
  const own = { unique_ref: newRef(), user_id: user.id, created_at: NOW, updated_at: NOW };
  await db.insert(fees).values({ ...own, work_date: "2026-11-12", amount_pence: 120_000 });
  const { hasFigures, shown, stretch: chunk } = await logbookOf();
  expect([hasFigures, chunk.weeks]).toEqual([true, []]);
  const feeList = [shown, await front()].map(
    (strip) => strip?.figures.find(({ label }) => label === "Unpaid fees")?.value,
  );
  expect(feeList).toEqual(["£1,200", "£1,200"]);
});

test("notes that do not open leave the rest of the logbook as it is, and are logged without them", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const [session] = await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  if (!session) throw new Error("The diary has its session");
  const notes = await vault.encrypt(user.unique_ref, sessionPlace(params.sessionRef), "Hip and knee");
  const readable = eq(sessions.unique_ref, params.sessionRef);
  await db.update(sessions).set({ text_encrypted: notes }).where(readable);
  // The text of another row: bound to its place, it does not open here.
  await db.insert(sessions).values({ ...session, unique_ref: newRef(), text_encrypted: notes });
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const page = await load<Shown>(logbook.loader, { user, path: "/logbook/" });
  const lines = log.mock.calls.flat().join("\n");
  log.mockRestore();
  const shown = page.data.stretch.weeks[0]?.rows.flatMap((row) => row.entries.map(({ note }) => note)) ?? [];
  expect(shown.sort()).toEqual(["Hip and knee", "This text could not be opened"]);
  expect(lines).toContain('"kind":"error"');
  expect(lines).not.toContain("Hip");
});

test("a new user is told to begin with a job plan", async () => {
  const user = await makeUser();
  const page = await load<Shown>(logbook.loader, { user, path: "/logbook/" });
  expect(page.data).toMatchObject({ stretch: { weeks: [] }, hasPlan: false });
});

test("a date goes to the page whose newest week holds it, and on from there", async () => {
  const user = await makeUser();
  await makeDiary(user);
  const typed = await load(logbook.loader, { user, path: "/logbook/?date=3/6/2026" });
  expect([typed.status, typed.location]).toEqual([302, "/logbook/?date=2026-06-03#day-2026-06-03"]);
  const page = await load<Shown>(logbook.loader, { user, path: "/logbook/?date=2026-06-03" });
  expect(page.data.stretch.weeks[0]?.heading).toBe("1 – 7 June 2026");
  expect(page.data.links.later).toMatchObject({ to: "/logbook/", label: "Later: 16 – 22 November 2026" });
  const after = await load<Shown>(logbook.loader, { user, path: "/logbook/?date=2099-12-31" });
  expect(after.data.stretch.earlier).toMatchObject({ to: "/logbook/?date=2026-11-16" });
});

test("a faulty date is refused with its message over the page of today", async () => {
  const user = await makeUser();
  await makeDiary(user);
  const page = await load<Shown>(logbook.loader, { user, path: "/logbook/?date=31/2/2026" });
  expect(page.status).toBe(422);
  expect(page.data.form).toEqual({ values: { date: ["31/2/2026"] }, errors: { date: [GO_TO_MESSAGE] } });
  expect(page.data.stretch.weeks[0]?.heading).toBe("16 – 22 November 2026");
});

test("nobody sees another's logbook; a visitor logs in first", async () => {
  await makeDiary(await makeUser());
  const page = await load<Shown>(logbook.loader, { user: await makeUser(), path: "/logbook/" });
  expect(page.data.stretch.weeks).toEqual([]);
  const visitor = await load(logbook.loader, { user: null, path: "/logbook/" });
  expect([visitor.status, visitor.location]).toEqual([302, "/login/"]);
});

test("the week says beside its figure what is extra and what has no element", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const [session] = await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  const [element] = await db.select().from(jobPlanElements).where(eq(jobPlanElements.unique_ref, params.elementRef));
  if (!session || !element) throw new Error("The diary has both");
  const wli = { unique_ref: newRef(), description: "WLI", category: "Extra" as const, counts_to_balance: false };
  await db.insert(jobPlanElements).values({ ...element, ...wli });
  const at = (date: string) => ({
    unique_ref: newRef(),
    start_at: londonInstant(date),
    end_at: londonInstant(date, 600),
  });
  await db.insert(sessions).values([
    { ...session, ...at("2026-11-19"), element_ref: null, pa_units: 3600 },
    { ...session, ...at("2026-11-18"), element_ref: wli.unique_ref, pa_units: 4500 },
  ]);
  const page = await load<Shown>(logbook.loader, { user, path: "/logbook/" });
  const week = page.data.shown.figures.find(({ label }) => label === "This week");
  expect([week?.value, ...(week?.beside ?? [])]).toEqual(["2.50", "+ 1.25 extra", "+ 1.00 outside the plan"]);
  // Neither counts towards the balance.
  expect(page.data.shown.figures.find(({ label }) => label === "Plan to date")?.value).toBe("80.00");
});

test("the balance of two plans is told apart, as of today on every page, and only to who may open its page", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const [plan] = await db.select().from(jobPlans).where(eq(jobPlans.unique_ref, params.planRef));
  if (!plan) throw new Error("The diary has its plan");
  const other = newRef();
  const university = { unique_ref: other, title: "University", employer: "University", opening_balance_pa_units: 3600 };
  // Of two that begin on one day the one that was made last goes first.
  await db.insert(jobPlans).values({ ...plan, ...university, created_at: plan.created_at - 1 });
  const balances = async (level: number, path: string) => {
    const page = await load<Shown>(logbook.loader, { user: { ...user, level }, path });
    const told = page.data.shown.figures.filter(({ to }) => to?.startsWith("/progress/"));
    return told.toSorted((one, two) => one.label.localeCompare(two.label));
  };
  const told = await balances(5, "/logbook/");
  expect(told).toMatchObject([
    { label: "Job plan 2026/27", short: null, value: "80.00", to: `/progress/?plan=${params.planRef}` },
    { label: "University", value: "1.00", more: "PA well ahead", warns: false, to: `/progress/?plan=${other}` },
  ]);
  expect(await balances(5, "/logbook/?date=2026-06-03")).toEqual(told);
  expect(await balances(4, "/logbook/")).toEqual([]);
});

/** 12,000 sessions of five cases each, some 30 years of work, up to the end of November 2026, and a paid fee for each. */
async function bigDiary(userId: number, elementRef: string) {
  const last = londonInstant("2026-11-30", 480);
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11999)`;
  const session = env.DB.prepare(
    `${numbers} INSERT INTO sessions (unique_ref, user_id, start_at, end_at, element_ref, pa_basis, standard_minutes,
      premium_minutes, pa_units, pa_rules, created_at, updated_at)
     SELECT 'big-' || i, ?1, ?2 - i * 79200000, ?2 - i * 79200000 + 18000000, ?3, 0, 300, 0, 4500, ?4, 1, 1 FROM n`,
  ).bind(userId, last, elementRef, '"england"');
  const cases = env.DB.prepare(
    `${numbers} INSERT INTO cases (unique_ref, user_id, session_ref, asa, created_at, updated_at)
     SELECT 'case-' || i || '-' || value, ?1, 'big-' || i, CASE WHEN value < 4 THEN 2 END, 1, 1 FROM n, json_each('[0,1,2,3,4]')`,
  ).bind(userId);
  const fees = ["session_ref", "case_ref"].map((owner) =>
    env.DB.prepare(
      `INSERT INTO fees (unique_ref, user_id, ${owner}, amount_pence, timesheet_date, paid_date, created_at, updated_at)
       SELECT 'fee-' || unique_ref, ?1, unique_ref, 31050, '2026-01-05', '2026-02-05', 1, 1 FROM ${owner === "case_ref" ? "cases" : "sessions"}
       WHERE user_id = ?1 AND (unique_ref LIKE 'big-%' OR unique_ref LIKE 'case-%')`,
    ).bind(userId),
  );
  await env.DB.batch([session, cases, ...fees]);
}

/** The statements of a page, as its loader sends them. */
function statementsOfPage(userId: number, date: string) {
  const span = diarySpan(date);
  const statements = [
    ...listBatch(db, { userId, span }),
    ...besideListBatch(db, { userId, span }),
    ...balanceBatch(db, userId, TODAY),
  ];
  return statements.map(queryOf);
}

test("a page of 30 years of work reads its own rows alone, through the index on the start of sessions", {
  tags: ["full"],
}, async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await bigDiary(user.id, params.elementRef);
  const soFar = between(sessions.start_at, londonInstant("2026-04-01"), londonInstant(TODAY));
  const ofYear = await db.$count(sessions, and(eq(sessions.user_id, user.id), soFar));
  for (const date of [TODAY, "2010-06-16", "1997-03-05"]) {
    const page = await load<Shown>(logbook.loader, { user, path: `/logbook/?date=${date}` });
    const entries = page.data.stretch.weeks.flatMap((week) => week.rows.flatMap((row) => row.entries));
    const shown = entries.length + entries.reduce((sum, entry) => sum + entry.cases, 0);
    expect(entries.length, date).toBeGreaterThan(28);
    expect(entries.at(-1)?.caseFees?.words).toBe("5 case fees £1,552.50 paid");
    let read = 0;
    for (const { sql, params: values } of statementsOfPage(user.id, date)) {
      read += (
        await env.DB.prepare(sql)
          .bind(...values)
          .all()
      ).meta.rows_read;
      const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .bind(...values)
        .all<{ detail: string }>();
      // The rows that were found are summed by a window, which is called a subquery.
      const scans = results.map((row) => row.detail).filter((detail) => /^SCAN (?!\(subquery-\d+\)$)/.test(detail));
      expect(scans, sql).toEqual([]);
    }
    // The sessions of the plan year so far come on top, by their index alone, and the few rows of plan, leave with its
    // settings and unpaid fee. A fee is looked for in a unique index of two columns, and SQLite looks at the entry after it: one row more.
    const fees = entries.reduce((sum, { caseFees }) => sum + (caseFees ? 5 : 0), 0) + entries.length;
    // The window that sums the bytes of notes counts each session twice again, and a row where it ends.
    const found = 3 * shown + 2 * entries.length + 1;
    expect(read, `${date}: ${shown} sessions and cases`).toBeLessThanOrEqual(found + fees + ofYear + 24);
  }
  const [page] = statementsOfPage(user.id, TODAY);
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${page?.sql}`)
    .bind(...(page?.params ?? []))
    .all<{ detail: string }>();
  const [search] = results.map((row) => row.detail).filter((detail) => detail.startsWith("SEARCH"));
  expect(search).toContain("USING PRIMARY KEY (user_id=? AND start_at>? AND start_at<?)");
});

test("more weeks are handed over in stretches, from the asked week down to the first that has a session", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const [session] = await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  if (!session) throw new Error("The diary has its session");
  const at = (date: string) => ({ start_at: londonInstant(date, 480), end_at: londonInstant(date, 1080) });
  await db.insert(sessions).values([
    { ...session, ...at("2026-10-06"), unique_ref: newRef() },
    { ...session, ...at("2024-03-05"), unique_ref: newRef() },
  ]);
  const { database, trips } = countingDatabase();
  const ask = (search: string) =>
    load<WeekChunk>(weeksRoute.loader, { user, path: `/logbook/weeks/${search}`, database });
  const first = await ask("?top=2026-10-19");
  expect([first.data.weeks.length, trips()]).toEqual([26, 1]);
  expect(first.data.weeks[0]?.heading).toBe("19 – 25 October 2026");
  expect(first.data.earlier?.monday).toBe("2024-03-04");
  const last = await ask("?top=2024-03-18&weeks=4");
  expect(last.data.weeks.map(({ monday }) => monday)).toEqual(["2024-03-18", "2024-03-11", "2024-03-04"]);
  expect(last.data.earlier).toBeNull();
  expect((await ask("?top=soon")).status).toBe(404);
  expect((await ask("?top=2026-10-19&weeks=5000")).data.weeks).toHaveLength(26);
  const other = await load<WeekChunk>(weeksRoute.loader, {
    user: await makeUser(),
    path: "/logbook/weeks/?top=2026-10-19",
  });
  expect(other.data).toEqual({ weeks: [], earlier: null });
});

test("a logbook without sessions has figures where there is a plan to compare with, or a fee to be paid", async () => {
  const [planned, paid, fresh] = [await makeUser(), await makeUser(), await makeUser()];
  await makeDiary(planned);
  await db.delete(fees).where(eq(fees.user_id, planned.id));
  await db.delete(sessions).where(eq(sessions.user_id, planned.id));
  const row = { unique_ref: newRef(), user_id: paid.id, created_at: NOW, updated_at: NOW };
  await db.insert(fees).values({ ...row, work_date: TODAY, amount_pence: 10_000 });
  const shown = [planned, paid, fresh].map((user) => load<Shown>(logbook.loader, { user, path: "/logbook/" }));
  expect((await Promise.all(shown)).map(({ data }) => data.hasFigures)).toEqual([true, true, false]);
});
