import { addSession, fillSession, openFields } from "./diary";
import { expect, expectRefused, type Page, test } from "./fixtures";

const NHS = "This looks like an NHS number. Please remove details that identify a patient.";
const NAME = "This looks like a person’s name. Please remove details that identify a patient.";

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save", exact: true }).click();
}

test("a case with an NHS number is saved with a reason alone, and not asked about again", async ({ page, signIn }) => {
  await signIn();
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "13:00" });
  await page.getByRole("link", { name: /^08:00 – 13:00/ }).click();
  await page.getByRole("link", { name: "Add case", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Add case" })).toBeVisible();
  await page.getByLabel("Case description").fill("Pump 943 476 5919");
  await page.getByLabel("Age", { exact: true }).fill("45");
  await save(page);
  await expectRefused(page, NHS);
  await expect(page.getByLabel("Case description")).toHaveValue("Pump 943 476 5919");
  await expect(page.getByLabel("Age", { exact: true })).toHaveValue("45");
  await page.getByLabel("Save anyway, because").fill("Its serial number");
  await save(page);
  await page.getByRole("link", { name: /Pump 943/ }).click();
  await expect(page.getByRole("heading", { name: "Edit case" })).toBeVisible();
  await expect(page.getByLabel("Save anyway, because")).toHaveCount(0);
  await page.getByLabel("Age", { exact: true }).fill("46");
  await save(page);
  await expect(page.getByRole("link", { name: /46 y – Pump 943/ })).toBeVisible();
});

test("a tick says nothing of what it was not asked about", async ({ page, signIn }) => {
  await signIn();
  await fillSession(page, { date: "17/11/2026", start: "08:00", end: "13:00" });
  const tick = page.getByRole("checkbox", { name: "Save anyway: it identifies no patient" });
  await page.getByLabel("Notes (optional)").fill("Covered for Mr Brown");
  await save(page);
  await expectRefused(page, NAME);
  await tick.check();
  await page.getByLabel("Notes (optional)").fill("Covered for Mr Brown, 07700 900123");
  await save(page);
  await expectRefused(page, "To save it anyway, select that it identifies no patient");
  await expect(tick).not.toBeChecked();
  await tick.check();
  await save(page);
  await expect(page.getByRole("link", { name: /07700 900123/ })).toBeVisible();
});

test("a session whose notes name somebody is saved once a tick says so, or the name is taken out", async ({
  page,
  signIn,
}) => {
  await signIn();
  await fillSession(page, { date: "17/11/2026", start: "08:00", end: "13:00" });
  await page.getByLabel("Notes (optional)").fill("Covered for Mr Brown");
  await save(page);
  await expectRefused(page, NAME);
  await page.getByRole("checkbox", { name: "Save anyway: it identifies no patient" }).check();
  await save(page);
  const row = page.getByRole("link", { name: /Covered for Mr Brown/ });
  await row.click();
  await expect(page.getByRole("heading", { name: "Edit Session" })).toBeVisible();
  await openFields(page);
  await page.getByLabel("Notes (optional)").fill("Covered for Mr Brown again");
  await save(page);
  await expectRefused(page, NAME);
  await page.getByLabel("Notes (optional)").fill("Covered for a colleague");
  await save(page);
  await expect(page.getByRole("link", { name: /Covered for a colleague/ })).toBeVisible();
});
