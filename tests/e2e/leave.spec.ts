import { addSession, addTuesdayList, makePlan, openSection } from "./diary";
import { expect, expectRefused, type Page, test } from "./fixtures";

interface LeaveToAdd {
  type?: string;
  first: string;
  last?: string;
  /** Of the first day. */
  part?: "Whole day" | "Morning" | "Afternoon";
}

/** Fills Add leave and leaves the pressing to the caller. */
async function fillLeave(page: Page, { type, first, last, part }: LeaveToAdd): Promise<void> {
  await page.goto("/leave/new/");
  if (type) await page.getByLabel("Type", { exact: true }).selectOption(type);
  await page.getByLabel("First day", { exact: true }).fill(first);
  if (last) await page.getByLabel("Last day", { exact: true }).fill(last);
  if (!part) return;
  await openSection(page, "Half days");
  await page.getByRole("group", { name: "Off on the first day" }).getByText(part, { exact: true }).click();
}

async function addLeave(page: Page, leave: LeaveToAdd): Promise<void> {
  await fillLeave(page, leave);
  await page.getByRole("button", { name: "Save leave" }).click();
  await expect(page.getByRole("heading", { name: "Leave", exact: true })).toBeVisible();
}

/** One figure of a card, such as `2.0 days 1.00 PA`. */
function figure(page: Page, card: string, label: string) {
  const section = page.locator("section").filter({ has: page.getByRole("heading", { name: card, exact: true }) });
  return section
    .locator("dl > div")
    .filter({ has: page.locator("dt").getByText(label, { exact: true }) })
    .locator("dd");
}

test("a year of leave in days and PAs: what is taken, booked and left", async ({ page, signIn }) => {
  await signIn();
  const plan = await makePlan(page);
  await addTuesdayList(page, plan);
  await page.goto("/leave/");
  await expect(page.getByText("32.0 days of annual leave left to 31 March 2027.")).toBeVisible();
  await expect(figure(page, "Annual leave", "Entitlement")).toContainText("16.00 PA");

  // A Tuesday on which the plan has its list; and the week before Christmas, still to come, of which it is a day of work.
  await addLeave(page, { first: "6/10/2026" });
  await expect(figure(page, "Annual leave", "Taken")).toContainText(/1\.0\s*day\s*2\.50 PA/);
  await addLeave(page, { first: "14/12/2026", last: "18/12/2026" });
  await expect(figure(page, "Annual leave", "Booked")).toContainText(/1\.0\s*day\s*2\.50 PA/);
  await expect(figure(page, "Annual leave", "Left")).toContainText(/30\.0\s*days\s*11\.00 PA/);

  // What the calendar shows is said to those who do not see it.
  const december = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "December 2026" }) });
  await expect(december).toContainText("Annual leave 14 to 18 December 2026, 1 day. Bank holidays 25 and 28");

  await addLeave(page, { type: "Study leave", first: "12/1/2027", part: "Afternoon" });
  await expect(figure(page, "Study and professional leave", "Booked")).toContainText("0.5");
  await expect(figure(page, "Study and professional leave", "Left over three years")).toContainText("29.5");
  await expect(page.getByRole("link", { name: "12 January 2027, afternoon" })).toBeVisible();
});

test("leave that overlaps is refused by name, and the other half of the day is not", async ({ page, signIn }) => {
  await signIn();
  await addLeave(page, { first: "12/1/2027", part: "Morning" });
  await fillLeave(page, { type: "Study leave", first: "11/1/2027", last: "13/1/2027" });
  await page.getByRole("button", { name: "Save leave" }).click();
  await expectRefused(page, "These days overlap Annual leave, 12 January 2027, morning");
  await expect(page.getByLabel("Last day", { exact: true })).toHaveValue("13/1/2027");
  await addLeave(page, { type: "Study leave", first: "12/1/2027", part: "Afternoon" });
  await expect(page.getByRole("link", { name: /12 January 2027/ })).toHaveCount(2);
});

