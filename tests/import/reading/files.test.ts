import { expect, test } from "vitest";
import { UPLOAD_FAILED } from "~/import/parse/decode";
import { readFiles } from "~/import/parse/read-files";
import { formatRow } from "~/import/parse/table";
import { base64url, hashOf } from "~/platform/db/tokens";

function named(name: string, content: string | Uint8Array<ArrayBuffer>) {
  return { name, bytes: typeof content === "string" ? new TextEncoder().encode(content) : content };
}

async function tableOf(...contents: string[]) {
  const reading = await readFiles(contents.map((content, at) => named(`${at + 1}.csv`, content)));
  if (!reading.ok) throw new Error(reading.message);
  return reading.table;
}

const [ONE, OTHER] = ["Date,Age,Note\n01/02/2026,45,a\n", "Date,Age,Note\n02/02/2026,46,b\n"];

async function digestOf(text: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

test("a file is known again by its bytes, and several by those of all, in whichever order they are chosen", async () => {
  const hashes = await Promise.all([ONE, OTHER].map(digestOf));
  expect((await tableOf(ONE)).fileHash).toBe(hashes[0]);
  const both = await hashOf(hashes.sort().join(" "));
  expect([(await tableOf(ONE, OTHER)).fileHash, (await tableOf(OTHER, ONE)).fileHash]).toEqual([both, both]);
});

test("two files with the same content stay in the order in which they were chosen", async () => {
  const table = await tableOf(ONE, ONE, ONE);
  expect(table.files.map(({ name, before }) => [name, before])).toEqual([
    ["1.csv", 0],
    ["2.csv", 2],
    ["3.csv", 4],
  ]);
});

test("files have one layout where their headings are the same; without headings, where they have as many columns", async () => {
  const layouts = async (...contents: string[]) => {
    const all = await Promise.all(contents.map(async (content) => (await tableOf(content)).layout));
    return new Set(all).size;
  };
  expect(await layouts(ONE, OTHER, "date,AGE,note,\n03/02/2026,47,c,\n")).toBe(1);
  expect(await layouts(ONE, "Date,Age,Procedure\n01/02/2026,45,a\n")).toBe(2);
  expect(await layouts("01/02/2026,45,a\n", "02/02/2026,46,b\n")).toBe(1);
  expect(await layouts("01/02/2026,45,a\n", "01/02/2026,45,a,b\n")).toBe(2);
});

test("exactly 50 MB are looked at", async () => {
  expect(await readFiles([named("list.csv", new Uint8Array(50_000_000))])).toEqual({
    ok: false,
    message: UPLOAD_FAILED,
  });
});

test("what is wrong with the product is never said to be wrong with the file", async () => {
  await expect(readFiles([named("list.csv", ONE)], { encoding: "morse" as never })).rejects.toThrow(RangeError);
});

test.each([
  ["a heading that names the system", "Date,SurgiNet ID,Note\n01/02/2026,x,a", true],
  ["a heading of its ages", "Date,Patient_Age_Years,Note\n01/02/2026,45,a", true],
  ["a value that names it", "Date,Age,Note\n01/02/2026,45,Not captured in Surginet", true],
  ["59 characters that name it", `Date,Age,Note\n01/02/2026,45,${"Surginet".padEnd(59, "x")}`, true],
  ["a longer text about it", `Date,Age,Note\n01/02/2026,45,${"Surginet".padEnd(60, "x")}`, false],
  ["nothing of the kind", ONE, false],
])("with %s, ages may be those of the day of the export: %s", async (_, content, expected) => {
  expect((await tableOf(content)).agesAtExport).toBe(expected);
});

test("a row may have a cell more than the headings where most rows have one", async () => {
  const ragged = async (...rows: string[]) =>
    (await tableOf(["Date,Age,Note", ...rows].join("\n"))).records.map((record) => record.ragged);
  expect(await ragged("01/02/2026,45,a,x", "02/02/2026,46,b,y")).toEqual([undefined, undefined]);
  expect(await ragged("01/02/2026,45,a,x", "02/02/2026,46,b")).toEqual(["cells", undefined]);
  expect(await ragged("01/02/2026,45,a,", "02/02/2026,46,b")).toEqual([undefined, undefined]);
});

test("a file without headings may have as many cells in a row as the most usual row", async () => {
  const table = await tableOf("01/02/2026,45\n02/02/2026,46,x\n03/02/2026,47,y\n04/02/2026,48,z,z\n");
  expect(table.records.map(({ ragged }) => ragged)).toEqual([undefined, undefined, undefined, "cells"]);
});

test("a row is named with its file where there are several", async () => {
  expect(formatRow(await tableOf(ONE), 2)).toBe("Row 2");
  const both = await tableOf(ONE, OTHER);
  expect(formatRow(both, 4)).toBe(`${both.files[1]?.name}, row 2`);
});
