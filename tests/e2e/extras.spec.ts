import { fillSession, openFold, openSection, postSession } from "./diary";
import { expect, expectRefused, type Page, test } from "./fixtures";

/** Sessions with a fee each, as their forms save them. */
async function addFees(page: Page, fees: readonly { date: string; pounds: string; timesheet?: string }[]) {
  for (const { date, pounds, timesheet } of fees) {
    await fillSession(page, { date, start: "08:00", end: "13:00" });
    await openFold(page.locator("details", { hasText: "Fee for session" }));
    await page.getByLabel("Fee (£)").fill(pounds);
    await page.getByLabel("Payer").fill("Northern Trust");
    if (timesheet) await page.getByLabel("Timesheet date").fill(timesheet);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page).toHaveURL(/\/logbook\/(\?|$)/);
  }
}

const tile = (page: Page, label: string) => page.locator("dl > div", { hasText: label });

test("what is owed: claimed by its row, paid for the ticked ones on a date, and undone", async ({ page, signIn }) => {
  await signIn();
  await addFees(page, [
    { date: "31/10/2026", pounds: "1200" },
    { date: "19/9/2026", pounds: "1200", timesheet: "25/9/2026" },
    { date: "11/7/2026", pounds: "900", timesheet: "15/7/2026" },
  ]);
  await page.goto("/extras/");
  await expect(
    page.getByText("£3,300 is owed to you: £1,200 not yet claimed and £2,100 claimed and waiting."),
  ).toBeVisible();
  await expect(tile(page, "Claimed and waiting")).toContainText("the oldest 129 days");

  await openSection(page, "More for Session, Sat 31 Oct 2026, £1,200.00");
  await page.getByRole("button", { name: "Claimed today for Session, Sat 31 Oct 2026, £1,200.00" }).click();
  await expect(page.getByText("1 fee marked as claimed on Sat 21 Nov 2026").first()).toBeVisible();
  await expect(tile(page, "Not yet claimed")).toContainText("£0");

  await openSection(page, "Select several fees");
  await page.getByRole("checkbox", { name: /19 Sep 2026/ }).check();
  await page.getByRole("checkbox", { name: /11 Jul 2026/ }).check();
  await page.getByLabel("Mark selected fees, with date").fill("20/11/2026");
  await page.getByRole("button", { name: "Paid", exact: true }).click();
  await expect(page.getByText("2 fees marked as paid on Fri 20 Nov 2026").first()).toBeVisible();
  await expect(tile(page, "Paid in tax year 2026/27")).toContainText("£2,100");
  await expect(page.getByRole("heading", { name: "Tax year 2026/27, by date of the work: £3,300.00" })).toBeVisible();

  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(page.getByText("Restored: 2 fees").first()).toBeVisible();
  await expect(tile(page, "Paid in tax year 2026/27")).toContainText("£0");
});

test("a bad date, and nothing ticked, keep what was typed", async ({ page, signIn }) => {
  await signIn();
  await addFees(page, [{ date: "31/10/2026", pounds: "1200" }]);
  await page.goto("/extras/");
  await openSection(page, "Select several fees");
  await page.getByRole("button", { name: "Claimed", exact: true }).click();
  await expectRefused(page, "Select the fees that were claimed");
  await page.getByRole("checkbox", { name: /31 Oct 2026/ }).check();
  await page.getByLabel("Mark selected fees, with date").fill("31/2/2026");
  await page.getByRole("button", { name: "Claimed", exact: true }).click();
  await expectRefused(page, "Date must be a real date: February 2026 has 28 days");
  await expect(page.getByLabel("Mark selected fees, with date")).toHaveValue("31/2/2026");
  await expect(page.getByRole("checkbox", { name: /31 Oct 2026/ })).toBeChecked();
  await page.getByLabel("Mark selected fees, with date").fill("21/11/2026");
  await page.getByRole("button", { name: "Paid", exact: true }).click();
  await expectRefused(page, "This fee is not claimed yet. Mark it as claimed first, then as paid");
});

test("filters have an address, words do not, and the tax year goes by the chosen date", async ({ page, signIn }) => {
  await signIn();
  await addFees(page, [
    { date: "31/10/2026", pounds: "1200" },
    { date: "28/3/2026", pounds: "900", timesheet: "2/4/2026" },
  ]);
  await page.goto("/extras/");
  const rows = page.getByRole("table", { name: /^Fees, the newest/ }).locator("tbody tr");
  await expect(rows).toHaveCount(2);
  // With fewer than ten fees there is nothing to filter, but for those of other years.
  await expect(page.getByLabel("Status")).toHaveCount(0);
  await page.getByRole("link", { name: "Fees of all years" }).click();
  await page.getByLabel("Status").selectOption("Claimed and waiting");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page).toHaveURL(/status=not-paid/);
  await expect(rows).toHaveCount(1);
  await page.getByRole("link", { name: "Clear", exact: true }).click();
  await expect(rows).toHaveCount(2);

  await page.getByRole("link", { name: "Fees of all years" }).click();
  await openSection(page, "Filter and find");
  await page.getByLabel("Words in payer, work, reference or notes").fill("northern");
  await page.getByRole("button", { name: "Find", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Found: 2 fees" })).toBeVisible();
  expect(page.url()).not.toContain("northern");

  await page.goto("/extras/?year=2025");
  await expect(page.getByRole("heading", { name: "Tax year 2025/26, by date of the work: £900.00" })).toBeVisible();
  await openSection(page, "Tax year by another date");
  await page.getByLabel("A fee belongs to the tax year of its").selectOption("Date of payment");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Tax year 2025/26, by date of payment: £0.00" })).toBeVisible();
});

test("the timesheet is copied as text, and its fees are claimed with it", { tag: "@browser" }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await addFees(page, [{ date: "31/10/2026", pounds: "1200" }]);
  await postSession(page, { date: "1/11/2026", start: "08:00", end: "13:00" });
  await page.goto("/extras/");
  await page.getByRole("link", { name: "Copy as timesheet" }).click();
  await expect(page.getByLabel("To copy into a spreadsheet, a table or an email")).toHaveValue(
    /31\/10\/2026\t08:00\t13:00\t5\.00\tSession\t1200\.00/,
  );
  await page.getByLabel("Timesheet handed in on").fill("20/11/2026");
  await page.getByRole("button", { name: "Mark 1 fee as claimed" }).click();
  await expect(page).toHaveURL(/\/extras\/$/);
  await expect(page.getByText("1 fee marked as claimed on Fri 20 Nov 2026").first()).toBeVisible();
});
