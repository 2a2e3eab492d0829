import { expect, test } from "vitest";
import { sessions } from "~/diary/sessions/table.server";
import { placingPreview } from "~/import/place/preview.server";
import { workingSet } from "~/import/stage/working-set.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { newRef } from "~/platform/db/columns.server";
import { londonInstant } from "~/platform/time/london";
import { db, makeUser, NOW } from "../../support/harness";
import { importFile, requestContextOf, row } from "../files";

const FIRST = { from: 0, sessions: 0 };

/** Somebody with a session of these minutes since midnight of the rows' day, 17 November 2026. */
async function withSession(from: number, until: number) {
  const context = requestContextOf(await makeUser());
  const midnight = londonInstant("2026-11-17");
  await db.insert(sessions).values({
    ...{ unique_ref: newRef(), user_id: context.userId, created_at: NOW, updated_at: NOW },
    ...{ start_at: midnight + from * 60_000, end_at: midnight + until * 60_000, pa_basis: "time_calculated" },
    ...{ standard_minutes: until - from, premium_minutes: 0, pa_units: 3600, pa_rules: NATIONAL_RULES.england },
  });
  return context;
}

test.each([
  ["at its start", 480, true],
  ["in its last minute", 779, true],
  ["at its end", 780, false],
  ["before it", 479, false],
  ["at no time", null, true],
])("a session that is offered for a row holds it or not: the row starts %s", async (_, start_minute, fits) => {
  const context = await withSession(480, 780);
  await importFile(context, [row(2, { start_minute, end_minute: null })]);
  const [only] = (await workingSet(context, FIRST)).rows.items;
  expect(only?.choices.map((choice) => choice.fits)).toEqual([fits]);
});

test("a session that begins with the day of a row without a time holds it", async () => {
  const context = await withSession(0, 480);
  await importFile(context, [row(2, { start_minute: null, end_minute: null })]);
  const [only] = (await workingSet(context, FIRST)).rows.items;
  expect(only?.choices.map((choice) => choice.fits)).toEqual([true]);
});

test.each([
  ["begins a day before and goes on into it", -1440, 1, 1],
  ["begins more than a day before", -1441, 1, 0],
  ["ends as it begins", -60, 0, 0],
  ["begins in its last minute", 1439, 1500, 1],
  ["begins as it ends", 1440, 1500, 0],
])("beside the rows of a day stands a session that %s, or not", async (_, from, until, total) => {
  const context = await withSession(from, until);
  await importFile(context, [row(2)]);
  expect((await workingSet(context, FIRST)).sessions.total).toBe(total);
});

test("of the rows that have no session the first twenty are named", async () => {
  const context = requestContextOf(await makeUser());
  await importFile(
    context,
    Array.from({ length: 21 }, (_, at) => row(at + 2, { start_minute: at })),
  );
  const [skipped] = (await placingPreview(context)).skipped;
  expect(skipped).toMatchObject({ reason: "no_session", rows: 21 });
  expect(skipped?.first.map(({ line }) => line).sort((one, other) => one - other)).toEqual(
    Array.from({ length: 20 }, (_, at) => at + 2),
  );
});
