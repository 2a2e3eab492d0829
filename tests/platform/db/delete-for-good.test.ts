import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { payers } from "~/diary/fees/table.server";
import { deletePermanently, newRef } from "~/platform/db/columns.server";
import { db, makeUser, NOW } from "../../support/harness";

test("what is not there is not found, and what was changed since stays", async () => {
  const { id: user_id } = await makeUser();
  const unique_ref = newRef();
  const own = { unique_ref, user_id, created_at: NOW, updated_at: NOW, version: 2 };
  await db.insert(payers).values({ ...own, name: "Nuffield", name_key: "nuffield", kind: "group" });
  const where = and(eq(payers.user_id, user_id), eq(payers.unique_ref, unique_ref));
  expect(await deletePermanently(db, { table: payers, where, version: 1 })).toBe("changed");
  expect(await deletePermanently(db, { table: payers, where, version: 2 })).toBe("deleted");
  await expect(deletePermanently(db, { table: payers, where, version: 2 })).rejects.toMatchObject({
    init: { status: 404 },
  });
});
