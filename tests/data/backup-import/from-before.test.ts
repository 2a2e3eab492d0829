import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { RECORD_KINDS } from "~/data/export/kinds.server";
import { leave } from "~/diary/leave/table.server";
import { localPublicHolidays } from "~/planning/public-holidays/table.server";
import { db } from "../../support/harness";
import { makeConfirmedUser } from "../../support/members";
import file from "../export/exported-before.txt?raw";
import { exported, imported, withoutVersions } from "../export/own-file";

/** Its records, a line each. */
function recordsOf(text: string): string[] {
  return text.split("\n").filter((line) => line.startsWith('{"record"'));
}

/** With the names that its records have now, and the fields that they did not have. */
function ofNow(text: string): string {
  const lines = text.split("\n").map((line) => {
    const kind = RECORD_KINDS.find(({ name, formerly }) => line.startsWith(`{"record":"${formerly ?? name}"`));
    const { name, formerly = name, fieldsFormerly = {} } = kind ?? {};
    return Object.entries(fieldsFormerly).reduce(
      (renamed, [before, now]) => renamed.replace(`"${before}":`, `"${now}":`),
      line
        .replace(`"record":"${formerly}"`, `"record":"${name}"`)
        .replace('"supervision_labels":{},', '"supervision_labels":{},"hides_first_steps":false,')
        .replace(/^(\{"record":"leave_years".*?"carried_half_days":\d+,)/, '$1"bank_holidays":"as_they_fall",')
        .replace(/^(\{"record":"imports".*?)("rows_read":)/, '$1"added_options":[],$2')
        .replace(/^(\{"record":"import_rows".*?)("remarks":)/, '$1"options":[],"location":"","specialty":"",$2'),
    );
  });
  return lines.join("\n");
}

/** Kind by kind, as they stand in a file now. */
function inOrder(records: readonly string[]): string[] {
  return RECORD_KINDS.flatMap(({ name }) => records.filter((record) => record.startsWith(`{"record":"${name}",`)));
}

// The file is one of each kind of record, as the tables before these wrote it. It is never made anew: files of before are
// what people have.
test("a file that Daybook exported before its tables were rebuilt comes in, and goes out again to the last record", async () => {
  const user = await makeConfirmedUser();
  expect((await imported(user, file)).status).toBe(302);
  expect(recordsOf(withoutVersions(await exported(user)))).toEqual(inOrder(recordsOf(withoutVersions(ofNow(file)))));
  expect(recordsOf(file).length).toBeGreaterThan(20);
});

test("a field by its name of before comes in under the one of now, and by both of them the file is refused", async () => {
  const user = await makeConfirmedUser();
  const named = file.replaceAll('"called":""', '"called":"Course"');
  const both = named.replace('"called":"Course"', '"called":"Course","name":"Course"');
  const refused = await imported(user, both);
  expect(refused.data.form.errors.file).toEqual([
    "Line 8, of local_public_holidays: Daybook cannot read a field that it does not know. Nothing was imported",
  ]);
  expect((await imported(user, named)).status).toBe(302);
  const [leaves, days] = await db.batch([
    db.select({ name: leave.name }).from(leave).where(eq(leave.user_id, user.id)),
    db
      .select({ name: localPublicHolidays.name })
      .from(localPublicHolidays)
      .where(eq(localPublicHolidays.user_id, user.id)),
  ]);
  expect([...leaves, ...days]).toEqual([{ name: "Course" }, { name: "Course" }]);
});
