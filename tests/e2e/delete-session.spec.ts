import { addSession, addTuesdayList, fillSession, makePlan, openFields } from "./diary";
import { expect, expectRefused, type Page, test } from "./fixtures";

/** Five Tuesdays from 17 November 2026; the page is the deletion of the third. */
async function openThirdOfFive(page: Page) {
  await addTuesdayList(page, await makePlan(page));
  const element = "All-day orthopaedics";
  await fillSession(page, { date: "17/11/2026", start: "08:00", end: "18:00", element });
  await page.getByLabel("Recurring", { exact: true }).check();
  await page.getByText("A date", { exact: true }).click();
  await page.getByLabel("Last date").fill("15/12/2026");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/Added 5 sessions/).first()).toBeVisible();
  await page.goto("/logbook/?date=2026-12-15");
  const week = page.getByRole("region", { name: "30 November – 6 December 2026" });
  await week.getByRole("link", { name: /^\d.*All-day orthopaedics/ }).click();
  await openFields(page);
  await page.getByRole("link", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Delete session" })).toBeVisible();
}

async function typeCode(page: Page) {
  const hint = page.getByText(/^To delete, type \d{4}$/);
  await page.getByLabel("Code").fill(/\d{4}/.exec(await hint.innerText())?.[0] as string);
}

async function pressDelete(page: Page) {
  await page.getByRole("button", { name: "Delete session" }).click();
}

/** How many sessions of the series are left in the weeks around it. */
async function expectLeft(page: Page, sessions: number) {
  const links = page.getByRole("link", { name: /^\d.*All-day orthopaedics/ });
  await expect(async () => {
    await page.goto("/logbook/?date=2026-12-15");
    const later = await links.count();
    await page.goto("/logbook/?date=2026-11-17");
    expect(later + (await links.count())).toBe(sessions);
  }).toPass();
}

test("a session goes after its code was typed", async ({ page, signIn }) => {
  await signIn();
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await page.getByRole("link", { name: /^08:00 – 18:00/ }).click();
  await openFields(page);
  await page.getByRole("link", { name: "Delete", exact: true }).click();
  await expect(page.getByText(/This deletes the session Tue 17 Nov 2026, 08:00 – 18:00/)).toBeVisible();
  await typeCode(page);
  await pressDelete(page);
  await expect(page.getByText("Session deleted").first()).toBeVisible();
  await expect(page.getByRole("link", { name: /^08:00 – 18:00/ })).toHaveCount(0);
});

test("without the right code the button waits with script, and without it the page says what to type", async ({
  page,
  signIn,
  javaScriptEnabled,
}) => {
  await signIn();
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await page.getByRole("link", { name: /^08:00 – 18:00/ }).click();
  await openFields(page);
  await page.getByRole("link", { name: "Delete", exact: true }).click();
  const button = page.getByRole("button", { name: "Delete session" });
  if (javaScriptEnabled === false) {
    await pressDelete(page);
    await expectRefused(page, "Enter the 4 digits shown");
  } else {
    await expect(button).toBeDisabled();
    await expect(page.getByText("Type the code to delete")).toBeVisible();
    await page.getByLabel("Code").fill("x");
    await expect(button).toBeDisabled();
  }
  await typeCode(page);
  await expect(button).toBeEnabled();
  await pressDelete(page);
  await expect(page.getByText("Session deleted").first()).toBeVisible();
});

test("of a series: a choice is needed, and this one goes alone", async ({ page, signIn }) => {
  await signIn();
  await openThirdOfFive(page);
  await expect(page.getByText("one of 5 repeating sessions, from Tue 17 Nov 2026 to Tue 15 Dec 2026")).toBeVisible();
  await typeCode(page);
  await pressDelete(page);
  await expectRefused(page, "Please choose an option from those above");
  await page.getByLabel("This session only").check();
  await typeCode(page);
  await pressDelete(page);
  await expect(page.getByText("Session deleted").first()).toBeVisible();
  await expectLeft(page, 4);
});

test("of a series: this and all future go", async ({ page, signIn }) => {
  await signIn();
  await openThirdOfFive(page);
  await page.getByLabel("This and all future sessions (3)").check();
  await typeCode(page);
  await pressDelete(page);
  await expect(page.getByText("3 sessions deleted").first()).toBeVisible();
  await expectLeft(page, 2);
});

test("of a series: all past and future go after a warning and a second code", async ({ page, signIn }) => {
  await signIn();
  await openThirdOfFive(page);
  const all = page.getByLabel("This and all past and future sessions (5)");
  await all.check();
  await typeCode(page);
  await pressDelete(page);
  await expect(page.getByRole("heading", { name: "Delete all 5 sessions?" })).toBeVisible();
  await page.getByRole("link", { name: "Go Back" }).click();
  await expect(all).not.toBeChecked();

  await all.check();
  await typeCode(page);
  await pressDelete(page);
  await page.getByRole("link", { name: "Proceed" }).click();
  await expect(all).toBeChecked();
  await expect(page.getByLabel("Code")).toHaveValue("");
  await typeCode(page);
  await pressDelete(page);
  await expect(page.getByText("5 sessions deleted").first()).toBeVisible();
  await expectLeft(page, 0);
});
