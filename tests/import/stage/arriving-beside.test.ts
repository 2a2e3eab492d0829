import { and, asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cases } from "~/diary/cases/table.server";
import { placeAll } from "~/import/place/place.server";
import { rowsToSend } from "~/import/read-file";
import { beginImport } from "~/import/stage/begin.server";
import { clearWorkingSet } from "~/import/stage/clear.server";
import { receiveRows } from "~/import/stage/receive.server";
import { importRows, imports } from "~/import/table.server";
import { copyDiary } from "../../support/copy-diary";
import { makeDiary } from "../../support/diary";
import { db, makeUser, NOW } from "../../support/harness";
import { factsOf, importFile, requestContextOf, row } from "../files";

const ROWS = [row(2, { start_minute: 600 }), row(3, { start_minute: 700 })];
const LATER = NOW + 60_000;

/** Somebody with a session that holds the rows, and another user. */
async function twoUsers() {
  const [user, other] = [await makeUser(), await makeUser()];
  await makeDiary(user);
  return { user, other, asked: requestContextOf(user), copy: () => copyDiary(user.id, other.id) };
}

function rowsOf(userId: number) {
  return db.select().from(importRows).where(eq(importRows.user_id, userId)).orderBy(asc(importRows.unique_ref));
}

test("an import is complete when its own lines have come, whatever another user's has under its reference", async () => {
  const { asked, copy } = await twoUsers();
  const { import_ref } = await beginImport(asked, factsOf(ROWS));
  const [first, second] = rowsToSend(ROWS);
  if (!first || !second) throw new Error("There are two rows");
  await receiveRows(asked, import_ref, 0, [first]);
  await copy();
  expect(await receiveRows(asked, import_ref, 0, [first])).toMatchObject({ received: 1, complete: false });
  expect(await receiveRows(asked, import_ref, 1, [second])).toEqual({
    ...{ received: 2, expected: 2, known: 0, complete: true },
  });
});

test("rows are new to a user though another has them, by line and by value", async () => {
  const { user, other, asked, copy } = await twoUsers();
  await importFile(asked, ROWS);
  await copy();
  await db.delete(importRows).where(eq(importRows.user_id, user.id));
  const before = await rowsOf(other.id);
  expect((await importFile(asked, ROWS)).last).toMatchObject({ received: 2, known: 0 });
  expect(await rowsOf(other.id)).toEqual(before);
});

test("a line of another import of the file is new to a user though another user's import has it", async () => {
  const { user, asked, copy } = await twoUsers();
  const { facts, importRef } = await importFile(asked, ROWS);
  await copy();
  await db.delete(importRows).where(and(eq(importRows.user_id, user.id), eq(importRows.import_ref, importRef)));
  const others = ROWS.map((each) => ({ ...each, age: 71 }));
  const next = await importFile(asked, others, { ...facts, mapping: { ...facts.mapping, asa: 8 } });
  expect(next.last).toMatchObject({ received: 2, known: 0, complete: true });
});

test("rows that are imported again after their cases were deleted leave another user's known", async () => {
  const { user, other, asked, copy } = await twoUsers();
  await importFile(asked, ROWS);
  await placeAll(asked);
  await clearWorkingSet(asked);
  await copy();
  for (const { id } of [user, other]) {
    await db.delete(cases).where(eq(cases.user_id, id));
  }
  const before = await rowsOf(other.id);
  expect((await importFile(asked, ROWS)).last).toMatchObject({ received: 2, known: 0 });
  expect(await rowsOf(other.id)).toEqual(before);
});

test("an import that another mapping replaces is cleared then", async () => {
  const { user, asked } = await twoUsers();
  const { facts, importRef } = await importFile(asked, ROWS);
  await beginImport(requestContextOf(user, LATER), { ...facts, mapping: { ...facts.mapping, asa: 8 } });
  const [replaced] = await db.select().from(imports).where(eq(imports.unique_ref, importRef));
  expect(replaced).toMatchObject({ cleared_at: LATER, updated_at: LATER });
});

test("a file that is complete takes the same rows again, and no other", async () => {
  const { asked } = await twoUsers();
  const { importRef, last } = await importFile(asked, ROWS);
  expect(await receiveRows(asked, importRef, 0, rowsToSend(ROWS))).toEqual(last);
  const more = rowsToSend([row(4, { start_minute: 800 })]);
  await expect(receiveRows(asked, importRef, 2, more)).rejects.toMatchObject({ status: 409 });
});
