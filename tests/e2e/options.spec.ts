import { addSession, addTuesdayList, makePlan } from "./diary";
import { expect, expectRefused, test } from "./fixtures";

test("an option of one's own is renamed, archived, restored, and deleted once no case has it", {
  tag: "@browser",
}, async ({ page, signIn }) => {
  await signIn();
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await page.getByRole("link", { name: /^08:00 – 18:00/ }).click();
  await page.getByRole("link", { name: "Add case", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Add case" })).toBeVisible();
  await page.locator("summary", { hasText: "Your own" }).first().click();
  await page.getByLabel("Add an airway option of your own").fill("My mask");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Case saved").first()).toBeVisible();

  await page.goto("/profile/");
  await page.getByRole("link", { name: "Your own options" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "My mask" })).toContainText("In 1 case");
  await page.getByRole("link", { name: "My mask" }).click();
  await page.getByLabel("Name of the airway option").fill("Oral ETT");
  await page.getByRole("button", { name: "Save name" }).click();
  await expectRefused(page, "The Standard list has an option called “Oral ETT”. Enter another name");
  await page.getByLabel("Name of the airway option").fill("My second mask");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("Option renamed").first()).toBeVisible();

  await page.getByRole("link", { name: "My second mask" }).click();
  await expect(page.getByRole("button", { name: "Delete option" })).toHaveCount(0);
  await page.getByRole("button", { name: "Archive option" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "My second mask" })).toContainText("Archived");
  await page.getByRole("link", { name: "My second mask" }).click();
  await page.getByRole("button", { name: "Restore option" }).click();
  await expect(page.getByText("Option restored").first()).toBeVisible();
});

test("several options of one's own are added with one case, and an empty case is asked about", async ({
  page,
  signIn,
  javaScriptEnabled,
}) => {
  await signIn();
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await page.getByRole("link", { name: /^08:00 – 18:00/ }).click();
  await page.getByRole("link", { name: "Add case", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Add case" })).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expectRefused(page, "Enter something about the case, such as a description, a time or an ASA grade");
  const names = ["Tongue tie", "Halo frame"];
  if (javaScriptEnabled) {
    for (const name of names) {
      await page.getByLabel("Find an airway option").fill(name);
      await page.getByLabel("Find an airway option").press("Enter");
      await expect(page.getByRole("button", { name: `Remove ${name}` })).toBeVisible();
    }
    await page.getByLabel("Find an airway option").fill("Slip");
    await page.getByLabel("Find an airway option").press("Enter");
    await page.getByRole("button", { name: "Remove Slip" }).click();
    await expect(page.locator("summary", { hasText: "Airway management" })).toContainText("Tongue tie, Halo frame");
  } else {
    // One at a time: what is refused for something else comes back ticked, and leaves room for the next.
    await page.locator("summary", { hasText: "Your own" }).first().click();
    await page.getByLabel("Add an airway option of your own").fill("Tongue tie");
    await page.getByLabel("Age", { exact: true }).fill("900");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectRefused(page, "Age in years must be between 0 and 120");
    await expect(page.getByLabel("Tongue tie", { exact: true })).toBeChecked();
    await page.getByLabel("Add an airway option of your own").fill("Halo frame");
    await page.getByLabel("Age", { exact: true }).fill("");
  }
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Case saved").first()).toBeVisible();
  await expect(page.getByRole("link", { name: /Tongue tie/ })).toContainText("Halo frame");
  await expect(page.getByText("Slip")).toHaveCount(0);
});

test("level 8 finds the one element of a date chosen; level 9 does not", async ({ page, signIn }) => {
  for (const [level, chosen] of [
    [8, "All-day orthopaedics (DCC, 2.50 PA)"],
    [9, "No job plan element"],
  ] as const) {
    await signIn(level);
    await addTuesdayList(page, await makePlan(page));
    await page.goto("/logbook/session/new/?date=2026-11-17");
    await expect(page.getByLabel("Job plan element").locator("option:checked")).toHaveText(chosen);
  }
});
