import { readFile } from "node:fs/promises";
import { fillSession } from "./diary";
import { expect, expectRefused, type Page, test } from "./fixtures";

async function saved(page: Page, link: string) {
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: link }).click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

async function importFile(page: Page, bytes: Buffer) {
  await page.goto("/mydata/import/");
  await page
    .getByLabel("JSON file")
    .setInputFiles({ name: "daybook.ndjson", mimeType: "application/x-ndjson", buffer: bytes });
  await page.getByRole("button", { name: "Import" }).click();
}

test("everything is saved as JSON, tables and calendar, and the JSON is brought back where it is missing", {
  tag: "@browser",
}, async ({ page, signIn }) => {
  await signIn();
  await fillSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await page.getByLabel("Notes (optional)").fill("Two hips and a knee");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/logbook\/(\?|$)/);

  await page.goto("/mydata/export/");
  const json = await saved(page, "Save JSON");
  expect(json.name).toBe("daybook-2026-11-21.ndjson");
  const [, ...records] = json.bytes
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(records.pop()).toEqual({ records: 1 });
  expect(records).toEqual([expect.objectContaining({ record: "sessions", notes: "Two hips and a knee" })]);
  const zip = await saved(page, "Save ZIP");
  expect([zip.name, zip.bytes.subarray(0, 2).toString()]).toEqual(["daybook-2026-11-21.zip", "PK"]);
  const calendar = await saved(page, "Save ICS");
  expect(calendar.bytes.toString()).toContain("DTSTART;TZID=Europe/London:20261117T080000");
  expect(calendar.bytes.toString()).not.toContain("hips");

  // Somebody else: the file is theirs now, under references of their own.
  await signIn();
  await importFile(page, json.bytes);
  await expect(page.getByText("Imported 1 session").first()).toBeVisible();
  await importFile(page, json.bytes);
  await expect(page.getByText("Everything in this file was already in your diary").first()).toBeVisible();
  await page.goto("/logbook/?date=2026-11-17");
  await expect(page.getByText("Two hips and a knee").first()).toBeVisible();
});

test("a file that breaks off, or none, imports nothing and says so", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/mydata/import/");
  await page.getByRole("button", { name: "Import" }).click();
  await expectRefused(page, "Choose the JSON file");
  await importFile(page, Buffer.from('{"daybook":3}\n'));
  await expectRefused(
    page,
    "This file is not complete. Export it again, then choose the new file. Nothing was imported",
  );
});

test("replacing everything asks for the password", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/mydata/import/");
  await page.getByText("Replace everything", { exact: true }).click();
  await page.getByLabel("JSON file").setInputFiles({
    ...{ name: "daybook.ndjson", mimeType: "application/x-ndjson" },
    buffer: Buffer.from('{"daybook":3}\n{"records":0}\n'),
  });
  await page.getByLabel("Password, to replace everything").fill("not the password");
  await page.getByRole("button", { name: "Import" }).click();
  await expect(page).toHaveTitle(/^Error: Import backup/);
});
