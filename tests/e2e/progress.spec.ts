import { addSession, addTuesdayList, makePlan, openSection } from "./diary";
import { expect, type Page, test } from "./fixtures";

/** A plan with a Tuesday list, and one of its lists worked. */
async function workOneList(page: Page): Promise<void> {
  await addTuesdayList(page, await makePlan(page));
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "18:00", element: "All-day orthopaedics" });
}

test("somebody without a plan is led to one", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/progress/");
  await expect(page).toHaveTitle("Progress Chart – Daybook");
  await expect(page.getByRole("heading", { name: "There is no job plan yet" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Set up a job plan" }).click();
  await expect(page).toHaveURL(/\/job_plans\/start\/$/);
});

test("a diary without sessions is not behind, and says how to begin", async ({ page, signIn }) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  await page.goto("/progress/");
  await expect(page.getByRole("heading", { name: "Nothing is logged in this plan yet" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Add session" }).click();
  await expect(page.getByRole("heading", { name: "Add Session" })).toBeVisible();
});

test("the sentence comes first, then the chart with its words, then its numbers in tables", async ({
  page,
  signIn,
}) => {
  await signIn();
  await workOneList(page);
  await page.goto("/progress/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are 80.00 PA behind, about 32.0 weeks");
  await expect(page.getByText("Done 2.50 of 82.50 expected to 20 November.")).toBeVisible();
  await expect(page.getByText("Well behind, by more than 10%")).toBeVisible();
  const chart = page.getByRole("img", { name: "You are 80.00 PA behind, about 32.0 weeks" });
  await expect(chart).toBeVisible();
  await expect(chart).toHaveAccessibleDescription(/Expected rises to 82\.50 PA on 20 November, done to 2\.50 PA/);
  await openSection(page, "By element");
  const row = page.getByRole("row", { name: /^All-day orthopaedics/ });
  await expect(row).toContainText("82.50");
  await expect(row).toContainText("−80.00");
  await openSection(page, "Forecast, running totals, hours");
  await expect(page.getByRole("row", { name: /^20 Nov/ })).toContainText("−80.00");
  await openSection(page, "Month by month");
  await page.getByRole("link", { name: "Nov 2026" }).click();
  await expect(page).toHaveURL(/\/logbook\/\?date=2026-11-01$/);
});

test("method, measure and bars are links that keep each other", async ({ page, signIn }) => {
  await signIn();
  await workOneList(page);
  await page.goto("/progress/");
  await openSection(page, "Other views and files");
  await page.getByRole("navigation", { name: "Calculated" }).getByRole("link", { name: "Linear" }).click();
  await expect(page.getByText("Job plan 2026/27 · annualised, linear")).toBeVisible();
  await page.getByRole("navigation", { name: "Measured in" }).getByRole("link", { name: "Hours" }).click();
  // The link to weeks keeps the hours once they are there.
  await expect(page).toHaveURL(/measure=hours/);
  await openSection(page, "Month by month");
  await page.getByRole("navigation", { name: "Bars by" }).getByRole("link", { name: "Week" }).click();
  await expect(page).toHaveURL("/progress/?method=annualised_linear&measure=hours&bars=week");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/You are \d+ h( \d+ min)? behind/);
  await expect(page.getByText("Week by week", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Linear" })).toHaveAttribute("aria-current", "true");
  await expect(page.getByRole("row", { name: /^16 Nov/ })).toContainText("10:00");
});

test("a part of the plan is looked at alone by a form, and left by its name", async ({ page, signIn }) => {
  await signIn();
  await workOneList(page);
  await page.goto("/progress/?bars=week");
  await page.getByLabel("Part of the plan").selectOption("All-day orthopaedics");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("All-day orthopaedics: you are 80.00 PA behind");
  await expect(page).toHaveURL(/bars=week&of=[\w-]{22}$/);
  await page
    .getByRole("row", { name: /^All-day orthopaedics/ })
    .getByRole("link")
    .click();
  await expect(page).toHaveURL("/progress/?bars=week");
});

test("the chart and its figures are there to take away", async ({ page, signIn }) => {
  await signIn();
  await workOneList(page);
  await page.goto("/progress/?method=annualised_linear");
  const href = await page.getByRole("link", { name: "SVG" }).getAttribute("href");
  expect(href).toBe("/progress/chart/?method=annualised_linear");
  const answer = await page.request.get(href as string);
  expect(answer.headers()["content-type"]).toBe("image/svg+xml; charset=utf-8");
  expect(answer.headers()["content-disposition"]).toMatch(/^attachment; filename="progress-2026-11-20\.svg"$/);
  expect(await answer.text()).toContain("annualised, linear");
  for (const [name, more, first] of [
    ["CSV by month", "", "From,To"],
    ["CSV by element", "&table=elements", "Category,Element"],
  ] as const) {
    const file = `/progress/csv/?method=annualised_linear${more}`;
    await expect(page.getByRole("link", { name })).toHaveAttribute("href", file);
    const saved = await page.request.get(file);
    expect(saved.headers()["content-type"]).toBe("text/csv; charset=utf-8");
    expect((await saved.text()).slice(1)).toMatch(new RegExp(`^"?${first}`));
  }
});

test("on paper the chart and the tables stand without buttons", { tag: ["@browser", "@full"] }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await workOneList(page);
  await page.goto("/progress/");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("img").first()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("Plan, PA a week").first()).toBeVisible();
  await expect(page.locator(":has(> table)").first()).toHaveCSS("overflow", "visible");
  await expect(page.getByRole("link", { name: "SVG" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Show" })).toBeHidden();
  await expect(page.getByRole("navigation", { name: "Calculated" })).toBeHidden();
  await page.goto("/logbook/");
  await expect(page.locator("b", { hasText: "All-day orthopaedics" }).first()).toBeVisible();
  await expect(page.getByRole("navigation", { name: "View" })).toBeHidden();
});

test("on a phone every word in the chart is large enough, and none stands on another", { tag: "@browser" }, async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn();
  await workOneList(page);
  await page.goto("/progress/");
  const words = page.getByRole("img").first().locator("text:visible");
  const boxes: (Box & { text: string | null })[] = [];
  for (const word of await words.all()) {
    const size = await word.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    expect(size).toBeGreaterThanOrEqual(13);
    boxes.push({ text: await word.textContent(), ...(await word.boundingBox()) });
  }
  expect(boxes.length).toBeGreaterThan(8);
  const crossing = boxes.flatMap((one, at) =>
    boxes.slice(at + 1).flatMap((other) => (cross(one, other) ? [`${one.text} and ${other.text}`] : [])),
  );
  expect(crossing).toEqual([]);
});

interface Box {
  x?: number;
  y?: number;
  width?: number;
  height?: number;
}

function cross(one: Box, other: Box): boolean {
  const { x = 0, y = 0, width = 0, height = 0 } = one;
  const { x: left = 0, y: top = 0, width: wide = 0, height: high = 0 } = other;
  return x < left + wide && left < x + width && y < top + high && top < y + height;
}

test("level 4 has no progress chart", async ({ page, signIn }) => {
  await signIn(4);
  await page.goto("/progress/");
  await expect(page).toHaveURL("/");
  await expect(page.getByText("Your account does not include that page").first()).toBeVisible();
});
