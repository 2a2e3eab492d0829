import type { JSHandle } from "@playwright/test";
import { addSession, fillSession, openFields } from "../diary";
import { expect, type Page, test } from "../fixtures";

// The times of the specification (2.2 and 9), each seen once on a clock of the test's own.

test("a submenu opens under the pointer and closes 300 ms after it has gone; Escape closes it at once", {
  tag: "@full",
}, async ({ page, signIn }) => {
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
  await expect(snackbar).toBeAttached();
  await page.clock.runFor(6000);
  await expect(snackbar).toHaveCount(0);
  await expect(page.getByRole("status")).toContainText("Session added");
  await page.getByRole("link", { name: /^08:00 – 18:00/ }).click();
  await expect(page.getByRole("heading", { name: "Edit Session" })).toBeVisible();
  await expect(page.getByText("Session added")).toHaveCount(0);
});

/** The page's clock stands until the test moves it. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
}

test("a dialog closes 300 ms after it has saved a series", { tag: "@full" }, async ({ page, signIn }) => {
  await signIn();
  await page.clock.install();
  await fillSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await page.getByLabel("Recurring", { exact: true }).check();
  await page.getByText("A date", { exact: true }).click();
  await page.getByLabel("Last date").fill("15/12/2026");
  await expect(page.getByText("5 sessions, from").first()).toBeVisible();
  await expectToClose(page, "Save", 300);
  await expect(page.getByText(/Added 5 sessions/).first()).toBeVisible();
});

test("a dialog closes 350 ms after its deletion", { tag: "@full" }, async ({ page, signIn }) => {
  await signIn();
  await page.clock.install();
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await page.getByRole("link", { name: /^08:00 – 18:00/ }).click();
  await openFields(page);
  await page.getByRole("link", { name: "Delete", exact: true }).click();
  const hint = page.getByText(/^To delete, type \d{4}$/);
  await page.getByLabel("Code").fill(/\d{4}/.exec(await hint.innerText())?.[0] as string);
  await expectToClose(page, "Delete session", 350);
  await expect(page.getByText("Session deleted").first()).toBeVisible();
});

/** How long each wait is that the page asks for from now on, in milliseconds. */
function waitsOf(page: Page): Promise<JSHandle<unknown[]>> {
  return page.evaluateHandle(() => {
    const asked: unknown[] = [];
    const set = window.setTimeout;
    window.setTimeout = ((...asking: Parameters<typeof set>) => {
      asked.push(asking[1]);
      return set(...asking);
    }) as typeof set;
    return asked;
  });
}

/** Presses a button, and sees its dialog open until so long after the answer. */
async function expectToClose(page: Page, name: string, ms: number): Promise<void> {
  await stopClock(page);
  const waits = await waitsOf(page);
  const button = page.getByRole("button", { name, exact: true });
  await button.click();
  await expect.poll(() => waits.jsonValue()).toContain(ms);
  await page.clock.runFor(ms - 1);
  await expect(button).toBeVisible();
  await page.clock.runFor(1);
  await page.clock.resume();
  await expect(page).toHaveURL(/\/logbook\/(\?|$)/);
}

test("the list is measured anew 200 ms after the window has its new size", { tag: "@full" }, async ({ page }) => {
  const origin = new URL(process.env.DAYBOOK_URL as string).origin;
  await page.request.post("/dev/grow/", { form: { years: "1" }, headers: { Origin: origin } });
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.goto("/logbook/");
  const weeks = page.locator("[data-week]");
  // Scrolled before the page's script runs, the list draws nothing anew until the next scroll.
  await expect(async () => {
    await page.mouse.wheel(0, 1500);
    await expect(page.locator("[data-blank]").first()).toBeAttached({ timeout: 50 });
  }).toPass();
  await page.waitForLoadState("networkidle");
  await page.clock.install();
  await stopClock(page);
  const waits = await waitsOf(page);
  const before = await weeks.count();
  await page.setViewportSize({ width: 1280, height: 4000 });
  await expect.poll(() => waits.jsonValue()).toContain(200);
  await page.clock.runFor(199);
  expect(await weeks.count()).toBe(before);
  await page.clock.runFor(1);
  await expect.poll(() => weeks.count()).toBeGreaterThan(before);
});
