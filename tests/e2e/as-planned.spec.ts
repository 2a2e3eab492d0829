import { openSection } from "./diary";
import { Presses, recordEffort } from "./effort";
import { expect, type Page, test } from "./fixtures";

/** Sets up a plan from a template as somebody new does, from the Monday of last week, with its sessions. */
async function begin(page: Page): Promise<void> {
  await page.goto("/job_plans/start/");
  await page.getByText("10 PA theatre").first().click();
  await page.getByRole("button", { name: "Set up my plan" }).click();
  await expect(page).toHaveURL(/\/logbook\//);
}

test("somebody new who fills a plan and logs lists alone is on track, and says otherwise by one press", async ({
  page,
  signIn,
}) => {
  await signIn();
  await begin(page);
  await page.goto("/progress/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are exactly where your plan expects you");
  await expect(
    page.getByText("Done 20.00 of 20.00 expected to 20 November, with 6.75 PA counted as planned."),
  ).toBeVisible();
  recordEffort("new consultant, two weeks of lists alone", { pa: 0 });

  await page.goto("/logbook/week/?date=2026-11-09");
  const line = page.getByRole("region", { name: "As planned 3.38 PA" });
  await expect(line).toContainText("SPA core 1.50");
  const presses = new Presses(page);
  await presses.press("button", /^Not this week.*SPA core/, line);
  recordEffort("a week's SPA did not happen", { presses: presses.count });
  const less = page.getByRole("region", { name: "As planned 1.88 PA" });
  await expect(less).toContainText("SPA core not this week");
  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("status").filter({ hasText: "1 session marked as planned" })).toBeVisible();

  await page.goto("/logbook/week/?date=2026-11-09");
  await line.getByRole("link", { name: /^More or less.*SPA core/ }).click();
  await expect(page.getByLabel("Fixed PA allocation")).toHaveValue("1.5");
  await page.getByLabel("Fixed PA allocation").fill("2.5");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(less).toContainText("SPA core 2.50, logged");
  await page.goto("/progress/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^You are 1\.00 PA ahead/);
});

test("an element counts as planned once its form says so", async ({ page, signIn }) => {
  await signIn();
  await begin(page);
  await page.goto("/job_plans/");
  await page
    .getByRole("main")
    .getByRole("link", { name: /Job plan/ })
    .first()
    .click();
  await openSection(page, "All elements as a table");
  await expect(page.getByRole("row", { name: /^SPA core/ })).toContainText("as planned");
  await page.getByRole("link", { name: "SPA teaching", exact: true }).click();
  await openSection(page, "How it counts");
  await expect(page.getByLabel("How it counts")).toHaveValue("logged");
  await page.getByLabel("How it counts").selectOption("As planned, without being logged");
  await page.getByRole("button", { name: "Save element" }).click();
  await page.getByLabel("It applies to the whole plan, including past weeks").check();
  await page.getByRole("button", { name: "Save element" }).click();
  await openSection(page, "All elements as a table");
  await expect(page.getByRole("row", { name: /^SPA teaching/ })).toContainText("as planned");
});
