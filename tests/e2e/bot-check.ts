import { expect, type Page } from "./fixtures";

/** As a person does: waits for the widget where script draws one. Without it, the form goes on by mail or by its limits. */
export async function passBotCheck(page: Page): Promise<void> {
  await expect(page.getByText("Local check passed").or(page.locator("noscript p"))).toBeVisible();
}
