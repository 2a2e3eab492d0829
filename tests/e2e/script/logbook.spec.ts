import type { Locator } from "@playwright/test";
import { addSession, addTuesdayList, makePlan, openFields, postSession } from "../diary";
import { expect, type Page, test } from "../fixtures";

/** Where on the screen it stands, to the pixel: a notice above it may come and go. */
async function placeOf(locator: Locator): Promise<number> {
  return Math.round((await locator.boundingBox())?.y ?? Number.NaN);
}

/** Signs in somebody with years of work, and opens their logbook. */
async function openGrown(page: Page, years: number): Promise<void> {
  const origin = new URL(process.env.DAYBOOK_URL as string).origin;
  const answer = await page.request.post("/dev/grow/", { form: { years: String(years) }, headers: { Origin: origin } });
  expect(answer.ok()).toBe(true);
  await page.goto("/logbook/");
}

test("a session opens over the logbook, and Escape gives place and focus back", async ({ page, signIn }) => {
  await signIn();
  await postSession(
    page,
    { date: "17/11/2026", start: "08:00", end: "18:00" },
    { date: "4/11/2026", start: "08:00", end: "18:00" },
  );
  // Without the notice of the save, which would go in the middle and take its room with it.
  await page.goto("/logbook/");
  const link = page.getByRole("region", { name: "2 – 8 November 2026" }).getByRole("link", { name: /^08:00 – 18:00/ });
  await link.scrollIntoViewIfNeeded();
  const place = await placeOf(link);
  await link.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Edit Session" });
  await expect(dialog).toBeVisible();
  await expect(page).toHaveTitle("Edit Session – Daybook");
  await expect(dialog.getByRole("heading", { name: "Edit Session" })).toBeFocused();
  await expect.poll(() => placeOf(link)).toBe(place);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveTitle("Logbook – Daybook");
  await expect(link).toBeFocused();
  await expect.poll(() => placeOf(link)).toBe(place);
});

test("whoever says of what counts as planned that it did not happen stays at its day", { tag: "@full" }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page), { counting: "as_planned" });
  await page.setViewportSize({ width: 390, height: 500 });
  for (const path of ["/logbook/", "/logbook/week/"]) {
    await page.goto(path);
    const day = page.locator("#day-2026-11-17");
    const press = day.getByRole("button", { name: /^Did not happen/ });
    await press.scrollIntoViewIfNeeded();
    const place = await placeOf(day);
    // A notice above it comes and goes, at parts of a pixel.
    const moved = async () => Math.abs((await placeOf(day)) - place);
    await press.click();
    await expect(page.getByRole("status").filter({ hasText: "Did not happen: All-day" }), path).toBeAttached();
    await expect.poll(moved, path).toBeLessThanOrEqual(1);
    await day.getByRole("button", { name: /^Mark as planned/ }).click();
    await expect(press, path).toBeVisible();
    await expect.poll(moved, path).toBeLessThanOrEqual(1);
  }
});

