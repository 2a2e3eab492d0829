import { passBotCheck } from "./bot-check";
import { expect, type Page } from "./fixtures";
import { codeMailedTo } from "./mails";

/** Sets a new password with a code by mail, as whoever has the mailbox. The page is then at the login. */
export async function resetByMail(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/password/forgot/");
  await page.getByLabel("Email address").fill(email);
  await passBotCheck(page);
  await page.getByRole("button", { name: "Send Code" }).click();
  const field = page.getByLabel("Code", { exact: true });
  await expect(field).toBeVisible();
  await field.fill(await codeMailedTo(page, email));
  await page.getByRole("button", { name: "Verify Code" }).click();
  await page.getByRole("link", { name: "Continue" }).click();
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("New password again").fill(password);
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page).toHaveURL("/login/");
}
