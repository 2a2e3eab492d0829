import { env } from "cloudflare:workers";
import { eq, getTableName, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { objectKey, users } from "~/account/table.server";
import { restoreUser } from "~/backups/restore.server";
import { chooseBackup, type StoredBackup } from "~/backups/stored.server";
import { ROW_KINDS } from "~/data/records/kinds.server";
import { type Encrypted, isOwn } from "~/data/table-entry.server";
import { rowAsJson } from "~/platform/db/json-rows.server";
import { text_encrypted } from "../../backups/backups";
import { db, jobContext, vault } from "../../support/harness";
import { makeConfirmedUser } from "../../support/members";
import { exported, imported, recordsIn } from "../export/own-file";
import backup from "./backed-up-before.txt?raw";
import file from "./exported-before.txt?raw";
import { backupFromBefore, exportFromBefore, GONE, SINCE, SINCE_STORED, UNVERSIONED, withoutGone } from "./from-before";

// Both files are of one diary, with something in every field, and were made by the code of before. They are never made
// anew.

type Fields = Record<string, unknown>;

/** Field by field, in an order that is always the same, without the changes that left them. */
function fieldsOf(records: readonly string[]): Fields[] {
  return records
    .map((record) => JSON.parse(record) as Fields)
    .map((fields): Fields => ({ ...SINCE[String(fields.record)], ...fields, version: null }))
    .map((fields) => Object.fromEntries(Object.entries(fields).sort()))
    .sort((a, b) => (JSON.stringify(keyOf(a)) < JSON.stringify(keyOf(b)) ? -1 : 1));
}

function keyOf({ record, unique_ref }: Fields) {
  return [record, unique_ref];
}

test("an export of the format before this one comes in by its converter, and goes out again to the last field", async () => {
  const user = await makeConfirmedUser();
  const now = exportFromBefore(file);
  const answer = await imported(user, now);
  expect([answer.status, answer.data?.form?.errors]).toEqual([302, undefined]);
  const out = await exported(user);
  expect(fieldsOf(recordsIn(out))).toEqual(fieldsOf(recordsIn(now)));
  // Nothing of the old file is missing: its texts and numbers all stand in the new one.
  const { records } = JSON.parse(file) as { records: Fields[] };
  for (const { record, kind, case_ref, payer, ...fields } of records) {
    for (const [name, value] of Object.entries(fields)) {
      if (name === "version" || GONE.includes(name)) continue;
      expect(out, `${record}.${name}`).toContain(JSON.stringify(value));
    }
    if (payer) expect(out).toContain(`"name":${JSON.stringify(payer)}`);
  }
  expect(records.length).toBeGreaterThan(30);
});

test("an export of the format before this one is refused by the number of its format", async () => {
  const answer = await imported(await makeConfirmedUser(), file);
  expect([answer.status, answer.data.form.errors.file]).toEqual([
    422,
    ["This file is of format 1 of Daybook's files, and this Daybook reads format 3. Nothing was imported"],
  ]);
});

test("a backup of the format before this one is restored by its converter, every column of every row as it was", async () => {
  const { userRef, day, lines } = await backupFromBefore(backup);
  await env.OBJECTS.put(objectKey(userRef, day), new Blob(await text_encrypted({ userRef, day }, lines)));
  const stored = (await chooseBackup(env.OBJECTS, userRef)) as StoredBackup;
  expect(await restoreUser(jobContext(), stored)).toEqual({ part: "all", rows: lines.length - 2 });
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.unique_ref, userRef));
  const before = backup.split("\n").flatMap((line): { table: string; row: Fields }[] => {
    return line.startsWith('{"table"') ? [JSON.parse(line)] : [];
  });
  const textOf = ({ column, ref, place }: Encrypted, row: Fields) =>
    vault.decrypt(userRef, place(String(row[ref.name])), Buffer.from(String(row[column.name]), "hex"));
  for (const { table, owner, key, columns, encrypted } of ROW_KINDS) {
    const name = getTableName(table);
    const all = [...columns, ...(encrypted ? [encrypted.column, encrypted.ref] : []), owner, key];
    const rows = await db
      .select({ row: sql<string>`${sql.raw(rowAsJson(name, all))}`.as("row") })
      .from(table)
      .where(isOwn(owner, userRef));
    const opened = async (row: Fields): Promise<Fields> => {
      const blob = encrypted && row[encrypted.column.name];
      return {
        ...row,
        ...(encrypted && blob ? { [encrypted.column.name]: await textOf(encrypted, row) } : {}),
        ...("user_id" in row && { user_id: user?.id }),
        // Those of a diary have the number of the restore.
        ...("version" in row && { version: 0 }),
      };
    };
    const [now, then] = await Promise.all(
      [
        rows.map(({ row }) => JSON.parse(row) as Fields),
        before.filter((each) => each.table === name).map(({ row }) => row),
      ].map((list) => Promise.all(list.map(opened))),
    );
    const isNew = ({ action }: Fields) => action === "restored-from-backup";
    const sorted = (list: Fields[] = []) => list.map((row) => Object.entries(row).sort().map(String).join(" ")).sort();
    const withoutNumbers = then?.map(({ id: _, change_number: __, known_browsers_from: ___, ...row }) => ({
      ...withoutGone(row),
      ...SINCE_STORED[name],
      ...(UNVERSIONED.includes(name) && { version: 0 }),
    }));
    expect([name, sorted(now?.filter((row) => !isNew(row)))]).toEqual([name, sorted(withoutNumbers)]);
  }
});
