import { passBotCheck } from "./bot-check";
import { expect, type Page } from "./fixtures";

interface LocalMail {
  subject: string;
  text: string;
}

export async function mailsTo(page: Page, email: string): Promise<LocalMail[]> {
  const answer = await page.request.get(`/dev/mail/?format=json&to=${encodeURIComponent(email)}`);
  return (await answer.json()) as LocalMail[];
}

/** The code that a reset was asked for with, once it is there. */
export async function codeMailedTo(page: Page, email: string): Promise<string> {
  let code: string | undefined;
  await expect
    .poll(
      async () => {
        const mail = (await mailsTo(page, email)).find(({ subject }) => subject.includes("code"));
        code = /^\s*([A-Z0-9]{6})\s*$/m.exec(mail?.text ?? "")?.[1];
        return code;
      },
      { timeout: 30_000 },
    )
    .toBeDefined();
  return code as string;
}

/** Sets a new password with a code by mail, as whoever has the mailbox. The page is then at the login. */
export async function resetByMail(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/password/forgot/");
  await page.getByLabel("Email address").fill(email);
  await passBotCheck(page);
  await page.getByRole("button", { name: "Send Code" }).click();
  await page.getByLabel("Code", { exact: true }).fill(await codeMailedTo(page, email));
  await page.getByRole("button", { name: "Verify Code" }).click();
  await page.getByRole("link", { name: "Continue" }).click();
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("New password again").fill(password);
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page).toHaveURL("/login/");
}
