import { openFold, openSection, postSession } from "./diary";
import { expect, expectRefused, type Page, test } from "./fixtures";
import { expireReauthentication, PASSWORD, signInAsNew } from "./people";
import { newKey, postForm } from "./post-form";

const BULK = "Change or delete the selected";

async function openBulk(page: Page) {
  await openFold(page.locator("details", { hasText: BULK }));
}

async function openFilters(page: Page) {
  await openFold(page.locator("details", { hasText: "Filters and columns" }).first());
}

test("sessions as a table: filtered, sorted, changed at once and put back", async ({ page, signIn }) => {
  await signIn();
  await postSession(
    page,
    { date: "16/11/2026", start: "08:00", end: "12:00" },
    { date: "17/11/2026", start: "08:00", end: "18:00" },
    { date: "17/11/2026", start: "17:00", end: "19:00" },
  );
  await page.goto("/mydata/");
  await openSection(page, "Import backup, tables and more");
  await page.getByRole("link", { name: "Session data" }).click();
  await expect(page.getByText("3 sessions, 4.00 PA")).toBeVisible();
  await expect(page.locator("tbody").getByText("Overlaps another")).toHaveCount(2);

  await openFilters(page);
  await page.getByLabel("Data quality").selectOption("Overlaps another");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(/fault=overlap/);
  await expect(page.getByText("2 sessions, 3.00 PA")).toBeVisible();
  await page.getByRole("link", { name: "Time worked" }).click();
  await expect(page).toHaveURL(/sort=-hours/);
  await expect(page.locator("tbody tr").first()).toContainText("10 h");

  await page.goto("/mydata/session_data/");
  await openBulk(page);
  await page.getByRole("button", { name: "Set fixed PA" }).click();
  await expectRefused(page, "Select the sessions first");
  await page.getByRole("checkbox", { name: /Mon 16 Nov 2026/ }).check();
  await page.getByRole("checkbox", { name: /08:00 – 18:00/ }).check();
  await openBulk(page);
  await page.getByLabel("Fixed PA allocation").fill("1.5");
  await page.getByRole("button", { name: "Set fixed PA" }).click();
  await expect(page.getByText("2 sessions set to 1.50 PA, fixed").first()).toBeVisible();
  await expect(page.getByText("3 sessions, 3.50 PA")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(page.getByText(/Restored: 2 sessions/).first()).toBeVisible();
  await expect(page.getByText("3 sessions, 4.00 PA")).toBeVisible();
});

test("cases as a table: moved to another session and deleted, each after a question, and put back", async ({
  page,
  signIn,
}) => {
  await signIn();
  await postSession(page, { date: "16/11/2026", start: "08:00", end: "12:00" });
  await page.goto("/logbook/");
  await page
    .getByRole("link", { name: /Add case|Add a case/ })
    .first()
    .click();
  await page.getByLabel("Case description").fill("Hernia repair");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  // Else the next page could come before it is sent.
  await expect(page.getByText("Case saved").first()).toBeVisible();
  await postSession(page, { date: "18/11/2026", start: "13:00", end: "18:00" });
  await page.goto("/mydata/case_data/");
  await expect(page.getByText("Hernia repair")).toBeVisible();
  await page.getByRole("checkbox", { name: /Case, Mon 16 Nov 2026/ }).check();
  await openBulk(page);
  await page.getByLabel("Session of").fill("18/11/2026");
  await page.getByRole("button", { name: "Move to session…" }).click();
  await expect(page.getByRole("radio", { name: "13:00 – 18:00" })).toBeChecked();
  await page.getByRole("button", { name: "Move them" }).click();
  await expect(page.getByText("1 case moved to Wed 18 Nov 2026").first()).toBeVisible();

  await page.getByRole("checkbox", { name: /Case, Wed 18 Nov 2026/ }).check();
  await openBulk(page);
  await page.getByRole("button", { name: "Delete…" }).click();
  await expect(page.getByText("Delete 1 case?")).toBeVisible();
  await page.getByRole("button", { name: "Delete them" }).click();
  await expect(page.getByText("No cases here.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(page.getByText("Hernia repair")).toBeVisible();

  await page.getByLabel("Words in element, options, texts or fee notes").fill("hernia");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page.getByText("Found: 1 case", { exact: true })).toBeVisible();
  await expect(page).not.toHaveURL(/hernia/);
});

test("what was found comes as a file, after reauthentication", async ({ page }) => {
  await signInAsNew(page);
  await postForm(page, "/logbook/session/new/", {
    ...{
      idempotency_key: newKey(),
      session_date: "16/11/2026",
      session_start_time: "08:00",
      session_end_time: "12:00",
    },
    ...{ job_plan_element_unique_ref: "", pa_calculation_basis: "time_calculated", site: "Theatre 4" },
  });
  const find = async () => {
    await page.getByLabel("Words in element, site, notes or fee notes").fill("theatre");
    await page.getByRole("button", { name: "Find" }).click();
  };
  await page.goto("/mydata/session_data/?columns=site");
  await expireReauthentication(page);
  await find();
  await page.getByRole("button", { name: "Download what was found as CSV" }).click();
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/session_data\/\?columns=date&columns=site$/);
  await find();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download what was found as CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("session-data-2026-11-21.csv");
  await page.goto("/mydata/activity/");
  await expect(page.getByText("Data exported: session data, 1 session, found by words")).toBeVisible();
});

test("the table that is shown comes as a file", async ({ page, signIn }) => {
  await signIn();
  await postSession(page, { date: "16/11/2026", start: "08:00", end: "12:00" });
  await page.goto("/mydata/session_data/?columns=times&columns=pa");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download what is shown as CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("session-data-2026-11-21.csv");
});

test("a calendar feed is made, read without a login, and turned off", { tag: "@browser" }, async ({
  page,
  signIn,
  playwright,
  baseURL,
}) => {
  await signIn();
  await postSession(page, { date: "16/11/2026", start: "08:00", end: "12:00" });
  await page.goto("/mydata/feed/");
  await page.getByRole("button", { name: "Make the address" }).click();
  const address = await page.getByLabel("Address for your calendar app").inputValue();
  const stranger = await playwright.request.newContext({ baseURL: baseURL as string });
  const calendar = await stranger.get(address);
  expect(calendar.headers()["content-type"]).toContain("text/calendar");
  expect(await calendar.text()).toContain("BEGIN:VEVENT");
  await page.getByRole("link", { name: "I have it" }).click();
  await expect(page.getByText(/^On: address made/)).toBeVisible();
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("Off: there is no address.")).toBeVisible();
  expect((await stranger.get(address)).status()).toBe(404);
  await stranger.dispose();
  await page.goto("/mydata/activity/");
  await expect(page.getByText("Calendar feed turned off")).toBeVisible();
});

test("only the cases are deleted, against the password", async ({ page }) => {
  await signInAsNew(page);
  await postSession(page, { date: "16/11/2026", start: "08:00", end: "12:00" });
  await page.goto("/logbook/");
  await page
    .getByRole("link", { name: /Add case|Add a case/ })
    .first()
    .click();
  await page.getByLabel("Case description").fill("Hernia repair");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Case saved").first()).toBeVisible();
  await page.goto("/mydata/case_data/");
  await page.getByRole("link", { name: "Delete all cases, or all imports" }).click();
  await page.getByText("Only cases", { exact: true }).click();
  await page.getByLabel("Password").fill("not my password");
  await page.getByRole("button", { name: "Delete" }).click();
  await expectRefused(page, "Please check your password and try again");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("All cases deleted").first()).toBeVisible();
  await page.goto("/mydata/case_data/");
  await expect(page.getByText("0 cases")).toBeVisible();
});
