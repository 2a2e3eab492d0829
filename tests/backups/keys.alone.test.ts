import { env } from "cloudflare:workers";
import { eq, getTableColumns, getTableName, isNull, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { markAllForBackup } from "~/account/backups/due.server";
import { TOTP_PLACE, totp, users } from "~/account/table.server";
import { restoreUser } from "~/backups/restore.server";
import { ENCRYPTED_TABLES, rotateKeys, rowsUnderOldKeys } from "~/backups/rotate-keys.server";
import { chooseBackup } from "~/backups/stored.server";
import { deleteChanges } from "~/changes/open-change.server";
import { writeChange } from "~/changes/write-change.server";
import { importStaging, stagedImports } from "~/data/backup-import/table.server";
import { isOwn } from "~/data/table-entry.server";
import { casePlace, cases } from "~/diary/cases/table.server";
import { sessionPlace, sessions } from "~/diary/sessions/table.server";
import { undoChange } from "~/diary/undo/undo-change.server";
import { isCurrent, openVault } from "~/platform/crypto/vault.server";
import { rowAsJson } from "~/platform/db/json-rows.server";
import { cpd, cpdPlace } from "~/reports/table.server";
import { db, jobContext, makeUser, NOW, vault } from "../support/harness";
import { backUp, makeFullUser, nightAfter } from "./backups";

const OLD = JSON.parse(env.VAULT_KEYS)["1"] as string;
const NEW = btoa("another key of 32 bytes, rotated");
/** After the rotation: both keys are there, the new one encrypts. */
const rotated = openVault(JSON.stringify({ 1: OLD, "2026": NEW }), "2026");
/** Once the old key is taken away. */
const forgetful = openVault(JSON.stringify({ "2026": NEW }), "2026");

async function rotate(by = rotated) {
  const done: Record<string, number> = {};
  const unopened: Record<string, number> = {};
  for await (const each of rotateKeys(db, by)) {
    done[each.table] = each.rows;
    unopened[each.table] = each.unopened;
  }
  return { done, unopened };
}

async function notesOf(userId: number) {
  const [row] = await db.select().from(sessions).where(eq(sessions.user_id, userId));
  return { ref: row?.unique_ref as string, text_encrypted: row?.text_encrypted as Uint8Array, version: row?.version };
}

/** Notes in a session, and a row with something encrypted in every other table that has such. */
async function makeEncrypted(notes: string) {
  const { user, userRef } = await makeFullUser();
  for (const { table, column, owner, ref, place } of ENCRYPTED_TABLES) {
    const own = isOwn(owner, userRef);
    const rows = await db.all<{ ref: string }>(sql`SELECT ${ref} AS ref FROM ${table} WHERE ${own}`);
    for (const row of rows) {
      const text_encrypted = await vault.encrypt(userRef, place(row.ref), notes);
      const name = sql.identifier(column.name);
      await db.run(sql`UPDATE ${table} SET ${name} = ${text_encrypted} WHERE ${own} AND ${ref} = ${row.ref}`);
    }
  }
  return { id: user.id, userRef };
}

test("text that an old key encrypted opens after a rotation, and everything is encrypted again in chunks", async () => {
  const { id, userRef } = await makeEncrypted("Written under the old key");
  const before = await notesOf(id);
  expect(await rotated.decrypt(userRef, sessionPlace(before.ref), before.text_encrypted)).toBe(
    "Written under the old key",
  );

  const { done, unopened } = await rotate();
  expect(Object.keys(done).sort()).toEqual(ENCRYPTED_TABLES.map(({ table }) => getTableName(table)).sort());
  expect(Math.min(...Object.values(done))).toBeGreaterThan(0);
  expect(Math.max(...Object.values(unopened))).toBe(0);
  for (const { table, column, owner, ref, place } of ENCRYPTED_TABLES) {
    const rows = await db.all<{ ref: string; blob: string }>(
      sql`SELECT ${ref} AS ref, hex(${column}) AS blob FROM ${table} WHERE ${isOwn(owner, userRef)}`,
    );
    for (const row of rows) {
      const text_encrypted = Uint8Array.from(Buffer.from(row.blob, "hex"));
      expect(await forgetful.decrypt(userRef, place(row.ref), text_encrypted), getTableName(table)).toBe(
        "Written under the old key",
      );
    }
  }
  // Nothing that its user would see has changed.
  expect((await notesOf(id)).version).toBe(before.version);
  // A second run finds nothing to do.
  expect(Math.max(...Object.values((await rotate()).done))).toBe(0);
});

test("a run that was stopped goes on where it stood, and hundreds of rows are done", async () => {
  const { id, unique_ref: userRef } = await makeUser();
  // So that what has to be encrypted again is of one table alone.
  await db.update(users).set({ password_encrypted: null }).where(eq(users.unique_ref, userRef));
  const rows = await Promise.all(
    Array.from({ length: 450 }, async (_, at) => {
      const unique_ref = `cpd-${at}-${userRef}`;
      const text_encrypted = (await vault.encrypt(userRef, cpdPlace(unique_ref), `Entry ${at}`)) as Uint8Array;
      return { unique_ref, user_id: id, day: "2026-10-01", minutes: 60, type: "course", text_encrypted };
    }),
  );
  for (const row of rows) await db.insert(cpd).values({ ...row, created_at: NOW, updated_at: NOW });
  let batches = 0;
  const dying = new Proxy(db, {
    get(target, name) {
      if (name !== "run") return Reflect.get(target, name);
      return (query: Parameters<typeof db.run>[0]) => {
        batches += 1;
        if (batches === 2) throw new Error("The line is dead");
        return target.run(query);
      };
    },
  });
  await expect(
    (async () => {
      for await (const _ of rotateKeys(dying, rotated));
    })(),
  ).rejects.toThrow("dead");
  const { done } = await rotate();
  expect(done.cpd).toBe(250);
  const all = await db.select().from(cpd).where(eq(cpd.user_id, id));
  const texts = await Promise.all(
    all.map((row) => forgetful.decrypt(userRef, cpdPlace(row.unique_ref), row.text_encrypted)),
  );
  expect(texts.sort()).toEqual(rows.map((_, at) => `Entry ${at}`).sort());
});

test("what comes back or waits under an old key is said to be left, until it is encrypted again or gone", async () => {
  const { id } = await makeEncrypted("Deleted in the evening");
  const ofUser = eq(sessions.user_id, id);
  const by = { db, userId: id, now: NOW };
  const [row] = await db
    .select({
      ref: sessions.unique_ref,
      version: sessions.version,
      row: sql<string>`${sql.raw(rowAsJson("sessions", Object.values(getTableColumns(sessions))))}`,
    })
    .from(sessions)
    .where(ofUser);
  const { ref, version } = row as NonNullable<typeof row>;
  const deleted = async () => {
    const seen = [{ part: "sessions" as const, ref, version }];
    return writeChange(by, { message: "Deleted", seen, deletes: [{ part: "sessions", refs: [ref] }] });
  };
  const times = { created_at: NOW, updated_at: NOW };
  await db.insert(stagedImports).values({ ...times, unique_ref: "of-rotation", user_id: id });
  const backupImport = { staging_ref: "of-rotation", user_id: id, kind: "sessions", ref: "1", line: 1 };
  await db.insert(importStaging).values({ ...backupImport, row: row?.row as string });
  expect(await deleted()).toMatchObject({ number: 2 });
  await rotate();
  // The session, its case and what else went with it.
  const [held, ...others] = await rowsUnderOldKeys(db, rotated);
  expect([held?.table, others]).toEqual(["changed_rows", [{ table: "import_staging", rows: 1 }]]);
  expect(await undoChange(by, 2)).toMatchObject({ result: "undone" });
  await db.batch([deleteChanges(db, id), db.delete(importStaging), db.delete(stagedImports)]);
  const back = await rowsUnderOldKeys(db, rotated);
  expect(back).toContainEqual({ table: "sessions", rows: 1 });
  expect(back.reduce((sum, { rows }) => sum + rows, 0)).toBe(held?.rows);
  expect((await rotate()).done.sessions).toBe(1);
  // Under the new key it may wait.
  expect(await deleted()).toMatchObject({ result: "written" });
  expect(await rowsUnderOldKeys(db, rotated)).toEqual([]);
});

test("without the current key nothing is taken for text that no key opens", async () => {
  await makeEncrypted("Sound");
  const keyless = openVault(JSON.stringify({ 1: OLD }), "2026");
  await expect(rotate(keyless)).rejects.toThrow("no key of this id");
  await rotate();
});

test("what somebody saves while it is encrypted again stays as they saved it", async () => {
  const { id, userRef } = await makeEncrypted("Before");
  const { ref } = await notesOf(id);
  const ofSessions = ENCRYPTED_TABLES.findIndex(({ table }) => table === sessions) + 1;
  let written = 0;
  const racing = new Proxy(db, {
    get(target, name) {
      if (name !== "run") return Reflect.get(target, name);
      return async (query: Parameters<typeof db.run>[0]) => {
        written += 1;
        // The tables before it are done; these sessions are read.
        if (written === ofSessions) {
          const text_encrypted = await vault.encrypt(userRef, sessionPlace(ref), "Saved meanwhile");
          await target.update(sessions).set({ text_encrypted }).where(eq(sessions.unique_ref, ref));
        }
        return target.run(query);
      };
    },
  });
  const others = await db.$count(sessions);
  for await (const { table, rows } of rotateKeys(racing, rotated)) {
    if (table === "sessions") expect(rows).toBeLessThan(others);
  }
  expect(await rowsUnderOldKeys(db, rotated)).toEqual([{ table: "sessions", rows: 1 }]);
  expect(await rotated.decrypt(userRef, sessionPlace(ref), (await notesOf(id)).text_encrypted)).toBe("Saved meanwhile");
  await rotate();
  expect(await forgetful.decrypt(userRef, sessionPlace(ref), (await notesOf(id)).text_encrypted)).toBe(
    "Saved meanwhile",
  );
});

test("a row that no key opens is said, and keeps none of the others back", async () => {
  const { id, userRef } = await makeEncrypted("Sound");
  const { ref } = await notesOf(id);
  await db
    .update(sessions)
    .set({ text_encrypted: await vault.encrypt(userRef, casePlace(ref), "Of another place") })
    .where(eq(sessions.unique_ref, ref));
  const { unopened } = await rotate();
  expect(unopened.sessions).toBe(1);
  const [code] = await db.select().from(totp).where(eq(totp.user_ref, userRef));
  expect(await forgetful.decrypt(userRef, TOTP_PLACE, code?.secret_encrypted as Uint8Array)).toBe("Sound");
  await db.update(sessions).set({ text_encrypted: null }).where(eq(sessions.unique_ref, ref));
});

test("a backup from before a rotation is restored after it, and the next night's needs the new key alone", async () => {
  const { id, userRef } = await makeEncrypted("Across a rotation");
  await backUp(userRef);
  await db.update(cases).set({ text_encrypted: null }).where(eq(cases.user_id, id));
  const app = jobContext({ vault: rotated, now: nightAfter(1) - 3_600_000 });
  const backup = await chooseBackup(env.OBJECTS, userRef);
  await expect(restoreUser({ ...app, vault: forgetful }, backup as NonNullable<typeof backup>)).rejects.toThrow();
  await restoreUser(app, backup as NonNullable<typeof backup>);
  const [row] = await db.select().from(cases).where(eq(cases.user_id, id));
  const text = await rotated.decrypt(userRef, casePlace(row?.unique_ref as string), row?.text_encrypted as Uint8Array);
  expect(text).toBe("Across a rotation");
  // A restore encrypts under the key of its time.
  const notes = await notesOf(id);
  expect(await rotated.decrypt(userRef, sessionPlace(notes.ref), notes.text_encrypted)).toBe("Across a rotation");
  expect(isCurrent(rotated, notes.text_encrypted)).toBe(true);

  await rotate();
  await markAllForBackup(db, NOW);
  expect(await db.$count(users, isNull(users.changed_at))).toBe(0);
  await backUp(userRef, { vault: rotated, now: nightAfter(1) });
  const fresh = await chooseBackup(env.OBJECTS, userRef);
  expect(fresh?.day).toBe("2026-11-23");
  await restoreUser({ ...app, vault: forgetful }, fresh as NonNullable<typeof fresh>);
});
