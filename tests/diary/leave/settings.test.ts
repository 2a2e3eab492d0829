import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { leave, leaveSettings, leaveYears } from "~/diary/leave/table.server";
import { undoWithMessage } from "~/diary/undo/undo.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormState } from "~/platform/http/action-result";
import * as pageRoute from "~/routes/leave/leave";
import * as settingsRoute from "~/routes/leave/settings";
import { flashOf } from "../../support/flash";
import { db, load, makeUser, NOW, racingDatabase, submit } from "../../support/harness";

type Fields = Record<string, string>;

/** Somebody with settings and the entitlement of a year, or with neither yet. */
async function consultant(has: { settings?: boolean; year?: boolean } = {}) {
  const user = await makeUser();
  const own = { user_id: user.id, created_at: NOW, updated_at: NOW };
  if (has.settings) await db.insert(leaveSettings).values({ ...own, unique_ref: newRef() });
  if (has.year) await db.insert(leaveYears).values({ ...own, unique_ref: newRef(), year_begins: "2026-04-01" });
  const { answers } = (await load<{ answers: Fields }>(settingsRoute.loader, { user, path: "/leave/settings/" })).data;
  const save = (fields: Fields, database = db, now = NOW) =>
    submit<{ form: FormState }>(settingsRoute.action, { ...answers, ...fields }, { user, database, now });
  const rows = async () => {
    const settings = await db.select().from(leaveSettings).where(eq(leaveSettings.user_id, user.id));
    const years = db.select().from(leaveYears).where(eq(leaveYears.user_id, user.id));
    return [settings, await years.orderBy(asc(leaveYears.year_begins))] as const;
  };
  return { user, own, answers, save, rows };
}

test("a change of what is there is one more of its version, at its time, and of nobody else", async () => {
  const { user, save, rows } = await consultant({ settings: true, year: true });
  const [[settings], [year]] = await rows();
  const other = await makeUser();
  const theirs = { user_id: other.id, created_at: NOW, updated_at: NOW, unique_ref: year?.unique_ref ?? "" };
  await db.insert(leaveYears).values({ ...theirs, year_begins: "2026-04-01" });
  const before = await db.select().from(leaveYears).where(eq(leaveYears.user_id, other.id));
  const form = { year_start_month: "12", year_start_day: "31", annual: "30.5", study_days: "9.5" };
  expect((await save(form, db, NOW + 1)).status).toBe(302);
  const saved = { user_id: user.id, created_at: NOW, updated_at: NOW + 1, version: 2 };
  expect(await rows()).toEqual([
    [{ ...settings, ...saved, year_start: "12-31", study_half_days: 19 }],
    [{ ...year, ...saved, year_begins: "2026-12-31", annual_half_days: 61 }],
  ]);
  expect(await db.select().from(leaveYears).where(eq(leaveYears.user_id, other.id))).toEqual(before);
});

test.each<[string, { settings?: boolean; year?: boolean }]>([
  ["settings that are made", {}],
  ["settings that are there", { settings: true }],
  ["the entitlement of a year that is there", { settings: true, year: true }],
])("%s elsewhere, while a form is on the way, are shown and not replaced", async (_what, has) => {
  const { save, rows } = await consultant(has);
  const racing = racingDatabase(2, async () => {
    expect((await save({ annual: "36" })).status).toBe(302);
  });
  const late = await save({ annual: "40" }, racing);
  expect([late.status, late.data.form.values.version]).toEqual([409, ["2"]]);
  expect(await rows()).toMatchObject([[{ version: 2 }], [{ annual_half_days: 72 }]]);
});

test("settings are undone with the years that were saved with them", async () => {
  const { user, save, rows } = await consultant({ settings: true, year: true });
  const before = await rows();
  const { undo } = flashOf(await save({ year_start_month: "9", annual: "36" }));
  const by = { db, userId: user.id, now: NOW };
  expect(await undoWithMessage(by, String(undo))).toMatchObject({ ok: true, message: "Restored: leave settings" });
  expect(await rows()).toEqual(before);
});

