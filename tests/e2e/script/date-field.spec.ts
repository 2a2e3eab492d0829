import { addTuesdayList, makePlan } from "../diary";
import { expect, type Page, test } from "../fixtures";
import { expectNoFaults } from "./soundness";

/** The button in the field of this name. */
function opener(page: Page, field: string) {
  return page.locator(`button[aria-describedby=${field}-label]`);
}

async function openCalendar(page: Page, date = "17/11/2026"): Promise<void> {
  await page.goto("/logbook/session/new/");
  await page.getByLabel("Date", { exact: true }).fill(date);
  await opener(page, "session_date").click();
  await expect(page.getByRole("grid")).toBeVisible();
}

const focusedDay = (page: Page) => page.locator(":focus").getAttribute("aria-label");

test("the calendar opens at the date typed, moves by keys, and gives the day and the focus back", async ({
  page,
  signIn,
}) => {
  await signIn();
  await openCalendar(page);
  await expect.poll(() => focusedDay(page)).toContain("Tuesday, 17 November 2026");
  for (const [key, day] of [
    ["ArrowRight", "Wednesday, 18 November 2026"],
    ["ArrowDown", "Wednesday, 25 November 2026"],
    ["ArrowLeft", "Tuesday, 24 November 2026"],
    ["ArrowUp", "Tuesday, 17 November 2026"],
    ["PageDown", "Thursday, 17 December 2026"],
    ["PageUp", "Tuesday, 17 November 2026"],
    ["Home", "Monday, 16 November 2026"],
    ["End", "Sunday, 22 November 2026"],
    ["Shift+PageDown", "Monday, 22 November 2027"],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => focusedDay(page), key).toContain(day);
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Calendar" })).toHaveCount(0);
  await expect(page.getByLabel("Date", { exact: true })).toHaveValue("22/11/2027");
  await expect(opener(page, "session_date")).toBeFocused();
});

test("the day that is chosen already can be chosen again, and Escape and Cancel change nothing", {
  tag: "@full",
}, async ({ page, signIn }) => {
  await signIn();
  await openCalendar(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("grid")).toHaveCount(0);
  await expect(page.getByLabel("Date", { exact: true })).toHaveValue("17/11/2026");
  for (const leave of [
    () => page.keyboard.press("Escape"),
    () => page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click(),
  ]) {
    await openCalendar(page);
    await page.keyboard.press("ArrowRight");
    await leave();
    await expect(page.getByRole("grid")).toHaveCount(0);
    await expect(page.getByLabel("Date", { exact: true })).toHaveValue("17/11/2026");
    await expect(opener(page, "session_date")).toBeFocused();
  }
});

test("weeks start on Monday and are six at most; months stand three and years four a row", { tag: "@full" }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await openCalendar(page, "1/11/2026");
  await expect(page.getByRole("columnheader").first()).toHaveText("Mon");
  // November 2026 starts on a Sunday.
  await expect(page.getByRole("row")).toHaveCount(7);
  await page.getByRole("button", { name: "Choose a month" }).click();
  await expect(page.getByRole("row").first().getByRole("gridcell")).toHaveCount(3);
  await page.getByRole("button", { name: "Choose a year" }).click();
  await expect(page.getByRole("row").first().getByRole("gridcell")).toHaveCount(4);
  await page.getByRole("gridcell", { name: "2024" }).click();
  await page.getByRole("gridcell", { name: "February" }).click();
  await page.getByText("29", { exact: true }).first().click();
  await expect(page.getByLabel("Date", { exact: true })).toHaveValue(/29\/0[12]\/2024/);
});

test("days before the first that counts cannot be chosen", { tag: "@full" }, async ({ page, signIn }) => {
  await signIn();
  await page.goto("/logbook/session/new/");
  await page.getByLabel("Date", { exact: true }).fill("17/11/2026");
  await page.getByLabel("Longer than 24 hours").check();
  await page.getByLabel("End date").fill("19/11/2026");
  await opener(page, "session_end_date").click();
  const sixteenth = page.getByRole("gridcell").filter({ hasText: /^16$/ });
  await expect(sixteenth).toHaveAttribute("aria-disabled", "true");
  await sixteenth.click({ force: true });
  await expect(page.getByRole("grid")).toBeVisible();
  await page.getByRole("gridcell").filter({ hasText: /^18$/ }).click();
  await expect(page.getByLabel("End date")).toHaveValue("18/11/2026");
});

test("a date that may be left out can be cleared", { tag: "@full" }, async ({ page, signIn }) => {
  await signIn();
  await page.goto("/job_plans/new/");
  await page.getByLabel("End date").fill("31/3/2027");
  await opener(page, "date_end").click();
  await page.getByRole("button", { name: "Clear Value" }).click();
  await expect(page.getByLabel("End date")).toHaveValue("");
});

test("a day chosen in the calendar has its element chosen for level 8", async ({ page, signIn }) => {
  await signIn(8);
  await addTuesdayList(page, await makePlan(page));
  await openCalendar(page, "18/11/2026");
  const chosen = page.getByLabel("Job plan element").locator("option:checked");
  await expect(chosen).toHaveText("No job plan element");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(chosen).toHaveText("All-day orthopaedics (DCC, 2.50 PA)");
  await page.getByLabel("Job plan element").selectOption("");
  await page.getByLabel("Date", { exact: true }).fill("24/11/2026");
  await expect(chosen).toHaveText("No job plan element");
});

test("the open calendar is sound, at both widths and in both schemes", { tag: "@full" }, async ({ page, signIn }) => {
  test.slow();
  await signIn();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await openCalendar(page);
    for (const step of ["Choose a month", "Choose a year", null]) {
      await expectNoFaults(page, `${width} before ${step}`);
      if (step) await page.getByRole("button", { name: step }).click();
    }
  }
});
