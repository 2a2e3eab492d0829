import { addTuesdayList, fillSession, makePlan } from "../diary";
import { expect, test } from "../fixtures";

test("a text that may identify a patient is asked about as one types, before it is sent", async ({ page, signIn }) => {
  await signIn();
  await fillSession(page, { date: "17/11/2026", start: "08:00", end: "13:00" });
  const notes = page.getByLabel("Notes (optional)");
  await notes.fill("Mr Brown");
  await expect(page.getByText("This looks like a person’s name.")).toBeVisible();
  const tick = page.getByRole("checkbox", { name: /Save anyway/ });
  await tick.check();
  // Another kind of hit is another question.
  await notes.fill("Mr Brown, SW1A 1AA");
  await expect(tick).not.toBeChecked();
  await notes.fill("DOB 1950");
  await expect(page.getByLabel("Save anyway, because")).toBeVisible();
  await notes.fill("A list");
  await expect(page.getByText(/This looks like/)).toHaveCount(0);
  await expect(page.getByLabel("Save anyway, because")).toHaveCount(0);
});

test("a fee says as one types where it stands, and what is odd about it", { tag: "@full" }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  await fillSession(page, { date: "17/11/2026", start: "08:00", end: "18:00", element: "All-day orthopaedics" });
  const summary = page.locator("summary", { hasText: "Fee for session" });
  await expect(summary).toContainText("None");
  await summary.click();
  await page.getByLabel("Fee (£)").fill("1200");
  await expect(summary).toContainText("£1,200.00");
  await expect(summary).toContainText("Not yet claimed");
  await expect(page.getByText(/^WARNING: You have entered an additional fee/)).toBeVisible();
  await page.getByLabel("Job plan element").selectOption("");
  await expect(page.getByText(/^WARNING/)).toHaveCount(0);
  await page.getByLabel("Timesheet date").fill("16/11/2026");
  await expect(page.getByText("The timesheet date is before the work, Tue 17 Nov 2026")).toBeVisible();
  await expect(summary).toContainText("Not yet paid");
});
