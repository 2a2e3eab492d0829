import { addTuesdayList, makePlan, postSession } from "./diary";
import { expect, expectRefused, type Page, test } from "./fixtures";

/** A session with a case of this description. */
async function addCase(page: Page, date: string, description: string): Promise<void> {
  await postSession(page, { date, start: "08:00", end: "18:00" });
  await page.goto(`/logbook/?date=${date}`);
  await page
    .getByRole("link", { name: /08:00 – 18:00/ })
    .first()
    .click();
  await page.getByRole("link", { name: "Add case", exact: true }).first().click();
  await page.getByLabel("Case description").fill(description);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Edit Session" })).toBeVisible();
}

async function lookFor(page: Page, words: string): Promise<void> {
  await page.getByLabel("Words").fill(words);
  await page.getByRole("button", { name: "Search", exact: true }).click();
}

test("a case is found by its words, opened, and the results are there again", { tag: "@browser" }, async ({
  page,
  signIn,
  javaScriptEnabled,
}) => {
  await signIn();
  await addCase(page, "17/11/2026", "Fractured hip\nMénière’s disease");
  await page.goto("/logbook/");
  await page.getByRole("link", { name: "Search", exact: true }).click();
  await lookFor(page, "meniere's HIP");
  await expect(page.getByRole("heading", { name: "Found: 1 case" })).toBeVisible();
  await expect(page.locator("mark")).toHaveText(["hip", "Ménière’s"]);
  // What was looked for is private: it stands in no address.
  expect(new URL(page.url()).search).toBe("");
  await page.getByRole("link", { name: "Case", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Edit case" })).toBeVisible();
  const ids = await page.locator("[id]").evaluateAll((elements) => elements.map(({ id }) => id));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/logbook\/search\/$/);
  if (javaScriptEnabled) await expect(page.getByRole("heading", { name: "Found: 1 case" })).toBeVisible();
  else await expect(page.getByLabel("Words")).toHaveValue("");
});

test("a search goes on further back, over empty years", async ({ page, signIn }) => {
  await signIn();
  await addCase(page, "4/3/2021", "Awake craniotomy");
  await page.goto("/logbook/search/");
  await lookFor(page, "craniotomy");
  await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
  await page.getByRole("button", { name: "Search earlier" }).click();
  await expect(page.getByRole("heading", { name: "Found: 1 case" })).toBeVisible();
  await expect(page.getByRole("link", { name: /Thu 4 Mar 2021/ })).toBeVisible();
  await expect(page.getByLabel("Words")).toHaveValue("craniotomy");
  await expect(page.getByText("There is nothing earlier to search.")).toBeVisible();
});

test("filters find what lacks something, without any words", async ({ page, signIn }) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  await postSession(
    page,
    { date: "17/11/2026", start: "08:00", end: "18:00", element: "All-day orthopaedics" },
    { date: "18/11/2026", start: "08:00", end: "12:00" },
  );
  await page.goto("/logbook/search/");
  await page.locator("summary", { hasText: "Filters and dates" }).click();
  await page.getByLabel("Missing details").selectOption("No job plan element");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Found: 1 session" })).toBeVisible();
  await expect(page.getByRole("link", { name: /Wed 18 Nov 2026, 08:00 – 12:00/ })).toBeVisible();
});

test("a search for nothing, and one between faulty dates, are refused with words", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/logbook/search/");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expectRefused(page, "Enter words to find, or choose a filter");
  await page.getByLabel("Words").fill("hip");
  await page.locator("summary", { hasText: "Filters and dates" }).click();
  await page.getByLabel("From", { exact: true }).fill("31/2/2026");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expectRefused(page, "From must be a real date: February 2026 has 28 days");
  await expect(page.getByLabel("From", { exact: true })).toBeVisible();
});

test("what was changed and deleted from the results shows in them, and the notice of it stays", async ({
  page,
  signIn,
  javaScriptEnabled,
}) => {
  await signIn();
  await addCase(page, "17/11/2026", "Fractured hip");
  await page.goto("/logbook/search/");
  await lookFor(page, "hip");
  await page.getByRole("link", { name: "Case", exact: true }).click();
  await page.getByLabel("Case description").fill("Fractured hip, revised");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/logbook\/search\/$/);
  const saved = page.getByRole("status").filter({ hasText: "Case saved" });
  await expect(saved).toBeVisible();
  // Without script the words are asked once more.
  if (!javaScriptEnabled) return;
  await expect(page.getByText("Fractured hip, revised")).toBeVisible();
  await expect(page.getByRole("link", { name: "Case", exact: true })).toBeFocused();
  await expect(page.getByLabel("Words")).toHaveValue("hip");
  await expect(saved).toBeVisible();

  await page.getByRole("link", { name: "Case", exact: true }).click();
  await page.getByRole("link", { name: "Delete", exact: true }).click();
  await page.getByRole("button", { name: "Delete this case" }).click();
  await expect(page).toHaveURL(/\/logbook\/search\/$/);
  await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
  await page.getByRole("status").getByRole("link", { name: "Undo recent changes" }).click();
  await expect(page.getByRole("button", { name: /^Undo.*Case deleted/ })).toBeVisible();
});
