import { addTuesdayList, fillSession, makePlan, openFields } from "./diary";
import { expect, expectRefused, type Page, test } from "./fixtures";

const TUESDAY = { date: "17/11/2026", start: "13:00", end: "20:30", element: "All-day orthopaedics" };

async function askForSeries(page: Page) {
  await fillSession(page, TUESDAY);
  await page.getByLabel("Recurring", { exact: true }).check();
}

/** Without script the dates come by a button, which script has no need of. */
async function showDates(page: Page, javaScriptEnabled: boolean | undefined) {
  if (javaScriptEnabled === false) await page.getByRole("button", { name: "Show the dates" }).click();
}

async function save(page: Page) {
  await page.getByRole("button", { name: "Save", exact: true }).click();
}

test("a weekly session shows its dates before it is saved, and fills the logbook to the end of the plan", async ({
  page,
  signIn,
  javaScriptEnabled,
}) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  await askForSeries(page);
  await showDates(page, javaScriptEnabled);
  await expect(page.getByText("20 sessions, from Tue 17 Nov 2026 to Tue 30 Mar 2027")).toBeVisible();
  await page.getByText("All 20 dates").click();
  await expect(page.getByText("5, 12, 19, 26", { exact: true })).toBeVisible();
  await save(page);
  await expect(page.getByText(/Added 20 sessions, from Tue 17 Nov 2026/).first()).toBeVisible();
  await page.goto("/logbook/?date=2027-03-30");
  const week = page.getByRole("region", { name: "29 March – 4 April 2027" });
  await expect(week.getByRole("link", { name: /^\d.*All-day orthopaedics/ })).toContainText("13:00 – 20:30");
});

test("a monthly session until a date begins with the next such weekday, and says so", async ({
  page,
  signIn,
  javaScriptEnabled,
}) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  await askForSeries(page);
  await page.getByText("Monthly", { exact: true }).click();
  await page.getByText("1st", { exact: true }).click();
  await page.getByText("A date", { exact: true }).click();
  await page.getByLabel("Last date").fill("5/2/2027");
  await showDates(page, javaScriptEnabled);
  await expect(page.getByText("3 sessions, from Tue 1 Dec 2026 to Tue 2 Feb 2027")).toBeVisible();
  await expect(page.getByText("Tue 17 Nov 2026 is not the first Tuesday of its month")).toBeVisible();
  await save(page);
  await expect(page.getByText(/Added 3 sessions/).first()).toBeVisible();
});

test("bank holidays are left out unless they are asked for, and a date past the plan is refused in words", async ({
  page,
  signIn,
  javaScriptEnabled,
}) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  await fillSession(page, { ...TUESDAY, date: "18/12/2026" });
  await page.getByLabel("Recurring", { exact: true }).check();
  await showDates(page, javaScriptEnabled);
  await expect(page.getByText("3 bank holidays are left out: Fri 25 Dec 2026, Fri 1 Jan 2027")).toBeVisible();
  await page.getByLabel("Leave out bank holidays").uncheck();
  await showDates(page, javaScriptEnabled);
  await expect(page.getByText("15 sessions, from Fri 18 Dec 2026")).toBeVisible();
  await page.getByText("A date", { exact: true }).click();
  await page.getByLabel("Last date").fill("5/5/2027");
  await save(page);
  await expectRefused(page, "Job plan 2026/27 ends before that. Choose a date up to 31 March 2027");
  await expect(page.getByLabel("Recurring", { exact: true })).toBeChecked();
});

test("this and all following change together, and those before stay", async ({ page, signIn }) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  await askForSeries(page);
  await save(page);
  await expect(page).toHaveURL(/\/logbook\/(\?|$)/);
  await page.goto("/logbook/?date=2026-12-01");
  const changed = page.getByRole("region", { name: "30 November – 6 December 2026" });
  await changed.getByRole("link", { name: /^\d.*All-day orthopaedics/ }).click();
  await openFields(page);
  await expect(page.getByText("One of 20 repeating sessions, from Tue 17 Nov 2026 to Tue 30 Mar 2027.")).toBeVisible();
  await page.getByText("This and all following (18)").click();
  await page.getByLabel("Date", { exact: true }).fill("2/12/2026");
  await page.getByLabel("Start time", { exact: true }).fill("08:00");
  await page.getByLabel("End time", { exact: true }).fill("12:00");
  await save(page);
  await expect(page.getByText(/Session and the 17 following saved/).first()).toBeVisible();
  await page.goto("/logbook/?date=2027-03-31");
  const last = page.getByRole("region", { name: "29 March – 4 April 2027" });
  await expect(last.getByRole("link", { name: /^\d.*All-day orthopaedics/ })).toContainText("08:00 – 12:00");
  await page.goto("/logbook/?date=2026-11-24");
  const before = page.getByRole("region", { name: "23 – 29 November 2026" });
  await expect(before.getByRole("link", { name: /^\d.*All-day orthopaedics/ })).toContainText("13:00 – 20:30");
});

test("the diary is made from the plan, and a second time finds all of it there", { tag: "@browser" }, async ({
  page,
  signIn,
}) => {
  await signIn();
  const plan = await makePlan(page);
  await addTuesdayList(page, plan);
  await page.goto(plan);
  await page.getByText("More", { exact: true }).click();
  await page.getByRole("link", { name: "Fill my logbook from this plan" }).click();
  await page.getByLabel("First date").fill("1/12/2026");
  await page.getByRole("button", { name: "Show the dates" }).click();
  await expect(page.getByRole("heading", { name: "18 sessions to make" })).toBeVisible();
  await page.getByRole("button", { name: "Make 18 sessions" }).click();
  await expect(page.getByText("18 sessions added from the plan").first()).toBeVisible();
  await page.goto("/logbook/?date=2027-03-30");
  const week = page.getByRole("region", { name: "29 March – 4 April 2027" });
  await expect(week.getByRole("link", { name: /^\d.*All-day orthopaedics/ })).toContainText("08:00 – 18:00");
  await page.goto(`${plan}diary/`);
  await page.getByLabel("First date").fill("1/12/2026");
  await page.getByRole("button", { name: "Show the dates" }).click();
  await expect(page.getByRole("heading", { name: "0 sessions to make" })).toBeVisible();
  await expect(page.getByText("18 sessions are in your logbook already and stay as they are")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Make / })).toHaveCount(0);
});
