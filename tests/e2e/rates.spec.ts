import { addSession, openFields, openSection } from "./diary";
import { expect, expectRefused, type Page, test } from "./fixtures";

interface Band {
  days: string;
  from: string;
  until: string;
  pounds: string;
}

/** Figures of 2022 as somebody's own entries. */
const CARD: Band[] = [
  { days: "Weekdays", from: "07:00", until: "19:00", pounds: "150" },
  { days: "Weekdays", from: "19:00", until: "23:00", pounds: "200" },
  { days: "Weekends", from: "07:00", until: "23:00", pounds: "200" },
  { days: "Every day", from: "23:00", until: "07:00", pounds: "250" },
];

async function fillBand(page: Page, place: number, { days, from, until, pounds }: Band): Promise<void> {
  const band = page.getByRole("group", { name: `Time band ${place}`, exact: true });
  await band.getByLabel("Days").selectOption(days);
  await band.getByLabel("From").fill(from);
  await band.getByLabel("Until").fill(until);
  await band.getByLabel("£ an hour").fill(pounds);
}

async function addCard(page: Page): Promise<void> {
  await page.goto("/extras/rates/new/");
  await page.getByLabel("Name").fill("Card of 2022");
  await page.getByLabel("Paid", { exact: true }).selectOption("Per hour");
  for (const [at, band] of CARD.entries()) {
    if (at > 0) {
      await page.getByRole("button", { name: "Add another time band" }).click();
      await expect(page.getByRole("group", { name: `Time band ${at + 1}`, exact: true })).toBeVisible();
    }
    await fillBand(page, at + 1, band);
  }
  await page.getByRole("button", { name: "Save rate" }).click();
  await expect(page.getByText("Rate added").first()).toBeVisible();
}

async function workOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Work out the fee" }).click();
}

/** Fills in where a fee stands. */
async function fillPaid(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
}

test("a rate by bands of the week works out a weekday evening, a Saturday and a night", async ({ page, signIn }) => {
  await signIn();
  await addCard(page);
  const line = page.getByRole("listitem").filter({ hasText: "Card of 2022" });
  await expect(line).toContainText("Every day, 23:00 – 07:00: £250 an hour");
  await page.goto("/extras/new/");
  await openSection(page, "Rate");
  await openSection(page, "Times");
  await page.getByLabel("One of your rates").selectOption({ index: 1 });
  for (const { date, start, end, sum, fee } of [
    { date: "17/11/2026", start: "17:00", end: "21:00", sum: "2 h at £150 + 2 h at £200 = £700.00", fee: "700.00" },
    { date: "21/11/2026", start: "13:00", end: "20:00", sum: "7 h at £200 = £1,400.00", fee: "1400.00" },
    {
      ...{ date: "20/11/2026", start: "18:00", end: "08:00", fee: "3150.00" },
      sum: "1 h at £150 + 4 h at £200 + 8 h at £250 + 1 h at £200 = £3,150.00",
    },
  ]) {
    await page.getByLabel("Date of the work").fill(date);
    await page.getByLabel("Start", { exact: true }).fill(start);
    await page.getByLabel("End", { exact: true }).fill(end);
    await workOut(page);
    await expect(page.getByText(sum)).toBeVisible();
    await expect(page.getByLabel("Fee (£)")).toHaveValue(fee);
  }
});

