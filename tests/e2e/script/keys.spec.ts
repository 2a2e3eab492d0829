import { addSession, addTuesdayList, fillSession, makePlan, openFields } from "../diary";
import { expect, type Page, test } from "../fixtures";
import { openList, showList } from "../key-list";

/** Adds a case to the newest session, without which there is none to add another like it. */
async function addCaseByKey(page: Page) {
  await showList(page);
  await page.keyboard.press("Alt+Shift+C");
  await page.getByLabel("Case description").fill("Inguinal hernia repair");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("status").filter({ hasText: "Case saved" })).toBeVisible();
}

test("keys with modifiers open pages, press what the page has, save, and show their list", { tag: "@full" }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  await page.goto("/logbook/");
  await showList(page);
  await page
    .getByRole("button", { name: /^Log as planned/ })
    .first()
    .click();
  await expect(page.getByRole("status").getByRole("button", { name: "Undo" })).toBeVisible();
  await page.keyboard.press("Alt+Shift+U");
  await expect(page.getByRole("status").filter({ hasText: "Removed: 1 session" })).toBeVisible();
  await page.keyboard.press("Alt+Shift+N");
  await expect(page.getByRole("heading", { name: "Add Session" })).toBeVisible();
  await page.getByLabel("Date", { exact: true }).fill("20/11/2026");
  await page.getByLabel("Start time", { exact: true }).fill("08:00");
  await page.getByLabel("End time", { exact: true }).fill("18:00");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("status").filter({ hasText: "Session added" })).toBeVisible();
  await addCaseByKey(page);
  await page.keyboard.press("Alt+Shift+L");
  await expect(page).toHaveURL(/\/logbook\/$/);
  await page.keyboard.press("Alt+Shift+S");
  await expect(page.getByRole("heading", { name: "Add case" })).toBeVisible();
});

test("a letter alone does nothing", { tag: "@full" }, async ({ page, signIn }) => {
  await signIn();
  await addSession(page, { date: "20/11/2026", start: "08:00", end: "18:00" });
  await showList(page);
  for (const key of ["n", "c", "s", "u", "?", "Shift+N", "Alt+N"]) await page.keyboard.press(key);
  await expect(page).toHaveURL(/\/logbook\/$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("status")).toHaveText([/Session added/]);
});

test("keys act on the dialog in front, not on the page behind it", async ({ page, signIn }) => {
  await signIn();
  await addSession(
    page,
    { date: "17/11/2026", start: "08:00", end: "18:00" },
    { date: "19/11/2026", start: "09:00", end: "17:00" },
  );
  await page.getByRole("link", { name: /^08:00 – 18:00/ }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Session" });
  await expect(dialog).toBeVisible();
  const session = new URL(page.url()).pathname;
  await showList(page);
  await page.keyboard.press("Alt+Shift+C");
  await expect(page).toHaveURL((url) => url.pathname === `${session}case/new/`);
  await page.goto("/logbook/");
  await page.getByRole("link", { name: "Add session" }).first().click();
  await expect(page.getByRole("dialog", { name: "Add Session" })).toBeVisible();
  await showList(page);
  for (const letter of ["C", "S"]) await page.keyboard.press(`Alt+Shift+${letter}`);
  await expect(page.getByRole("dialog", { name: "Add Session" })).toBeVisible();
  await expect(page).toHaveURL(/\/session\/new\//);
});

test("no key leaves a form that was typed in without asking", async ({ page, signIn }) => {
  await signIn();
  await addSession(page, { date: "20/11/2026", start: "08:00", end: "18:00" });
  await addCaseByKey(page);
  await page.goto("/logbook/");
  await page.getByRole("link", { name: /^08:00 – 18:00/ }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Session" });
  await expect(dialog).toBeVisible();
  await showList(page);
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await openFields(page);
  const notes = page.getByLabel("Notes (optional)");
  await notes.fill("Half typed");
  for (const letter of ["L", "N", "C", "S"]) {
    await page.keyboard.press(`Alt+Shift+${letter}`);
    await question.getByRole("button", { name: "Stay on this page" }).click();
    await expect(question).toHaveCount(0);
  }
  await expect(notes).toHaveValue("Half typed");
  // The same for a form at its own address, which stands over nothing.
  await fillSession(page, { date: "18/11/2026", start: "08:00", end: "18:00" });
  await notes.fill("Half typed, too");
  await showList(page);
  await notes.fill("Half typed, too, and more");
  await page.keyboard.press("Alt+Shift+L");
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(notes).toHaveValue("Half typed, too, and more");
  await page.keyboard.press("Alt+Shift+L");
  await question.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page).toHaveURL("/logbook/");
});

test("the list of keys takes every key but Escape, and goes with its page", { tag: "@full" }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto("/logbook/");
  await page.goto("/job_plans/");
  await openList(page);
  const list = page.getByRole("dialog", { name: "Keys" });
  await page.keyboard.press("Alt+Shift+L");
  await expect(page).toHaveURL(/\/job_plans\/$/);
  await expect(list).toBeVisible();
});
