import { expect, expectRefused, type Page, test } from "../fixtures";

const PASSWORD = "marble kettle lantern";

async function fillSignUp(page: Page, username: string): Promise<void> {
  await page.getByLabel("First name").fill("First");
  await page.getByLabel("Last name").fill("Last");
  await page.getByLabel("Email address").fill(`${username}@example.com`);
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Password again").fill(PASSWORD);
  await page.getByLabel(/I have read and accept/).check();
}

test("Create Account waits for the token, and a refusal brings a new one", async ({ page }) => {
  let give = () => {};
  const given = new Promise<void>((done) => {
    give = done;
  });
  await page.route("**/dev/turnstile/v0/token", async (route) => {
    await given;
    await route.continue();
  });
  await page.goto("/signup/");
  const name = `token-${crypto.randomUUID()}`.slice(0, 30);
  await fillSignUp(page, name);
  const create = page.getByRole("button", { name: "Create Account" });
  await expect(create).toBeDisabled();
  await expect(page.getByText("Wait while we check that you are a person.")).toBeVisible();
  give();
  await expect(create).toBeEnabled();
  const token = page.locator("[name=turnstile_token]");
  const first = await token.inputValue();
  await page.getByLabel("Username").fill("a b");
  await create.click();
  await expectRefused(page, "Username must only include letters a to z, numbers, dots, hyphens and underscores");
  await expect(token).not.toHaveValue(first);
  await expect(token).toHaveValue(/^local\./);
  await page.getByLabel("Username").fill(name);
  await create.click();
  await expect(page).toHaveURL("/signedup/");
});

test("after a token that the server refuses, the form goes on by a link in a mail", { tag: "@full" }, async ({
  page,
}) => {
  await page.goto("/signup/");
  await fillSignUp(page, `spent-${crypto.randomUUID()}`.slice(0, 30));
  await expect(page.getByText("Local check passed")).toBeVisible();
  await page.locator("[name=turnstile_token]").evaluate((field: HTMLInputElement) => {
    field.value = "made up";
  });
  const create = page.getByRole("button", { name: "Create Account" });
  await create.click();
  await expectRefused(page, "We could not check that you are a person");
  await expect(page.getByText(/Send the form without it/)).toBeVisible();
  await create.click();
  await expect(page).toHaveURL("/login/");
});

test("a script that never comes is waited for 8 s, and then nobody waits for it", { tag: "@full" }, async ({
  page,
}) => {
  await page.route("**/dev/turnstile/v0/api.js*", () => {});
  await page.clock.install();
  const asked = page.waitForRequest(/turnstile\/v0\/api\.js/);
  await page.goto("/password/forgot/");
  await asked;
  await page.getByLabel("Email address").fill("nobody@example.com");
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  // Some of the 8 s went by before the clock stood still.
  await page.clock.runFor(2000);
  await expect(page.getByRole("button", { name: "Send Code" })).toBeDisabled();
  await page.clock.runFor(5000);
  await expect(page.getByText("The check that you are a person could not be loaded.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send Code" })).toBeEnabled();
});
