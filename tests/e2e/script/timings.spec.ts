import { addSession } from "../diary";
import { expect, test } from "../fixtures";

// The times of the specification (2.2 and 9), each seen once on a clock of the test's own.

test("a submenu opens under the pointer and closes 300 ms after it has gone; Escape closes it at once", async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.clock.install();
  await page.goto("/job_plans/");
  await page.waitForFunction(() => "__reactRouterContext" in window && document.readyState === "complete");
  const logout = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Logout" });
  await expect(async () => {
    await page.mouse.move(5, 500);
    await page.getByText("Profile").first().hover();
    await expect(logout).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  await page.mouse.move(5, 500);
  await page.clock.runFor(299);
  await expect(logout).toBeVisible();
  await page.clock.runFor(1);
  await expect(logout).toBeHidden();

  await page.clock.resume();
  await page.getByText("Profile").first().hover();
  await expect(logout).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(logout).toBeHidden();
});

test("a snackbar goes after 6 s; its words stay in the page until the next one", async ({ page, signIn }) => {
  await signIn();
  await page.clock.install();
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  const snackbar = page.locator("[data-snackbar]");
  await expect(snackbar).toBeVisible();
  await page.clock.runFor(6000);
  await expect(snackbar).toBeHidden();
  await expect(page.getByRole("status")).toContainText("Session added");
  await page.getByRole("link", { name: /^08:00 – 18:00/ }).click();
  await expect(page.getByRole("heading", { name: "Edit Session" })).toBeVisible();
  await expect(page.getByText("Session added")).toHaveCount(0);
});
