import { readFileSync } from "node:fs";
import { addTuesdayList, makePlan, openSection, postSession } from "../diary";
import { expect, test } from "../fixtures";
import { expectSound } from "./soundness";

test("pages of progress are sound", { tag: "@full" }, async ({ page, signIn }) => {
  test.setTimeout(180_000);
  await signIn();
  await expectSound(page, ["/progress/"]);
  await addTuesdayList(page, await makePlan(page));
  await expectSound(page, ["/progress/"]);
  await postSession(page, { date: "17/11/2026", start: "08:00", end: "18:00", element: "All-day orthopaedics" });
  await expectSound(page, ["/progress/", "/progress/?method=annualised_paced&measure=hours&bars=week&of=DCC"]);
});

test("the chart is saved as a PNG, drawn by the browser from the file", { tag: "@full" }, async ({ page, signIn }) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  await page.goto("/progress/");
  await openSection(page, "Other views and files");
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "PNG" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe("progress-2026-11-20.png");
  const bytes = readFileSync(await saved.path());
  // Its signature, and twice the width of the drawing.
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  expect(bytes.readUInt32BE(16)).toBe(2400);
});

test("a PNG that cannot be drawn is said, and the SVG is still there", { tag: "@full" }, async ({ page, signIn }) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  await page.goto("/progress/");
  await openSection(page, "Other views and files");
  await page.route("**/progress/chart/**", (route) => route.abort());
  await page.getByRole("button", { name: "PNG" }).click();
  await expect(page.getByText("The image could not be made.")).toBeVisible();
  await expect(page.getByRole("link", { name: "SVG" })).toBeVisible();
});

test("another method keeps the page where it is", async ({ page, signIn }) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  await page.goto("/progress/");
  await openSection(page, "Month by month");
  const weeks = page.getByRole("navigation", { name: "Bars by" }).getByRole("link", { name: "Week" });
  await weeks.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(100);
  await weeks.click();
  await expect(page.getByText("Week by week", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(before);
});
