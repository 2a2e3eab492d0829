import { addSession } from "../diary";
import { expect, type Page, test } from "../fixtures";

/** The keys are loaded after the page: presses their list until it is there. */
async function showList(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Keys" });
  await expect(async () => {
    await page.keyboard.press("Alt+Shift+?");
    await expect(dialog).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
}

test("keys with modifiers open pages, press what the page has, save, and show their list", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/logbook/");
  await showList(page);
  await page.keyboard.press("Alt+Shift+N");
  await expect(page.getByRole("heading", { name: "Add Session" })).toBeVisible();
  await page.getByLabel("Date", { exact: true }).fill("20/11/2026");
  await page.getByLabel("Start time", { exact: true }).fill("08:00");
  await page.getByLabel("End time", { exact: true }).fill("18:00");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("status").filter({ hasText: "Session added" })).toBeVisible();
  await page.keyboard.press("Alt+Shift+R");
  await expect(page.getByRole("status").filter({ hasText: "Session repeated on Fri 27 Nov 2026" })).toBeVisible();
  await page.keyboard.press("Alt+Shift+U");
  await expect(page.getByRole("status").filter({ hasText: "Taken away again: 1 session" })).toBeVisible();
  // The undo leads back to the week of the repeated session; today's has the first.
  await page.keyboard.press("Alt+Shift+L");
  await expect(page).toHaveURL(/\/logbook\/$/);
  await page.keyboard.press("Alt+Shift+S");
  await expect(page.getByRole("heading", { name: "Add case" })).toBeVisible();
});

test("a letter alone does nothing", async ({ page, signIn }) => {
  await signIn();
  await addSession(page, { date: "20/11/2026", start: "08:00", end: "18:00" });
  await showList(page);
  for (const key of ["n", "c", "s", "r", "u", "?", "Shift+N", "Alt+N"]) await page.keyboard.press(key);
  await expect(page).toHaveURL(/\/logbook\/$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("status")).toHaveText([/Session added/]);
});
