import { expect, type Page } from "./fixtures";

/** The keys are loaded after the page: presses their list until it is there. */
export async function openList(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("Alt+Shift+?");
    await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible({ timeout: 500 });
  }).toPass();
}

/** After it the script that knows keys, and what was typed, is there. */
export async function showList(page: Page): Promise<void> {
  await openList(page);
  await page.keyboard.press("Escape");
  // Out of the document, not out of sight alone: until then keys are the list's.
  await expect(page.getByRole("dialog", { name: "Keys", includeHidden: true })).toHaveCount(0);
}
