import type { Dialog } from "@playwright/test";
import { postSession } from "../diary";
import { expect, type Page, test } from "../fixtures";

/** The forms that hold most of what is typed, each by the link that leads to it from the logbook. */
const FORMS = [
  { of: "a session", link: /^Add session/, field: "Notes (optional)", width: 390 },
  { of: "a case", link: /^Add case/, field: "Case description", width: 1280 },
  { of: "a list of cases", link: /^Enter cases as a list/, field: "Case 1", width: 390 },
];

async function openForm(page: Page, { link, width }: (typeof FORMS)[number]): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  await postSession(page, { date: "20/11/2026", start: "08:00", end: "18:00" });
  await page.goto("/logbook/");
  await page.getByRole("link", { name: link }).first().click();
  await expect(page).not.toHaveURL(/\/logbook\/$/);
  // What asks is loaded after the page.
  await page.waitForLoadState("networkidle");
}

for (const [at, form] of FORMS.entries()) {
  test(`Back and reloading ask before what was typed in the form of ${form.of} goes, and not before anything was typed`, {
    tag: at === 0 ? [] : "@full",
  }, async ({ page, signIn }) => {
    await signIn();
    await openForm(page, form);
    const here = page.url();
    const field = page.getByLabel(form.field, { exact: true });
    const question = page.getByRole("dialog", { name: "Leave without saving?" });
    await expect(field.or(page.getByRole("heading", { name: "Add Session" })).first()).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/logbook\/$/);
    // The address changes first: what is typed into the form that is going goes with it.
    await expect(field).toHaveCount(0);
    await page.goForward();
    await expect(page).toHaveURL(here);
    await field.fill("Hernia repair");
    // They ask without a network, too.
    await page.context().setOffline(true);
    await page.goBack();
    await question.getByRole("button", { name: "Stay on this page" }).click();
    await expect(question).toHaveCount(0);
    const asked: string[] = [];
    page.once("dialog", (dialog) => {
      asked.push(dialog.type());
      return dialog.dismiss();
    });
    await page.reload({ timeout: 3_000 }).catch(() => {});
    expect(asked).toEqual(["beforeunload"]);
    await page.context().setOffline(false);
    await expect(page).toHaveURL(here);
    await expect(field).toHaveValue("Hernia repair");
    await page.goBack();
    await question.getByRole("button", { name: "Leave without saving" }).click();
    await expect(page).toHaveURL(/\/logbook\/$/);
    await expect(field).toHaveCount(0);
  });
}

test("Back asks again, however soon after the answer it comes", { tag: "@full" }, async ({ page, signIn }) => {
  await signIn();
  const [form] = FORMS;
  await openForm(page, form as (typeof FORMS)[number]);
  const here = page.url();
  await page.getByLabel("Notes (optional)", { exact: true }).fill("Hernia repair");
  await page.goBack();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  const stay = question.getByRole("button", { name: "Stay on this page" });
  await expect(stay).toBeVisible();
  await expect(page).toHaveURL(here);
  // The answer is given while the next way back is already here: before the page was drawn anew.
  await stay.evaluate((button: HTMLElement) => {
    addEventListener("popstate", () => button.click(), { once: true, capture: true });
    return new Promise<void>((wentBackAndForth) => {
      let moves = 0;
      addEventListener("popstate", () => ++moves === 2 && wentBackAndForth());
      history.back();
    });
  });
  await question.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page).toHaveURL(/\/logbook\/$/);
});

test("what is typed into a form stays when Forward takes Back back before its page has come", { tag: "@full" }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await openForm(page, FORMS[1] as (typeof FORMS)[number]);
  const here = page.url();
  const [description, ref] = [
    page.getByLabel("Case description", { exact: true }),
    page.locator("[name=idempotency_key]"),
  ];
  const before = await ref.inputValue();
  const typed = Promise.withResolvers<void>();
  await page.route("**/*.data*", async (route) => {
    await typed.promise;
    // That of Back is no longer waited for.
    await route.continue().catch(() => {});
  });
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/\/logbook\/$/);
  await page.evaluate(() => history.forward());
  await expect(page).toHaveURL(here);
  await description.fill("Hernia repair");
  typed.resolve();
  await expect(ref).not.toHaveValue(before);
  await expect(description).toHaveValue("Hernia repair");
});

test("reloading asks while something typed is not saved, and never else", { tag: "@full" }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await openForm(page, FORMS[1] as (typeof FORMS)[number]);
  const asked: string[] = [];
  const stay = (dialog: Dialog) => {
    asked.push(dialog.type());
    return dialog.dismiss();
  };
  page.on("dialog", stay);
  const description = page.getByLabel("Case description", { exact: true });
  // The browser asks only on a page that was touched.
  await description.click();
  await page.reload();
  expect(asked).toEqual([]);
  await description.fill("Hernia repair");
  await expect(page.getByRole("link", { name: "Cancel" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.reload({ timeout: 3_000 }).catch(() => {});
  expect(asked).toEqual(["beforeunload"]);
  await expect(description).toHaveValue("Hernia repair");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("link", { name: /Hernia repair/ })).toBeVisible();
  await page.mouse.click(2, 2);
  await page.reload();
  expect(asked).toEqual(["beforeunload"]);
});