test("leave that ends before it starts, or that takes a day by both halves, comes back with every answer", async ({
  page,
  signIn,
}) => {
  await signIn();
  await fillLeave(page, { first: "12/1/2027", last: "11/1/2027" });
  await page.getByRole("button", { name: "Save leave" }).click();
  await expectRefused(page, "Last day must be the same as or after 12 January 2027");
  await expect(page.getByLabel("First day", { exact: true })).toHaveValue("12/1/2027");
  await page.getByLabel("Last day", { exact: true }).fill("");
  await openSection(page, "Half days");
  await page.getByRole("group", { name: "Off on the first day" }).getByText("Morning", { exact: true }).click();
  await page.getByRole("group", { name: "Off on the last day" }).getByText("Afternoon", { exact: true }).click();
  await page.getByRole("button", { name: "Save leave" }).click();
  await expectRefused(page, "For one day, choose the whole day or one half only");
});

test("leave is edited, deleted and put back", { tag: "@browser" }, async ({ page, signIn }) => {
  await signIn();
  await addLeave(page, { first: "12/1/2027" });
  await page.getByRole("link", { name: "12 January 2027" }).click();
  await page.getByLabel("Last day", { exact: true }).fill("14/1/2027");
  await page.getByRole("group", { name: "Status" }).getByText("Requested", { exact: true }).click();
  await page.getByRole("button", { name: "Save leave" }).click();
  const line = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: "12 to 14 January 2027" }) });
  await expect(line).toContainText("Requested");
  await expect(line).toContainText("3.0 days");

  await line.getByRole("link").click();
  await page.getByRole("link", { name: "Delete leave" }).click();
  await expect(page.getByText("Annual leave, 12 to 14 January 2027 (requested)")).toBeVisible();
  await page.getByRole("button", { name: "Delete this leave" }).click();
  await expect(page.getByText("No leave in this year yet.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(page.getByText("Restored: 1").first()).toBeVisible();
  await page.goto("/leave/");
  await expect(line).toContainText("3.0 days");
});

test("approved leave leads to the sessions that fall in it, once", async ({ page, signIn }) => {
  await signIn();
  await addSession(page, { date: "15/12/2026", start: "08:00", end: "13:00" });
  await fillLeave(page, { first: "14/12/2026", last: "18/12/2026" });
  await page.getByRole("button", { name: "Save leave" }).click();
  await expect(page).toHaveURL(/\/leave\/[\w-]{22}\/sessions\/$/);
  await expect(page.getByText("1 session falls in it").first()).toBeVisible();
  await page.getByRole("link", { name: "Back to leave" }).click();
  await page.getByRole("link", { name: "14 to 18 December 2026" }).click();
  await page.locator("summary", { hasText: "Half days, notes and more" }).click();
  await page.getByLabel(/^Notes/).fill("Agreed with the department");
  await page.getByRole("button", { name: "Save leave" }).click();
  await expect(page).toHaveURL(/\/leave\/$/);
});

test("a year's entitlement and its start are settled, and other years are looked at", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/leave/");
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByLabel("Annual leave", { exact: true }).fill("34");
  await page.getByLabel("Carried over", { exact: true }).fill("2");
  await page.getByLabel("Part of full time").fill("1.5");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expectRefused(page, "Fraction of full time must be between 0.01 and 1");
  await page.getByLabel("Part of full time").fill("0.8");
  await page.getByLabel("Leave year starts on day").fill("1");
  await page.getByLabel("Month", { exact: true }).selectOption("September");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("29.2 days of annual leave left to 31 August 2027.")).toBeVisible();
  await expect(figure(page, "Annual leave", "Entitlement")).toContainText("34.0 days × 0.8");
  await page.getByRole("navigation", { name: "Leave year" }).getByRole("link", { name: "2027/28" }).click();
  await expect(page.getByText("27.2 days of annual leave left to 31 August 2028.")).toBeVisible();
  await page.getByRole("link", { name: "This year" }).click();
  await expect(figure(page, "Annual leave", "Carried over")).toContainText("2.0");
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByText("Hours", { exact: true }).click();
  await page.getByLabel("Annual leave", { exact: true }).fill("187.5");
  await page.getByLabel("Carried over", { exact: true }).fill("7.25");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("194.75 hours of annual leave left to 31 August 2027.")).toBeVisible();
});