test("Escape and Cancel ask before a typed form goes", { tag: "@full" }, async ({ page, signIn }) => {
  await signIn();
  await page.goto("/logbook/");
  await page.getByRole("link", { name: "Add session" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add Session" });
  await dialog.locator("#description").fill("Half a thought");
  await page.keyboard.press("Escape");
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  // Browsers close a dialog at the second Escape whatever a page says.
  await page.keyboard.press("Escape");
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog.locator("#description")).toHaveValue("Half a thought");
  await expect(dialog.locator("#description")).toBeFocused();
  await dialog.getByRole("link", { name: "Cancel" }).click();
  await question.getByRole("button", { name: "Leave without saving" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Add session" }).first()).toBeFocused();
});

test("Escape asks anew although the browser has not yet reported that the last question closed", {
  tag: "@full",
}, async ({ page, signIn }) => {
  await signIn();
  await page.goto("/logbook/");
  // As a busy browser does: a close is reported when all keys were pressed.
  await page.evaluate(() => {
    const late: EventTarget[] = [];
    const hold = (event: Event) => {
      event.stopImmediatePropagation();
      late.push(event.target as EventTarget);
    };
    addEventListener("close", hold, { capture: true });
    addEventListener("late-closes", () => {
      removeEventListener("close", hold, { capture: true });
      for (const dialog of late) dialog.dispatchEvent(new Event("close"));
    });
  });
  await page.getByRole("link", { name: "Add session" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add Session" });
  await dialog.locator("#description").fill("Half a thought");
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await page.keyboard.press("Escape");
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(question).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event("late-closes")));
  await question.getByRole("button", { name: "Stay on this page" }).click();
  await expect(dialog.locator("#description")).toHaveValue("Half a thought");
});

test("faults take the focus inside the dialog, and a save shows the new row at the same place", async ({
  page,
  signIn,
}) => {
  await signIn();
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await page.getByRole("link", { name: "Add a session on Wednesday 18 November 2026" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Session" });
  await dialog.getByLabel("Start time", { exact: true }).fill("08:00");
  await dialog.getByLabel("End time", { exact: true }).fill("25:00");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog.locator("#error-summary")).toBeFocused();
  await expect(page).toHaveTitle(/^Error: Add Session/);
  await dialog.getByLabel("End time", { exact: true }).fill("12:00");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("status")).toContainText("Session");
  await expect(page.getByRole("link", { name: /^08:00 – 12:00/ })).toBeVisible();
  await expect(page.getByRole("link", { name: "Add a session on Wednesday 18 November 2026" })).toBeFocused();
});

test("what a dialog has just done is said in the dialog that follows", { tag: "@full" }, async ({ page, signIn }) => {
  await signIn();
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await page.getByRole("link", { name: /^08:00 – 18:00/ }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Add case" }).click();
  const dialog = page.getByRole("dialog", { name: "Add case" });
  await dialog.getByLabel("Case description").fill("Hernia repair");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  const session = page.getByRole("dialog", { name: "Edit Session" });
  await expect(session.getByRole("status")).toContainText("Case saved");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: /^08:00 – 18:00/ })).toContainText("1 case");
});

test("earlier weeks come as one scrolls, few are in the document, and a save far down keeps the place", {
  tag: "@full",
}, async ({ page }) => {
  await openGrown(page, 2);
  await expect(page.locator("[data-week]")).toHaveCount(4);
  const old = page.locator("[data-week='2026-03-02']");
  await expect(async () => {
    await page.mouse.wheel(0, 1500);
    await expect(old).toBeVisible({ timeout: 50 });
  }).toPass();
  await old.scrollIntoViewIfNeeded();
  expect(await page.locator("[data-week]").count()).toBeLessThan(30);
  const link = old.getByRole("link", { name: /theatre list/ }).first();
  await link.scrollIntoViewIfNeeded();
  const place = await placeOf(link);
  await link.click();
  const dialog = page.getByRole("dialog", { name: "Edit Session" });
  await openFields(page);
  await dialog.locator("#description").fill("Found again");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(old.getByRole("link", { name: /theatre list.*Found again/ })).toBeVisible();
  // A notice has come above, and its height is no whole pixel.
  await expect.poll(async () => Math.abs((await placeOf(link)) - place)).toBeLessThanOrEqual(1);
  await expect(old.getByRole("link", { name: /theatre list/ }).first()).toBeFocused();
});

test("the week with the focus stays in the document when it is far from the screen", { tag: "@full" }, async ({
  page,
}) => {
  await openGrown(page, 1);
  const first = page.locator("[data-week]").first();
  await first.getByRole("link").first().focus();
  await expect(async () => {
    await page.mouse.wheel(0, 1500);
    await expect(page.locator("[data-blank]").first()).toBeAttached({ timeout: 50 });
  }).toPass();
  await expect(first.getByRole("link").first()).toBeFocused();
});

test("a list that cannot fetch keeps its link to the earlier weeks", { tag: "@full" }, async ({ page }) => {
  await openGrown(page, 1);
  await page.route("**/logbook/weeks/**", (route) => route.abort());
  await page.mouse.wheel(0, 5000);
  await page.getByRole("link", { name: /^Earlier/ }).click();
  await expect(page).toHaveURL(/\?date=2026-10-19/);
  await expect(page.getByRole("region", { name: "19 – 25 October 2026" })).toBeVisible();
});
