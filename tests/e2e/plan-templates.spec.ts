import { openSection } from "./diary";
import { expect, test } from "./fixtures";

test("a plan from a template: its sums are shown first, then it stands with its week", { tag: "@browser" }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto("/job_plans/new/");
  await page.getByRole("link", { name: "Start from a template" }).click();
  await expect(page.getByRole("heading", { name: "Start from a template" })).toBeVisible();
  await expect(page.getByText("DCC 7.50 + SPA 2.50 = 10.00")).toHaveCount(2);
  await expect(page.getByText("DCC 7.00 + SPA 3.00 = 10.00")).toBeVisible();

  await page.getByRole("link", { name: "Use this plan 10 PA theatre" }).click();
  await expect(page.getByRole("heading", { name: "Add job plan" })).toBeVisible();
  await expect(page.getByLabel("Contracted PAs a week")).toHaveValue("10");
  await expect(page.getByLabel("Start date")).not.toHaveValue("");
  await page.getByRole("button", { name: "Save plan" }).click();

  await expect(page.getByText("Adds up to 10.00")).toBeVisible();
  const week = page.getByRole("region", { name: "Usual week" });
  const tuesday = week.getByRole("region", { name: "Tuesday" });
  await expect(tuesday.getByRole("link", { name: /All-day theatre list/ })).toContainText("08:00–18:00");
  await expect(week.getByRole("region", { name: "Friday" })).toContainText("every 2 weeks");
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(week.getByRole("region", { name: /day$/ })).toHaveCount(7);
    await expect(week.getByRole("region", { name: "Saturday" })).toContainText("No fixed times");
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(week.getByRole("region", { name: "Without fixed times" })).toContainText("Second on-call");
  await openSection(page, "All elements as a table");
  await expect(page.getByRole("row", { name: /^Total/ })).toContainText("10.00");
});

test("a faulty plan from a template keeps its template", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/job_plans/new/?template=less_than_full_time");
  await expect(page.getByText("DCC 4.50 + SPA 1.50 = 6.00")).toBeVisible();
  await page.getByLabel("Title").fill("");
  await page.getByRole("button", { name: "Save plan" }).click();
  await expect(page.locator("#error-summary").getByText("Enter a title")).toBeVisible();
  await page.getByLabel("Title").fill("Three days");
  await page.getByRole("button", { name: "Save plan" }).click();
  await expect(page.getByRole("heading", { name: "Three days" })).toBeVisible();
  await expect(page.getByText("Adds up to 6.00")).toBeVisible();
});

test("an element from a template asks only for what is missing", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/job_plans/new/?template=wales");
  await page.getByRole("button", { name: "Save plan" }).click();
  await page.getByText("More", { exact: true }).click();
  await page.getByRole("link", { name: "Add from template" }).click();
  await page.getByRole("link", { name: /Labour ward/ }).click();
  await expect(page.getByLabel("Description")).toHaveValue("Labour ward");
  await expect(page.getByLabel("Start", { exact: true })).toHaveValue("08:00");
  await page.getByLabel("Day", { exact: true }).selectOption("Saturday");
  await page.getByRole("button", { name: "Save element" }).click();
  const saturday = page.getByRole("region", { name: "Saturday" });
  await expect(saturday.getByRole("link", { name: /Labour ward/ })).toContainText("08:00–18:00");
});
