import { and, eq, getTableName } from "drizzle-orm";
import { beforeAll, expect, test, vi } from "vitest";
import { holderOf } from "~/account/directory/names.server";
import { isMovingError } from "~/account/moves/guard.server";
import { moves } from "~/account/moves/table.server";
import { audit, feeds, logins, users } from "~/account/table.server";
import { TERMS_VERSION } from "~/account/terms/versions";
import { askForMove } from "~/backups/moving/ask.server";
import { moveUser } from "~/backups/moving/move-user.server";
import { MOVED } from "~/backups/moving/tables.server";
import { TABLES } from "~/data/catalogue.server";
import { jsonFile } from "~/data/export/export.server";
import { isOwn } from "~/data/table-entry.server";
import { outbox } from "~/mail/table.server";
import { cpd } from "~/reports/table.server";
import { runDailyJobs, runEveryMinute } from "../../../workers/jobs";
import { directory, jobContext, makeUser, NOW, REGIONS, vault } from "../../support/harness";
import { fullUser, storeThatWaits } from "./moved-user";

const { eu, oc } = REGIONS;
const context = { directory, vault, now: NOW, from: eu, to: oc };
const MINUTE = 60_000;

/** What the user would get as a file. */
async function exported({ db }: typeof eu, userRef: string): Promise<string> {
  const [row] = await db.select({ id: users.id }).from(users).where(eq(users.unique_ref, userRef));
  const by = { db, userId: row?.id ?? 0, cipher: vault.of(userRef) };
  let text = "";
  for await (const piece of jsonFile(by, {}, NOW)) text += piece;
  return text;
}

/** All rows of a user, by table; without the number that the user has in one region alone. */
async function rowsOf({ db }: typeof eu, userRef: string) {
  const all = await Promise.all(
    MOVED.map(async ({ table, owner, where }) => {
      const rows = await db
        .select()
        .from(table)
        .where(where?.(userRef) ?? isOwn(owner, userRef));
      return [getTableName(table), rows.map((row) => JSON.stringify({ ...row, id: 0, user_id: 0 })).sort()] as const;
    }),
  );
  return Object.fromEntries(all);
}

/** How many rows a region has of a user, table by table; of all tables. */
async function countsOf({ db }: typeof eu, userRef: string, id: number) {
  const counts = TABLES.flatMap(({ table, name, owner }) =>
    typeof owner === "string"
      ? []
      : [db.$count(table, eq(owner, owner.dataType === "number" ? id : userRef)).then((n) => [name, n] as const)],
  );
  return Object.fromEntries((await Promise.all(counts)).filter(([, n]) => n > 0));
}

beforeAll(async () => {
  // Numbers differ between regions, as they do in life.
  for (const n of [1, 2, 3]) {
    const name = `there-${n}`;
    const names = { username: name, username_key: name, first_name: "A", last_name: "B" };
    const times = { terms_accepted_at: NOW, terms_version: TERMS_VERSION, created_at: NOW, updated_at: NOW };
    await oc.db.insert(users).values({ unique_ref: `there-${n}`, level: 9, ...names, ...times });
  }
});

test("a user is in the other region after a move, to the last record of the export and the last row", async () => {
  const { user, userRef } = await fullUser();
  const [file, rows] = [await exported(eu, userRef), await rowsOf(eu, userRef)];
  expect(Object.values(rows).filter((each) => each.length === 0).length).toBeLessThan(4);
  await askForMove(eu.db, userRef, "oc", NOW);
  expect(await moveUser(context, userRef)).toBe(true);

  expect(await exported(oc, userRef)).toBe(file);
  const there = await rowsOf(oc, userRef);
  const ofMove = and(eq(audit.action, "account-moved"), eq(audit.user_ref, userRef));
  const [line] = await oc.db.select().from(audit).where(ofMove);
  expect(line).toMatchObject({ detail: "from the European Union to Oceania" });
  const without = there.audit?.filter((each) => !each.includes("account-moved"));
  expect({ ...there, audit: without }).toEqual(rows);
  expect(await holderOf({ directory, vault }, ["username", user.username])).toEqual({
    region: "oc",
    user_ref: userRef,
  });
  // Mail on its way is sent from where it was written; what is left of logins, so that forms sent from them are kept.
  expect(await countsOf(eu, userRef, user.id)).toEqual({ outbox: 1, moved_logins: 2 });
  expect(await eu.objects.head(`users/${userRef}/2026-11-20.gz`)).toBeNull();
  expect(await (await oc.objects.get(`users/${userRef}/2026-11-20.gz`))?.text()).toBe("encrypted backup");
  expect(await oc.db.$count(logins, eq(logins.user_ref, userRef))).toBe(0);
  expect(await oc.db.$count(feeds, eq(feeds.user_ref, userRef))).toBe(0);
  const written = await oc.db.select({ kind: outbox.kind }).from(outbox).where(eq(outbox.user_ref, userRef));
  expect(written).toEqual([{ kind: "account-moved" }]);
  // A surplus message of the queue.
  expect(await moveUser(context, userRef)).toBe(false);
});

