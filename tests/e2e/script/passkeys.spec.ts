import { expect, type Page, test } from "../fixtures";
import { addAuthenticator, addPasskey, openLoginWith } from "../passkeys";
import { logIn, signInAsNew } from "../people";
import { expectNoFaults } from "./soundness";

async function logOut(page: Page) {
  await page.goto("/logout/");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/");
}

test("a passkey is added, and logs in from the login page alone", async ({ page, signIn }) => {
  const device = await addAuthenticator(page);
  await signIn();
  await page.goto("/account/two_factor/passkey/new/");
  await expect(page.getByLabel("Name of the passkey")).toHaveValue(/^Chrome on /);
  await addPasskey(page, "This laptop");
  await expect(page.getByRole("heading", { level: 3, name: "This laptop" })).toBeVisible();
  expect(await device.credentials()).toMatchObject([{ isResidentCredential: true, rpId: "localhost" }]);

  await device.present(false);
  await logOut(page);
  await openLoginWith(page, device, () =>
    expect(page.getByLabel("Username")).toHaveAttribute("autocomplete", "username webauthn"),
  );
  await expect(page).toHaveURL("/profile/");
  await expect(page.getByText("You are signed in as First Last.")).toBeVisible();
  await page.getByRole("link", { name: "Open your logbook" }).click();
  await expect(page).toHaveURL("/logbook/");
});

test("an administrator with a passkey comes in with it, and changes nothing with the password alone", async ({
  page,
}) => {
  const device = await addAuthenticator(page);
  const person = await signInAsNew(page, 10);
  await addPasskey(page, "This laptop");
  await device.present(false);
  await logOut(page);
  await page.goto("/login/");
  await logIn(page, person);
  await expect(page).toHaveURL("/account/two_factor/");
  await expect(page.getByText("Log out, then log in with your passkey.").first()).toBeVisible();
  await expect(page.getByRole("link", { name: /Add a passkey|Turn on|Rename or remove/ })).toHaveCount(0);
  await page.goto("/account/two_factor/app/");
  await expect(page).toHaveURL("/account/two_factor/");
  await logOut(page);
  await openLoginWith(page, device);
  await expect(page).toHaveURL("/profile/");
  await page.goto("/account/two_factor/app/");
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
});

test("a passkey that was removed opens the dialog, which gives the focus back, and the password still works", async ({
  page,
  signIn,
}) => {
  const device = await addAuthenticator(page);
  await signIn();
  await addPasskey(page, "Old phone");
  await page.getByRole("link", { name: /Old phone/ }).click();
  await page.getByRole("button", { name: "Remove passkey" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Passkey removed." })).toBeVisible();
  await device.present(false);
  await logOut(page);

  await openLoginWith(page, device, () => page.getByLabel("Username").focus());
  const dialog = page.getByRole("dialog", { name: "Passkey Error" });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText("There is an error with your passkey.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused();
  await expectNoFaults(page, "passkey error");
  await device.present(false);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel("Username")).toBeFocused();
  await page.getByLabel("Username").fill("nobody-of-this-name");
  await page.getByLabel("Password").fill("some wrong password");
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveTitle(/^Error: /);
});

test("a passkey that meets a lost connection opens the dialog too", async ({ page, signIn }) => {
  const device = await addAuthenticator(page);
  await signIn();
  await addPasskey(page, "Laptop");
  await device.present(false);
  await logOut(page);
  await page.route("**/api/auth/login_with_passkey/", (route) => route.abort());
  await openLoginWith(page, device);
  await expect(page.getByRole("dialog", { name: "Passkey Error" })).toBeVisible();
});

test("a device that holds one already says so, and nothing is added", async ({ page, signIn }) => {
  await addAuthenticator(page);
  await signIn();
  await addPasskey(page, "Laptop");
  await page.goto("/account/two_factor/passkey/new/");
  await page.getByRole("button", { name: "Add passkey" }).click();
  await expect(page.getByText("This device holds a passkey for your account already.")).toBeVisible();
  await page.goto("/account/two_factor/");
  await expect(page.getByRole("heading", { level: 3, name: "Laptop" })).toHaveCount(1);
});

test("a login page without any passkey, or that cannot be asked for one, is quiet", async ({ page }) => {
  await page.route("**/api/auth/get_authentication_options/", (route) => route.abort());
  const asked = page.waitForRequest("**/api/auth/get_authentication_options/");
  await page.goto("/login/");
  await asked;
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("button", { name: "Login" })).toBeEnabled();
});

test("a login page in a browser that offers passkeys and has none is quiet, and asks again", async ({ page }) => {
  await page.clock.install();
  await page.addInitScript(() => {
    Object.assign(window, { asked: 0 });
    navigator.credentials.get = () => {
      (window as unknown as { asked: number }).asked += 1;
      return Promise.reject(new DOMException("No passkeys here", "NotSupportedError"));
    };
  });
  const asked = () => page.evaluate(() => (window as unknown as { asked: number }).asked);
  await page.goto("/login/");
  await expect.poll(asked).toBe(1);
  await page.clock.runFor(60_000);
  await expect.poll(asked).toBe(2);
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("a passkey is renamed and removed with script off too", async ({ page, signIn, browser, baseURL }) => {
  await addAuthenticator(page);
  await signIn();
  await addPasskey(page, "Laptop");
  const storageState = await page.context().storageState();
  const plain = await browser.newContext({ javaScriptEnabled: false, storageState, baseURL: baseURL as string });
  const there = await plain.newPage();
  await there.goto("/account/two_factor/");
  await there.getByRole("link", { name: /Laptop/ }).click();
  await there.getByLabel("Name of the passkey").fill("");
  await there.getByRole("button", { name: "Save name" }).click();
  await expect(there).toHaveTitle("Error: Passkey – Daybook");
  await there.getByLabel("Name of the passkey").fill("Desk computer");
  await there.getByRole("button", { name: "Save name" }).click();
  await expect(there.getByText("Passkey renamed.")).toBeVisible();
  await there.getByRole("link", { name: /Desk computer/ }).click();
  await there.getByRole("button", { name: "Remove passkey" }).click();
  await expect(there.getByText("Passkey removed.")).toBeVisible();
  await there.goto("/account/two_factor/passkey/new/");
  await expect(there.locator("noscript p", { hasText: "Passkeys need JavaScript" })).toBeVisible();
  await expect(there.getByRole("button", { name: "Add passkey" })).toBeHidden();
  await there.locator("noscript a").click();
  await expect(there).toHaveURL("/account/two_factor/app/");
  await plain.close();
});
