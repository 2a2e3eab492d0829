import { createAccount } from "./create-account";
import { expect, expectRefused, type Page, test } from "./fixtures";
import { PASSWORD, signInAsNew } from "./people";

/** Fills the Create Account form; names are of this run alone. */
async function fillSignUp(page: Page, password: string): Promise<string> {
  const username = `person-${crypto.randomUUID()}`.slice(0, 30);
  await page.getByLabel("First name").fill("First");
  await page.getByLabel("Last name").fill("Last");
  await page.getByLabel("Email address").fill(`${username}@example.com`);
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Password again").fill(password);
  await page.getByLabel(/I have read and accept/).check();
  return username;
}

test("someone signs up, is welcomed, logs out, and logs in again", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Create an account" }).click();
  const username = await fillSignUp(page, PASSWORD);
  await createAccount(page, { email: `${username}@example.com`, password: PASSWORD });
  await expect(page.getByText("Account Created!")).toBeVisible();
  await expect(
    page.getByText(
      "Please check your email (including junk folder) for a signup email that will allow you to confirm your email address.",
    ),
  ).toBeVisible();
  await page.getByRole("link", { name: "Continue to Main Page" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

  await page.goto("/logout/");
  await expect(page.getByText("Are you sure you want to logout?")).toBeVisible();
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.goto("/logout/");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/");
  await page.goto("/logbook/");
  await expect(page).toHaveURL("/login/");

  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByLabel("Remember me").check();
  await page.getByLabel("Password").press("Enter");
  await expect(page).toHaveURL("/logbook/");
  await page.goto("/login/");
  await expect(page).toHaveURL("/logbook/");
});

test("a wrong password is answered with the same words as an unknown name, and no password comes back", async ({
  page,
}) => {
  await page.goto("/login/");
  await page.getByLabel("Username").fill("nobody-of-this-name");
  await page.getByLabel("Password").fill("some wrong password");
  await page.getByRole("button", { name: "Login" }).click();
  await expectRefused(page, "Please check the details you have entered");
  await expect(page.getByLabel("Username")).toHaveValue("nobody-of-this-name");
  expect(await page.content()).not.toContain("some wrong password");
});

test("Create Account says at each field what to mend and keeps the other answers", async ({ page }) => {
  await page.goto("/signup/");
  await fillSignUp(page, PASSWORD);
  await page.getByLabel("Email address").fill("no address");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expectRefused(page, "Enter an email address in the correct format, like name@example.com");
  await expect(page.getByLabel("First name")).toHaveValue("First");
  expect(await page.content()).not.toContain(PASSWORD);
});

test("pages for visitors carry no script, and a missing page leads on", { tag: "@browser" }, async ({ page }) => {
  for (const path of ["/", "/terms/", "/privacy/", "/keys/", "/no/such/page/"]) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(path === "/no/such/page/" ? 404 : 200);
    expect(await page.locator("script").count()).toBe(0);
  }
  await expect(page.getByRole("heading", { name: "Sorry.... We cannot find that page" })).toBeVisible();
  await page.getByRole("link", { name: "Go back" }).click();
  await expect(page).toHaveURL("/");
});

test("the menu of a phone opens, expands and leads on", async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn();
  await page.goto("/job_plans/");
  await page.getByText("Menu", { exact: true }).click();
  await page.getByRole("link", { name: "Daily Logbook" }).click();
  await expect(page).toHaveURL("/logbook/");
});

test("the menu of a wide screen opens its groups by click", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/job_plans/");
  await page.getByText("Profile").first().click();
  await page.getByRole("link", { name: "Logout" }).click();
  await expect(page).toHaveURL("/logout/");
});

test("a level that is too low is told so at home", async ({ page, signIn }) => {
  await signIn(2);
  await page.goto("/logbook/");
  await expect(page).toHaveURL("/");
  await expect(page.getByText("Your account does not include that page")).toBeVisible();
});

test("newer terms are asked for by the next page of the work, and by no form, export or account page", async ({
  page,
}) => {
  await signInAsNew(page, 9, { terms: "1" });
  await page.goto("/logbook/");
  await expect(page).toHaveURL("/terms/?next=%2Flogbook%2F");
  await expect(page.getByRole("heading", { name: "The terms have changed" })).toBeVisible();
  await expect(page.getByText("An account can be suspended.")).toBeVisible();
  // Without accepting them, the export stays open.
  await page.getByRole("link", { name: "export your data" }).click();
  await expect(page.getByRole("heading", { name: "Export everything" })).toBeVisible();
  await page.goto("/email/change/");
  await page.getByLabel("New Email Address").fill("nobody@example.com");
  await page.getByLabel("Confirm New Email").fill("somebody@example.com");
  await page.getByLabel("Current Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Change Email" }).click();
  await expect(page.locator("#error-summary")).toContainText("Both email addresses must be the same");

  await page.goto("/leave/new/");
  await expect(page).toHaveURL("/terms/?next=%2Fleave%2Fnew%2F");
  await page.getByRole("button", { name: "Accept the terms" }).click();
  await expect(page).toHaveURL("/leave/new/");
  await page.goto("/logbook/");
  await expect(page).toHaveURL("/logbook/");
});
