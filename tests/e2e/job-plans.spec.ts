import { addSession, addTuesdayList, makePlan, openSection } from "./diary";
import { expect, expectRefused, test } from "./fixtures";

test("a consultant makes a 10 PA plan with a Tuesday all-day list and an SPA", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/job_plans/new/");
  await page.getByLabel("Title").fill("Job plan 2026/27");
  await page.getByLabel("Start date").fill("1/4/2026");
  await page.getByLabel("End date").fill("31/3/2027");
  await page.getByLabel("Contracted PAs a week").fill("10");
  await page.getByRole("button", { name: "Save plan" }).click();
  await expect(page.getByRole("heading", { name: "Job plan 2026/27" })).toBeVisible();
  await page.getByRole("link", { name: "Add element" }).click();
  await page.getByLabel("Description").fill("All-day orthopaedics");
  await page.getByLabel("Category", { exact: true }).selectOption("Direct clinical care");
  await page.getByLabel("When it happens").selectOption("On fixed days, at fixed times");
  await page.getByLabel("Day", { exact: true }).selectOption("Tuesday");
  await page.getByLabel("Start", { exact: true }).fill("08:00");
  await page.getByLabel("End", { exact: true }).fill("18:00");
  await page.getByRole("button", { name: "Save element" }).click();
  await openSection(page, "All elements as a table");
  await expect(page.getByRole("row", { name: /All-day orthopaedics/ })).toContainText("Tue 08:00–18:00");
  await expect(page.getByRole("row", { name: /All-day orthopaedics/ })).toContainText("2.50");
  await expect(page.getByText("7.50 PA a week short")).toBeVisible();

  await page.getByRole("link", { name: "Add element" }).click();
  await page.getByLabel("Description").fill("SPA core");
  await page.getByLabel("Category", { exact: true }).selectOption("Supporting professional activities");
  await page.getByLabel("When it happens").selectOption("Flexible within the week");
  await page.getByLabel("PAs", { exact: true }).fill("7.5");
  await page.getByRole("button", { name: "Save element" }).click();
  await expect(page.getByText("Adds up to 10.00")).toBeVisible();
});

test("an element takes a second time without losing what was typed", async ({ page, signIn }) => {
  await signIn();
  const plan = await makePlan(page);
  await page.goto(`${plan}element/new/`);
  await page.getByLabel("Description").fill("ENT list");
  await page.getByLabel("Category", { exact: true }).selectOption("Direct clinical care");
  await page.getByLabel("When it happens").selectOption("On fixed days, at fixed times");
  await page.getByLabel("Day", { exact: true }).selectOption("Friday");
  await page.getByLabel("Start", { exact: true }).fill("08:00");
  await page.getByLabel("End", { exact: true }).fill("13:00");
  await page.getByRole("button", { name: "Add another time" }).click();
  const second = page.getByRole("group", { name: "Time 2" });
  await second.getByLabel("Day", { exact: true }).selectOption("Monday");
  await second.getByLabel("Start", { exact: true }).fill("13:00");
  await second.getByLabel("End", { exact: true }).fill("17:00");
  await page.getByRole("button", { name: "Save element" }).click();
  await openSection(page, "All elements as a table");
  await expect(page.getByRole("row", { name: /ENT list/ })).toContainText("Fri 08:00–13:00");
  await expect(page.getByRole("row", { name: /ENT list/ })).toContainText("2.25");
});

test("a plan that ends before it starts comes back with every answer", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/job_plans/new/");
  await page.getByLabel("Title").fill("Upside down");
  await page.getByLabel("Start date").fill("1/4/2026");
  await page.getByLabel("End date").fill("31/3/2025");
  await page.getByLabel("Contracted PAs a week").fill("99");
  await page.getByRole("button", { name: "Save plan" }).click();
  await expectRefused(page, "Contracted PAs must be between 0.25 and 16");
  await expect(page.getByLabel("Title")).toHaveValue("Upside down");
  await expect(page.getByLabel("End date")).toHaveValue("31/3/2025");
});

test("a plan is changed from a date, ended and deleted; an element that sessions use is archived and restored", {
  tag: "@browser",
}, async ({ page, signIn }) => {
  await signIn();
  const plan = await makePlan(page);
  await addTuesdayList(page, plan);
  await page.goto(plan);
  await page.getByRole("link", { name: "Change from a date" }).click();
  await page.getByLabel("Change from").fill("1/4/2027");
  await page.getByLabel("End date of the new plan").fill("31/3/2028");
  await page.getByRole("button", { name: "Show what changes" }).click();
  await page.getByRole("button", { name: "Change plan" }).click();
  await expect(page.getByRole("heading", { name: "Job plan 2027/28" })).toBeVisible();
  await openSection(page, "All elements as a table");
  await expect(page.getByRole("row", { name: /All-day orthopaedics/ })).toContainText("Tue 08:00–18:00");
  await page.getByText("More", { exact: true }).click();
  await page.getByRole("link", { name: "Delete plan" }).click();
  await page.getByRole("button", { name: "Delete plan" }).click();
  await expect(page.getByText("Job plan 2027/28 deleted").first()).toBeVisible();

  await page.getByRole("link", { name: /Job plan 2026\/27/ }).click();
  await page.getByText("More", { exact: true }).click();
  await page.getByRole("link", { name: "End plan" }).click();
  await page.getByLabel("Last day of the plan").fill("30/11/2026");
  await page.getByRole("button", { name: "End plan" }).click();
  await expect(page.getByText("The plan ends on 30 November 2026").first()).toBeVisible();

  await addSession(page, { date: "17/11/2026", start: "08:00", end: "18:00", element: "All-day orthopaedics" });
  await page.goto(plan);
  const element = page.getByRole("row", { name: /All-day orthopaedics/ }).getByRole("link");
  await openSection(page, "All elements as a table");
  await element.click();
  await page.getByRole("link", { name: "Delete or archive" }).click();
  const change = page.getByRole("link", { name: "change the plan from that date" });
  await expect(change).toHaveAttribute("href", `${plan}change/`);
  await page.getByRole("button", { name: "Archive element" }).click();
  await expect(page.getByText("All-day orthopaedics archived").first()).toBeVisible();
  await page.locator("summary", { hasText: "Archived elements (1)" }).click();
  await element.click();
  await page.getByRole("link", { name: "Restore from archive" }).click();
  await page.getByRole("button", { name: "Restore element" }).click();
  await expect(page.getByText("All-day orthopaedics restored").first()).toBeVisible();
  await openSection(page, "All elements as a table");
  await expect(element).toBeVisible();
});
