import { Presses, recordEffort } from "./effort";
import { expect, test } from "./fixtures";
import { newKey, postForm } from "./post-form";

test("a plan changes on 1 January: one list dropped, one moved, 10 PA to 9, and one undo", async ({ page, signIn }) => {
  await signIn();
  const next = await postForm(page, "/job_plans/start/", {
    ...{ idempotency_key: newKey(), diary_key: newKey(), template: "theatre", from: "09/11/2026", fill_diary: "yes" },
  });
  await page.request.get(next);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/job_plans/");
  await page.getByRole("link", { name: /Job plan 2026\/27/ }).click();
  const presses = new Presses(page);
  await presses.press("link", "Change from a date");
  await page.getByLabel("Change from").fill("1/1/2027");
  await page.getByLabel("Contracted PAs a week").fill("9");
  await page.getByLabel("ENT list").uncheck();
  const trauma = page.getByRole("group", { name: "Trauma list" });
  await trauma.locator("summary").click();
  // A tick, a fold, and two for a list: it is opened, and a day is chosen.
  await trauma.getByLabel("Day", { exact: true }).selectOption("Monday");
  presses.count += 4;
  await presses.press("button", "Show what changes", page.locator("body"));

  await expect(page.getByRole("heading", { name: "Job plan 2026/27 from 1 January 2027" })).toBeVisible();
  await expect(page.getByText("Job plan 2026/27 ends on 31 December 2026.")).toBeVisible();
  await expect(page.getByText(/Contracted 10\.00 → 9\.00 PA a week/)).toBeVisible();
  await expect(page.getByRole("row", { name: /^Trauma list/ })).toContainText("Changed: Mon 08:00–18:00");
  await expect(page.getByRole("row", { name: /^ENT list/ })).toContainText("Dropped");
  await expect(page.getByLabel(/^Trauma list: 13 planned sessions/)).toBeChecked();
  await expect(page.getByLabel(/^ENT list: \d planned sessions/)).toBeChecked();
  await presses.press("button", "Change plan", page.locator("body"));

  await expect(page.getByRole("status").filter({ hasText: "Plan changed from 1 January 2027" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Job plan 2026/27 from 1 January 2027" })).toBeVisible();
  recordEffort("a list dropped, a list moved and 10 PA to 9 from a date", { presses: presses.count });
  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("status").filter({ hasText: /^Restored: 1 job plan/ })).toBeVisible();
  await page.goto("/job_plans/");
  await expect(page.getByRole("link", { name: /Job plan 2026\/27/ })).toHaveCount(1);
  await page.goto("/logbook/week/?date=2027-01-06");
  await expect(page.getByRole("main")).toContainText("Trauma list");
});
