import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { favourites, NO_RECENT_USE, recentUse } from "~/diary/cases/options.server";
import { cases } from "~/diary/cases/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { newRef } from "~/platform/db/columns.server";
import * as add from "~/routes/logbook/case-new";
import { countingDatabase, db, load, makeUser, NOW } from "../../support/harness";

const DAY_MS = 86_400_000;

/** A session so many days before now with one case of these options. @returns the session's reference. */
async function work(user: SignedInUser, daysAgo: number, optionIds: readonly string[]) {
  const row = { user_id: user.id, created_at: NOW, updated_at: NOW };
  const [session_ref, case_ref] = [newRef(), newRef()];
  const start_at = NOW - daysAgo * DAY_MS;
  const rules = { pa_basis: "time_calculated" as const, pa_rules: NATIONAL_RULES.england };
  await db.batch([
    db.insert(sessions).values({
      ...{ ...row, ...rules, unique_ref: session_ref, start_at, end_at: start_at + 3_600_000 },
      ...{ standard_minutes: 60, premium_minutes: 0, pa_units: 900 },
    }),
    db.insert(cases).values({
      ...{ ...row, unique_ref: case_ref, session_ref },
      options: optionIds.map((id) => ({ id, flags: "" })),
    }),
  ]);
  return session_ref;
}

function idsOf(recent: Awaited<ReturnType<typeof recentUse>>) {
  return recent.map((each) => each.id);
}

test("what was chosen most of late comes first", async () => {
  const user = await makeUser();
  for (const [daysAgo, ids] of [
    [1, ["121", "131"]],
    [2, ["121"]],
    [3, ["111", "121", "131"]],
  ] as const) {
    await work(user, daysAgo, ids);
  }
  const recent = await recentUse(db, user.id, NOW);
  expect(idsOf(recent)).toEqual(["121", "131", "111"]);
  expect(favourites(recent, "airway", []).map((option) => option.label)).toEqual([
    "Oral ETT",
    "Direct laryngoscopy",
    "SGA - i-gel",
  ]);
  expect(favourites(recent, "procedure", [])).toEqual([]);
});

test("work of others, work to come and work of long ago do not count", async () => {
  const user = await makeUser();
  await work(await makeUser(), 1, ["112"]);
  await work(user, -7, ["113"]);
  expect(await recentUse(db, user.id, NOW)).toEqual([]);
  await work(user, 500, ["114"]);
  for (let day = 1; day <= 60; day += 1) await work(user, day, ["121"]);
  expect(idsOf(await recentUse(db, user.id, NOW))).toEqual(["121"]);
});

test("of more cases than count the newest do, and of sessions that began together all", async () => {
  const user = await makeUser();
  const session_ref = await work(user, 1, ["121"]);
  const addCase = (ref: string, created_at: number, id: string) =>
    db.insert(cases).values({
      ...{ user_id: user.id, unique_ref: ref, session_ref, created_at, updated_at: created_at },
      options: [{ id, flags: "" }],
    });
  await addCase(`-${newRef().slice(1)}`, NOW - 1, "112");
  for (let at = 1; at < 100; at += 1) await addCase(newRef(), NOW + at, "121");
  expect(await recentUse(db, user.id, NOW)).toEqual([{ id: "121", uses: 100 }]);
  const other = await makeUser();
  for (let day = 1; day < 60; day += 1) await work(other, day, ["121"]);
  for (const id of ["111", "112"]) await work(other, 60, [id]);
  expect(idsOf(await recentUse(db, other.id, NOW))).toEqual(["121", "111", "112"]);
});

test("an option that is on no list any more is left out, and a kind shows only so many", async () => {
  const recent = ["111", "112", "113", "114", "121", "122", "123", "124"].map((id) => {
    return { id, uses: 1 };
  });
  const gone = { id: "gone", uses: 9 };
  expect(favourites([gone, ...recent], "airway", [])).toHaveLength(6);
  expect(favourites([gone], "airway", [{ id: "gone", label: "My mask" }])).toEqual([{ id: "gone", label: "My mask" }]);
});

test("the form of a case knows them, in its one batch", async () => {
  const user = await makeUser();
  const sessionRef = await work(user, 1, ["121"]);
  const { database, trips } = countingDatabase();
  const page = await load<{ around: { usual: Record<string, { label: string }[]> } }>(add.loader, {
    ...{ user, database, params: { sessionRef } },
  });
  expect(page.data.around.usual).toEqual({ airway: [{ id: "121", label: "Oral ETT" }], procedure: [] });
  expect(trips()).toBe(1);
});

test("recent use costs the same however many cases there are, and nothing where it is not asked for", async () => {
  const user = await makeUser();
  for (let day = 1; day <= 70; day += 1) await work(user, day, ["121", "131"]);
  async function rowsRead(before: number): Promise<number> {
    const { sql, params } = recentUse(db, user.id, before).toSQL();
    const answer = await env.DB.prepare(sql)
      .bind(...params)
      .all();
    return answer.meta.rows_read;
  }
  const before = await rowsRead(NOW);
  for (let day = 71; day <= 140; day += 1) await work(user, day, ["121", "131"]);
  expect(await rowsRead(NOW)).toBeLessThanOrEqual(before + 5);
  expect(await rowsRead(NO_RECENT_USE)).toBeLessThan(before / 10);
});
