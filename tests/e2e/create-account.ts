import { passBotCheck } from "./bot-check";
import { expect, type Page } from "./fixtures";
import { mailedTo } from "./mails";

/**
 * Sends the filled form of Create Account; without script the link in a mail leads on from there.
 * @returns how many mails there are then
 */
export async function createAccount(
  page: Page,
  { email, password }: { email: string; password: string },
  press = () => page.getByRole("button", { name: "Create Account" }).click(),
): Promise<number> {
  await passBotCheck(page);
  await press();
  await expect(page).toHaveURL(/\/(signedup|login)\/$/);
  const goesOnByMail = page.url().endsWith("/login/");
  if (goesOnByMail) {
    await expect(page.getByText("we have emailed you a link to continue")).toBeVisible();
    await page.goto(
      await mailedTo(page, email, ([mail]) => /http\S+(\/signup\/\?link=\S+)/.exec(mail?.text ?? "")?.[1]),
    );
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByLabel("Password again").fill(password);
    await page.getByLabel(/I have read and accept/).check();
    await page.getByRole("button", { name: "Create Account" }).click();
  }
  await expect(page).toHaveURL("/signedup/");
  return goesOnByMail ? 2 : 1;
}
