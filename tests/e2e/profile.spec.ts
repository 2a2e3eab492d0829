import { expect, test } from "./fixtures";

test("the profile says who is signed in, and leads to the logbook and the account pages", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/profile/");
  await expect(page.getByText("You are signed in as First Last.")).toBeVisible();
  const main = page.getByRole("main");
  for (const [link, path] of [
    ["Manage Email", "/email/"],
    ["Change Password", "/password/change/"],
    ["Two-Factor Authentication", "/account/two_factor/"],
    ["Delete Your Data", "/delete_account/"],
    ["Open your logbook", "/logbook/"],
  ] as const) {
    await page.goto("/profile/");
    await main.getByRole("link", { name: link }).click();
    await expect(page).toHaveURL(path);
  }
});
