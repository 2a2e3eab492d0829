import { addSession, addTuesdayList, makePlan, openFields, openSection, postSession } from "./diary";
import { Presses, recordEffort } from "./effort";
import { expect, test } from "./fixtures";

test("the logbook says what week, plan and fees come to, and leads to what explains it and to what is missing", async ({
  page,
  signIn,
}) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  await addSession(
    page,
    { date: "17/11/2026", start: "08:00", end: "18:00", element: "All-day orthopaedics" },
    { date: "18/11/2026", start: "08:00", end: "12:00" },
  );
  const figure = (label: string) => page.locator("dl > div", { hasText: label });
  await expect(figure("This week")).toContainText("2.50 of 2.50 PA");
  await expect(figure("This week")).toContainText("+ 1.00 outside the plan");
  // 33 Tuesdays of the plan are over, and one was worked.
  await expect(figure("Plan to date")).toContainText("80.00 PA well behind");
  await page.getByRole("link", { name: "Plan to date" }).click();
  await expect(page.getByRole("heading", { name: /^You are 80.00 PA behind/ })).toBeVisible();
  await page.goto("/logbook/");
  await page.getByRole("link", { name: "Unpaid fees" }).click();
  await expect(page).toHaveURL(/\/extras\/$/);
  await page.goto("/logbook/");
  await page.getByRole("link", { name: "This week" }).click();
  await expect(page.getByRole("heading", { name: "16 – 22 November 2026" })).toBeVisible();
  await page.goto("/logbook/");
  await page.getByRole("link", { name: "1 session has no element" }).click();
  await expect(page.getByRole("heading", { name: "Edit Session" })).toBeVisible();
  await expect(page.getByLabel("Date", { exact: true })).toHaveValue("18/11/2026");
});

test("the same figures stand above the welcome text, once there is anything to say", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Set up your job plan first" })).toBeVisible();
  await expect(page.getByText("Unpaid fees")).toHaveCount(0);
  await addTuesdayList(page, await makePlan(page));
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "18:00", element: "All-day orthopaedics" });
  const figures = page.locator("#figures");
  await expect(figures).toContainText("80.00 PA well behind");
  const inLogbook = await figures.innerText();
  await page.goto("/");
  await expect.poll(() => figures.innerText()).toBe(inLogbook);
  await page.getByRole("link", { name: "Plan to date" }).click();
  await expect(page).toHaveURL(/\/progress\/$/);
});

test("a week by the clock shows what is missing; one press logs it, two say why it did not happen", {
  tag: "@browser",
}, async ({ page, signIn }) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  await page.goto("/logbook/week/");
  await expect(page).toHaveTitle("Logbook, 16 – 22 November 2026 – Daybook");
  const tuesday = page.getByRole("region", { name: "Tuesday 17 November 2026" });
  await expect(page.getByText("1 planned session is not logged.")).toBeVisible();
  await expect(tuesday.getByText("planned 2.50")).toBeVisible();
  await tuesday.getByRole("button", { name: /^Log as planned/ }).click();
  await expect(tuesday.getByText(/^Done/)).toContainText("2.50");
  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Removed: 1 session" })).toBeVisible();
  await page.goto("/logbook/week/");
  const presses = new Presses(page);
  await presses.press("link", /^Did not happen/, tuesday);
  await presses.press("button", "Cancelled by the trust", page.locator("[data-dialog-page]"));
  recordEffort("a list called off, PA kept", { presses: presses.count });
  const said = page.getByRole("status").filter({ hasText: "Cancelled by the trust: All-day orthopaedics" });
  await expect(said).toBeVisible();
  await expect(page.getByText("planned session is not logged")).toHaveCount(0);
  await expect(tuesday.getByRole("link", { name: /All-day orthopaedics.*Did not happen/ })).toContainText("2.50 PA");
  await said.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Removed: 1 session" })).toBeVisible();
  await page.goto("/logbook/week/");
  await expect(page.getByText("1 planned session is not logged.")).toBeVisible();
  await tuesday.getByRole("link", { name: /All-day orthopaedics.*Not logged/ }).click();
  await expect(page.getByLabel("Date", { exact: true })).toHaveValue("17/11/2026");
  await expect(page.getByLabel("Start time", { exact: true })).toHaveValue("08:00");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/logbook\/week\/$/);
  await expect(tuesday.getByText(/^Done/)).toContainText("2.50");
  await expect(tuesday.getByRole("link", { name: /All-day orthopaedics/ })).not.toContainText("Not logged");
});

test("the week calendar goes on, back, to a date and to the list", async ({ page, signIn }) => {
  await signIn();
  await postSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await page.goto("/logbook/");
  await page.getByRole("navigation", { name: "View" }).getByRole("link", { name: "Week" }).click();
  await expect(page.getByRole("heading", { name: "16 – 22 November 2026" })).toBeVisible();
  await page.getByRole("link", { name: "Week before" }).click();
  await expect(page.getByRole("heading", { name: "9 – 15 November 2026" })).toBeVisible();
  await page.getByRole("link", { name: "This week" }).click();
  await expect(page.getByRole("heading", { name: "16 – 22 November 2026" })).toBeVisible();
  await page.getByText("Date", { exact: true }).click();
  await page.getByLabel("Go to date").fill("4/3/2026");
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await expect(page.getByRole("heading", { name: "2 – 8 March 2026" })).toBeVisible();
  await page.getByRole("navigation", { name: "View" }).getByRole("link", { name: "List" }).click();
  await expect(page.getByRole("region", { name: "2 – 8 March 2026" })).toBeVisible();
});

test("a faulty date in the week calendar is refused with words", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/logbook/week/?date=31/2/2026");
  await expect(page.locator("#error-summary")).toContainText("Enter a real date, such as 27/3/2026");
});

test("Cancel leads back from a dialog that was opened by its own address", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/logbook/session/new/?date=2026-11-17");
  await expect(page.locator("dialog")).toHaveCount(0);
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/logbook\/$/);
});

test("a logged session is called off from its row by two presses, and swapped to another day from its page", async ({
  page,
  signIn,
}) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  await postSession(page, { date: "17/11/2026", start: "08:00", end: "18:00", element: "All-day orthopaedics" });
  await page.goto("/logbook/");
  const tuesday = page.locator("#day-2026-11-17");
  const presses = new Presses(page);
  await presses.press("link", /^Did not happen/, tuesday);
  await presses.press("button", "Cancelled by the trust", page.locator("[data-dialog-page]"));
  recordEffort("a list called off, PA kept", { presses: presses.count });
  const list = tuesday.getByRole("link", { name: /^08:00 – 18:00/ });
  await expect(list).toContainText("Cancelled by the trust");
  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await expect(list).not.toContainText("Cancelled");
  await list.click();
  await openFields(page);
  await page.getByRole("link", { name: "Did not happen", exact: true }).click();
  await openSection(page, "Swapped to another day");
  await page.getByLabel("To which day").fill("19/11/2026");
  await page.getByLabel("With whom (optional)").fill("Jo");
  await page.getByRole("button", { name: "Swap", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "to Thu 19 Nov 2026" })).toBeVisible();
  await expect(list).toContainText("Swapped with Jo");
  await expect(page.locator("#day-2026-11-19").getByRole("link", { name: /^08:00 – 18:00/ })).toBeVisible();
});