test("a user who comes back is as before, with the line of each move", async () => {
  const { userRef } = await fullUser();
  const file = await exported(eu, userRef);
  for (const [from, to] of [
    [eu, oc],
    [oc, eu],
    [eu, oc],
    [oc, eu],
  ] as const) {
    await askForMove(from.db, userRef, to.db.region, NOW);
    await moveUser({ ...context, from, to }, userRef);
  }
  expect(await exported(eu, userRef)).toBe(file);
  const lines = await eu.db.select().from(audit).where(eq(audit.user_ref, userRef));
  expect(lines.filter(({ action }) => action === "account-moved")).toHaveLength(4);
});

test("an encrypted text that cannot be read stops the move with its place, and changes nothing", async () => {
  const { user, userRef } = await fullUser();
  const isWritten = eq(cpd.user_id, user.id);
  const [found] = await eu.db.select().from(cpd).where(isWritten).limit(1);
  const broken = (found?.text_encrypted as Uint8Array).map((byte, at) => (at === 40 ? byte ^ 1 : byte));
  await eu.db
    .update(cpd)
    .set({ text_encrypted: broken })
    .where(eq(cpd.unique_ref, found?.unique_ref ?? ""));
  const rows = await rowsOf(eu, userRef);
  await askForMove(eu.db, userRef, "oc", NOW);
  const words = `An encrypted text cannot be read: cpd ${found?.unique_ref}. Restore it from a backup, or clear it, then move the user again`;
  await expect(moveUser(context, userRef)).rejects.toThrow(words);

  expect(await rowsOf(eu, userRef)).toEqual(rows);
  expect(await countsOf(oc, userRef, -1)).toEqual({});
  const [move] = await eu.db.select().from(moves).where(eq(moves.user_ref, userRef));
  expect(move).toMatchObject({ state: "stopped", held_id: null, reason: words });
  expect((await holderOf({ directory, vault }, ["username", user.username]))?.region).toBe("eu");
  // And the user goes on.
  await eu.db.update(users).set({ first_name: "Still" }).where(eq(users.unique_ref, userRef));
  // Asked again once the text is as it was, it is done.
  await eu.db
    .update(cpd)
    .set({ text_encrypted: found?.text_encrypted ?? broken })
    .where(eq(cpd.unique_ref, found?.unique_ref ?? ""));
  await askForMove(eu.db, userRef, "oc", NOW + 1);
  expect(await moveUser({ ...context, now: NOW + 1 }, userRef)).toBe(true);
});

test("a row that differs in the copy stops the move", async () => {
  const { user, userRef } = await fullUser();
  await askForMove(eu.db, userRef, "oc", NOW);
  // Somebody spoils the copy just before it is compared: then its backups are copied already.
  const objects = storeThatWaits(oc.objects, () =>
    oc.db.update(users).set({ last_name: "Other" }).where(eq(users.unique_ref, userRef)),
  );
  await expect(moveUser({ ...context, to: { ...oc, objects } }, userRef)).rejects.toThrow(
    "The copy of the table users differs from what was copied",
  );
  expect(await countsOf(oc, userRef, -1)).toEqual({});
  expect((await eu.db.select().from(users).where(eq(users.id, user.id)))[0]?.last_name).toBe("Last");
});

test("while a user is being moved every change of what is copied is refused, in whatever table", async () => {
  const { user, userRef } = await fullUser();
  const held = { state: "copying", held_id: user.id, leased_until: NOW + MINUTE } as const;
  await eu.db.update(moves).set(held).where(eq(moves.user_ref, userRef));
  const before = await rowsOf(eu, userRef);
  for (const { table, owner } of MOVED) {
    const name = getTableName(table);
    const own = isOwn(owner, userRef);
    if ((await eu.db.$count(table, own)) === 0) continue;
    const column = `"${owner.name}"`;
    const whose = owner.dataType === "number" ? user.id : `'${userRef}'`;
    for (const statement of [
      `UPDATE ${name} SET ${column} = ${column} WHERE ${column} = ${whose}`,
      `DELETE FROM ${name} WHERE ${column} = ${whose}`,
      `INSERT INTO ${name} SELECT * FROM ${name} WHERE ${column} = ${whose} LIMIT 1`,
    ]) {
      const error = await eu.db.run(statement).catch((reason: unknown) => reason);
      expect([statement, isMovingError(error)]).toEqual([statement, true]);
    }
  }
  // The crons go over everybody, and none of them fails because of this user.
  const errors = vi.spyOn(console, "error").mockImplementation(() => {});
  for (const now of [NOW + MINUTE, NOW + 60 * 24 * 60 * MINUTE, NOW + 400 * 24 * 60 * MINUTE]) {
    await runEveryMinute(jobContext({ now }));
    await runDailyJobs(jobContext({ now }));
  }
  expect(errors.mock.calls.filter((call) => JSON.stringify(call).includes("moved"))).toEqual([]);
  expect(await rowsOf(eu, userRef)).toEqual(before);
  await eu.db.delete(moves).where(eq(moves.user_ref, userRef));
});

test("an administrator is not moved", async () => {
  const { unique_ref: userRef } = await makeUser(10);
  await askForMove(eu.db, userRef, "oc", NOW);
  expect(await moveUser(context, userRef)).toBe(false);
});
