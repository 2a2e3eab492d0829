import { addSession, addTuesdayList, fillSession, makePlan, postSession } from "./diary";
import { expect, expectRefused, type Page, test } from "./fixtures";

const LIST = { start: "08:00", end: "18:00", element: "All-day orthopaedics" };

/** @returns once the page that follows is there: the leave's sessions where it has some, else the leave page. */
async function addLeave(page: Page, first: string, last: string) {
  await page.goto("/leave/new/");
  await page.getByLabel("First day", { exact: true }).fill(first);
  await page.getByLabel("Last day", { exact: true }).fill(last);
  await page.getByRole("button", { name: "Save leave" }).click();
  await expect(page).not.toHaveURL(/\/leave\/new\//);
}

async function save(page: Page) {
  await page.getByRole("button", { name: "Save", exact: true }).click();
}

test("a bank holiday of one's own is premium, leaves its session out of a series, and goes again", {
  tag: "@browser",
}, async ({ page, signIn, javaScriptEnabled }) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  await postSession(page, { date: "15/12/2026", ...LIST });
  await page.goto("/leave/bank_days/");
  await page.getByLabel("Date", { exact: true }).fill("25/12/2026");
  await page.getByRole("button", { name: "Add bank holiday" }).click();
  await expectRefused(page, "Fri 25 Dec 2026 is already a bank holiday in the list");
  await page.getByLabel("Date", { exact: true }).fill("15/12/2026");
  await page.getByLabel("Name (optional)").fill("Trust day");
  await page.getByRole("button", { name: "Add bank holiday" }).click();
  await expect(page.getByText("Tue 15 Dec 2026 is now one of your bank holidays").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "9 bank holidays in 2026" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Trust day" })).toContainText("Added by you");

  await page.getByRole("link", { name: "Recalculate from Tue 15 Dec 2026" }).click();
  await page.getByRole("button", { name: "Recalculate sessions" }).click();
  await expect(page.getByText("1 session recalculated").first()).toBeVisible();
  await page.goto("/logbook/?date=2026-12-15");
  await expect(page.getByRole("link", { name: /^08:00.*All-day orthopaedics/ })).toContainText("3.33");

  await fillSession(page, { date: "8/12/2026", ...LIST });
  await page.getByLabel("Recurring", { exact: true }).check();
  await page.getByText("A date", { exact: true }).click();
  await page.getByLabel("Last date").fill("22/12/2026");
  if (javaScriptEnabled === false) await page.getByRole("button", { name: "Show the dates" }).click();
  await expect(page.getByText("1 bank holiday is left out: Tue 15 Dec 2026")).toBeVisible();

  await page.goto("/leave/bank_days/");
  await page.getByRole("button", { name: "Remove Tue 15 Dec 2026" }).click();
  await expect(page.getByText("Tue 15 Dec 2026 is not a bank holiday any more").first()).toBeVisible();
  await page.getByRole("button", { name: "Remove Mon 28 Dec 2026" }).click();
  await expect(page.getByText("England and Wales, substitute day, removed by you")).toBeVisible();
  await page.getByRole("button", { name: "Restore Mon 28 Dec 2026" }).click();
  await expect(page.getByRole("heading", { name: "8 bank holidays in 2026" })).toBeVisible();
});

test("leave shows what falls in it before anything goes, takes out what was ticked, and it is undone", async ({
  page,
  signIn,
}) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  await fillSession(page, { date: "8/12/2026", ...LIST });
  await page.getByLabel("Recurring", { exact: true }).check();
  await page.getByText("A date", { exact: true }).click();
  await page.getByLabel("Last date").fill("12/1/2027");
  await save(page);
  await expect(page.getByText(/Added 6 sessions/).first()).toBeVisible();
  await addSession(page, { date: "14/12/2026", start: "20:00", end: "08:00" });

  await addLeave(page, "14/12/2026", "23/12/2026");
  await expect(page.getByRole("heading", { name: "Sessions in this leave" })).toBeVisible();
  await expect(page.getByText("3 sessions fall in it and are still in your logbook.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "2 sessions of series, without cases and fees" })).toBeVisible();
  await expect(page.getByText("Stays: it is not one of a series")).toBeVisible();
  await page.getByRole("checkbox", { name: /Tue 22 Dec 2026/ }).uncheck();
  await page.getByRole("button", { name: "Remove the selected sessions" }).click();
  await expect(page.getByText("1 session removed from your leave").first()).toBeVisible();

  await page.goto("/logbook/?date=2026-12-22");
  const week = page.getByRole("region", { name: "14 – 20 December 2026" });
  await expect(week.getByRole("link", { name: /^08:00.*All-day orthopaedics/ })).toHaveCount(0);
  await expect(week.getByText("Annual leave").first()).toBeVisible();
  await expect(week.getByText("1 day of leave")).toBeVisible();

  await page.goto("/logbook/undo/");
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(page.getByText("Restored: 1 session").first()).toBeVisible();
  await page.goto("/logbook/?date=2026-12-22");
  await expect(week.getByRole("link", { name: /^08:00.*All-day orthopaedics/ })).toHaveCount(1);
  await page.goto("/logbook/week/?date=2026-12-21");
  await expect(page.getByRole("region", { name: "Wednesday 23 December 2026" })).toContainText("Annual leave");
});

test("a series and a plan's diary leave leave out, and a session in it is asked about", async ({
  page,
  signIn,
  javaScriptEnabled,
}) => {
  await signIn();
  const plan = await makePlan(page);
  await addTuesdayList(page, plan);
  await addLeave(page, "14/12/2026", "18/12/2026");
  await expect(page).toHaveURL(/\/leave\/$|\/leave\/\?/);
  await page.goto(`${plan}diary/`);
  await expect(page.getByText("1 day of leave is left out: Tue 15 Dec 2026")).toBeVisible();

  await fillSession(page, { date: "8/12/2026", ...LIST });
  await page.getByLabel("Recurring", { exact: true }).check();
  await page.getByText("A date", { exact: true }).click();
  await page.getByLabel("Last date").fill("22/12/2026");
  if (javaScriptEnabled === false) await page.getByRole("button", { name: "Show the dates" }).click();
  await expect(page.getByText("1 day of leave is left out: Tue 15 Dec 2026")).toBeVisible();
  await page.getByLabel("Leave out your leave").uncheck();
  await save(page);
  await expect(page.getByText(/1 of them falls in your leave/).first()).toBeVisible();

  await addSession(page, { date: "16/12/2026", start: "08:00", end: "13:00" });
  await expect(page.getByText(/It falls in your leave: Annual leave, 14 to 18 December 2026/).first()).toBeVisible();
  // What was worked before the first morning of leave is not in it.
  await addSession(page, { date: "13/12/2026", start: "20:00", end: "08:00" });
  await expect(page.getByText(/Session added: Sun 13 Dec 2026/).first()).toBeVisible();
  await expect(page.getByText(/It falls in your leave/)).toHaveCount(0);
});

test("a worked bank holiday earns a day in lieu once, and a line is edited and taken back", async ({
  page,
  signIn,
}) => {
  await signIn();
  await postSession(page, { date: "31/8/2026", start: "08:00", end: "18:00" });
  await page.goto("/leave/lieu/");
  await page.getByRole("button", { name: "Add 1 day in lieu for Mon 31 Aug 2026" }).click();
  await expect(page.getByText("Time in lieu: +1 day on Mon 31 Aug 2026").first()).toBeVisible();
  await expect(page.getByText("You worked on")).toHaveCount(0);

  await page.getByText("Spent", { exact: true }).click();
  await page.getByLabel("How much").fill("-1");
  await page.getByText("Hours", { exact: true }).click();
  await page.getByRole("button", { name: "Add line" }).click();
  await expectRefused(page, "Enter what was spent without a minus, or choose Adjusted to take time off");
  await page.getByLabel("How much").fill("7.5");
  await page.getByRole("button", { name: "Add line" }).click();
  await expect(page.getByRole("row", { name: /Spent/ })).toContainText("−7.5 hours");

  await page.getByRole("row", { name: /Spent/ }).getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: "Edit time in lieu" })).toBeVisible();
  await page.getByLabel("How much").fill("4");
  await page.getByRole("button", { name: "Save line" }).click();
  await expect(page.getByRole("row", { name: /Spent/ })).toContainText("−4 hours");
  await page.getByRole("row", { name: /Spent/ }).getByRole("link").first().click();
  await page.getByRole("button", { name: "Delete line" }).click();
  await expect(page.getByRole("row", { name: /Spent/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(page.getByRole("row", { name: /Spent/ })).toContainText("−4 hours");
});
