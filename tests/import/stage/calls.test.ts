import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { MAX_CHUNK_BYTES } from "~/import/form";
import { requireImport } from "~/import/guard.server";
import { undoImport } from "~/import/place/imports.server";
import { rowsToSend } from "~/import/read-file";
import { importRows, imports } from "~/import/table.server";
import { loader } from "~/routes/csv-import/rows";
import { readSite } from "../../../workers/settings";
import { flashOf } from "../../support/flash";
import { db, load, SITE } from "../../support/harness";
import { makeConfirmedUser } from "../../support/members";
import { factsOf, requestContextOf, row } from "../files";
import { browserOf, PATH } from "../rows-call";

async function begun(user: SignedInUser, expected = 1) {
  const send = await browserOf(user);
  const facts = { ...factsOf([row(2)]), rows_expected: expected };
  const { data } = await send({ intent: "begin", ...facts });
  return { send, facts, import_ref: data.import_ref as string };
}

test("a file goes in by its calls: what it is, then its rows", async () => {
  const user = await makeConfirmedUser();
  const rows = Array.from({ length: 1_000 }, (_, at) => {
    // As long as a row can be: 500 characters of four bytes.
    return row(at + 2, { start_minute: at, case_description: "𝒜".repeat(500) });
  });
  const { send, facts, import_ref } = await begun(user, rows.length);
  const sent = { intent: "rows", import_ref, from: 0, rows: rowsToSend(rows) };
  expect(JSON.stringify(sent).length).toBeLessThan(MAX_CHUNK_BYTES);
  const stored = await send(sent);
  expect([stored.status, stored.data]).toEqual([200, { received: 1_000, expected: 1_000, known: 0, complete: true }]);
  const known = await send({ intent: "begin", ...facts });
  expect(known.data).toMatchObject({ state: "begun" });

  const sought = new URLSearchParams({ layout: facts.layout, file_hash: facts.file_hash });
  const file = await load<Record<string, unknown>>(loader, { user, path: `${PATH}?${sought}` });
  expect(file.data).toMatchObject({
    mapping: facts.mapping,
    earlier: { unique_ref: known.data.import_ref, complete: false },
  });
});

test.each([
  ["a date that does not exist", { case_date: "2026-02-31" }, "rows.0.case_date"],
  ["a date out of range", { case_date: "1899-12-31" }, "rows.0.case_date"],
  ["a minute after the day", { start_minute: 1440 }, "rows.0.start_minute"],
  ["an age that no case takes", { age: 121 }, "rows.0.age"],
  ["a gender of no code", { gender: 3 }, "rows.0.gender"],
  ["an ASA grade of no code", { asa: 6 }, "rows.0.asa"],
  ["a description that is too long", { case_description: "x".repeat(501) }, "rows.0.case_description"],
  [
    "a remark that carries a value",
    { remarks: [{ field: "age", code: "born 3 April 1950" }] },
    "rows.0.remarks.0.code",
  ],
  ["a remark whose value has no space", { remarks: [{ field: "age", code: "Jane-Smith" }] }, "rows.0.remarks.0.code"],
  ["a remark of every object", { remarks: [{ field: "age", code: "__proto__" }] }, "rows.0.remarks.0.code"],
  ["text where a number belongs", { age: "45" }, "rows.0.age"],
  ["a negative ordinal", { ordinal: -1 }, "rows.0.ordinal"],
])("refuses a chunk with %s, and stores none of its rows", async (_, spoiled, name) => {
  const user = await makeConfirmedUser();
  const { send, import_ref } = await begun(user, 2);
  const rows = [{ ...rowsToSend([row(2)])[0], ...spoiled }, ...rowsToSend([row(3)])];
  const answer = await send({ intent: "rows", import_ref, from: 0, rows });
  expect([answer.status, Object.keys(answer.data.errors as object)]).toEqual([422, [name]]);
  expect(await db.$count(importRows, eq(importRows.user_id, user.id))).toBe(0);
});

test("a count that is none is refused in the words of a call", async () => {
  const send = await browserOf(await makeConfirmedUser());
  const { data } = await send({ intent: "begin", ...factsOf([row(2)]), rows_expected: 1, rows_read: 1.5 });
  expect(data.errors).toEqual({ rows_read: ["Send a whole number"] });
});

test.each([
  ["no rows", { rows: [] }],
  ["more rows than a chunk holds", { rows: rowsToSend(Array.from({ length: 1_001 }, (_, at) => row(at + 2))) }],
  ["a line twice", { rows: rowsToSend([row(2), row(2)]) }],
  ["no import", { import_ref: "x", rows: rowsToSend([row(2)]) }],
  ["another act", { intent: "place" }],
])("refuses %s", async (_, spoiled) => {
  const { send, import_ref } = await begun(await makeConfirmedUser());
  expect((await send({ intent: "rows", import_ref, from: 0, rows: [], ...spoiled })).status).toBe(422);
});

