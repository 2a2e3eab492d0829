import { expect, test } from "vitest";
import { RECORD_KINDS } from "~/data/export/kinds.server";
import { makeConfirmedUser } from "../../support/members";
import file from "../export/exported-before.txt?raw";
import { exported, imported, withoutVersions } from "../export/own-file";

/** Its records, a line each. */
function recordsOf(text: string): string[] {
  return text.split("\n").filter((line) => line.startsWith('{"record"'));
}

/** With the names that its records have now. */
function ofNow(text: string): string {
  return RECORD_KINDS.reduce(
    (renamed, { name, formerly }) => renamed.replaceAll(`{"record":"${formerly ?? name}"`, `{"record":"${name}"`),
    text,
  );
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
