import { failStatements } from "../fault";
import { expect, test } from "../fixtures";

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
