import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { base64url, fromBase64url } from "~/platform/db/tokens";
import * as mapPage from "~/routes/csv-import/map";
import { call, cookiesOf, load, makeUser } from "../../support/harness";
import { makeConfirmedUser } from "../../support/members";
import { rendered } from "../../support/rendered";

const { action } = mapPage;

const URL_OF_PAGE = "http://daybook.test/import_csv_data/map/";

async function upload(fields: Record<string, string | File>, user?: SignedInUser) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const answer = await call(action, new Request(URL_OF_PAGE, { method: "POST", body }), {
    user: user ?? (await makeConfirmedUser()),
  });
  return { status: answer.status, text: JSON.stringify(answer.data) };
}

test("bytes of any kind and length go into a page and come back", () => {
  const bytes = new Uint8Array(100_001).map((_, index) => (index * 7) % 256);
  expect(fromBase64url(base64url(bytes))).toEqual(bytes);
  expect(() => fromBase64url("!")).toThrow();
});

test("a file without script comes back with its mapping page, and nothing for a column that is asked for twice", async () => {
  const file = new File(["Date,Sex,Procedure\n17/11/2026,F,Hernia\n"], "theatre.csv");
  const read = await upload({ files: file });
  expect(read.status).toBe(200);
  expect(read.text).toContain("Hernia");
  const twice = await upload({
    files: file,
    "mapping.case_date": "0",
    "mapping.age": "1",
    "mapping.gender": "1",
    intent: "confirm",
  });
  expect(twice.status).toBe(422);
  expect(twice.text).toContain("Choose another column for Gender");
});

test("a file that may not be imported yet stays on its mapping page, which says why", async () => {
  const file = new File(["Date,Procedure\n17/11/2026,Hernia\n"], "theatre.csv");
  const fields = { files: file, "mapping.case_date": "0", "mapping.case_description": "1", intent: "confirm" };
  const { status, text } = await upload(fields, await makeUser());
  expect(status).toBe(422);
  expect(JSON.parse(text).page).toMatchObject({
    carried: [{ name: "theatre.csv" }],
    errors: { "": "Confirm your email address under Manage Email first, then import the file" },
  });
});

/** No two alike. */
function shortRows(count: number): string {
  return Array.from({ length: count }, (_, at) => `17/11/2026,${at}\n`).join("");
}

test("without script too it is said what came in, and what had come before", async () => {
  const user = await makeConfirmedUser();
  const confirm = async () => {
    const body = new FormData();
    body.append("files", new File(["Date,Procedure\n17/11/2026,Hernia\n"], "theatre.csv"));
    for (const [field, column] of [
      ["case_date", "0"],
      ["case_description", "1"],
    ] as const)
      body.append(`mapping.${field}`, column);
    body.append("intent", "confirm");
    return decodeURIComponent(
      cookiesOf(await call(action, new Request(URL_OF_PAGE, { method: "POST", body }), { user })),
    );
  };
  expect(await confirm()).toContain("1 new case to put into sessions");
  expect(await confirm()).toContain("No new cases: 1 case was imported before");
});

test.each([
  [{}, "Choose a CSV file"],
  [{ files: new File([], "") }, "Choose a CSV file"],
  [{ files: new File(["Date\n"], "theatre.xlsx") }, "Upload failed. Please try a valid CSV file."],
  [{ files: new File(["x".repeat(1_000_001)], "theatre.csv") }, "1 MB or less"],
  [{ files: new File(["x".repeat(3_000_000)], "theatre.csv") }, "1 MB or less"],
  [{ file_name: "theatre.csv", file_bytes: "A".repeat(1_400_000) }, "1 MB or less"],
  [{ files: new File([`Date,Age\n${shortRows(20_001)}`], "theatre.csv") }, "20,000 rows or fewer"],
])("what cannot be read is refused in words", async (fields, message) => {
  const refused = await upload(fields as Record<string, File>);
  expect(refused.status).toBe(422);
  expect(refused.text).toContain(message);
});

test("where a file is asked for it is said that an address must be confirmed first", async () => {
  const opened = async (user: Awaited<ReturnType<typeof makeUser>>) =>
    rendered(mapPage, {}, (await load(mapPage.loader, { user })).data);
  expect(await opened(await makeUser())).toContain("Confirm your email address");
  expect(await opened(await makeConfirmedUser())).not.toContain("Confirm your email address");
});
