import { addSession, addTuesdayList, makePlan, openSection } from "./diary";
import { expect, expectRefused, test } from "./fixtures";

test("the profile says who is signed in, and leads to the logbook and the account pages", { tag: "@browser" }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto("/profile/");
  await expect(page.getByText("You are logged in as First Last.")).toBeVisible();
  const main = page.getByRole("main");
  for (const [link, path] of [
    ["Manage Email", "/email/"],
    ["Change Password", "/password/change/"],
    ["Two-Factor Authentication", "/account/two_factor/"],
    ["Your Data", "/mydata/"],
    ["Delete Your Data", "/delete_account/"],
    ["Open your logbook", "/logbook/"],
  ] as const) {
    await page.goto("/profile/");
    await main.getByRole("link", { name: link, exact: true }).click();
    await expect(page).toHaveURL(path);
  }
});

test("what the profile says changes what it names: the logbook, progress, new sessions, cases, new plans", async ({
  page,
  signIn,
}) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "18:00", element: "All-day orthopaedics" });

  await page.goto("/profile/");
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("GMC number (optional)").fill("12");
  await page.getByLabel("Sites (optional)").fill("Main site\nOther site");
  await page.getByLabel("PA rules of").selectOption("Wales");
  await page.getByText("Week", { exact: true }).click();
  await page.getByText("Hours", { exact: true }).click();
  await page.getByLabel("A new session starts with").selectOption({ label: "All-day orthopaedics" });
  await page.getByText("Bands only", { exact: true }).click();
  await page.locator("summary", { hasText: "Who you supervise" }).click();
  await page.getByLabel("ST 5-7 Trainee").fill("ST 4-7 resident");
  await page.getByRole("button", { name: "Save profile" }).click();
  await expectRefused(page, "GMC number must be 7 digits");
  await page.getByLabel("GMC number (optional)").fill("1234567");
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(page.getByText("Profile saved").first()).toBeVisible();
  await expect(page.getByText("You are logged in as Ada Last.")).toBeVisible();

  await page.getByRole("main").getByRole("link", { name: "Open your logbook" }).click();
  await expect(page).toHaveURL("/logbook/week/");
  const views = page.getByRole("navigation", { name: "View" });
  await views.getByRole("link", { name: "List" }).click();
  await expect(page).toHaveURL("/logbook/?view=list");
  await page.getByRole("link", { name: /^08:00 – 18:00/ }).click();
  await page.getByRole("link", { name: "Add case", exact: true }).click();
  await expect(page.getByText("Only the youngest age of the band is kept")).toBeVisible();
  await page.getByLabel("Age", { exact: true }).fill("71");
  await page.getByLabel("Supervision").selectOption("ST 4-7 resident");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("link", { name: /65 y/ })).toBeVisible();

  await page.goto("/logbook/session/new/?date=24/11/2026");
  const element = page.getByLabel("Job plan element");
  await expect(element.locator("option:checked")).toContainText("All-day orthopaedics");
  await expect(page.locator("#site_list option")).toHaveCount(2);
  await page.goto("/progress/");
  await openSection(page, "Other views and files");
  const measured = page.getByRole("navigation", { name: "Measured in" });
  await expect(measured.getByRole("link", { name: "Hours" })).toHaveAttribute("aria-current", "true");
  await page.goto("/job_plans/new/");
  await expect(page.getByLabel("PA rules of").locator("option:checked")).toHaveText("Wales");
});

test("a profile that was changed in another tab is told beside the answers, and nothing is lost", async ({
  page,
  context,
  signIn,
}) => {
  await signIn();
  await page.goto("/profile/");
  const other = await context.newPage();
  await other.goto("/profile/");
  await other.getByLabel("Grade (optional)").fill("Locum consultant");
  await other.getByRole("button", { name: "Save profile" }).click();
  await expect(other.getByText("Profile saved").first()).toBeVisible();
  await page.getByLabel("Specialty (optional)").fill("Anaesthetics");
  await page.getByRole("button", { name: "Save profile" }).click();
  await expectRefused(page, "This profile was changed elsewhere");
  await expect(page.getByRole("link", { name: /See what is saved now/ })).toBeVisible();
  await expect(page.getByLabel("Specialty (optional)")).toHaveValue("Anaesthetics");
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(page.getByText("Profile saved").first()).toBeVisible();
});
