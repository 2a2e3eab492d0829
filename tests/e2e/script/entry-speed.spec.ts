import { addSession } from "../diary";
import { expect, type Page, test } from "../fixtures";

/** Presses keys and counts them: those that only get about, and those that say something. */
function countingKeys(page: Page) {
  const counts = { moves: 0, typed: 0 };
  return {
    counts,
    async press(...keys: string[]) {
      for (const key of keys) await page.keyboard.press(key);
      counts.moves += keys.length;
    },
    async type(text: string) {
      await page.keyboard.type(text);
      counts.typed += text.length;
    },
  };
}

async function openCase(page: Page): Promise<void> {
  await page.getByRole("link", { name: /^08:00 – 18:00/ }).click();
  await page.getByRole("link", { name: "Add case", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Add case" })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Find an airway option" })).toBeVisible();
}

test("a new case is entered by keyboard alone, in few keys", async ({ page, signIn }) => {
  await signIn();
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await openCase(page);
  const keys = countingKeys(page);
  await page.getByLabel("Case description").focus();
  await keys.type("TKR");
  // Past the heading of age and gender, which folds.
  await keys.press("Tab", "Tab");
  await expect(page.getByLabel("Age", { exact: true })).toBeFocused();
  await keys.type("71");
  await keys.press("Tab", "Tab");
  await keys.type("f");
  await keys.press("Tab");
  await keys.type("3");
  await keys.press("Tab");
  await keys.type("e");
  // Supervision, both times, and the heading of airway management.
  await keys.press("Tab", "Tab", "Tab", "Tab", "Tab");
  await expect(page.getByRole("combobox", { name: "Find an airway option" })).toBeFocused();
  await keys.type("ige");
  await keys.press("Enter", "Enter");
  await expect(page.getByText("Case saved").first()).toBeVisible();
  await expect(page.getByText("71 y F, ASA 3, Elective – TKR").first()).toBeVisible();
  const { moves, typed } = keys.counts;
  test.info().annotations.push({ type: "keystrokes", description: `${moves} to get about, ${typed} typed` });
  process.stdout.write(`A new case by keyboard alone: ${moves} keys to get about, ${typed} typed\n`);
  expect(moves).toBeLessThanOrEqual(16);
});

test("options are found by typing, shown as chosen, and taken back; favourites come first the next time", async ({
  page,
  signIn,
}) => {
  await signIn();
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await openCase(page);
  const find = page.getByRole("combobox", { name: "Find an airway option" });
  const chosen = page.getByRole("list", { name: "Airway management, chosen" });
  await find.fill("oral e");
  await find.press("Enter");
  await find.fill("igel");
  await find.press("ArrowUp");
  await expect(page.getByRole("listbox").first().getByRole("option", { selected: true })).toHaveText(
    "Add “igel” as an option of your own",
  );
  await find.press("ArrowDown");
  await find.press("Enter");
  await expect(chosen.getByRole("listitem")).toHaveText(["Remove SGA - i-gel", "Remove Oral ETT"]);
  await chosen.getByRole("button", { name: "Remove SGA - i-gel" }).click();
  await expect(find).toBeFocused();
  await expect(chosen.getByRole("listitem")).toHaveText(["Remove Oral ETT"]);
  await find.fill("my own trick");
  await find.press("Enter");
  await expect(chosen.getByRole("listitem")).toHaveText(["Remove Oral ETT", "Remove my own trick"]);
  await expect(page.locator("summary", { hasText: "Airway management" })).toContainText("Oral ETT, my own trick");
  await page.getByLabel("Start time", { exact: true }).pressSequentially("0530");
  await expect(page.getByText("Starts Wed 18 Nov (next day)")).toBeVisible();
  await page.getByLabel("Start time", { exact: true }).fill("07:30");
  await expect(page.getByText("Starts Wed 18 Nov (next day)")).toHaveCount(0);
  await page.getByRole("button", { name: "Save and add another" }).click();
  await expect(page.getByText("Case saved").first()).toBeVisible();
  const usual = page.getByRole("group", { name: "Used most" }).first();
  await expect(usual.getByRole("checkbox")).toHaveCount(2);
  await usual.getByLabel("Oral ETT").check();
  await expect(chosen.getByRole("listitem")).toHaveText(["Remove Oral ETT"]);
});

test("a time takes keys for now and for five minutes, and a letter chooses a segment", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/logbook/session/new/");
  const start = page.getByLabel("Start time", { exact: true });
  await start.pressSequentially("813");
  await start.press("ArrowUp");
  await expect(start).toHaveValue("08:15");
  await start.press("ArrowDown");
  await expect(start).toHaveValue("08:10");
  await start.fill("");
  await start.press("n");
  await expect(start).toHaveValue(/^\d\d:\d\d$/);
  await page.getByRole("radio", { name: "Time" }).focus();
  await page.keyboard.press("f");
  await expect(page.getByRole("radio", { name: "Fixed" })).toBeChecked();
  await expect(page.getByLabel("Fixed PA allocation")).toBeVisible();
});
