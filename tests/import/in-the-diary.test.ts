import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cases } from "~/diary/cases/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { placingPreview } from "~/import/place/preview.server";
import { workingSet } from "~/import/stage/working-set.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { newRef } from "~/platform/db/columns.server";
import { londonInstant } from "~/platform/time/london";
import { copyDiary } from "../support/copy-diary";
import { makeDiary } from "../support/diary";
import { db, makeUser, NOW } from "../support/harness";
import { meteredDatabase } from "../support/metered";
import { importFile, requestContextOf, row } from "./files";

const FIRST = { from: 0, sessions: 0 };

test("a row is in the diary by a case of one's own, not by somebody else's in a session of the same reference", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const context = requestContextOf(user);
  const other = await makeUser();
  await copyDiary(user.id, other.id);
  const [start, end] = [700, 720];
  await db
    .update(cases)
    .set({ start_at: londonInstant("2026-11-17", start), end_at: londonInstant("2026-11-17", end) })
    .where(and(eq(cases.user_id, other.id), eq(cases.session_ref, params.sessionRef)));
  const before = await workingSet(context, FIRST);
  // As the case of each of the two.
  await importFile(context, [row(2), row(3, { start_minute: start, end_minute: end })]);
  const after = await workingSet(context, FIRST);
  expect([after.total - before.total, after.available - before.available]).toEqual([2, 1]);
});

test("a row without times belongs to the session that begins with its day", async () => {
  const user = await makeUser();
  const context = requestContextOf(user);
  await makeSession(user.id, "2026-11-17");
  const untimed = { start_minute: null, end_minute: null };
  await importFile(context, [row(2, untimed), row(3, { ...untimed, case_date: "2026-11-18" })]);
  const { places, skipped } = await placingPreview(context);
  expect([places.map(({ rows }) => rows), skipped.map(({ reason, rows }) => [reason, rows])]).toEqual([
    [1],
    [["no_session", 1]],
  ]);
});

/** A session of the night that begins a day. */
async function makeSession(userId: number, date: string) {
  await db.insert(sessions).values({
    ...{ unique_ref: newRef(), user_id: userId, created_at: NOW, updated_at: NOW },
    ...{ start_at: londonInstant(date, 0), end_at: londonInstant(date, 480) },
    ...{ pa_basis: "time_calculated", standard_minutes: 0, premium_minutes: 480, pa_units: 9_600 },
    pa_rules: NATIONAL_RULES.england,
  });
}

test("a preview reads no session of anybody else", async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  await importFile(requestContextOf(user), [row(2), row(3, { start_minute: 700 })]);
  const previewed = async () => {
    const { metered, rowsRead } = meteredDatabase();
    await placingPreview(requestContextOf(user, NOW, metered));
    return rowsRead();
  };
  // The first one read after one's own tells where these end.
  await makeSession(other.id, "2026-11-09");
  const before = await previewed();
  for (let day = 10; day < 20; day += 1) await makeSession(other.id, `2026-11-${day}`);
  expect(await previewed()).toBe(before);
});
