import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { decryptCaseText } from "~/diary/cases/encrypted-text.server";
import { mapRows } from "~/import/parse/map-rows";
import { readFiles } from "~/import/parse/read-files";
import { placeAll } from "~/import/place/place.server";
import { factsOf, mappedFileOf, readFileOf, rowsToSend } from "~/import/read-file";
import { importRows } from "~/import/table.server";
import { base64url } from "~/platform/db/tokens";
import { action } from "~/routes/csv-import/map";
import { makeDiary } from "../support/diary";
import { call, db, vault } from "../support/harness";
import { makeConfirmedUser } from "../support/members";
import { importFile, requestContextOf } from "./files";

const [text = ""] = Object.values(
  import.meta.glob<string>("./fixtures/surginet.csv", { eager: true, query: "?raw", import: "default" }),
);
/** Names and hospital numbers of the file, whose columns are not mapped. */
const UNMAPPED = /SURNAME|Forename|H0000/;

/** All text that the database and the store of forms hold, with what is encrypted opened. */
async function everything({ id, unique_ref }: SignedInUser): Promise<string> {
  const tables = await env.DB.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
  ).all<{ name: string }>();
  const dumps = await env.DB.batch<Record<string, unknown>>(
    tables.results.map(({ name }) => env.DB.prepare(`SELECT * FROM ${name}`)),
  );
  const blob = (_: string, value: unknown) => {
    return Array.isArray(value) && typeof value[0] === "number"
      ? new TextDecoder().decode(new Uint8Array(value))
      : value;
  };
  const text_encrypted = await db.select().from(importRows);
  const opened = await Promise.all(
    text_encrypted
      .filter((row) => row.user_id === id && row.text_encrypted)
      .map((row) =>
        decryptCaseText(vault.of(unique_ref), { unique_ref: row.case_ref, text_encrypted: row.text_encrypted }),
      ),
  );
  const { keys } = await env.FORMS.list();
  const kept = await Promise.all(keys.map(({ name }) => env.FORMS.get(name)));
  return JSON.stringify([dumps.map(({ results }) => results), opened, kept], blob);
}

async function expectMappedOnly(user: SignedInUser) {
  const stored = await everything(user);
  expect(stored).toContain("Laparotomy");
  expect(UNMAPPED.exec(stored)?.[0]).toBeUndefined();
}

test("with script, what leaves the device and what is stored holds nothing of a column that is not mapped", async () => {
  expect(text).toMatch(UNMAPPED);
  const user = await makeConfirmedUser();
  await makeDiary(user);
  const reading = await readFiles([{ name: "surginet.csv", bytes: new TextEncoder().encode(text) }]);
  if (!reading.ok) throw new Error(reading.message);
  const { table } = reading;
  const mapped = mapRows(table, table.suggestion);
  const facts = factsOf(readFileOf(table), { mapping: table.suggestion, choices: {} }, mappedFileOf(mapped));
  expect(UNMAPPED.exec(JSON.stringify([facts, rowsToSend(mapped.rows)]))?.[0]).toBeUndefined();
  const context = requestContextOf(user);
  await importFile(context, mapped.rows, facts);
  await placeAll(context);
  await expectMappedOnly(user);
});

test("without script, what is stored at each step holds nothing of a column that is not mapped", async () => {
  const user = await makeConfirmedUser();
  const post = async (fields: Record<string, string | File>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    return call(action, new Request("http://daybook.test/import_csv_data/map/", { method: "POST", body }), { user });
  };
  const read = await post({ files: new File([text], "surginet.csv") });
  expect(JSON.stringify(read.data)).toContain("Laparotomy");
  expect(UNMAPPED.exec(await everything(user))?.[0]).toBeUndefined();
  const { mapping } = (read.data as { page: { wanted: { mapping: Record<string, number> } } }).page.wanted;
  const columns = Object.entries(mapping).map(([field, column]) => [`mapping.${field}`, String(column)]);
  const carried = { file_name: "surginet.csv", file_bytes: base64url(new TextEncoder().encode(text)) };
  const stored = await post({ ...carried, ...Object.fromEntries(columns), intent: "confirm" });
  expect([stored.status, stored.location]).toEqual([302, "/import_csv_data/"]);
  await expectMappedOnly(user);
});
