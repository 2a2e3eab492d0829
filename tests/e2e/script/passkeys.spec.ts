import { expect, type Page, test } from "../fixtures";
import { addAuthenticator, addPasskey, openLoginWith } from "../passkeys";
import { expireReauthentication, logIn, signInAsNew } from "../people";
import { resetByMail } from "../reset-by-mail";
import { expectNoFaults } from "./soundness";

const NEW = "velvet harbour compass";

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
  await expect(page.getByText("You are logged in as First Last.")).toBeVisible();
  await page.getByRole("link", { name: "Open your logbook" }).click();
  await expect(page).toHaveURL("/logbook/");
});

for (const [who, level] of [
  ["a member", 9],
  ["an administrator", 10],
] as const) {
  test(`${who} whose password was reset by mail is asked for the passkey, and gets nowhere without it`, {
    tag: "@full",
  }, async ({ page }) => {
    test.slow();
    const device = await addAuthenticator(page);
    const person = await signInAsNew(page, level);
    await addPasskey(page, "This laptop");
    await device.present(false);
    await logOut(page);

    await resetByMail(page, person.email, NEW);
    await logIn(page, person, NEW);
    await expect(page).toHaveURL("/twofactor/");
    await expect(page.getByRole("heading", { name: "Confirm with your passkey" })).toBeVisible();
    for (const path of ["/logbook/", "/mydata/export/", "/account/two_factor/", "/account/two_factor/app/"]) {
      await page.goto(path);
      await expect(page).toHaveURL("/login/");
    }
    await page.goto("/twofactor/");
    await expectNoFaults(page, "passkey asked for");
    await device.present(true);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await expect(page).toHaveURL("/logbook/");
    await page.goto("/account/two_factor/app/");
    await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  });

  test(`${who} who has lost the passkey comes in with a recovery code, after a reset too`, { tag: "@full" }, async ({
    page,
  }) => {
    test.slow();
    const device = await addAuthenticator(page);
    const person = await signInAsNew(page, level);
    const codes = await addPasskey(page, "Lost telephone");
    await device.present(false);
    await logOut(page);

    await resetByMail(page, person.email, NEW);
    await logIn(page, person, NEW);
    await page.getByRole("link", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code", { exact: true }).fill(codes[0] as string);
    await page.getByLabel("Recovery code", { exact: true }).press("Enter");
    await expect(page).toHaveURL("/logbook/");
    await page.goto("/account/two_factor/");
    await expect(page.getByText("9 left")).toBeVisible();
    await page.getByRole("link", { name: "Turn on" }).click();
    await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  });
}

test("one reauthenticates with the passkey, and a form that asks for it itself leads there", { tag: "@full" }, async ({
  page,
}) => {
  const device = await addAuthenticator(page);
  await signInAsNew(page);
  await addPasskey(page, "This laptop");
  await expireReauthentication(page);
  await page.goto("/email/change/");
  await expect(page.getByLabel("Recovery code")).toBeVisible();
  await device.present(false);
  await page.getByRole("link", { name: "confirm with your passkey first" }).click();
  await expect(page.getByRole("heading", { name: "Confirm it is you" })).toBeVisible();
  await expectNoFaults(page, "reauthentication with a passkey");
  await device.present(true);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL("/email/change/");
  await expect(page.getByLabel("Current Password")).toBeVisible();
  await expect(page.getByLabel("Recovery code")).toHaveCount(0);
});

test("a passkey that is not there when it is asked for can be tried again, and the login cancelled", {
  tag: "@full",
}, async ({ page }) => {
  const device = await addAuthenticator(page);
  const person = await signInAsNew(page);
  await addPasskey(page, "This laptop");
  await device.present(false);
  await logOut(page);
  await page.goto("/login/");
  await logIn(page, person);
  await expect(page).toHaveURL("/twofactor/");
  await page.route("**/api/auth/login_with_passkey/", (route) => route.abort());
  await device.present(true);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("There is an error with your passkey.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Use a passkey" })).toBeEnabled();
  await page.getByRole("button", { name: "Cancel Login" }).click();
  await expect(page).toHaveURL("/login/");
  await page.goto("/twofactor/");
  await expect(page).toHaveURL("/login/");
});

