import { Buffer } from "node:buffer";
import { getTableName, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { ENCRYPTED_TABLES } from "~/backups/rotate-keys.server";
import { isOwn } from "~/data/table-entry.server";
import { sealed, sendEntries, switchOn } from "../diary/no-signal/devices";
import { fillAccount } from "../support/account";
import { call, db, makeUser, openLoginOf, vault } from "../support/harness";
import { routeModules } from "../support/route-modules";
import { makeWholeDiary, validForms } from "../support/valid-forms";

const PAGES = [
  "csv-import/map.tsx",
  "extras/fee-new.tsx",
  "job-plans/plan-new.tsx",
  "leave/leave-new.tsx",
  "leave/lieu.tsx",
  "logbook/case-new.tsx",
  "logbook/session-new.tsx",
  "reports/cpd-new.tsx",
];

/** Somebody who has sent each form that saves something encrypted. */
async function makeWriter(): Promise<string> {
  const diary = await makeWholeDiary(await makeUser());
  const { user, params } = diary;
  await fillAccount(user);
  await openLoginOf(user);
  for (const path of PAGES) {
    const form = validForms[path];
    if (!form) throw new Error(`No valid form for ${path}`);
    await form.prepare?.(diary);
    const body = form.file === undefined ? new URLSearchParams() : new FormData();
    for (const [name, value] of Object.entries(await form.fields(diary))) {
      for (const each of [value].flat()) {
        if (body instanceof FormData && name === form.file) body.append(name, new File([each], "file"));
        else body.append(name, each);
      }
    }
    const request = new Request("http://daybook.test/form/", { method: "POST", body });
    expect([path, (await call(routeModules[path]?.action as never, request, { user, params })).status]).toEqual([
      path,
      302,
    ]);
  }
  const phone = await switchOn(user);
  await sendEntries(user, phone, [await sealed(phone, { path: "/nowhere/", fields: [] })]);
  return user.unique_ref;
}

test("what was encrypted as it was saved opens at the place that the catalogue names, in every table", async () => {
  const userRef = await makeWriter();
  for (const { table, column, owner, ref, place } of ENCRYPTED_TABLES) {
    const rows = await db.all<{ ref: string; bytes: string }>(
      sql`SELECT ${ref} AS ref, hex(${column}) AS bytes FROM ${table} WHERE ${isOwn(owner, userRef)} AND ${column} IS NOT NULL`,
    );
    expect(rows.length, getTableName(table)).toBeGreaterThan(0);
    for (const row of rows) {
      const text = await vault.decrypt(userRef, place(row.ref), Buffer.from(row.bytes, "hex"));
      expect(text, getTableName(table)).not.toBe("");
    }
  }
});
