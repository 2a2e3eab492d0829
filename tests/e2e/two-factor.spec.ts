import { openFold, openSection } from "./diary";
import { expect, expectRefused, type Page, test, turningAway } from "./fixtures";
import { codeOf, expireReauthentication, logIn, PASSWORD, signInAsGuarded, signInAsNew } from "./people";

/** What an authenticator app shows for this secret, now or in so many seconds. */
async function codeFor(page: Page, secret: string, seconds = 0): Promise<string> {
  return (await page.request.get(`/dev/code/?secret=${secret}&in=${seconds}`)).text();
}

/** Sets the app up. @returns its secret and the recovery codes. */
async function turnOn(page: Page) {
  await page.goto("/account/two_factor/");
  await page.getByRole("link", { name: "Turn on" }).click();
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  const shown = await page.locator("[translate=no]").innerText();
  const secret = shown.replaceAll(" ", "");
  await expect(page.getByRole("link", { name: "Open the app on this device" })).toHaveAttribute(
    "href",
    new RegExp(`^otpauth://totp/.*secret=${secret}`),
  );
  await page.getByLabel("Two FA Code").fill(await codeFor(page, secret));
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("heading", { name: "Daybook recovery codes" })).toBeVisible();
  const codes = await page
    .getByRole("listitem")
    .filter({ hasText: /^[0-9A-Z-]{29}$/ })
    .allInnerTexts();
  return { secret, codes };
}

async function logOut(page: Page): Promise<void> {
  await page.goto("/logout/");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/");
  await page.goto("/login/");
}

test("someone turns two-factor on, logs in with a code and with a recovery code, each once, and turns it off", {
  tag: "@browser",
}, async ({ page }) => {
  test.slow();
  const person = await signInAsNew(page);
  const { secret, codes } = await turnOn(page);
  expect(codes).toHaveLength(10);
  expect(page.url()).not.toContain(secret);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download as text" }).click();
  expect((await download).suggestedFilename()).toBe("daybook-recovery-codes.txt");
  await page.getByRole("link", { name: "I have saved these codes" }).click();
  await expect(page.getByText("10 left")).toBeVisible();
  await openSection(page, "This browser");
  await expect(page.getByText("with second factor")).toBeVisible();
  for (const path of ["/account/two_factor/", "/account/two_factor/app/"]) {
    await page.goto(path);
    expect(await page.content()).not.toContain(codes[0]);
  }

  await logOut(page);
  await logIn(page, person);
  await expect(page).toHaveURL("/twofactor/");
  // The code that turned it on does not count again; the next one does already.
  const code = await codeFor(page, secret, 30);
  await page.getByLabel("Two FA Code").fill(code);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL("/logbook/");

  await logOut(page);
  await logIn(page, person);
  await expect(page).toHaveURL("/twofactor/");
  await page.getByLabel("Two FA Code").fill(code);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expectRefused(page, "Please check the details you have entered");
  await page.goto("/twofactor/recovery/");
  await page.getByRole("textbox").fill(codes[0] as string);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).not.toHaveURL(/twofactor/);

  await logOut(page);
  await logIn(page, person);
  await expect(page).toHaveURL("/twofactor/");
  await page.goto("/twofactor/recovery/");
  await page.getByRole("textbox").fill(codes[0] as string);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expectRefused(page, "Please check the details you have entered");
  await page.getByRole("textbox").fill((codes[1] as string).toLowerCase());
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).not.toHaveURL(/twofactor/);

  await page.goto("/account/two_factor/");
  await expect(page.getByText("8 left")).toBeVisible();
  await page.getByRole("link", { name: "Make new codes" }).click();
  await page.getByRole("button", { name: "Make 10 new codes" }).click();
  await expect(page.getByRole("heading", { name: "Daybook recovery codes" })).toBeVisible();
  expect(await page.content()).not.toContain(codes[2]);
  await page.getByRole("link", { name: "I have saved these codes" }).click();
  await page.getByRole("link", { name: "Turn off" }).click();
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("Two-factor authentication is off").first()).toBeVisible();

  await logOut(page);
  await logIn(page, person);
  await expect(page).toHaveURL("/logbook/");
});

test("a wrong first code is answered with the same secret, and nothing is on yet", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/account/two_factor/app/");
  const secret = await page.locator("[translate=no]").innerText();
  await page.getByLabel("Two FA Code").fill("000000");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expectRefused(page, "That is not the current code");
  expect(await page.locator("[translate=no]").innerText()).toBe(secret);
  await page.goto("/account/two_factor/");
  await expect(page.getByRole("link", { name: "Turn on" })).toBeVisible();
});

test("the sheet of recovery codes prints as heading and codes alone", { tag: ["@browser", "@full"] }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await turnOn(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: "Daybook recovery codes" })).toBeVisible();
  for (const gone of ["Download as text", "I have saved these codes", "You will not see them again.", "Menu"]) {
    await expect(page.getByText(gone, { exact: true })).toBeHidden();
  }
});

test("a login ended from another browser is ended at once", async ({ page, browser, baseURL }) => {
  const person = await signInAsNew(page);
  const javaScriptEnabled = test.info().project.use.javaScriptEnabled ?? true;
  const elsewhere = await browser.newContext({ baseURL: baseURL as string, javaScriptEnabled });
  const other = await elsewhere.newPage();
  await other.goto("/login/");
  await logIn(other, person);
  await expect(other).toHaveURL("/logbook/");

  await page.goto("/account/two_factor/");
  await expect(page.getByText("This browser")).toHaveCount(1);
  await openFold(page.locator("main details").last());
  await page.getByRole("button", { name: "Log out" }).last().click();
  await expect(page.getByText("Login ended").first()).toBeVisible();
  await other.goto(turningAway("/logbook/"));
  await expect(other).toHaveURL("/login/");
  await expect(other.getByText("Your login has ended. Log in again to continue").first()).toBeVisible();

  await logIn(other, person);
  await expect(other).toHaveURL("/logbook/");
  await page.goto("/account/two_factor/");
  await page.getByRole("button", { name: "Log out everywhere else" }).click();
  await expect(page.getByText("All other logins ended").first()).toBeVisible();
  await other.goto(turningAway("/logbook/"));
  await expect(other).toHaveURL("/login/");
  await elsewhere.close();

  await openSection(page, "This browser");
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL("/");
  await page.goto("/logbook/");
  await expect(page).toHaveURL("/login/");
});

test("a password that is changed asks for the code when the reauthentication ran out while the page was open", async ({
  page,
}) => {
  const person = await signInAsGuarded(page);
  await page.goto("/password/change/");
  await expect(page.getByLabel("Two FA Code")).toHaveCount(0);
  await expireReauthentication(page);
  const fill = async () => {
    await page.getByLabel("Current password").fill(PASSWORD);
    await page.getByLabel("New password", { exact: true }).fill("velvet harbour compass");
    await page.getByLabel("New password again").fill("velvet harbour compass");
  };
  await fill();
  await page.getByRole("button", { name: "Set new password" }).click();
  await expectRefused(page, "Please check the details you have entered");
  await fill();
  await page.getByLabel("Two FA Code").fill(await codeOf(page, person));
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByText("Your password was changed. Your other logins were ended").first()).toBeVisible();
});