test("a save that the database fails is told as a failure, not as a change elsewhere", async () => {
  const { save, rows } = await consultant();
  const failing = racingDatabase(2, () => Promise.reject(new Error("D1 is down")));
  await expect(save({ annual: "40" }, failing)).rejects.toThrow("D1 is down");
  expect(await rows()).toEqual([[], []]);
});

interface Shown {
  dates: string;
  annual: { label: string; amount: { first: string }; more?: string }[];
}

test("a leave year that moves leaves the years before it as they were, and the one it moves in has its share", async () => {
  const { user, save, rows } = await consultant();
  const own = { user_id: user.id, created_at: NOW, updated_at: NOW, type: "annual", status: "taken" } as const;
  await db.insert(leave).values([
    { ...own, unique_ref: newRef(), date_start: "2025-07-07", date_end: "2025-07-11" },
    { ...own, unique_ref: newRef(), date_start: "2025-12-01", date_end: "2025-12-05" },
  ]);
  const page = async (year: number) => {
    const { dates, annual } = (await load<Shown>(pageRoute.loader, { user, path: `/leave/?year=${year}` })).data;
    return [dates, ...annual.map(({ amount: { first }, more }) => [first, more].filter(Boolean).join(": "))];
  };
  const before = await Promise.all([2024, 2025].map(page));
  expect((await save({ year_start_month: "9", new_start: "later" })).status).toBe(302);
  expect(await Promise.all([2024, 2025].map(page))).toEqual(before);
  // By hand: 365 days to 31 March 2027 and 30 + 31 + 30 + 31 + 31 to 31 August are 518; 32 × 518 ÷ 365 = 45.41.
  expect(await page(2026)).toEqual([
    "1 April 2026 to 31 August 2027",
    ...["45.41: 32.0 days × 518 ÷ 365", "0.0", "0.0", "0.0", "45.41"],
  ]);
  expect(await page(2027)).toEqual(["1 September 2027 to 31 August 2028", "32.0", "0.0", "0.0", "0.0", "32.0"]);
  // An entitlement that is saved afterwards moves no year, nor does one of a year that was saved before.
  const { answers } = (await load<{ answers: Fields }>(settingsRoute.loader, { user, path: "/leave/settings/" })).data;
  expect(answers).toMatchObject({ year: "2026", year_start_month: "9", new_start: "later" });
  await submit(settingsRoute.action, { ...answers, annual: "34" }, { user });
  expect((await rows())[1]).toMatchObject([{ year_begins: "2026-04-01", annual_half_days: 68, version: 3 }]);
  expect(await Promise.all([2024, 2025].map(page))).toEqual(before);
});

test("a new start of all years moves those that are saved with it", async () => {
  const { user, own, answers, save, rows } = await consultant({ year: true });
  await db.insert(leaveYears).values({ ...own, unique_ref: newRef(), year_begins: "2024-04-01" });
  await db.insert(leaveYears).values({ ...own, unique_ref: newRef(), year_begins: "2028-04-01" });
  expect(answers.new_start).toBe("all");
  await save({ year_start_month: "9", new_start: "all" });
  const begins = async () => (await rows())[1].map(({ year_begins }) => year_begins);
  expect(await begins()).toEqual(["2024-09-01", "2026-09-01", "2028-09-01"]);
  const again = (await load<{ answers: Fields }>(settingsRoute.loader, { user, path: "/leave/settings/" })).data
    .answers;
  await submit(settingsRoute.action, { ...again, year_start_month: "1", new_start: "later" }, { user });
  expect(await begins()).toEqual(["2024-09-01", "2026-09-01", "2028-01-01"]);
});

test("the first day in a post is not after the leave year", async () => {
  const { save, rows } = await consultant();
  const refused = await save({ post_begins: "1/4/2027" });
  expect([refused.status, refused.data.form.errors.post_begins?.[0]?.slice(0, 55)]).toEqual([
    422,
    "First day in this post must be 31 March 2027 or before.",
  ]);
  expect((await save({ post_begins: "1/8/2026" })).status).toBe(302);
  expect((await rows())[1]).toMatchObject([{ post_begins: "2026-08-01" }]);
});
