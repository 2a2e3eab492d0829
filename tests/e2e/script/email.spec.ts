import { RESEND_LOCK_AFTER_FAILURE_MS, RESEND_LOCK_AFTER_SUCCESS_MS } from "~/account/email/rules";
import { expect, type Page, test } from "../fixtures";
import { PASSWORD, signInAsNew } from "../people";

async function askForChange(page: Page): Promise<void> {
  await signInAsNew(page);
  const address = `new-${crypto.randomUUID()}@example.com`;
  await page.goto("/email/change/");
  await page.getByLabel("New Email Address").fill(address);
  await page.getByLabel("Confirm New Email").fill(address);
  await page.getByLabel("Current Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Change Email" }).click();
  await expect(page.getByRole("heading", { name: "Email Address Changed" })).toBeVisible();
}

test("sending again is locked for 2 s after a success and 0.5 s after a failure", { tag: "@full" }, async ({
  page,
}) => {
  expect([RESEND_LOCK_AFTER_SUCCESS_MS, RESEND_LOCK_AFTER_FAILURE_MS]).toEqual([2000, 500]);
  await askForChange(page);
  await page.clock.install();
  await page.goto("/email/");
  const button = page.getByRole("button", { name: "Resend Verification" });
  // Four are left of the five of an hour.
  for (let n = 0; n < 5; n += 1) {
    const failed = n === 4;
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
    await button.click();
    await expect(page.getByText("You can send again in a moment.")).toBeVisible();
    if (failed) await expect(page.locator("#error-summary")).toContainText("You have asked for 5 emails");
    const lockMs = failed ? RESEND_LOCK_AFTER_FAILURE_MS : RESEND_LOCK_AFTER_SUCCESS_MS;
    await page.clock.runFor(lockMs - 1);
    await expect(button).toBeDisabled();
    await page.clock.runFor(1);
    await expect(button).toBeEnabled();
    await page.clock.resume();
  }
});

test("Change Email waits for its three fields, says for which, and a message goes when its field is edited", async ({
  page,
}) => {
  await signInAsNew(page);
  await page.goto("/email/change/");
  const button = page.getByRole("button", { name: "Change Email" });
  await expect(button).toBeDisabled();
  await expect(page.getByText("Enter the new address to continue.")).toBeVisible();
  await page.getByLabel("New Email Address").fill("one@example.com");
  await expect(page.getByText("Enter the new address again to continue.")).toBeVisible();
  await page.getByLabel("Confirm New Email").fill("other@example.com");
  await expect(page.getByText("Enter your current password to continue.")).toBeVisible();
  await page.getByLabel("Current Password").fill("a wrong set of words");
  await expect(button).toBeEnabled();
  await button.click();
  const message = page.locator("#new_email_confirm-error");
  await expect(message).toContainText("Both email addresses must be the same");
  await page.getByLabel("Confirm New Email").press("End");
  await page.getByLabel("Confirm New Email").pressSequentially("x");
  await expect(message).toHaveCount(0);
  await expect(page.getByLabel("Confirm New Email")).toBeFocused();
  await button.click();
  await expect(message).toContainText("Both email addresses must be the same");
});

test("a browser that nobody has logged in from runs no script on the page of a link: a person presses", {
  tag: "@full",
}, async ({ page }) => {
  const html = await (await page.request.get("/verify-email/made-up/")).text();
  expect(html).not.toMatch(/<script|modulepreload/);
  await page.goto("/verify-email/made-up/");
  await page.getByRole("button", { name: "Verify this address" }).click();
  await expect(page.getByRole("heading", { name: "Verification Failed" })).toBeVisible();
  expect(await page.locator("script").count()).toBe(0);
});

test("Change Email opens over Manage Email, and its snackbar says that the link is on its way", {
  tag: "@full",
}, async ({ page }) => {
  await signInAsNew(page);
  await page.goto("/email/");
  await page.getByRole("link", { name: "Change Email" }).click();
  const dialog = page.getByRole("dialog", { name: "Change Email Address" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL("/email/");
  await page.getByRole("link", { name: "Change Email" }).click();
  const address = `new-${crypto.randomUUID()}@example.com`;
  await dialog.getByLabel("New Email Address").fill(address);
  await dialog.getByLabel("Confirm New Email").fill(address);
  await dialog.getByLabel("Current Password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Change Email" }).click();
  await expect(page.getByRole("dialog", { name: "Email Address Changed" })).toBeVisible();
  await expect(page.locator("[data-snackbar]")).toContainText(`We have sent a link to ${address}`);
  await expect(page.locator("[data-snackbar]")).toBeVisible();
});

/** The server answers, and not as a page that knows what to say. */
async function failNext(page: Page): Promise<void> {
  await page.route("**/email/**", (route) => {
    if (route.request().method() === "POST") return route.fulfill({ status: 500, body: "x" });
    return route.fallback();
  });
}

test("a change of address that fails says so, with the form kept", { tag: "@full" }, async ({ page }) => {
  await signInAsNew(page);
  await page.goto("/email/change/");
  await page.getByLabel("New Email Address").fill("one@example.com");
  await page.getByLabel("Confirm New Email").fill("one@example.com");
  await page.getByLabel("Current Password").fill(PASSWORD);
  await failNext(page);
  await page.getByRole("button", { name: "Change Email" }).click();
  await expect(page.locator("#error-summary")).toContainText("An error occurred. Please try again.");
  await expect(page.getByLabel("New Email Address")).toHaveValue("one@example.com");
});

test("what was sent is told in the page too, whether or not a snackbar has a place", { tag: "@full" }, async ({
  page,
}) => {
  await askForChange(page);
  await page.setViewportSize({ width: 390, height: 200 });
  await page.goto("/email/");
  await page.getByRole("button", { name: "Resend Verification" }).click();
  const banner = page.locator("[role=status][data-message]");
  await expect(banner).toContainText("sent successfully!");
  // Text for screen readers alone has a box of one pixel.
  await expect.poll(async () => (await banner.boundingBox())?.width).toBeGreaterThan(100);
});

test("a resend that fails says so on the page, without the success above it", { tag: "@full" }, async ({ page }) => {
  await askForChange(page);
  await page.goto("/email/");
  await page.getByRole("button", { name: "Resend Verification" }).click();
  const sent = page.getByText("Verification email sent successfully!");
  await expect(page.locator("[data-snackbar]", { hasText: "sent successfully!" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Resend Verification" })).toBeEnabled();
  await failNext(page);
  await page.getByRole("button", { name: "Resend Verification" }).click();
  await expect(page.locator("#error-summary")).toContainText("Failed to send verification email. Please try again.");
  await expect(sent).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Manage Email Address" })).toBeVisible();
});
