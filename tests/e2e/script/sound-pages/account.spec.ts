import { fillSession } from "../../diary";
import { expect, test } from "../../fixtures";
import { addAuthenticator, addPasskey } from "../../passkeys";
import { expireLogin, expireReauthentication, logIn, PASSWORD, signInAsGuarded, signInAsNew } from "../../people";
import { expectSound, expectSoundNow } from "../soundness";

test("pages for visitors are sound", async ({ page }) => {
  await expectSound(page, [
    "/",
    "/login/",
    "/signup/",
    "/password/forgot/",
    "/terms/",
    "/privacy/",
    "/take_back/made-up-1/",
  ]);
});

test("a profile with faults in it is sound", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/profile/");
  await page.getByLabel("GMC number (optional)").fill("12");
  await page.locator("summary", { hasText: "Who you supervise" }).click();
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(page).toHaveTitle(/^Error: /);
  await expectSoundNow(page, "faulty profile");
});

test("the pages of the second factor are sound", async ({ page }) => {
  const person = await signInAsGuarded(page);
  await expireReauthentication(page);
  await expectSound(page, ["/account/confirm/"]);
  await page.context().clearCookies();
  await page.goto("/login/");
  await logIn(page, person);
  await page.waitForURL("/twofactor/");
  await expectSound(page, ["/twofactor/", "/twofactor/recovery/"]);
});

test("a form that comes back after a login is sound, and so are the way to it and the end of an account", {
  tag: "@full",
}, async ({ page }) => {
  const person = await signInAsNew(page);
  await fillSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await expireLogin(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await logIn(page, person);
  await expect(page.getByText("Nothing is saved yet.")).toBeVisible();
  await expectSound(page, ["/logbook/session/new/", "/delete_account/"]);
});

test("pages of two-factor authentication are sound", async ({ page, signIn }) => {
  await signIn();
  await expectSound(page, [
    "/account/two_factor/",
    "/account/two_factor/app/",
    "/account/two_factor/off/",
    "/account/two_factor/codes/",
  ]);
  await page.goto("/account/two_factor/app/");
  const secret = (await page.locator("[translate=no]").innerText()).replaceAll(" ", "");
  const code = await (await page.request.get(`/dev/code/?secret=${secret}`)).text();
  await page.getByLabel("Two FA Code").fill(code);
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("heading", { name: "Daybook recovery codes" })).toBeVisible();
  await expectSoundNow(page, "recovery codes");
  await expectSound(page, ["/account/two_factor/", "/account/two_factor/off/", "/account/two_factor/codes/"]);
});

test("pages of an address are sound, in each of their states", { tag: "@full" }, async ({ page, signIn }) => {
  await signIn();
  await expectSound(page, ["/email/", "/email/change/", "/verify-email/", "/verify-email/made-up/"]);
  await signInAsNew(page);
  await expectSound(page, ["/email/"]);
  await page.goto("/email/change/");
  const address = `somebody-${crypto.randomUUID()}@example.com`;
  await page.getByLabel("New Email Address").fill(address);
  await page.getByLabel("Confirm New Email").fill(address);
  await page.getByLabel("Current Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Change Email" }).click();
  await expect(page.getByRole("heading", { name: "Email Address Changed" })).toBeVisible();
  await expectSound(page, ["/email/", "/email/change/?changed"]);
});

test("pages of passkeys and the profile are sound", async ({ page, signIn }) => {
  await addAuthenticator(page);
  await signIn();
  await addPasskey(page, "Laptop");
  await page.getByRole("link", { name: /Laptop/ }).click();
  await page.waitForURL(/passkey\/[\w-]{22}/);
  const passkey = new URL(page.url()).pathname;
  await expectSound(page, ["/account/two_factor/", "/account/two_factor/passkey/new/", passkey, "/profile/"]);
});

test("the steps of a forgotten password are sound", async ({ page }) => {
  await page.goto("/password/forgot/");
  await page.getByLabel("Email address").fill(`${crypto.randomUUID()}@example.com`);
  await expect(page.getByText("Local check passed")).toBeVisible();
  await page.getByRole("button", { name: "Send Code" }).click();
  await expect(page.getByRole("button", { name: "Verify Code" })).toBeVisible();
  await expectSound(page, ["/password/forgot/"]);
});
