import { addTuesdayList, fillSession, makePlan, openFields, openFold } from "./diary";
import { expect, expectRefused, type Page, test } from "./fixtures";

const WARNING =
  "WARNING: You have entered an additional fee for a session that appears to be part of your job plan. Did you mean to do this?";

async function openFee(page: Page, title: string): Promise<void> {
  await openFold(page.locator("details:has(> summary)", { hasText: title }).last());
}

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save", exact: true }).click();
}

test("the fee of a session: not yet claimed, not yet paid, paid, and gone", async ({ page, signIn }) => {
  await signIn();
  await fillSession(page, { date: "17/11/2026", start: "08:00", end: "13:00" });
  await openFee(page, "Fee for session");
  await page.getByLabel("Fee (£)").fill("1,200");
  await page.getByLabel("Payer").fill("Northern Trust");
  await save(page);
  const row = page.getByRole("link", { name: /^08:00 – 13:00/ });
  await expect(row).toContainText("£1,200 not yet claimed");

  for (const [field, date, words] of [
    ["Timesheet date", "18/11/2026", "not yet paid"],
    ["Paid date", "20/11/2026", "paid"],
  ] as const) {
    await row.click();
    await openFields(page);
    await expect(page.locator("summary", { hasText: "Fee for session" })).toContainText("£1,200.00");
    await openFee(page, "Fee for session");
    await expect(page.getByLabel("Payer")).toHaveValue("Northern Trust");
    await page.getByLabel(field).fill(date);
    await save(page);
    await expect(row).toContainText(`£1,200 ${words}`);
  }

  await row.click();
  await openFields(page);
  await openFee(page, "Fee for session");
  await page.getByLabel("Fee (£)").fill("");
  await save(page);
  await expectRefused(page, "Enter the fee, or clear the other fee fields");
  await expect(page.getByLabel("Payer")).toHaveValue("Northern Trust");
  for (const field of ["Payer", "Timesheet date", "Paid date"]) await page.getByLabel(field).fill("");
  await save(page);
  await expect(row).not.toContainText("£");
});

test("a fee for work of the job plan is asked about, and saved", async ({ page, signIn }) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  await fillSession(page, { date: "17/11/2026", start: "08:00", end: "18:00", element: "All-day orthopaedics" });
  await openFee(page, "Fee for session");
  await page.getByLabel("Fee (£)").fill("900");
  await save(page);
  await expect(page.getByText(WARNING).first()).toBeVisible();
  await page.getByRole("link", { name: /^08:00 – 18:00/ }).click();
  await expect(page.getByRole("heading", { name: "Edit Session" })).toBeVisible();
  await openFields(page);
  await expect(page.getByText(WARNING, { exact: true })).toBeVisible();
});

test("a faulty fee comes back open, with its message and every answer", async ({ page, signIn }) => {
  await signIn();
  await fillSession(page, { date: "17/11/2026", start: "08:00", end: "13:00" });
  await openFee(page, "Fee for session");
  await page.getByLabel("Fee (£)").fill("100000");
  await page.getByLabel("Fee notes").fill("Agreed by e-mail");
  await save(page);
  await expectRefused(page, "A fee can be £99,999.99 at most. Check the amount");
  await expect(page.getByLabel("Fee (£)")).toBeVisible();
  await expect(page.getByLabel("Fee notes")).toHaveValue("Agreed by e-mail");
});

test("the fee of a case stands in the list of its session, and goes with it", async ({ page, signIn }) => {
  await signIn();
  await fillSession(page, { date: "17/11/2026", start: "08:00", end: "13:00" });
  await openFee(page, "Fee for session");
  await page.getByLabel("Fee (£)").fill("1200");
  await page.getByRole("button", { name: "Save and add a case" }).click();
  await expect(page.getByRole("heading", { name: "Add case" })).toBeVisible();
  await page.getByLabel("Case description").fill("Cataract");
  await openFee(page, "Fee for case");
  await page.getByLabel("Fee (£)").fill("310.50");
  await page.getByLabel("Procedure code").fill("c7520");
  await save(page);
  await expect(page.getByRole("listitem").filter({ hasText: "Cataract" })).toContainText("£310.50 not yet claimed");
  await expect(page.getByText(/£1,510.50 in all/)).toBeVisible();
  await page.getByRole("link", { name: "Cataract" }).click();
  await expect(page.getByRole("heading", { name: "Edit case" })).toBeVisible();
  await expect(page.locator("summary", { hasText: "Fee for case" })).toContainText("Not yet claimed");
  await page.getByRole("link", { name: "Delete", exact: true }).click();
  await expect(page.getByText(/its fee of £310.50/)).toBeVisible();
  await page.getByRole("button", { name: "Delete this case" }).click();
  await expect(page.getByText(/in all/)).toHaveCount(0);
  await openFields(page);
  await page.getByRole("link", { name: "Delete", exact: true }).click();
  await expect(page.getByText(/and a fee of £1,200.00/)).toBeVisible();
});
