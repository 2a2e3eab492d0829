import { addSession, addTuesdayList, makePlan, openSection, postSession } from "./diary";
import { expect, expectRefused, type Page, test } from "./fixtures";

/** A Tuesday list of 17 November 2026 with one case. */
async function addWork(page: Page, reflection = ""): Promise<void> {
  const plan = await makePlan(page);
  await addTuesdayList(page, plan);
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "18:00", element: "All-day orthopaedics" });
  await page.getByRole("link", { name: /^\d.*All-day orthopaedics/ }).click();
  await page.waitForURL(/\/logbook\/session\/[\w-]{22}/);
  await page.goto(`${new URL(page.url()).pathname}case/new/`);
  await page.getByLabel("Case description").fill("Total knee replacement");
  await page.getByLabel("Age", { exact: true }).fill("71");
  if (reflection) await page.getByLabel("Reflective notes").fill(reflection);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("link", { name: /Total knee replacement/ })).toBeVisible();
}

async function showReport(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Show report" }).click();
  await page.waitForURL(/\/reports\/paper\//);
}

function line(page: Page, label: string) {
  return page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: label, exact: true }) });
}

test("a preset fills the form, and the paper says whose it is, of what, and that no identifier was found", async ({
  page,
  signIn,
}) => {
  await signIn();
  await addWork(page);
  await page.goto("/reports/");
  await page.locator("summary", { hasText: "Start from" }).click();
  await page.getByRole("link", { name: "Logbook summary" }).click();
  await expect(page.getByLabel("Airway")).toBeChecked();
  await expect(page.getByLabel("Scope of work")).not.toBeChecked();
  await openSection(page, "Sections and small counts");
  await page.getByLabel("Case list").check();
  await showReport(page);

  await expect(line(page, "Period")).toContainText("1 April 2026 to 31 March 2027");
  await expect(line(page, "Made on")).toContainText("21 November 2026");
  await expect(line(page, "Identifiers")).toContainText("none found");
  await expect(page.getByRole("heading", { name: "Caseload", exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Scope of work" })).toHaveCount(0);
  await expect(page.getByRole("table", { name: "1 case" })).toContainText("Total knee replacement");

  await page.getByRole("link", { name: "Change choices" }).click();
  await expect(page.getByLabel("Case list")).toBeChecked();
  await expect(page.getByLabel("Scope of work")).not.toBeChecked();
});

test("dates of one's own are typed; faulty ones come back with what to mend", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/reports/");
  await page.getByLabel("Period").selectOption("Dates of your own");
  await page.getByLabel("First day").fill("1/11/26");
  await page.getByLabel("Last day").fill("31/11/26");
  await page.getByRole("button", { name: "Show report" }).click();
  await expectRefused(page, "Enter a date, such as 27/3/2026");
  await expect(page.getByLabel("Last day")).toHaveValue("31/11/26");
  await page.getByLabel("Last day").fill("30/11/26");
  await showReport(page);
  await expect(line(page, "Period")).toContainText("1 to 30 November 2026");
});

test("a report without a section asks for one", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/reports/?preset=extra-work");
  await openSection(page, "Sections and small counts");
  await page.getByLabel("Additional paid work").uncheck();
  await page.getByRole("button", { name: "Show report" }).click();
  await expectRefused(page, "Select at least one section");
  await expect(page.getByLabel("Period")).toHaveValue("last_tax");
});

test("only some of the work: by an element of the job plan", async ({ page, signIn }) => {
  await signIn();
  await addWork(page);
  await page.goto("/reports/");
  await page.locator("summary", { hasText: "Only some of the work" }).click();
  await page.getByLabel("All-day orthopaedics").check();
  await showReport(page);
  await expect(line(page, "Shows")).toContainText("Element: All-day orthopaedics");
});

test("work that is still to come is in no figure of a report, and its head says so", async ({ page, signIn }) => {
  await signIn();
  await addWork(page);
  await postSession(page, { date: "24/11/2026", start: "08:00", end: "18:00", element: "All-day orthopaedics" });
  await page.goto("/reports/paper/?section=scope");
  await expect(line(page, "Still to come")).toContainText("1 session of this period is still to come and not counted");
  await expect(line(page, "Days worked")).toContainText("1");
  await expect(line(page, "Hours")).toContainText("10.00");
});

test("a report is saved under a name, opened again, renamed and deleted", { tag: "@browser" }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto("/reports/?preset=job-plan");
  await showReport(page);
  const save = page.locator("summary", { hasText: "Save under a name" });
  await save.click();
  await page.getByLabel("Name", { exact: true }).fill("Job plan meeting");
  await page.getByRole("button", { name: "Save report" }).click();
  await expect(page.getByText("Saved as Job plan meeting").first()).toBeVisible();
  await expect(page).toHaveURL(/\/reports\/paper\//);

  // The same name again is asked about.
  await save.click();
  await page.getByLabel("Name", { exact: true }).fill("job plan meeting");
  await page.getByRole("button", { name: "Save report" }).click();
  await expectRefused(page, "You have a report of this name");
  await page.getByLabel("Replace the report that has this name").check();
  await page.getByRole("button", { name: "Save report" }).click();
  await expect(page.getByText("Saved as job plan meeting").first()).toBeVisible();

  await page.goto("/reports/");
  const saved = page.getByRole("listitem").filter({ hasText: "job plan meeting" });
  await expect(saved).toContainText("4 sections");
  await saved.getByRole("link", { name: "Change the choices" }).click();
  await expect(page.getByLabel("Scope of work")).toBeChecked();
  await expect(page.getByLabel("Airway")).not.toBeChecked();
  await saved.getByRole("link", { name: "Rename or delete" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Spring meeting");
  await page.getByRole("button", { name: "Save name" }).click();
  await page.getByRole("link", { name: "Spring meeting", exact: true }).click();
  await page.waitForURL(/\/reports\/paper\//);
  await page.goto("/reports/");
  await page.getByRole("link", { name: "Rename or delete Spring meeting" }).click();
  await page.getByRole("button", { name: "Delete report" }).click();
  await expect(page.getByText("Spring meeting deleted").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Saved reports" })).toHaveCount(0);
});

test("reflective notes are sorted for appraisal, and stand so in the report", async ({ page, signIn }) => {
  await signIn();
  await addWork(page, "Would do the block first again.");
  await page.goto("/reports/reflections/");
  await expect(page.getByText("1 note, 1 not sorted yet")).toBeVisible();
  await expect(page.getByText("Would do the block first again.")).toBeVisible();
  await page.getByLabel("Type").selectOption("Quality improvement");
  await page.getByLabel("Knowledge, skills and development").check();
  await page.getByRole("button", { name: "Save these notes" }).click();
  await expect(page.getByText("1 note saved").first()).toBeVisible();
  await expect(page.getByLabel("Type")).toHaveValue("quality");
  await expect(page.getByLabel("Knowledge, skills and development")).toBeChecked();
  await page.getByLabel("Notes", { exact: true }).selectOption("Not sorted yet");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page.getByText("Every note this year has a type and a domain.")).toBeVisible();

  await page.goto("/reports/paper/?section=reflections");
  await expect(page.getByRole("article")).toContainText("Quality improvement");
  await expect(page.getByRole("article")).toContainText("Would do the block first again.");
});

test("the days of a report are locked and unlocked; meanwhile their work is only read, and a session is refused with all that was typed", async ({
  page,
  signIn,
}) => {
  await signIn();
  await addWork(page);
  await page.goto("/leave/new/?date=19/11/2026");
  await page.getByLabel("Type", { exact: true }).selectOption("Time off in lieu");
  await page.getByLabel("First day", { exact: true }).fill("19/11/2026");
  await page.locator("summary", { hasText: "Half days, notes and more" }).click();
  await page.getByLabel("Notes").fill("Cover by Dr X\nuntil noon");
  await page.getByRole("button", { name: "Save leave" }).click();
  await expect(page.getByText("Leave added").first()).toBeVisible();
  await page.goto("/reports/paper/?period=custom&from=1%2F11%2F2026&until=20%2F11%2F2026&section=scope");
  await page.getByRole("link", { name: "Lock 1 to 20 November 2026" }).click();
  await page.getByRole("button", { name: "Lock these days" }).click();
  await expect(page.getByText("1 to 20 November 2026 locked").first()).toBeVisible();

  // What cannot be changed is marked, and is only read.
  await page.goto("/logbook/");
  await expect(page.getByRole("link", { name: "Add a session on Tuesday 17 November 2026" })).toHaveCount(0);
  await page.getByRole("link", { name: /^\d.*All-day orthopaedics/ }).click();
  const locked = page.getByText("Locked: 1 to 20 November 2026.");
  await expect(locked).toBeVisible();
  await expect(page.getByRole("link", { name: "Add a fee" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Add case" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
  await page.getByRole("link", { name: /Total knee replacement/ }).click();
  await expect(page.getByRole("heading", { name: "Case", exact: true })).toBeVisible();
  await expect(locked).toBeVisible();
  await expect(page.getByLabel("Age", { exact: true })).toHaveValue("71");
  await expect(page.getByLabel("Age", { exact: true })).toBeDisabled();
  await expect(page.getByRole("group", { name: "ASA" }).getByLabel("Not recorded")).toBeDisabled();
  await expect(page.getByRole("link", { name: "Delete" })).toHaveCount(0);

  // Of leave only the time in lieu can change.
  await page.goto("/leave/");
  await page.getByRole("link", { name: "19 November 2026" }).click();
  await expect(locked).toBeVisible();
  await expect(page.getByLabel("Notes")).toHaveValue("Cover by Dr X\nuntil noon");
  await expect(page.getByLabel("First day", { exact: true })).toBeDisabled();
  await page.getByLabel("How much").fill("1");
  await page.getByRole("button", { name: "Save time in lieu" }).click();
  await expect(page.getByText("Leave saved").first()).toBeVisible();
  await page.goto("/leave/lieu/");
  await expect(page.getByText("−1 day").first()).toBeVisible();

  await page.goto("/logbook/session/new/?date=17/11/2026");
  await expect(locked).toBeVisible();
  await page.getByLabel("Start time").fill("08:00");
  await page.getByLabel("End time").fill("12:00");
  await page.getByLabel("Notes (optional)").fill("Typed on the ward");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("You locked 1 to 20 November 2026, so sessions");
  await expect(page.getByLabel("Notes (optional)")).toHaveValue("Typed on the ward");

  // The notice for the day has the same link, in a new tab.
  const way = page.getByRole("alert").getByRole("link", { name: "Show locked periods" });
  await page.goto(String(await way.getAttribute("href")));
  await page.getByRole("link", { name: "Unlock 1 to 20 November 2026" }).click();
  await page.getByRole("button", { name: "Unlock these days" }).click();
  await expect(page.getByText("No period is locked.")).toBeVisible();
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "12:00" });
});

test("a table of a report comes as a file", async ({ page, signIn }) => {
  await signIn();
  await addWork(page);
  await page.goto("/reports/paper/?section=cases");
  const coming = page.waitForEvent("download");
  await page.getByRole("link", { name: "CSV of 1 case" }).click();
  expect((await coming).suggestedFilename()).toMatch(/\.csv$/);
});
