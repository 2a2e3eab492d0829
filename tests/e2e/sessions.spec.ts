import { addSession, addTuesdayList, fillSession, makePlan, openFields, postSession } from "./diary";
import { expect, expectRefused, test } from "./fixtures";

test("sessions past 19:00 and over midnight count their premium time, and the week adds up", async ({
  page,
  signIn,
}) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  await addSession(
    page,
    { date: "17/11/2026", start: "13:00", end: "20:30", element: "All-day orthopaedics" },
    { date: "18/11/2026", start: "20:00", end: "04:00" },
  );

  const week = page.getByRole("region", { name: "16 – 22 November 2026" });
  await expect(week.getByRole("link", { name: /^\d.*All-day orthopaedics/ })).toContainText("2.00");
  await expect(week.getByRole("link", { name: /^20:00 – 04:00/ })).toContainText("2.67");
  await expect(week.getByRole("link", { name: /^20:00 – 04:00/ })).toContainText("ends Thu 19");
  await expect(week.getByText(/^Done/)).toContainText("2.00 + 2.67 outside the plan");
});

test("a saved session shows the sum that its PAs come from", async ({ page, signIn }) => {
  await signIn();
  await addSession(page, { date: "17/11/2026", start: "13:00", end: "20:30" });
  await page.getByRole("link", { name: /^13:00 – 20:30/ }).click();
  await openFields(page);
  await expect(page.getByText("6 h standard ÷ 4 + 1 h 30 min premium ÷ 3 = 2.00 PA")).toBeVisible();
});

test("a faulty time comes back with the answers and the words of what to mend", async ({ page, signIn }) => {
  await signIn();
  await fillSession(page, { date: "17/11/2026", start: "13:00", end: "25:30" });
  await page.getByLabel("Notes (optional)").fill("Busy afternoon");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expectRefused(page, "Please check the time is in the format hh:mm");
  await expect(page.getByLabel("Notes (optional)")).toHaveValue("Busy afternoon");
  await page.getByLabel("End time", { exact: true }).fill("20:30");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("link", { name: /^13:00 – 20:30/ })).toBeVisible();
});

test("the logbook goes to a date, and back and forth by links", async ({ page, signIn }) => {
  await signIn();
  await postSession(
    page,
    { date: "17/11/2026", start: "08:00", end: "18:00" },
    { date: "3/3/2026", start: "08:00", end: "12:00" },
  );
  await page.goto("/logbook/");
  // Scrolling down to it brings the earlier weeks too, where script runs: it is pressed where it stands.
  await page
    .getByRole("link", { name: /Earlier/ })
    .first()
    .dispatchEvent("click");
  await expect(page.getByRole("region", { name: /2 – 8 March 2026/ })).toBeVisible();
  await page.getByRole("link", { name: /Later/ }).first().click();
  await expect(page.getByRole("region", { name: "16 – 22 November 2026" })).toBeVisible();
  await page.getByText("Date", { exact: true }).click();
  await page.getByLabel("Go to date").fill("4/3/2026");
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await expect(page.getByRole("region", { name: /2 – 8 March 2026/ })).toBeVisible();
});

test("an opened session keeps its job plan element when it is saved again", async ({ page, signIn }) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "18:00", element: "All-day orthopaedics" });
  await page.getByRole("link", { name: /^\d.*All-day orthopaedics/ }).click();
  await page.waitForURL(/\/logbook\/session\//);
  await page.reload();
  await openFields(page);
  await page.getByLabel("Notes (optional)").fill("Checked");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("link", { name: /^\d.*All-day orthopaedics/ })).toContainText("Checked");
});

test("going back from one session to another never mixes their answers", async ({ page, signIn }) => {
  await signIn();
  await addSession(
    page,
    { date: "17/11/2026", start: "08:00", end: "18:00" },
    { date: "18/11/2026", start: "20:00", end: "04:00" },
  );
  await page.getByRole("link", { name: /^20:00 – 04:00/ }).click();
  // Whoever edits nothing has nothing to cancel.
  await expect(page.getByRole("link", { name: "Close", exact: true })).toBeVisible();
  await openFields(page);
  await expect(page.getByLabel("Start time", { exact: true })).toHaveValue("20:00");
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByRole("link", { name: /^08:00 – 18:00/ }).click();
  await openFields(page);
  await expect(page.getByLabel("Start time", { exact: true })).toHaveValue("08:00");
  await page.goBack();
  await page.goBack();
  await expect(page.getByLabel("Start time", { exact: true })).toHaveValue("20:00");
  await expect(page.getByLabel("Date", { exact: true })).toHaveValue("18/11/2026");
});