test("its owner lets the password alone open the account, and takes that back", { tag: "@full" }, async ({ page }) => {
  const device = await addAuthenticator(page);
  const person = await signInAsNew(page);
  await page.goto("/account/two_factor/passkey/new/");
  await expect(page.getByLabel("Always ask for a passkey or code")).toBeChecked();
  await addPasskey(page, "This laptop", "Let my password open my account too");
  await expect(page.getByText("Password only", { exact: true })).toBeVisible();
  await device.present(false);
  await logOut(page);
  await page.goto("/login/");
  await logIn(page, person);
  await expect(page).toHaveURL("/logbook/");

  await page.goto("/account/two_factor/");
  await page.getByLabel("Always ask for a passkey or code").check();
  await expectNoFaults(page, "what a login asks for");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Asks for a passkey or code", { exact: true })).toBeVisible();
  await logOut(page);
  await page.goto("/login/");
  await logIn(page, person);
  await expect(page).toHaveURL("/twofactor/");
});

test("a passkey that was removed opens the dialog, which gives the focus back, and the password still works", {
  tag: "@full",
}, async ({ page, signIn }) => {
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

test("a passkey that meets a lost connection opens the dialog too", { tag: "@full" }, async ({ page, signIn }) => {
  const device = await addAuthenticator(page);
  await signIn();
  await addPasskey(page, "Laptop");
  await device.present(false);
  await logOut(page);
  await page.route("**/api/auth/login_with_passkey/", (route) => route.abort());
  await openLoginWith(page, device);
  await expect(page.getByRole("dialog", { name: "Passkey Error" })).toBeVisible();
});

test("a device that holds one already says so, and nothing is added", { tag: "@full" }, async ({ page, signIn }) => {
  await addAuthenticator(page);
  await signIn();
  await addPasskey(page, "Laptop");
  await page.goto("/account/two_factor/passkey/new/");
  await page.getByRole("button", { name: "Add passkey" }).click();
  await expect(page.getByText("This device already has a passkey for your account.")).toBeVisible();
  await page.goto("/account/two_factor/");
  await expect(page.getByRole("heading", { level: 3, name: "Laptop" })).toHaveCount(1);
});

test("a login page without any passkey, or that cannot be asked for one, is quiet", { tag: "@full" }, async ({
  page,
}) => {
  await page.route("**/api/auth/get_authentication_options/", (route) => route.abort());
  const asked = page.waitForRequest("**/api/auth/get_authentication_options/");
  await page.goto("/login/");
  await asked;
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("button", { name: "Login" })).toBeEnabled();
});

test("a login page in a browser that offers passkeys and has none is quiet, and asks again", { tag: "@full" }, async ({
  page,
}) => {
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

test("with script off the owner of a passkey comes in with a recovery code", { tag: "@full" }, async ({
  page,
  browser,
  baseURL,
}) => {
  await addAuthenticator(page);
  const person = await signInAsNew(page);
  const codes = await addPasskey(page, "Laptop");
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL as string });
  const there = await plain.newPage();
  await there.goto("/login/");
  await logIn(there, person);
  await expect(there).toHaveURL("/twofactor/");
  await expect(there.locator("noscript p", { hasText: "Passkeys need JavaScript" })).toBeVisible();
  await expect(there.getByRole("button", { name: "Use a passkey" })).toBeHidden();
  await there.getByRole("link", { name: "Use a recovery code" }).click();
  await there.getByLabel("Recovery code", { exact: true }).fill(codes[0] as string);
  await there.getByRole("button", { name: "Login", exact: true }).click();
  await expect(there).toHaveURL("/logbook/");
  await there.goto("/account/two_factor/");
  await there.getByLabel("Let my password open my account too").check();
  await there.getByRole("button", { name: "Save", exact: true }).click();
  await expect(there.getByText("Password only", { exact: true })).toBeVisible();
  await plain.close();
});

test("a passkey is renamed and removed with script off too", { tag: "@full" }, async ({
  page,
  signIn,
  browser,
  baseURL,
}) => {
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
  await expect(there.getByText("Passkey renamed")).toBeVisible();
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
