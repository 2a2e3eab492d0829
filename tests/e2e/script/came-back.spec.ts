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

test("a field that is corrected before the data of the page comes again keeps the focus", { tag: "@full" }, async ({
  page,
}) => {
  const { code, letThrough } = await refusedBeforeData(page);
  await code.fill("BBBBB");
  await dataCame(page, letThrough);
  await page.keyboard.type("B");
  await expect(code).toHaveValue("BBBBBB");
});

test("a form that came back is sent again by Enter before the data of the page comes", { tag: "@full" }, async ({
  page,
}) => {
  const { code, letThrough } = await refusedBeforeData(page);
  await code.fill("BBBBBB");
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await code.press("Enter");
  expect((await sent).postData()).toContain("code=BBBBBB");
  letThrough();
  await expect(page.locator("#error-summary")).toBeFocused();
});

test("what is typed in a new case that came back stays when the data of the page comes again", {
  tag: "@full",
}, async ({ page, signIn }) => {
  await signIn();
  await postSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await page.goto("/logbook/");
  await page.getByRole("link", { name: /^08:00 – 18:00/ }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Add case" }).click();
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

test("a form whose row was changed elsewhere waits for what is saved now, before it can be sent again", {
  tag: "@full",
}, async ({ page, context, signIn }) => {
  await signIn();
  await page.goto("/profile/");
  const save = page.getByRole("button", { name: "Save profile" });
  const other = await context.newPage();
  await other.goto("/profile/");
  await other.getByLabel("Grade (optional)").fill("Locum consultant");
  await other.getByRole("button", { name: "Save profile" }).click();
  await expect(other.getByText("Profile saved").first()).toBeVisible();
  const letThrough = await holdData(page);
  await page.getByLabel("Specialty (optional)").fill("Anaesthetics");
  await save.click();
  await expectRefused(page, "This profile was changed elsewhere");
  await expect(save).toBeDisabled();
  letThrough();
  await expect(save).toBeEnabled();
  const shown = context.waitForEvent("page");
  await page.getByRole("link", { name: /See what is saved now/ }).click();
  await expect((await shown).getByLabel("Grade (optional)")).toHaveValue("Locum consultant");
  await expect(page.getByLabel("Specialty (optional)")).toHaveValue("Anaesthetics");
});

test("a link of the error summary opens and focuses its field, and the answer stays with all that was typed", async ({
  page,
  signIn,
}) => {
  await signIn();
  await postSession(page, { date: "20/11/2026", start: "08:00", end: "18:00" });
  await page.goto("/logbook/");
  await page.getByRole("link", { name: /^Enter cases as a list/ }).click();
  const line = (index: number) => page.getByLabel(`Case ${index}`, { exact: true });
  await line(1).fill("45M 2 lap chole igel 1030-1145");
  await line(2).fill("70M 3 hernia epidural 1200-1300");
  await page.locator("summary", { hasText: "45 y M" }).click();
  const end = page.getByRole("group", { name: "Details of case 1" }).getByLabel("End time");
  await end.fill("10:15");
  await page.getByRole("button", { name: "Save all" }).click();
  await expectRefused(page, "Case 1: End time must be after the start, 10:30");
  await page.locator("summary", { hasText: "45 y M" }).click();
  await expect(end).toBeHidden();
  await page.locator("#error-summary").getByRole("link").first().click();
  await expect(end).toBeFocused();
  await expect(line(1)).toHaveValue("45M 2 lap chole igel 1030-1145");
  await expect(line(2)).toHaveValue("70M 3 hernia epidural 1200-1300");
  await expectRefused(page, "Case 1: End time must be after the start, 10:30");
});
