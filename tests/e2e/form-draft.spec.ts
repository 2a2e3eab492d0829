import { addTuesdayList, fillSession, makePlan } from "./diary";
import { expect, type Page, test } from "./fixtures";
import { expireLogin, logIn, signInAsNew } from "./people";

const KEPT = "Your login has ended. What you entered is kept for an hour: log in again to get it back";
const NOTES = "Stayed late for a difficult airway";

/** Add Session, filled in by somebody whose login then runs out. */
async function fillAndExpire(page: Page): Promise<void> {
  await addTuesdayList(page, await makePlan(page));
  await fillSession(page, { date: "17/11/2026", start: "08:00", end: "18:30", element: "All-day orthopaedics" });
  await page.getByText("Fixed", { exact: true }).click();
  await page.getByLabel("Fixed PA allocation").fill("2.25");
  await page.getByLabel("Notes (optional)").fill(NOTES);
  await expireLogin(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL("/login/");
  await expect(page.getByText(KEPT).first()).toBeVisible();
}

test("a session filled in before the login ran out comes back after it, and is saved once", async ({ page }) => {
  const person = await signInAsNew(page);
  await fillAndExpire(page);
  await logIn(page, person);
  await expect(page).toHaveURL("/logbook/session/new/");
  await expect(page.getByText("Nothing is saved yet.")).toBeVisible();
  await expect(page.getByLabel("Date", { exact: true })).toHaveValue("17/11/2026");
  await expect(page.getByLabel("End time", { exact: true })).toHaveValue("18:30");
  await expect(page.getByLabel("Job plan element").locator("option:checked")).toHaveText(/All-day orthopaedics/);
  await expect(page.getByLabel("Fixed PA allocation")).toHaveValue("2.25");
  await expect(page.getByLabel("Notes (optional)")).toHaveValue(NOTES);

  await page.goto("/job_plans/");
  await page.getByRole("link", { name: "Go on with it" }).click();
  await expect(page.getByLabel("Notes (optional)")).toHaveValue(NOTES);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/logbook\/(\?|$)/);
  await expect(page.getByRole("link", { name: /^\d.*All-day orthopaedics/ })).toHaveCount(1);
  await expect(page.getByText("2.25").first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Go on with it" })).toHaveCount(0);
  await page.goto("/logbook/session/new/");
  await expect(page.getByLabel("Notes (optional)")).toHaveValue("");
});

test("somebody else who logs in on the same computer never sees it, and it is gone for its owner", async ({ page }) => {
  const other = await signInAsNew(page);
  const person = await signInAsNew(page);
  await fillAndExpire(page);
  await logIn(page, other);
  await expect(page).toHaveURL("/logbook/");
  for (const path of ["/logbook/", "/logbook/session/new/"]) {
    await page.goto(path);
    expect(await page.content()).not.toContain(NOTES);
    await expect(page.getByRole("link", { name: "Go on with it" })).toHaveCount(0);
  }
  await page.goto("/logout/");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/");
  await page.goto("/login/");
  await logIn(page, person);
  await expect(page).toHaveURL("/logbook/");
  await page.goto("/logbook/session/new/");
  await expect(page.getByLabel("Notes (optional)")).toHaveValue("");
});

test("a case, with its chips, comes back too", async ({ page }) => {
  const person = await signInAsNew(page);
  await fillSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await page.getByRole("button", { name: "Save and add a case" }).click();
  await expect(page).toHaveURL(/\/case\/new\/$/);
  const here = page.url();
  await page.getByLabel("Case description").fill("Hip replacement");
  await page.getByLabel("Age", { exact: true }).fill("71");
  await page.getByText("Female", { exact: true }).click();
  const chip = page.locator("input[name=selected_airway_options_set]:visible").first();
  const option = await chip.getAttribute("value");
  await chip.check();
  await page.getByText("Your own").first().click();
  await page.getByLabel("Add an airway option of your own").fill("A tube of my own");
  await expireLogin(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await logIn(page, person);
  await expect(page).toHaveURL(here);
  await expect(page.getByText("Nothing is saved yet.")).toBeVisible();
  await expect(page.getByLabel("Case description")).toHaveValue("Hip replacement");
  await expect(page.getByLabel("Female", { exact: true })).toBeChecked();
  await expect(page.locator(`input[name=selected_airway_options_set][value="${option}"]`)).toBeChecked();
  await expect(page.getByText("– 1 chosen").first()).toBeVisible();
  await expect(page.locator('input[name=new_airway_option][value="A tube of my own"]')).toBeChecked();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Hip replacement")).toHaveCount(1);
});

test("an element with its rows comes back, and an edit meets what was saved meanwhile", async ({ page }) => {
  const person = await signInAsNew(page);
  const plan = await makePlan(page);
  await page.goto(`${plan}element/new/`);
  await page.getByLabel("Description").fill("Clinic");
  await page.getByLabel("When it happens").selectOption("On fixed days, at fixed times");
  await page.getByLabel("Day", { exact: true }).selectOption("Tuesday");
  await page.getByLabel("Start", { exact: true }).fill("09:00");
  await expireLogin(page);
  // A button that only adds a row is turned away too: the row is there when the form comes back.
  await page.getByRole("button", { name: "Add another time" }).click();
  await logIn(page, person);
  await expect(page.getByLabel("Description")).toHaveValue("Clinic");
  await expect(page.getByLabel("Day", { exact: true }).first()).toHaveValue("2");
  await expect(page.getByLabel("Day", { exact: true })).toHaveCount(2);

  await page.goto(`${plan}edit/`);
  await page.getByLabel("Employer").fill("Northern Trust");
  await expireLogin(page);
  await page.getByRole("button", { name: "Save plan" }).click();
  await logIn(page, person);
  await expect(page).toHaveURL(`${plan}edit/`);
  await expect(page.getByLabel("Employer")).toHaveValue("Northern Trust");
  const elsewhere = await page.context().newPage();
  await elsewhere.goto(`${plan}end/`);
  await elsewhere.getByLabel("Last day of the plan").fill("28/2/2027");
  await elsewhere.getByRole("button", { name: "End plan" }).click();
  await expect(elsewhere.getByText("The plan ends on")).not.toHaveCount(0);
  await page.getByRole("button", { name: "Save plan" }).click();
  await expect(page.getByRole("link", { name: /See what is saved now/ })).toBeVisible();
  await expect(page.getByLabel("Employer")).toHaveValue("Northern Trust");
});