test("bands that share a time are refused where they do, and a rate is archived", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/extras/rates/");
  await expect(page.getByText("You have no rates yet")).toBeVisible();
  await addCard(page);
  await page.getByRole("link", { name: "Card of 2022" }).click();
  const evening = page.getByRole("group", { name: "Time band 2", exact: true });
  await expect(evening.getByLabel("From")).toHaveValue("19:00");
  await evening.getByLabel("From").fill("18:00");
  await page.getByRole("button", { name: "Save rate" }).click();
  await expectRefused(page, "Change these times: Monday 18:00 to 19:00 is in time band 1 too");
  await expect(evening.getByLabel("From")).toHaveValue("18:00");
  await evening.getByLabel("From").fill("19:00");
  await page.getByRole("button", { name: "Save rate" }).click();
  await expect(page.getByText("Rate saved").first()).toBeVisible();
  await page.getByRole("link", { name: "Card of 2022" }).click();
  await page.getByRole("button", { name: "Archive rate" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Card of 2022" })).toContainText("Archived");
  await page.goto("/extras/new/");
  await expect(page.getByLabel("Date of the work")).toBeVisible();
  await expect(page.getByLabel("One of your rates")).toHaveCount(0);
});

test("a fee of a session is worked out, claimed, paid in part, written off, deleted and put back", async ({
  page,
  signIn,
}) => {
  await signIn();
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "13:00" });
  const row = page.getByRole("link", { name: /^08:00 – 13:00/ });
  await row.click();
  const fee = page.locator("details details", { hasText: "Fee for session" });
  await openFields(page);
  await fee.locator("summary").click();
  await page.getByRole("link", { name: "Work the fee out from a rate" }).click();
  await expect(page.getByRole("heading", { name: "Add fee" })).toBeVisible();
  await expect(page.getByText("Tue 17 Nov 2026, 08:00 – 13:00")).toBeVisible();
  await openSection(page, "Rate");
  await page.getByLabel("Basis").selectOption("Per hour");
  await page.getByLabel("Rate (£)").fill("150");
  await workOut(page);
  await expect(page.getByText("5 h at £150 = £750.00")).toBeVisible();
  await openSection(page, "Claimed and paid");
  await fillPaid(page, { Payer: "Northern Trust", "Timesheet date": "18/11/2026" });
  await page.getByRole("button", { name: "Save fee" }).click();
  await expect(page.getByText("Fee added: 5 h at £150 = £750.00").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Edit Session" })).toBeVisible();

  const toFee = async () => {
    await page.goto("/logbook/");
    await row.click();
    await openFields(page);
    await fee.locator("summary").click();
    await page.getByRole("link", { name: "Rate, part payment and writing off" }).click();
    await expect(page.getByRole("heading", { name: "Edit fee" })).toBeVisible();
  };
  await toFee();
  await fillPaid(page, { "Amount paid (£)": "700" });
  await page.getByRole("button", { name: "Save fee" }).click();
  await expectRefused(page, "Enter the paid date, or clear the amount paid");
  await fillPaid(page, { "Paid date": "20/11/2026" });
  await page.getByRole("button", { name: "Save fee" }).click();
  await expect(page.getByText("Fee saved").first()).toBeVisible();
  await page.goto("/logbook/");
  await expect(row).toContainText("£750 short by £50.00");

  await toFee();
  await fillPaid(page, { "Written off on": "21/11/2026" });
  await page.getByRole("button", { name: "Save fee" }).click();
  await expect(page.getByText("Fee saved").first()).toBeVisible();
  await page.goto("/logbook/");
  await expect(row).toContainText("paid but for £50.00, written off");

  await toFee();
  await expect(page.getByText("What it is for stays in your logbook")).toBeVisible();
  await page.getByRole("button", { name: "Delete fee" }).click();
  await expect(page.getByText("Fee deleted").first()).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(page.getByText(/^Restored/).first()).toBeVisible();
  await page.goto("/logbook/");
  await expect(row).toContainText("paid but for £50.00, written off");
});

test("a new fee asks for date, kind, payer and fee; a refused answer opens the sections that it is in", {
  tag: "@browser",
}, async ({ page, signIn }) => {
  await signIn();
  await page.goto("/extras/new/");
  const fields = page.locator("main").locator("input:visible, select:visible, textarea:visible");
  await expect(fields).toHaveCount(4);
  await page.getByLabel("Date of the work").fill("7/11/2026");
  await page.getByLabel("Fee (£)").fill("300");
  await openSection(page, "Rate");
  await openSection(page, "Several procedures");
  await page.getByLabel("Second (£)").fill("a lot");
  await page.locator("summary", { hasText: "Rate" }).click();
  await expect(page.getByLabel("Second (£)")).toBeHidden();
  await page.getByRole("button", { name: "Save fee" }).click();
  await expectRefused(page, "Enter the price");
  await expect(page.getByLabel("Second (£)")).toHaveValue("a lot");
  await expect(page.getByLabel("Second (£)")).toBeVisible();
  await expect(page.getByLabel("Timesheet date")).toBeHidden();
});

test("several procedures come to £435, and faults keep every answer", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/extras/new/");
  await page.getByLabel("Kind of work").selectOption("Private list");
  await openSection(page, "Rate");
  await openSection(page, "Several procedures");
  await openSection(page, "Codes, reference, notes");
  await page.getByLabel("Highest (£)").fill("300");
  await page.getByLabel("Second (£)").fill("220");
  await page.getByLabel("Third (£)").fill("100");
  await page.getByLabel("Reference").fill("INV 17");
  await workOut(page);
  await expectRefused(page, "Enter the date of the work");
  await expect(page.getByLabel("Reference")).toHaveValue("INV 17");
  await page.getByLabel("Date of the work").fill("7/11/2026");
  await workOut(page);
  await expect(page.getByText("100 % of £300 + 50 % of £220 + 25 % of £100 = £435.00")).toBeVisible();
  await page.getByLabel("Fee (£)").fill("435.005");
  await page.getByRole("button", { name: "Save fee" }).click();
  await expectRefused(page, "Enter the fee in whole pence: two decimals at most, such as 310.50");
  await page.getByLabel("Fee (£)").fill("435");
  await page.getByLabel("Fee (£)").press("Enter");
  await expect(page.getByText("Fee added").first()).toBeVisible();
});

test("payers of one's own are offered with every fee, and named once", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/extras/payers/");
  for (const name of ["Northern Trust", "Southern Insurance"]) {
    await page.getByLabel("Name").fill(name);
    await page.getByRole("button", { name: "Add payer" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: name })).toBeVisible();
    await expect(page.getByLabel("Name")).toHaveValue("");
  }
  await page.getByLabel("Name").fill("northern trust");
  await page.getByRole("button", { name: "Add payer" }).click();
  await expectRefused(page, "You have a payer called “northern trust”, in use or archived. Enter another name");
  await page.goto("/logbook/session/new/");
  await expect(page.locator("datalist option[value='Southern Insurance']")).toHaveCount(1);
  await page.goto("/extras/payers/");
  await page.getByRole("link", { name: "Northern Trust" }).click();
  await page.getByRole("button", { name: "Delete payer" }).click();
  await expect(page.getByText("Northern Trust deleted").first()).toBeVisible();
});
