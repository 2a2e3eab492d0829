import { expect, expectRefused, test } from "./fixtures";

test("CPD is added, counted against 50 hours, changed and deleted", { tag: "@browser" }, async ({ page, signIn }) => {
  await signIn();
  await page.goto("/reports/cpd/");
  await expect(page.getByText("No CPD this year yet.")).toBeVisible();
  await page.getByRole("link", { name: "Add CPD" }).click();
  await page.getByLabel("Date", { exact: true }).fill("5/10/2026");
  await page.getByLabel("Hours").fill("soon");
  await page.getByLabel("Title").fill("Airway workshop");
  await page.getByLabel("Type", { exact: true }).selectOption("Course or workshop");
  await page.getByLabel("Knowledge, skills and development").check();
  await page.getByLabel("Reflection (optional)").fill("Plan B is laid out first from now on.");
  await page.getByRole("button", { name: "Save CPD" }).click();
  await expectRefused(page, "Hours must be a number");
  await expect(page.getByLabel("Knowledge, skills and development")).toBeChecked();
  await page.getByLabel("Hours").fill("1:30");
  await page.getByRole("button", { name: "Save CPD" }).click();
  await expect(page.getByText("CPD added").first()).toBeVisible();
  const line = page.getByRole("listitem").filter({ hasText: "Airway workshop" });
  await expect(line).toContainText("Mon 5 Oct 2026 · Course or workshop · Domain 1 · Reflection");
  await expect(line).toContainText("1.5 h");
  await expect(page.getByText("Hours to go").locator("..")).toContainText("48.5");

  await line.getByRole("link", { name: "Airway workshop" }).click();
  await expect(page.getByLabel("Hours")).toHaveValue("1.5");
  await page.getByLabel("Hours").fill("60");
  await page.getByRole("button", { name: "Save CPD" }).click();
  await expectRefused(page, "Hours must be between 0.1 and 24");
  await page.getByLabel("Hours").fill("24");
  await page.getByRole("button", { name: "Save CPD" }).click();
  await expect(page.getByText("CPD saved").first()).toBeVisible();
  await expect(page.getByText("Hours to go")).toBeVisible();

  await page.getByRole("link", { name: "Airway workshop" }).click();
  await page.getByRole("button", { name: "Delete CPD" }).click();
  await expect(page.getByText("CPD deleted").first()).toBeVisible();
  await expect(page.getByText("No CPD this year yet.")).toBeVisible();
});

test("a reflection that may name a patient is asked about before it is saved", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/reports/cpd/new/");
  await page.getByLabel("Hours").fill("1");
  await page.getByLabel("Title").fill("Case discussion");
  await page.getByLabel("Type", { exact: true }).selectOption("Departmental teaching or meeting");
  await page.getByLabel("Reflection (optional)").fill("NHS 943 476 5919 came back.");
  await page.getByRole("button", { name: "Save CPD" }).click();
  await expectRefused(page, "This looks like an NHS number");
  await page.getByLabel("Reflection (optional)").fill("The patient came back.");
  await page.getByRole("button", { name: "Save CPD" }).click();
  await expect(page.getByText("CPD added").first()).toBeVisible();
});

test("the hours of CPD are in the report, and its tables come as a file and as a ZIP", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/reports/cpd/new/");
  await page.getByLabel("Date", { exact: true }).fill("6/10/2026");
  await page.getByLabel("Hours").fill("2.25");
  await page.getByLabel("Title").fill("=SUM(A1)");
  await page.getByLabel("Type", { exact: true }).selectOption("Reading");
  await page.getByRole("button", { name: "Save CPD" }).click();
  await expect(page.getByText("CPD added").first()).toBeVisible();
  const choices = "period=custom&from=2026-10-01&until=2026-10-31&section=cpd";
  const csv = await page.request.get(`/reports/csv/?${choices}&table=cpd`);
  expect(await csv.text()).toContain("Tue 6 Oct 2026,'=SUM(A1),Reading,,2.25\r\n");
  const zip = await page.request.get(`/reports/zip/?${choices}`);
  expect([zip.headers()["content-type"], (await zip.body()).subarray(0, 2).toString()]).toEqual([
    ...["application/zip", "PK"],
  ]);
  await page.goto(`/reports/paper/?${choices}`);
  await expect(page.getByText("2.25").first()).toBeVisible();
});
