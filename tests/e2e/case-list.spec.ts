import { postSession } from "./diary";
import { expect, type Page, test } from "./fixtures";
import { expireLogin, logIn, signInAsNew } from "./people";

/** The sheet of a session of 20 November, 08:00 to 18:00. */
async function openList(page: Page): Promise<void> {
  await postSession(page, { date: "20/11/2026", start: "08:00", end: "18:00" });
  await page.goto("/logbook/");
  await page.getByRole("link", { name: /^Enter cases as a list/ }).click();
  await expect(page.getByRole("heading", { name: "Enter cases as a list" })).toBeVisible();
}

/** Types lines as the page takes them: with script into rows, without into the text area, which is then read. */
async function typeLines(page: Page, lines: readonly string[], script: boolean | undefined): Promise<void> {
  if (script === false) {
    await page.getByLabel(/ases, one on each line$/).fill(lines.join("\n"));
    await page.getByRole("button", { name: "Read the lines" }).click();
    await expect(page.getByText("Nothing is saved yet.")).toBeVisible();
    return;
  }
  for (const [index, line] of lines.entries()) {
    await page.getByLabel(`Case ${index + 1}`, { exact: true }).fill(line);
    await expect(page.getByLabel(`Case ${index + 2}`, { exact: true })).toBeVisible();
  }
}

test("a list of lines is shown as it was read, corrected, saved at once, and undone at once", {
  tag: "@browser",
}, async ({ page, signIn, javaScriptEnabled }) => {
  await signIn();
  await openList(page);
  const lines = [
    "67F 3 elective TKR spinal acb us 0830-1015 st5",
    "45M 2 lap chole igel 1030-1145",
    "70M 3 hernia epidural 1200-1300",
  ];
  await typeLines(page, lines, javaScriptEnabled);
  const summary = (words: string) => page.locator("summary", { hasText: words });
  await expect(
    summary("67 y F, ASA 3, 08:30 – 10:15, Elective, Spinal, Adductor canal (Ultrasound), ST 5-7 Trainee – TKR"),
  ).toBeVisible();
  await expect(page.getByText("As above: Elective", { exact: true })).toHaveCount(2);
  await expect(page.getByText("epidural: Lumbar, thoracic or labour epidural?")).toBeVisible();

  await summary("45 y M").click();
  const cells = page.getByRole("group", { name: "Details of case 2" });
  await cells.getByLabel("ASA").selectOption("3");
  await cells.getByLabel("SGA - i-gel").uncheck();
  await cells.getByLabel("End time").fill("10:15");
  await page.getByRole("button", { name: "Save all" }).click();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page.getByRole("link", { name: "Case 2: End time must be after the start, 10:30" })).toBeVisible();
  await expect(page.getByLabel("Case 3", { exact: true })).toHaveValue("70M 3 hernia epidural 1200-1300");
  await page.getByRole("group", { name: "Details of case 2" }).getByLabel("End time").fill("11:15");
  await page.getByRole("button", { name: "Save all" }).click();

  const notice = page.getByRole("status").filter({ hasText: "3 cases saved" }).first();
  await expect(notice).toBeVisible();
  await expect(page.getByRole("link", { name: "45 y M, ASA 3, Elective – lap chole" })).toBeVisible();
  await notice.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("No cases are logged for this session yet.").first()).toBeVisible();
});

test("a name in a line is asked about, and everything typed stays, also where the login ran out", async ({
  page,
  javaScriptEnabled,
}) => {
  const person = await signInAsNew(page);
  await openList(page);
  const here = page.url();
  await typeLines(page, ["Mrs Smith 67F TKR"], javaScriptEnabled);
  // A line that is sent before the page can read it is read by the server, and shown first.
  const read = page.locator("summary", { hasText: "67 y F" });
  await expect(read).toBeVisible();
  await expireLogin(page);
  await page.getByRole("button", { name: "Save all" }).click();
  await expect(page).toHaveURL("/login/");
  await logIn(page, person);
  await expect(page).toHaveURL(here);
  await expect(page.getByLabel("Case 1", { exact: true })).toHaveValue("Mrs Smith 67F TKR");
  await expect(read).toBeVisible();
  await page.getByRole("button", { name: "Save all" }).click();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page.getByText("This looks like a person’s name").first()).toBeVisible();
  await expect(page.getByLabel("Case 1", { exact: true })).toHaveValue("Mrs Smith 67F TKR");
  await page.getByLabel("Save anyway: it identifies no patient").check();
  await page.getByRole("button", { name: "Save all" }).click();
  await expect(page.getByRole("status").filter({ hasText: "1 case saved" }).first()).toBeVisible();
});
