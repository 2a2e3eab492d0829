import { postSession } from "./diary";
import { expect, expectRefused, test } from "./fixtures";
import { logIn, PASSWORD, signInAsNew } from "./people";

test("somebody deletes all their data: a wrong password keeps it, the right one ends everything", async ({ page }) => {
  const person = await signInAsNew(page);
  await postSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await page.goto("/delete_account/");
  await expect(page.getByRole("heading", { name: "Delete Your Data" })).toBeVisible();
  await expect(page.getByText("0 job plans, 1 session and 0 cases")).toBeVisible();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveURL("/logbook/");

  await page.goto("/delete_account/");
  await page.getByLabel("Password").fill("some wrong password");
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expectRefused(page, "Please check your password and try again");
  await expect(page.getByLabel("Password")).toHaveValue("");

  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Data Deleted" })).toBeVisible();
  await expect(page.getByText("All your data has been deleted.")).toBeVisible();
  // The menu is a visitor's.
  await expect(page.getByRole("link", { name: "Login" }).first()).toBeAttached();
  await expect(page.getByText("Your Logbook")).toHaveCount(0);
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("login");

  await expect
    .poll(async () => {
      const mails = await page.request.get(`/dev/mail/?to=${person.email}&format=json`);
      return ((await mails.json()) as { subject: string }[]).length;
    })
    .toBe(1);
  await page.goto("/logbook/");
  await expect(page).toHaveURL("/login/");
  await logIn(page, person);
  await expectRefused(page, "Please check the details you have entered");
});
