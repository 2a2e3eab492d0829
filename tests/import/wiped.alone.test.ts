import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "~/account/table.server";
import { cases } from "~/diary/cases/table.server";
import { placeAll } from "~/import/place/place.server";
import { VALUES_KEPT_MS, wipeOldImports } from "~/import/stage/clear.server";
import { workingSet } from "~/import/stage/working-set.server";
import { importRows, imports } from "~/import/table.server";
import { newRef } from "~/platform/db/columns.server";
import { runEveryMinute } from "../../workers/jobs";
import { copyDiary } from "../support/copy-diary";
import { makeDiary } from "../support/diary";
import { db, jobContext, makeUser, NOW } from "../support/harness";
import { importFile, requestContextOf, row } from "./files";

const FIRST = { from: 0, sessions: 0 };

async function diary() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const context = requestContextOf(user);
  return { asked: context, params, user };
}

function rowsOf(importRef: string) {
  return db.select().from(importRows).where(eq(importRows.import_ref, importRef)).orderBy(asc(importRows.line));
}

test("the cron wipes the values after thirty days and no sooner, and the file is known no less", async () => {
  const { asked: context, params } = await diary();
  const rows = [row(2, { start_minute: 700 }), row(3, { start_minute: 100 })];
  const { facts, importRef } = await importFile(context, rows);
  await placeAll(context);
  await runEveryMinute(jobContext({ now: NOW + VALUES_KEPT_MS - 1 }));
  expect((await workingSet(context, FIRST)).total).toBe(3);
  await runEveryMinute(jobContext({ now: NOW + VALUES_KEPT_MS }));
  await runEveryMinute(jobContext({ now: NOW + VALUES_KEPT_MS }));
  expect((await workingSet(context, FIRST)).total).toBe(0);
  const left = await rowsOf(importRef);
  expect(left.map(({ case_date, text_encrypted, row_key }) => [case_date, text_encrypted, row_key === null])).toEqual([
    [null, null, false],
    [null, null, false],
  ]);
  expect(await db.$count(cases, eq(cases.session_ref, params.sessionRef))).toBe(3);
  expect((await importFile(context, rows, facts)).last).toMatchObject({ known: 1, complete: true });
});

test("the cron wipes some imports a run, and goes on with others in the next", async () => {
  const { asked: context } = await diary();
  const made = { user_id: context.userId, created_at: NOW, updated_at: NOW };
  await importFile(context, [row(2, { start_minute: 700 })]);
  const [like] = await db.select().from(imports).where(eq(imports.user_id, context.userId));
  if (!like) throw new Error("An import was made");
  for (let more = 0; more < 7; more += 1)
    await db.insert(imports).values({ ...like, ...made, unique_ref: newRef(), file_hash: newRef() });
  const left = () => db.$count(imports, isNull(imports.wiped_at));
  const due = await left();
  expect(due).toBeGreaterThan(5);
  await runEveryMinute(jobContext({ now: NOW + VALUES_KEPT_MS }));
  expect(await left()).toBe(due - 5);
  await runEveryMinute(jobContext({ now: NOW + VALUES_KEPT_MS }));
  expect(await left()).toBe(0);
});

test("the cron wipes an import of one user alone, notes when, and has it backed up", async () => {
  const { asked: context, user } = await diary();
  const other = await makeUser();
  const { importRef } = await importFile(context, [row(2, { start_minute: 700 }), row(3, { start_minute: 100 })]);
  await copyDiary(user.id, other.id);
  const now = NOW + VALUES_KEPT_MS;
  await db.update(imports).set({ created_at: now }).where(eq(imports.user_id, other.id));
  const theirs = () =>
    Promise.all([importRows, imports].map((table) => db.select().from(table).where(eq(table.user_id, other.id))));
  const before = await theirs();
  await db.update(users).set({ changed_at: null });
  await wipeOldImports(db, now);
  expect(await theirs()).toEqual(before);
  const [[wiped], due] = await db.batch([
    db
      .select()
      .from(imports)
      .where(and(eq(imports.user_id, user.id), eq(imports.unique_ref, importRef))),
    db.select({ ref: users.unique_ref, changed_at: users.changed_at }).from(users).where(isNotNull(users.changed_at)),
  ]);
  expect(wiped).toMatchObject({ wiped_at: now, updated_at: now });
  expect(due).toContainEqual({ ref: user.unique_ref, changed_at: now });
  const left = (await rowsOf(importRef)).filter(({ user_id }) => user_id === user.id);
  expect(left.map(({ line, wiped_at }) => [line, wiped_at])).toEqual([
    [2, now],
    [3, now],
  ]);
});
