import { expect, type Page } from "./fixtures";

/** Makes the plan of 1 April 2026 to 31 March 2027, contracted for 10 PAs. @returns the plan's path. */
export async function makePlan(page: Page): Promise<string> {
  await page.goto("/job_plans/new/");
  await page.getByLabel("Title").fill("Job plan 2026/27");
  await page.getByLabel("Start date").fill("1/4/2026");
  await page.getByLabel("End date").fill("31/3/2027");
  await page.getByLabel("Contracted PAs a week").fill("10");
  await page.getByRole("button", { name: "Save plan" }).click();
  await expect(page.getByRole("heading", { name: "Job plan 2026/27" })).toBeVisible();
  return new URL(page.url()).pathname;
}

/** A Tuesday all-day list, 08:00 to 18:00 every week. */
export async function addTuesdayList(page: Page, planPath: string): Promise<void> {
  await page.goto(`${planPath}element/new/`);
  await page.getByLabel("Description").fill("All-day orthopaedics");
  await page.getByLabel("Category").selectOption("Direct clinical care");
  await page.getByLabel("Day", { exact: true }).selectOption("Tuesday");
  await page.getByLabel("Start", { exact: true }).fill("08:00");
  await page.getByLabel("End", { exact: true }).fill("18:00");
  await page.getByRole("button", { name: "Save element" }).click();
  await expect(page.getByRole("row", { name: /All-day orthopaedics/ })).toBeVisible();
}

export interface SessionToAdd {
  date: string;
  start: string;
  end: string;
  /** Starts with the element's description. */
  element?: string;
}

/** Fills Add Session and leaves the pressing to the caller. */
export async function fillSession(page: Page, { date, start, end, element }: SessionToAdd): Promise<void> {
  await page.goto("/logbook/session/new/");
  await page.getByLabel("Date", { exact: true }).fill(date);
  await page.getByLabel("Start time", { exact: true }).fill(start);
  await page.getByLabel("End time", { exact: true }).fill(end);
  if (element) {
    const option = page.getByLabel("Job plan element").locator("option", { hasText: element });
    await page.getByLabel("Job plan element").selectOption((await option.getAttribute("value")) as string);
  }
}

export async function addSession(page: Page, session: SessionToAdd): Promise<void> {
  await fillSession(page, session);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/logbook\/(\?|$)/);
}
