import { expect, type Page } from "./fixtures";

/** A file to choose: a path below tests/, or text. */
export type Chosen = string | { name: string; mimeType: string; buffer: Buffer };

export const FIXTURES = "tests/import/fixtures";

export function csvFile(text: string | Buffer, name = "theatre.csv"): Chosen {
  return { name, mimeType: "text/csv", buffer: Buffer.from(text) };
}

/** Chooses a file on the first page of the import, and without script sends it. */
export async function chooseFile(page: Page, file: Chosen, scripted: boolean | undefined): Promise<void> {
  await page.goto("/import_csv_data/");
  await page.getByLabel(/Several files with the same headings/).setInputFiles(file);
  if (scripted === false) await page.getByRole("button", { name: "Read the file" }).click();
}

/** Takes a file through the mapping page as it is suggested. */
export async function importFile(page: Page, file: Chosen, scripted: boolean | undefined): Promise<void> {
  await chooseFile(page, file, scripted);
  await expect(page.getByRole("heading", { name: "Map CSV" })).toBeVisible();
  await page.getByRole("button", { name: "Confirm Columns" }).click();
  await expect(page.getByRole("heading", { name: "Drag and Drop Cases" })).toBeVisible();
}

/** The cases of the right list, each as one line. */
export async function casesWaiting(page: Page): Promise<string[]> {
  const box = page.getByRole("region", { name: /^Logbook Data/ });
  if ((await box.count()) === 0) return [];
  return box
    .locator("li")
    .evaluateAll((lines) =>
      lines.map((line) =>
        [...line.querySelectorAll("p")]
          .map((each) => (each as HTMLElement).innerText.replace(/\s+/g, " ").trim())
          .join(" | "),
      ),
    );
}

/** The session of the left list on a day. */
export function sessionOn(page: Page, day: string) {
  return page.getByRole("region", { name: "Sessions" }).locator("li", { hasText: day }).first();
}

/** The case of the right list that says so. */
export function caseWaiting(page: Page, words: string) {
  return page
    .getByRole("region", { name: /^Logbook Data/ })
    .locator("li", { hasText: words })
    .first();
}
