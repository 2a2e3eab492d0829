import { addSession, openFields } from "./diary";
import { expect, expectRefused, type Page, test } from "./fixtures";

interface CaseToAdd {
  description: string;
  age: string;
  asa: string;
  airway: string;
}

async function openSession(page: Page): Promise<void> {
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await page.getByRole("link", { name: /^08:00 – 18:00/ }).click();
  await page.getByRole("link", { name: "Add case", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Add case" })).toBeVisible();
}

async function fillCase(page: Page, { description, age, asa, airway }: CaseToAdd): Promise<void> {
  await page.getByLabel("Case description").fill(description);
  await page.getByLabel("Age", { exact: true }).fill(age);
  await page.getByRole("group", { name: "Gender" }).getByText("Female").click();
  await page.getByRole("group", { name: "ASA" }).getByText(asa, { exact: true }).click();
  await page.getByRole("group", { name: "Urgency" }).getByText("Elective", { exact: true }).click();
  // What was used before stands in sight; the rest is folded from then on.
  if (!(await page.getByLabel(airway, { exact: true }).isVisible())) await unfold(page, "All airway options");
  if (!(await page.getByLabel(airway, { exact: true }).isVisible())) await unfold(page, "Tracheal tube");
  await page.getByLabel(airway, { exact: true }).check();
}

async function unfold(page: Page, heading: string): Promise<void> {
  await page
    .locator("summary", { hasText: new RegExp(`^${heading}`) })
    .first()
    .click();
}

test("three cases with options, one of the user's own; then one is edited and the session deleted with them", async ({
  page,
  signIn,
}) => {
  await signIn();
  await openSession(page);
  await fillCase(page, { description: "Total knee replacement", age: "71", asa: "3", airway: "SGA - i-gel" });
  await page.getByLabel("Start time", { exact: true }).fill("08:30");
  await page.getByLabel("End time", { exact: true }).fill("10:10");
  await unfold(page, "Procedures");
  await page.getByLabel("Spinal", { exact: true }).check();
  await expect(page.getByRole("link", { name: "Cancel" })).toBeVisible();
  await page.getByRole("button", { name: "Save and add another" }).click();
  await expect(page.getByText("Case saved").first()).toBeVisible();
  // What was saved is not cancelled.
  await expect(page.getByRole("link", { name: "Done" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Cancel" })).toHaveCount(0);
  await expect(page.getByLabel("Case description")).toHaveValue("");

  await fillCase(page, { description: "Ankle fixation", age: "34", asa: "1", airway: "Oral ETT" });
  await unfold(page, "All procedures");
  await page.locator("summary", { hasText: "Your own" }).last().click();
  await page.getByLabel(/add a procedure/i).fill("Ankle block, my way");
  await page.getByRole("button", { name: "Save and add another" }).click();
  await expect(page.getByLabel("Case description")).toHaveValue("");

  await fillCase(page, { description: "Hip hemiarthroplasty", age: "82", asa: "4", airway: "SGA - i-gel" });
  await page.getByLabel("Ankle block, my way").check();
  await page.getByLabel("Reflective notes").fill("Early block helped.");
  await page.getByRole("button", { name: "Save", exact: true }).click();

  const cases = page.getByRole("listitem");
  await expect(cases.filter({ hasText: "71 y F, ASA 3, Elective – Total knee replacement" })).toContainText(
    "08:30 – 10:10",
  );
  await expect(page.getByText(/34 y F, ASA 1, Elective – Ankle fixation/)).toBeVisible();
  await page.getByRole("link", { name: /82 y F, ASA 4/ }).click();
  await expect(page.getByRole("heading", { name: "Edit case" })).toBeVisible();
  await expect(page.getByLabel("Reflective notes")).toHaveValue("Early block helped.");
  await expect(page.getByLabel("Ankle block, my way")).toBeChecked();
  await page.getByRole("group", { name: "ASA" }).getByText("3", { exact: true }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Edit Session" })).toBeVisible();
  await expect(page.getByText(/82 y F, ASA 3/)).toBeVisible();

  await openFields(page);
  await page.getByRole("link", { name: "Delete", exact: true }).click();
  await expect(page.getByText(/with 3 cases/)).toBeVisible();
  const code = await page.getByText(/^To delete, type \d{4}$/).innerText();
  await page.getByLabel("Code").fill(/\d{4}/.exec(code)?.[0] as string);
  await page.getByRole("button", { name: "Delete session" }).click();
  await expect(page.getByText(/Session deleted, with 3 cases/).first()).toBeVisible();
  await expect(page.getByRole("link", { name: /^08:00 – 18:00/ })).toHaveCount(0);
});

test("a case deleted from its session is gone, the session stays", async ({ page, signIn }) => {
  await signIn();
  await openSession(page);
  await fillCase(page, { description: "Carpal tunnel", age: "50", asa: "2", airway: "SGA - i-gel" });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("link", { name: /Carpal tunnel/ }).click();
  await expect(page.getByRole("heading", { name: "Edit case" })).toBeVisible();
  await page.getByRole("link", { name: "Delete", exact: true }).click();
  await page.getByRole("button", { name: "Delete this case" }).click();
  await expect(page.getByRole("heading", { name: "Edit Session" })).toBeVisible();
  await expect(page.getByText(/Carpal tunnel/)).toHaveCount(0);
});

test("a faulty age comes back with everything that was typed and ticked", async ({ page, signIn }) => {
  await signIn();
  await openSession(page);
  await fillCase(page, { description: "Hernia repair", age: "450", asa: "2", airway: "SGA - i-gel" });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expectRefused(page, "Age in years must be between 0 and 120");
  await expect(page.getByLabel("Case description")).toHaveValue("Hernia repair");
  await expect(page.getByLabel("SGA - i-gel", { exact: true })).toBeChecked();
});
