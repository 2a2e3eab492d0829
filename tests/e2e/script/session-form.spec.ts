import { addSession, addTuesdayList, fillSession, makePlan, openFields, postSession } from "../diary";
import { expect, test } from "../fixtures";
import { postForm } from "../post-form";

test("the sum that PAs come from is shown while one types, and the colon comes by itself", async ({ page, signIn }) => {
  await signIn();
  await fillSession(page, { date: "17/11/2026", start: "", end: "" });
  await page.getByLabel("Start time", { exact: true }).pressSequentially("1300");
  await page.getByLabel("End time", { exact: true }).pressSequentially("2030");
  await expect(page.getByLabel("End time", { exact: true })).toHaveValue("20:30");
  await expect(page.getByText("6 h standard ÷ 4 + 1 h 30 min premium ÷ 3 = 2.00 PA")).toBeVisible();
});

test("the totals of the day and the week follow what one types", { tag: "@full" }, async ({ page, signIn }) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  await postSession(page, { date: "17/11/2026", start: "08:00", end: "18:00", element: "All-day orthopaedics" });
  await fillSession(page, { date: "17/11/2026", start: "18:00", end: "20:00", element: "All-day orthopaedics" });
  await expect(page.getByText("Tue 17 Nov: 3.08 PA")).toBeVisible();
  await expect(page.getByText("Logged in that week: 3.08 of 2.50 PA")).toBeVisible();
  await page.getByLabel("Date", { exact: true }).fill("10/11/2026");
  await expect(page.getByText("Tue 10 Nov: 0.58 PA")).toBeVisible();
});

test("day, week and plan stay in sight when the figures are scrolled away, and lead back to them", {
  tag: "@full",
}, async ({ page, signIn }) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "18:00", element: "All-day orthopaedics" });
  await page.setViewportSize({ width: 390, height: 600 });
  await page.goto("/logbook/");
  const totals = page.getByRole("link", { name: "All figures" });
  await expect(totals).toBeHidden();
  await page.getByRole("region", { name: "26 October – 1 November 2026" }).scrollIntoViewIfNeeded();
  await expect(totals).toContainText("Behind 80.00");
  await totals.click();
  await expect(page.locator("#figures")).toBeInViewport();
  await expect(totals).toBeHidden();
});

test("the element list follows the date: of its plan, of none, and of no date", async ({ page, signIn }) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "18:00", element: "All-day orthopaedics" });
  await page.getByRole("link", { name: /^\d.*All-day orthopaedics/ }).click();
  await expect(page.getByRole("heading", { name: "Edit Session" })).toBeVisible();
  await openFields(page);
  await page.getByLabel("Date", { exact: true }).fill("17/3/2019");
  await expect(page.getByText("No matching job plan").first()).toBeVisible();

  await page.goto("/logbook/session/new/");
  const list = page.getByLabel("Job plan element");
  await page.getByLabel("Date", { exact: true }).fill("17/3/2019");
  await expect(list.locator("option").first()).toHaveText("No matching job plan");
  await page.getByLabel("Date", { exact: true }).fill("");
  await expect(list.locator("option").first()).toHaveText("Please Select Date");
  await page.getByLabel("Date", { exact: true }).fill("17/11/2026");
  await expect(list.locator(":scope > option")).toHaveText([
    "No job plan element",
    "All-day orthopaedics (DCC, 2.50 PA)",
  ]);

  // A locked day is said to be one as soon as it is chosen.
  await postForm(page, "/reports/locks/", { intent: "lock", from: "2026-11-01", until: "2026-11-20" });
  await page.reload();
  await page.getByLabel("Date", { exact: true }).fill("21/11/2026");
  await expect(page.getByText("Locked: 1 to 20 November 2026.")).toHaveCount(0);
  await page.getByLabel("Date", { exact: true }).fill("17/11/2026");
  await expect(page.getByText("Locked: 1 to 20 November 2026.")).toBeVisible();
});

test("what a change applies to, and what a blank allocation means, are said of what is chosen", {
  tag: "@full",
}, async ({ page, signIn }) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  await fillSession(page, { date: "17/11/2026", start: "08:00", end: "18:00", element: "All-day orthopaedics" });
  await page.getByText("Fixed", { exact: true }).click();
  // Its 2.50 PA are those of a week.
  await expect(page.getByText("For example, 1 or 0.5")).toBeVisible();
  await expect(page.getByText(/^Leave blank to use the element/).and(page.locator(":visible"))).toHaveCount(1);
  await page.getByText("Time", { exact: true }).click();
  await page.getByLabel("Recurring", { exact: true }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("link", { name: /^\d.*All-day orthopaedics/ }).click();
  await openFields(page);
  const applies = page.getByText("Your changes, apart from the fee, apply to all 19 that follow.");
  await expect(page.getByText("This one only")).toBeVisible();
  await expect(applies).toBeHidden();
  await page.getByText("This and all following (20)").click();
  await expect(applies).toBeVisible();
});

test("an element is chosen by keyboard alone, and the focus stays on its list", { tag: "@full" }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  await fillSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  const list = page.getByLabel("Job plan element");
  await list.focus();
  await page.keyboard.press("ArrowDown");
  await expect(list).toBeFocused();
  await expect(list.locator("option:checked")).toHaveText("All-day orthopaedics (DCC, 2.50 PA)");
});
