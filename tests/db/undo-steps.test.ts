import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cases } from "~/cases/table.server";
import { claims } from "~/claims/table.server";
import { newRef } from "~/db/columns.server";
import { keepForUndo, UNDO_HOLDS_MS, undoBytes, undoSteps } from "~/db/undo-steps.server";
import { sessions } from "~/sessions/table.server";
import { makeDiary } from "../support/diary";
import { db, makeUser, NOW, vault } from "../support/harness";

test("an undo step holds the rows as they were, by table and column, with sealed text as hex", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const sealed = (await vault.seal(user.unique_ref, "place", 'Notes with "quotes"')) as Uint8Array;
  await db.update(sessions).set({ sealed, site: 'Theatre "2"' }).where(eq(sessions.unique_ref, params.sessionRef));
  const session = and(eq(sessions.user_id, user.id), eq(sessions.unique_ref, params.sessionRef));
  const ref = newRef();
  const deletes = [
    { table: sessions, where: eq(sessions.unique_ref, params.sessionRef) },
    { table: cases, where: eq(cases.session_ref, params.sessionRef) },
    { table: claims, where: eq(claims.user_id, user.id) },
  ];
  const step = { ref, says: "Session deleted", deletes, makes: { cases: ["a", "b"] } };
  const [sizes] = await db
    .select({ bytes: undoBytes(deletes).as("bytes") })
    .from(sessions)
    .where(session);
  const [kept] = await db.batch([keepForUndo(db, user.id, step, NOW)]);
  expect(kept.meta.changes).toBe(1);

  const [stored] = await db.select().from(undoSteps).where(eq(undoSteps.unique_ref, ref));
  expect(stored).toMatchObject({ says: "Session deleted", made: { cases: ["a", "b"] } });
  expect(stored?.expires_at).toBe(NOW + UNDO_HOLDS_MS);
  const hex = Array.from(sealed, (byte) => byte.toString(16).padStart(2, "0")).join("");
  expect(stored?.deleted.sessions).toEqual([
    expect.objectContaining({
      unique_ref: params.sessionRef,
      site: 'Theatre "2"',
      sealed: hex.toUpperCase(),
      recurring_uuid: null,
      pa_units: 9000,
    }),
  ]);
  expect(stored?.deleted.sessions?.[0]?.pa_rules).toBe('"england"');
  expect(stored?.deleted.cases).toEqual([
    expect.objectContaining({ unique_ref: params.caseRef, sealed: null, asa: 2 }),
  ]);
  expect(stored?.deleted.claims).toEqual([expect.objectContaining({ amount_pence: 120_000, written_off_date: null })]);
  expect(sizes?.bytes).toBeGreaterThan(JSON.stringify(stored?.deleted).length);
});

test("more than a row of the database holds is not kept, and the batch goes on", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const where = eq(sessions.unique_ref, params.sessionRef);
  await db
    .update(sessions)
    .set({ sealed: new Uint8Array(990_000) })
    .where(where);
  const step = { ref: newRef(), says: "Session deleted", deletes: [{ table: sessions, where }] };
  const [kept] = await db.batch([
    keepForUndo(db, user.id, step, NOW),
    db.delete(cases).where(eq(cases.session_ref, params.sessionRef)),
    db.delete(sessions).where(where),
  ]);
  expect(kept.meta.changes).toBe(0);
  expect(await db.select().from(sessions).where(where)).toEqual([]);
});

test("an act that only makes rows has nothing to hold but their references", async () => {
  const user = await makeUser();
  const ref = newRef();
  await db.batch([keepForUndo(db, user.id, { ref, says: "Added", makes: { sessions: [ref] } }, NOW)]);
  const [stored] = await db.select().from(undoSteps).where(eq(undoSteps.unique_ref, ref));
  expect([stored?.deleted, stored?.made]).toEqual([{}, { sessions: [ref] }]);
});
