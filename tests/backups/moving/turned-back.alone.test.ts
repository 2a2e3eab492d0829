import { eq, type InferInsertModel } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { writeAllNames } from "~/account/directory/accounts.server";
import { regionOfUser } from "~/account/directory/names.server";
import { names } from "~/account/directory/table.server";
import { moves } from "~/account/moves/table.server";
import { feeds, logins, users } from "~/account/table.server";
import { findHome } from "~/backups/home.server";
import { askForMove } from "~/backups/moving/ask.server";
import { moveUser } from "~/backups/moving/move-user.server";
import { restoreUser } from "~/backups/restore.server";
import type { StoredBackup } from "~/backups/stored.server";
import { nonEmptyBatch } from "~/data/backup-import/validate.server";
import { TABLES } from "~/data/catalogue.server";
import { deleteAccountRows } from "~/data/deletion.server";
import { isOwn } from "~/data/table-entry.server";
import { directory, jobContext, NOW, REGIONS, vault } from "../../support/harness";
import { fullUser, neighboursMove, storeThatWaits } from "./moved-user";

// A region that D1's Time Travel has turned back has rows of users who were moved away since: docs/operations.md.

const { eu, oc } = REGIONS;
const worlds = [eu, oc].map((region) => ({ ...region, directory, vault })) as [World, World];
type World = typeof eu & { directory: typeof directory; vault: typeof vault };

async function move(userRef: string, from: typeof eu, to: typeof eu, now: number) {
  await askForMove(from.db, userRef, to.db.region, now);
  return moveUser({ directory, vault, now, from, to }, userRef);
}

/** A user who was moved from the first region to the second, and whose rows are in the first again. */
async function turnedBack() {
  const { user, userRef } = await fullUser();
  const owned = TABLES.flatMap(({ table, owner }) => (typeof owner === "string" ? [] : [{ table, owner }]));
  const before: { table: SQLiteTable; rows: InferInsertModel<SQLiteTable>[] }[] = [];
  for (const { table, owner } of owned) {
    before.push({ table, rows: await eu.db.select().from(table).where(isOwn(owner, userRef)) });
  }
  await move(userRef, eu, oc, NOW);
  for (const { table, rows } of before) {
    for (const row of rows) await eu.db.insert(table).values(row).onConflictDoNothing();
  }
  return { user, userRef };
}

async function nameIn({ db }: typeof eu, userRef: string) {
  const [user] = await db.select({ name: users.first_name }).from(users).where(eq(users.unique_ref, userRef));
  return user?.name ?? null;
}

test("who is there twice after Time Travel is found, kept out, and deleted where they do not live by a move there and back", async () => {
  const { user, userRef } = await turnedBack();
  await oc.db.update(users).set({ first_name: "Newer" }).where(eq(users.unique_ref, userRef));
  expect([await nameIn(eu, userRef), await nameIn(oc, userRef)]).toEqual(["First", "Newer"]);
  expect(await writeAllNames({ db: eu.db, directory, vault, now: NOW + 1 })).toContain(userRef);
  for (const named of [userRef, user.username.toUpperCase()]) {
    expect(await findHome(worlds, named)).toEqual({ userRef, world: worlds[1], isThere: true });
  }

  await eu.db.delete(logins).where(eq(logins.user_ref, userRef));
  await eu.db.delete(feeds).where(eq(feeds.user_ref, userRef));
  await eu.db.update(users).set({ suspended_at: NOW, suspended_for: "asked" }).where(eq(users.unique_ref, userRef));
  const neighbour = await neighboursMove(eu, "arriving");
  expect(await move(userRef, oc, eu, NOW + 2)).toBe(true);
  expect(await neighbour()).toEqual([{ state: "arriving" }]);
  expect([await nameIn(eu, userRef), await nameIn(oc, userRef)]).toEqual(["Newer", null]);
  const [row] = await eu.db.select().from(users).where(eq(users.unique_ref, userRef));
  expect(row).toMatchObject({ suspended_at: null });
  expect(await move(userRef, eu, oc, NOW + 3)).toBe(true);
  expect([await nameIn(eu, userRef), await nameIn(oc, userRef)]).toEqual([null, "Newer"]);
});

test("a move that stalls before it replaces such a row deletes nothing of a user who has come there meanwhile", async () => {
  const { userRef } = await turnedBack();
  const neighbour = await neighboursMove(eu, "arriving");
  let isFirst = true;
  const db = new Proxy(eu.db, {
    get(target, name) {
      if (name !== "batch") return Reflect.get(target, name);
      return async (list: Parameters<typeof target.batch>[0]) => {
        // The first looks for such a row; before the second, which deletes it, another run takes over.
        if (isFirst) {
          isFirst = false;
          return target.batch(list);
        }
        if (await oc.db.$count(moves, eq(moves.user_ref, userRef))) {
          await moveUser({ directory, vault, now: NOW + 10 * 60_000, from: oc, to: eu }, userRef);
          await eu.db.update(users).set({ first_name: "Came" }).where(eq(users.unique_ref, userRef));
        }
        return target.batch(list);
      };
    },
  });
  await askForMove(oc.db, userRef, "eu", NOW + 1);
  const stalled = { directory, vault, now: NOW + 1, from: oc, to: { ...eu, db } };
  await expect(moveUser(stalled, userRef)).rejects.toThrow();
  expect(await neighbour()).toEqual([{ state: "arriving" }]);
  expect([await nameIn(eu, userRef), await nameIn(oc, userRef)]).toEqual(["Came", null]);
  expect(await regionOfUser(directory, userRef)).toBe("eu");
});

test("a restore goes to the region that the directory names, and to none while its user is on the way", async () => {
  const { userRef } = await fullUser();
  const backup = { userRef, day: "2026-11-20" } as StoredBackup;
  const refused = ({ db, objects }: typeof eu) =>
    restoreUser(jobContext({ db, objects }), backup).then(
      () => "restored",
      (error: Error) => error.message,
    );
  const seen: unknown[] = [];
  const objects = storeThatWaits(oc.objects, async () => {
    const home = await findHome(worlds, userRef);
    seen.push(home?.world.db.region, await refused(eu), await refused(oc));
  });
  await move(userRef, eu, { ...oc, objects }, NOW);
  const moving = "The account is being moved. Wait until it has come, or end the move with npm run move";
  expect(seen).toEqual(["eu", moving, moving]);
});

test("a user of whom the directory has nothing is where their row is, and nowhere for sure with two of them", async () => {
  const { userRef } = await turnedBack();
  await directory.delete(names).where(eq(names.user_ref, userRef));
  await expect(findHome(worlds, userRef)).rejects.toThrow("is in several regions, and the directory names none");
  await eu.db.batch(nonEmptyBatch(deleteAccountRows(eu.db, userRef)));
  expect(await findHome(worlds, userRef)).toEqual({ userRef, world: worlds[1], isThere: true });
  expect(await findHome(worlds, "nobody")).toBeNull();
});
