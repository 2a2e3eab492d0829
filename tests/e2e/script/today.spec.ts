import type { Locator } from "@playwright/test";
import { addSession, addTuesdayList, makePlan, openFields } from "../diary";
import { recordEffort } from "../effort";
import { expect, test } from "../fixtures";
import { signInAsSeeded } from "../people";
import { postForm } from "../post-form";

/** Specification of a phone: no bar of buttons takes more than a tenth of its height. */
const PHONE = { width: 390, height: 844 };

/** Where an element begins, in pixels from the top of the window. */
async function topOf(element: Locator): Promise<number> {
  await expect(element).toBeVisible();
  return (await element.boundingBox())?.y ?? Number.POSITIVE_INFINITY;
}

test("on a phone today begins within 240 pixels and the third day before it within the screen", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signInAsSeeded(page);
  await page.goto("/logbook/");
  const today = page.getByRole("region", { name: "Saturday 21 November 2026" }).getByRole("listitem").first();
  // Neither planned nor logged, with cases that lack their ASA grade: what took most room.
  await expect(today).toContainText("Nothing planned or logged");
  await expect(page.locator("#figures")).toContainText("4 cases have no ASA");
  const first = await topOf(today);
  expect(first).toBeLessThanOrEqual(240);
  const third = await topOf(page.locator("#day-2026-11-18"));
  expect(third).toBeLessThanOrEqual(PHONE.height);
  recordEffort("first day row on a phone", { pixels: first });
  recordEffort("third day before today on a phone", { pixels: third });
  const view = page.getByRole("navigation", { name: "View" });
  const search = page.getByRole("main").getByRole("link", { name: "Search" });
  const controls = [view, search, page.locator("summary", { hasText: "Date" })];
  const tops = await Promise.all(controls.map(topOf));
  expect(Math.max(...tops) - Math.min(...tops), "in one row").toBeLessThan(8);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test("two things to complete are one chip that names them, and today stays within 240 pixels", {
  tag: "@full",
}, async ({ page, signIn }) => {
  await page.setViewportSize(PHONE);
  await signIn();
  await postForm(page, "/help/", { intent: "hide", page: "logbook" });
  await addSession(page, { date: "20/11/2026", start: "08:00", end: "13:00" });
  await page.getByRole("link", { name: /^08:00 – 13:00/ }).click();
  await page.getByRole("link", { name: "Add case", exact: true }).click();
  await page.getByLabel("Case description").fill("Hernia repair");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("link", { name: /Hernia repair/ })).toBeVisible();
  await page.goto("/logbook/");
  const today = page.getByRole("region", { name: "Saturday 21 November 2026" }).getByRole("listitem").first();
  expect(await topOf(today)).toBeLessThanOrEqual(240);
  const chip = page.locator("#figures summary");
  await expect(chip).toHaveText("2 things to complete");
  await chip.click();
  await expect(page.getByRole("link", { name: "1 session has no element" })).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  // On a desk the strip that it hangs from clips its own edges, but not this.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("link", { name: "1 case has no ASA" }).click();
  await expect(page).toHaveURL(/\/logbook\/session\/[\w-]{22}\/$/);
});

test("a date that was gone to is the first day in sight, also within a run of days without work", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signInAsSeeded(page);
  await page.goto("/logbook/");
  for (const [typed, day] of [
    ["7/10/2026", "2026-10-07"],
    ["5/9/2026", "2026-09-05"],
  ] as const) {
    await page.evaluate(() => scrollTo(0, 0));
    await page.locator("summary", { hasText: "Date" }).click();
    await page.getByLabel("Go to date").fill(typed);
    await page.getByRole("button", { name: "Go", exact: true }).click();
    await expect(page).toHaveURL(`/logbook/?date=${day}#day-${day}`);
    const place = () => page.locator(`#day-${day}`).evaluate((row) => Math.round(row.getBoundingClientRect().top));
    // Below the bar and its week's heading.
    await expect.poll(place, day).toBe(120);
  }
});

test("on a phone a bar of buttons takes a tenth of the screen at most", { tag: "@full" }, async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signInAsSeeded(page);
  const bar = page.locator("[data-dialog-page] > footer");
  const measure = async (what: string) => {
    await expect(bar, what).toBeVisible();
    const height = async () => (await bar.boundingBox())?.height ?? Number.POSITIVE_INFINITY;
    await expect.poll(height, what).toBeLessThanOrEqual(PHONE.height / 10);
  };
  await page.goto("/logbook/session/new/");
  await measure("Add Session");
  await page.goto("/logbook/?date=2026-11-17");
  await page.getByRole("link", { name: /cases/ }).first().click();
  await expect(page.getByRole("heading", { name: "Cases" })).toBeVisible();
  await measure("session");
  await openFields(page);
  await measure("its fields");
  await page.goto(new URL(page.url()).pathname);
  await page.getByRole("link", { name: "Add case", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Add case" })).toBeVisible();
  await measure("Add case");
});

test("what the plan filled in goes with its date and element, and what was typed stays", { tag: "@full" }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "12:00" });
  await page.goto("/logbook/session/new/?date=2026-11-10");
  const [date, start] = [page.getByLabel("Date", { exact: true }), page.getByLabel("Start time", { exact: true })];
  // With it the list becomes that of the date: what is chosen before is another journey's.
  await expect(page.getByRole("button", { name: "Show elements for this date" })).toHaveCount(0);
  await page.getByLabel("Job plan element").selectOption({ index: 1 });
  await expect(start).toHaveValue("08:00");
  await date.fill("11/11/2026");
  await expect(start).toHaveValue("");
  await date.fill("10/11/2026");
  await expect(start).toHaveValue("08:00");
  await start.fill("07:30");
  await date.fill("11/11/2026");
  await expect(start).toHaveValue("07:30");
  await expect(page.getByLabel("End time", { exact: true })).toHaveValue("18:00");
});

test("an element chosen before the script came has its times filled in, too", { tag: "@full" }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  let letCome = () => {};
  const chosen = new Promise<void>((come) => {
    letCome = come;
  });
  await page.route("**/assets/*.js", async (route) => {
    await chosen;
    await route.continue();
  });
  await page.goto("/logbook/session/new/?date=2026-11-10", { waitUntil: "commit" });
  await page.getByLabel("Job plan element").selectOption({ index: 1 });
  const start = page.getByLabel("Start time", { exact: true });
  await expect(start).toHaveValue("");
  letCome();
  await expect(start).toHaveValue("08:00");
});
