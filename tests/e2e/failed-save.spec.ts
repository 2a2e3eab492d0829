import { fillSession } from "./diary";
import { endFault, failStatements } from "./fault";
import { expect, type Page, test } from "./fixtures";

const REFERENCE = /give this reference: \w{4}-\w{4}-\w{4}/;

function save(page: Page) {
  return page.getByRole("button", { name: "Save", exact: true });
}

/** What is done where a save fails is loaded after the page. */
async function ready(page: Page, hasScript = true): Promise<void> {
  if (hasScript) await page.waitForLoadState("networkidle");
}

/** Sends it until the database answers: as often as it fails, all that was entered is there to be sent again. */
async function sendAgainTwice(page: Page): Promise<void> {
  for (const act of [() => {}, () => endFault(page)]) {
    await expect(page.getByText(/not saved/i).first()).toBeVisible();
    await expect(page.getByText(REFERENCE)).toBeVisible();
    await act();
    await page.getByRole("button", { name: "Send again" }).click();
  }
}

test("a session whose save fails is sent again, with all that was typed, and is there once", async ({
  page,
  signIn,
  javaScriptEnabled,
}) => {
  await signIn();
  await fillSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  const notes = `Difficult "airway" & <b>grade 3</b>,\nvideolaryngoscope – Ærø`;
  await page.getByLabel("Notes (optional)").fill(notes);
  await ready(page, javaScriptEnabled);
  await failStatements(page, "writes");
  await save(page).click();
  await sendAgainTwice(page);
  await expect(page).toHaveURL(/\/logbook\/(\?|$)/);
  await page.goto("/logbook/?date=2026-11-17");
  await expect(page.getByRole("link", { name: /^08:00 – 18:00/ })).toHaveCount(1);
  await page.getByRole("link", { name: /^08:00 – 18:00/ }).click();
  await page.locator("summary", { hasText: "Edit or duplicate the session" }).click();
  await expect(page.getByLabel("Notes (optional)")).toHaveValue(notes);
});

test("a case whose save fails is sent again, with all its choices, and is there once", async ({
  page,
  signIn,
  javaScriptEnabled,
}) => {
  await signIn();
  await fillSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await page.getByRole("button", { name: "Save and add a case" }).click();
  await expect(page).toHaveURL(/\/case\/new\/$/);
  await page.getByLabel("Case description").fill("Hip replacement");
  await page.getByText("Female", { exact: true }).click();
  const chips = page.locator("input[name=selected_airway_options_set]:visible");
  const chosen = [await chips.nth(0).getAttribute("value"), await chips.nth(1).getAttribute("value")];
  await chips.nth(0).check();
  await chips.nth(1).check();
  await ready(page, javaScriptEnabled);
  // Not even who asks is known then.
  await failStatements(page, "all");
  await save(page).click();
  await sendAgainTwice(page);
  const added = page.getByRole("link", { name: /Hip replacement/ });
  await expect(added).toHaveCount(1);
  await added.click();
  await expect(page.getByLabel("Female", { exact: true })).toBeChecked();
  for (const option of chosen) {
    await expect(page.locator(`input[name=selected_airway_options_set][value="${option}"]`)).toBeChecked();
  }
});
