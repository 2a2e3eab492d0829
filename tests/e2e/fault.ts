import { expect, type Page } from "./fixtures";

/**
 * From now on statements of the page's browser fail in the database: those that write, those that name a table, or `all`.
 */
export async function failStatements(page: Page, of: "writes" | "all" | (string & {})): Promise<void> {
  await setFault(page, of);
}

/** The database answers again. */
export async function endFault(page: Page): Promise<void> {
  await setFault(page, "");
}

async function setFault(page: Page, of: string): Promise<void> {
  const headers = { Origin: new URL(process.env.DAYBOOK_URL as string).origin };
  const answer = await page.request.post("/dev/fault/", { form: { of }, headers });
  expect(answer.ok()).toBe(true);
}
