import { fillSession } from "../diary";
import { failStatements } from "../fault";
import { expect, type Page, test } from "../fixtures";
import { expectSoundNow } from "./soundness";

/** From the next form on that is sent to an address, the database fails. */
async function _failForms(page: Page, address: string): Promise<void> {
  await page.route(address, async (route) => {
    if (route.request().method() === "POST") await failStatements(page, "all");
    await route.continue();
  });
}

test("a page whose load fails shows the id of its request, and nothing of the error", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/logbook/");
  await page.waitForLoadState("networkidle");
  await failStatements(page, "job_plans");
  const loaded = page.waitForResponse(/\/job_plans\/_\.data/);
  await page.getByRole("link", { name: "Job Plans" }).first().click();
  const answer = await loaded;
  const id = answer.headers()["x-request-id"] as string;
  expect(answer.status()).toBe(500);
  await expect(page.getByRole("heading", { name: "Something went wrong loading this page" })).toBeVisible();
  await expect(page.getByText(`give this reference: ${id}`)).toBeVisible();
  const again = await page.request.get(answer.url());
  expect(again.status()).toBe(500);
  expect((await again.text()) + (await page.content())).not.toMatch(/no such table|D1_|SELECT|\.ts\b/);
});

test("the notice of a failed save is sound, and so is the page that a document shows instead", {
  tag: "@full",
}, async ({ page, signIn }) => {
  await signIn();
  await fillSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await page.waitForLoadState("networkidle");
  await failStatements(page, "writes");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const notice = page.getByRole("alert").filter({ hasText: "Not saved: something went wrong." });
  await expect(notice.locator("..")).toBeFocused();
  await expectSoundNow(page, "notice of a failed save");
  const form = page.locator("form", { has: page.getByLabel("Start time", { exact: true }) });
  await form.evaluate((element: HTMLFormElement) => element.submit());
  await expect(page.getByRole("heading", { name: "Sorry, something went wrong and this was not saved" })).toBeVisible();
  await expectSoundNow(page, "page of a failed save");
});

test("nothing is said to be saved beside a form that was not", { tag: "@full" }, async ({ page, signIn }) => {
  await signIn();
  await fillSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await page.getByRole("button", { name: "Save and add a case" }).click();
  const before = page.locator("[data-done]");
  await expect(before).toBeVisible();
  await page.getByLabel("Case description").fill("Hip replacement");
  await page.waitForLoadState("networkidle");
  await failStatements(page, "writes");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Not saved: something went wrong." })).toBeVisible();
  await expect(before).toHaveCount(0);
});

test("what was made is not called unsent where only its page does not load", { tag: "@full" }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto("/mydata/feed/");
  await page.waitForLoadState("networkidle");
  await page.route("**/mydata/feed/_.data*", (route) =>
    route.request().method() === "GET" ? route.abort("connectionreset") : route.continue(),
  );
  await page.getByRole("button", { name: "Make the address" }).click();
  await expect(page.getByRole("alert")).toContainText("Your form was sent, but the next page did not load");
});
