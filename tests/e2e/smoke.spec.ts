import { expect, test } from "./fixtures";

test("a page that is not there says so and leads on", async ({ page }) => {
  const answer = await page.goto("/no/such/page/");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Sorry.... We cannot find that page" })).toBeVisible();
  await page.getByRole("link", { name: "Go back" }).click();
  await expect(page).toHaveURL("/");
});