test.each([
  ["one column for two fields", { mapping: { case_date: 1, age: 1 } }, "mapping"],
  ["no column at all", { mapping: {} }, "mapping"],
  ["a field that there is not", { mapping: { nhs_number: 1 } }, "mapping"],
  ["no rows", { rows_expected: 0 }, "rows_expected"],
  ["more rows than a working set holds", { rows_expected: 100_001 }, "rows_expected"],
  ["no hash", { file_hash: "x" }, "file_hash"],
  ["a choice that there is not", { choices: { patient_1: "Smith_1" } }, "choices"],
  ["another value of a choice", { choices: { genderCodes: "Smith" } }, "choices.genderCodes"],
  ["another encoding", { choices: { encodings: ["Smith"] } }, "choices.encodings.0"],
])("refuses to begin with %s", async (_, spoiled, name) => {
  const send = await browserOf(await makeConfirmedUser());
  const answer = await send({ intent: "begin", ...factsOf([row(2)]), ...spoiled });
  expect([answer.status, Object.keys(answer.data.errors as object)]).toEqual([422, [name]]);
});

test("equal rows that a page numbers alike are one row and one that is known", async () => {
  const { send, import_ref } = await begun(await makeConfirmedUser(), 2);
  const rows = [row(2), row(3, { case_description: "Procedure 2" })].map((each) => ({ ...each, ordinal: 0 }));
  const answer = await send({ intent: "rows", import_ref, from: 0, rows });
  expect(answer.data).toEqual({ received: 2, expected: 2, known: 1, complete: true });
});

test("a call needs its token, its type and a body that is not too long", async () => {
  const send = await browserOf(await makeConfirmedUser());
  expect((await send({}, { "X-CSRFToken": "another" })).status).toBe(403);
  const begin = { intent: "begin", ...factsOf([row(2)]) };
  expect((await send(begin, {}, "DELETE")).status).toBe(405);
  expect((await send("{}", { "Content-Type": "text/plain" })).status).toBe(415);
  expect((await send(`"${"x".repeat(MAX_CHUNK_BYTES)}"`)).status).toBe(413);
});

test("another user's import is not there, and one that was undone takes no rows", async () => {
  const [user, stranger] = [await makeConfirmedUser(), await makeConfirmedUser()];
  const { send, import_ref } = await begun(user, 2);
  const rows = rowsToSend([row(2)]);
  const theirs = await (await browserOf(stranger))({ intent: "rows", import_ref, from: 0, rows });
  expect([theirs.status, Object.keys(theirs.data.errors as object)]).toEqual([404, [""]]);
  expect((await send({ intent: "rows", import_ref, from: 0, rows })).status).toBe(200);
  expect(await undoImport(requestContextOf(user), import_ref, { cases: 0, edited: 0, fees: 0 })).toMatchObject({
    result: "undone",
  });
  expect((await send({ intent: "rows", import_ref, from: 0, rows })).status).toBe(409);
  expect(await db.$count(importRows, eq(importRows.user_id, user.id))).toBe(0);
  expect(await db.$count(imports, eq(imports.user_id, user.id))).toBe(1);
});

test("the setting says who may import: the specification's level 10, or all who have a diary", async () => {
  const page = (args: Parameters<typeof requireImport>[0]) => requireImport(args).user.level;
  const at = async (level: number, csvImportMinLevel: number) => {
    const user = await makeConfirmedUser(level);
    const site = { ...SITE, csvImportMinLevel };
    const [opened, called] = [await load(page, { user, site }), await load(loader, { user, site, path: PATH })];
    return [opened.status, opened.location, called.status];
  };
  expect(await at(10, 10)).toEqual([200, null, 200]);
  for (const level of [3, 9]) expect(await at(level, 10)).toEqual([302, "/logbook/", 403]);
  for (const level of [3, 9, 10]) expect(await at(level, 3)).toEqual([200, null, 200]);
  expect(await at(2, 3)).toEqual([302, "/", 403]);
  const visitor = { user: null, path: PATH };
  expect([(await load(page, visitor)).location, (await load(loader, visitor)).status]).toEqual(["/login/", 403]);
});

test.each([
  ["10", 10],
  ["3", 3],
  ["", 10],
  ["everybody", 10],
  ["0", 10],
])("a setting of %j opens the import from level %i", (setting, level) => {
  expect(readSite({ ...env, CSV_IMPORT_MIN_LEVEL: setting } as Env).csvImportMinLevel).toBe(level);
});

test("who is sent away is told why", async () => {
  const sent = await load(requireImport, {
    user: await makeConfirmedUser(9),
    site: { ...SITE, csvImportMinLevel: 10 },
  });
  const told = "CSV import is open to administrators only on this Daybook";
  expect(flashOf(sent)).toMatchObject({ text: told, done: false });
});
