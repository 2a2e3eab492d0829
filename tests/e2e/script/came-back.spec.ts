import { passBotCheck } from "../bot-check";
import { postSession } from "../diary";
import { expect, expectRefused, type Page, test } from "../fixtures";
import { postForm } from "../post-form";

/** From now on the data of a page does not come before it is let through. */
async function holdData(page: Page): Promise<() => void> {
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route("**/*.data*", async (route) => {
    if (route.request().method() === "GET") await held;
    await route.continue();
  });
  return letThrough;
}

/** Resolved once the data is there: React Router writes a new key of the page then. */
async function dataCame(page: Page, letThrough: () => void): Promise<void> {
  const place = () => page.evaluate(() => (history.state as { key?: string } | null)?.key);
  const before = await place();
  letThrough();
  await expect.poll(place).not.toBe(before);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** A wrong reset code is refused, and the page's data do not come before they are let through. */
async function refusedBeforeData(page: Page) {
  await page.goto("/password/forgot/");
  await page.getByLabel("Email address").fill("nobody@example.com");
  await passBotCheck(page);
  await page.getByRole("button", { name: "Send Code" }).click();
  const code = page.getByLabel("Code", { exact: true });
  await code.fill("AAAAAA");
  const letThrough = await holdData(page);
  await page.getByRole("button", { name: "Verify Code" }).click();
  await expect(page.locator("#error-summary")).toBeFocused();
  return { code, letThrough };
}

test("a field that is corrected before the data of the page comes again keeps the focus", async ({ page }) => {
  const { code, letThrough } = await refusedBeforeData(page);
  await code.fill("BBBBB");
  await dataCame(page, letThrough);
  await page.keyboard.type("B");
  await expect(code).toHaveValue("BBBBBB");
});

test("a form that came back is sent again by Enter before the data of the page comes", async ({ page }) => {
  const { code, letThrough } = await refusedBeforeData(page);
  await code.fill("BBBBBB");
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await code.press("Enter");
  expect((await sent).postData()).toContain("code=BBBBBB");
  letThrough();
  await expect(page.locator("#error-summary")).toBeFocused();
});

test("what is typed in a new case that came back stays when the data of the page comes again", async ({
  page,
  signIn,
}) => {
  await signIn();
  await postSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await page.goto("/logbook/");
  await page.getByRole("link", { name: /^08:00 – 18:00/ }).click();
  await page.getByRole("link", { name: "Add case" }).first().click();
  const procedure = page.locator("#case_description");
  await procedure.fill("Hernia repair");
  // Saved with other answers before: by another tab, or by a press whose answer was cut off.
  const idempotency_key = await page.locator("#case [name=idempotency_key]").inputValue();
  await postForm(page, new URL(page.url()).pathname, {
    idempotency_key,
    case_description: "Hernia",
    age_unit: "years",
  });
  const letThrough = await holdData(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expectRefused(page, "This form was saved before");
  await procedure.fill("Hernia repair, left");
  await dataCame(page, letThrough);
  await expect(procedure).toHaveValue("Hernia repair, left");
  await page.unrouteAll();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Hernia repair, left").first()).toBeVisible();
});
