import { expect, expectRefused, type Page, test } from "./fixtures";
import { withinOneWindow } from "./limit-windows";
import { mailedTo } from "./mails";
import {
  codeOf,
  expireReauthentication,
  type GuardedPerson,
  logIn,
  PASSWORD,
  signInAsGuarded,
  signInAsNew,
} from "./people";

const CHECK = "Please check the details you have entered";

/** Somebody with two-factor on, at the page that asks for the code. */
async function halfWayIn(page: Page, level = 9): Promise<GuardedPerson> {
  const person = await signInAsGuarded(page, level);
  await page.context().clearCookies();
  await page.goto("/login/");
  await logIn(page, person);
  await expect(page).toHaveURL("/twofactor/");
  return person;
}

function codeField(page: Page) {
  return page.getByLabel("Two FA Code");
}

test("a login with two-factor on asks for the code; Enter sends it", async ({ page }) => {
  const person = await halfWayIn(page);
  await codeField(page).fill("000000");
  await codeField(page).press("Enter");
  await expectRefused(page, CHECK);
  await expect(codeField(page)).toHaveValue("");
  await codeField(page).fill(await codeOf(page, person));
  await codeField(page).press("Enter");
  await expect(page).toHaveURL("/logbook/");
  await page.goto("/twofactor/");
  await expect(page).toHaveURL("/logbook/");
});

test("nothing else opens before the code, and Cancel Login ends it", async ({ page }) => {
  const person = await halfWayIn(page);
  for (const path of ["/logbook/", "/job_plans/", "/account/two_factor/", "/profile/", "/email/"]) {
    await page.goto(path);
    await expect(page).toHaveURL("/login/");
  }
  await page.goto("/twofactor/");
  await codeField(page).fill(await codeOf(page, person));
  await page.getByRole("button", { name: "Cancel Login" }).click();
  await expect(page).toHaveURL("/login/");
  await page.goto("/twofactor/");
  await expect(page).toHaveURL("/login/");
  await expect(page.getByText("Your login was not finished. Log in again to continue").first()).toBeVisible();
});

test("a code works once, in whichever browser", async ({ page }) => {
  const person = await halfWayIn(page);
  const code = await codeOf(page, person);
  await codeField(page).fill(code);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL("/logbook/");
  await page.context().clearCookies();
  await page.goto("/login/");
  await logIn(page, person);
  await codeField(page).fill(code);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expectRefused(page, CHECK);
});

test("after five wrong codes even the right one waits, and a mail says so", async ({ page }) => {
  await withinOneWindow();
  const person = await halfWayIn(page);
  for (let at = 0; at < 5; at += 1) {
    await codeField(page).fill(`00000${at}`);
    await page.getByRole("button", { name: "Login", exact: true }).click();
    // The answer brings an empty field.
    await expect(codeField(page)).toHaveValue("");
    await expectRefused(page, CHECK);
  }
  await codeField(page).fill(await codeOf(page, person));
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expectRefused(page, "Too many wrong codes. Wait 15 minutes, then try again, or use a recovery code");
  await mailedTo(page, person.email, (mails) =>
    mails.find(({ text }) => text.includes("Too many wrong codes were entered")),
  );
});

test("the page for a recovery code refuses in the same words, and leads back", async ({ page }) => {
  await halfWayIn(page);
  await page.getByRole("link", { name: "Use a recovery code" }).click();
  await expect(page).toHaveURL("/twofactor/recovery/");
  await page.getByLabel("Recovery code", { exact: true }).fill("0000-0000-0000-0000-0000-0000");
  await page.getByLabel("Recovery code", { exact: true }).press("Enter");
  await expectRefused(page, CHECK);
  await page.getByRole("link", { name: "Use the code from your authenticator app" }).click();
  await expect(page).toHaveURL("/twofactor/");
});

test("an old reauthentication is asked for again, with the code, and leads on to where one was going", async ({
  page,
}) => {
  const person = await signInAsGuarded(page);
  await expireReauthentication(page);
  await page.goto("/account/two_factor/codes/");
  await expect(page).toHaveURL(/\/account\/confirm\/\?next=/);
  await expect(page.getByRole("heading", { name: "Confirm it is you" })).toBeVisible();
  await page.getByLabel("Password").fill("not the password");
  await codeField(page).fill(await codeOf(page, person));
  await page.getByRole("button", { name: "Continue" }).click();
  await expectRefused(page, "Please check your password and try again");
  await page.getByLabel("Password").fill(PASSWORD);
  await codeField(page).fill(await codeOf(page, person));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/account/two_factor/codes/");
});

test("an administrator without a second factor is led to set one up, from every page", async ({ page }) => {
  const person = await signInAsNew(page, 10);
  await page.context().clearCookies();
  await page.goto("/login/");
  await logIn(page, person);
  await expect(page).toHaveURL("/account/two_factor/");
  for (const path of ["/", "/logbook/", "/job_plans/", "/profile/", "/signedup/"]) {
    await page.goto(path);
    await expect(page).toHaveURL("/account/two_factor/");
    await expect(
      page.getByText("An administrator needs a second factor. Set one up to continue").first(),
    ).toBeVisible();
    await expect(page.locator('nav a[href="/job_plans/"]')).toHaveCount(0);
  }
});

test("an administrator with a second factor logs in with both", async ({ page }) => {
  const person = await halfWayIn(page, 10);
  await codeField(page).fill(await codeOf(page, person));
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL("/logbook/");
});
