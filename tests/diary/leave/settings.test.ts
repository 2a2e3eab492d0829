import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { leaveSettings, leaveYears } from "~/diary/leave/table.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormState } from "~/platform/http/action-result";
import * as settingsRoute from "~/routes/leave/settings";
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
  const form = { year_start_month: "12", year_start_day: "31", annual_days: "30.5", study_days: "9.5" };
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
  ["the entitlement of a year that is made", { settings: true }],
  ["the entitlement of a year that is there", { settings: true, year: true }],
])("%s elsewhere, while a form is on the way, are shown and not replaced", async (what, has) => {
  const { user, own, answers, save, rows } = await consultant(has);
  const racing = racingDatabase(2, async () => {
    if (what.startsWith("settings")) {
      if (!has.settings) await db.insert(leaveSettings).values({ ...own, unique_ref: newRef(), version: 3 });
      else await db.update(leaveSettings).set({ version: 3 }).where(eq(leaveSettings.user_id, user.id));
    } else if (!has.year) {
      await db.insert(leaveYears).values({ ...own, unique_ref: newRef(), year_begins: "2026-04-01" });
    } else await db.update(leaveYears).set({ version: 3 }).where(eq(leaveYears.user_id, user.id));
  });
  const late = await save({ annual_days: "40" }, racing);
  const version = String(1 + (await rows()).flat().reduce((sum, row) => sum + row.version, 0));
  expect([late.status, late.data.form.values.version]).toEqual([409, [version]]);
  expect(Number(version)).toBeGreaterThan(Number(answers.version));
  expect((await rows())[1]).not.toMatchObject([{ annual_half_days: 80 }]);
});

test("a save that the database fails is told as a failure, not as a change elsewhere", async () => {
  const { save, rows } = await consultant();
  const failing = racingDatabase(2, () => Promise.reject(new Error("D1 is down")));
  await expect(save({ annual_days: "40" }, failing)).rejects.toThrow("D1 is down");
  expect(await rows()).toEqual([[], []]);
});
