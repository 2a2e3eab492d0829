import { expect, test } from "vitest";
import { readUpload } from "~/import/map/read-upload.server";
import { TOO_LARGE, uploadForm } from "~/import/map/upload-form";
import { base64url } from "~/platform/db/tokens";
import { countsTowardsQuota } from "~/platform/http/form-schemas";

/** What is read of a form with these fields, each as often as it is there. */
async function read(...fields: [name: string, value: string | File][]) {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  return readUpload(new Request("http://daybook.test/import_csv_data/map/", { method: "POST", body }));
}

const BYTES = new Uint8Array([97, 44, 98]);
const file = (name: string, content: BlobPart = BYTES) => new File([content], name);

test("a form with every field is read whole", async () => {
  expect(
    await read(
      ["files", file("one.csv")],
      ["files", file("two.csv")],
      ["file_name", "three.csv"],
      ["file_bytes", base64url(BYTES)],
      ["mapping.case_date", "0"],
      ["mapping.age", "12"],
      ["mapping.asa", ""],
      ["encoding", "windows-1252"],
      ["delimiter", ";"],
      ["us_dates", "yes"],
      ["join_procedures", "yes"],
      ["gender_codes", "1_male"],
      ["word", "airway:lma: the old one"],
      ["word_meaning", "112,ultrasound"],
      ["word", "regional:none"],
      ["word_meaning", ""],
      ["word", "patient:name"],
      ["word_meaning", "112"],
      ["intent", "confirm"],
    ),
  ).toEqual({
    upload: {
      files: ["one.csv", "two.csv", "three.csv"].map((name) => ({ name, bytes: BYTES })),
      mapping: { case_date: 0, age: 12 },
      options: { encoding: "windows-1252", delimiter: ";" },
      choices: { usDates: true, joinProcedures: true, genderCodes: "1_male" },
      words: [
        { field: "airway", word: "lma: the old one", meaning: ["112", "ultrasound"] },
        { field: "regional", word: "none", meaning: [] },
      ],
      confirm: true,
    },
  });
});

test("a file alone is read without a choice, and what no list has is no choice", async () => {
  const alone = {
    upload: {
      files: [{ name: "one.csv", bytes: BYTES }],
      ...{ mapping: null, options: {}, choices: {}, words: [], confirm: false },
    },
  };
  expect(await read(["files", file("one.csv")])).toEqual(alone);
  expect(
    await read(
      ["files", file("one.csv")],
      ["encoding", "morse"],
      ["delimiter", "x"],
      ["us_dates", "maybe"],
      ["gender_codes", "1"],
      ["intent", "show"],
    ),
  ).toEqual(alone);
});

test("a field without a file is none; a file of another kind is refused, be it empty", async () => {
  expect(await read(["files", file("", "")], ["files", file("one.csv")])).toMatchObject({
    upload: { files: [{ name: "one.csv" }] },
  });
  expect(await read(["files", file("", "")])).toEqual({ message: "Choose a CSV file" });
  expect(await read(["files", file("empty.txt", "")])).toEqual({
    message: "Upload failed. Please try a valid CSV file.",
  });
});

test("files of 1 MB together are read, one byte more is too large", async () => {
  const half = "x".repeat(500_000);
  expect(await read(["files", file("a.csv", half)], ["files", file("b.csv", half)])).toHaveProperty("upload");
  expect(await read(["files", file("a.csv", half)], ["files", file("b.csv", `${half}x`)])).toEqual({
    message: TOO_LARGE,
  });
});

test("what is no form at all is refused as everywhere, not as a file", async () => {
  const headers = { "Content-Type": "application/json" };
  const request = new Request("http://daybook.test/", { method: "POST", headers, body: "{}" });
  await expect(readUpload(request)).rejects.toMatchObject({ status: 415 });
});

test("a full account may look at a file, and not import it", () => {
  expect(countsTowardsQuota(uploadForm, { intent: "show" })).toBe(false);
  expect(countsTowardsQuota(uploadForm, {})).toBe(false);
  expect(countsTowardsQuota(uploadForm, { intent: "confirm" })).toBe(true);
});
