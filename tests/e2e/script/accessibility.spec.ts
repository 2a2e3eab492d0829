import AxeBuilder from "@axe-core/playwright";
import { addSession, addTuesdayList, fillSession, makePlan } from "../diary";
import { expect, type Page, test } from "../fixtures";
import { addAuthenticator, addPasskey } from "../passkeys";
import { expireLogin, expireProof, logIn, PASSWORD, signInAsGuarded, signInAsNew } from "../people";

const SCHEMES = ["light", "dark"] as const;
const WIDTHS = [390, 1280];

/** Nothing that axe finds, and nothing that needs scrolling sideways, in both schemes and at both widths. */
async function expectSound(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(path);
        const { violations } = await new AxeBuilder({ page }).analyze();
        const found = violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`,
        );
        expect(found, `${path} ${colorScheme} ${width}`).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, `${path} ${width}`).toBeLessThanOrEqual(0);
      }
    }
  }
}

test("pages for visitors are sound", async ({ page }) => {
  test.slow();
  await expectSound(page, ["/", "/login/", "/signup/", "/password/forgot/", "/terms/", "/privacy/"]);
});

test("pages of the diary are sound", async ({ page, signIn }) => {
  test.slow();
  await signIn();
  const plan = await makePlan(page);
  await addTuesdayList(page, plan);
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "18:00", element: "All-day orthopaedics" });
  await page.getByRole("link", { name: /^\d.*All-day orthopaedics/ }).click();
  await page.waitForURL(/\/logbook\/session\//);
  const session = new URL(page.url()).pathname;
  await expectSound(page, [
    "/",
    "/logbook/",
    "/logbook/week/",
    "/logbook/search/",
    session,
    `${session}case/new/`,
    `${session}delete/`,
    "/job_plans/",
    plan,
    `${plan}edit/`,
    `${plan}element/new/`,
    `${plan}recalculate/`,
    "/logbook/options/",
    "/password/change/",
    "/logout/",
  ]);
});

test("the pages of the second factor are sound", async ({ page }) => {
  test.slow();
  const person = await signInAsGuarded(page);
  await expireProof(page);
  await expectSound(page, ["/account/confirm/"]);
  await page.context().clearCookies();
  await page.goto("/login/");
  await logIn(page, person);
  await page.waitForURL("/twofactor/");
  await expectSound(page, ["/twofactor/", "/twofactor/recovery/"]);
});

test("a form that comes back after a login is sound, and so are the way to it and the end of an account", async ({
  page,
}) => {
  const person = await signInAsNew(page);
  await fillSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await expireLogin(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await logIn(page, person);
  await expect(page.getByText("Nothing is saved yet.")).toBeVisible();
  await expectSound(page, ["/logbook/session/new/", "/delete_account/"]);
});

test("pages of two-factor authentication are sound", async ({ page, signIn }) => {
  test.slow();
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
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await expectSound(page, ["/account/two_factor/", "/account/two_factor/off/", "/account/two_factor/codes/"]);
});

test("pages of an address are sound, in each of their states", async ({ page, signIn }) => {
  test.slow();
  await signIn();
  await expectSound(page, ["/email/", "/email/change/", "/verify-email/", "/verify-email/made-up/"]);
  await signInAsNew(page);
  await expectSound(page, ["/email/"]);
  await page.goto("/email/change/");
  await page.getByLabel("New Email Address").fill("somebody@example.com");
  await page.getByLabel("Confirm New Email").fill("somebody@example.com");
  await page.getByLabel("Current Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Change Email" }).click();
  await expect(page.getByRole("heading", { name: "Email Address Changed" })).toBeVisible();
  await expectSound(page, ["/email/", "/email/change/?changed"]);
});

test("pages of passkeys and the profile are sound", async ({ page, signIn }) => {
  test.slow();
  await addAuthenticator(page);
  await signIn();
  await addPasskey(page, "Laptop");
  await page.getByRole("link", { name: /Laptop/ }).click();
  await page.waitForURL(/passkey\/[\w-]{22}/);
  const passkey = new URL(page.url()).pathname;
  await expectSound(page, ["/account/two_factor/passkey/new/", passkey, "/profile/"]);
});

test("the steps of a forgotten password are sound", async ({ page }) => {
  test.slow();
  await page.goto("/password/forgot/");
  await page.getByLabel("Email address").fill(`${Date.now().toString(36)}@example.com`);
  await expect(page.getByText("Local check passed")).toBeVisible();
  await page.getByRole("button", { name: "Send Code" }).click();
  await expect(page.getByRole("button", { name: "Verify Code" })).toBeVisible();
  await expectSound(page, ["/password/forgot/"]);
});

test("a refused form is sound", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/logbook/session/new/");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveTitle(/^Error: /);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
});
