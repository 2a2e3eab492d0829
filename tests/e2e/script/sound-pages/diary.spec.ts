import { addSession, addTuesdayList, fillSession, makePlan, openFields } from "../../diary";
import { expect, type Page, test } from "../../fixtures";
import { postForm } from "../../post-form";
import { expectSound, expectSoundNow } from "../soundness";

/** A case with airway options, one of them the user's own, and a fee. @returns its path. */
async function addFilledCase(page: Page, session: string): Promise<string> {
  await page.goto(`${session}case/new/`);
  await page.getByLabel("Case description").fill("Total knee replacement");
  await page.getByLabel("Age", { exact: true }).fill("71");
  await page.getByLabel("SGA - i-gel", { exact: true }).check();
  await page.locator("summary", { hasText: "Your own" }).first().click();
  await page.getByLabel("Add an airway option of your own").fill("My mask");
  await page.locator("summary", { hasText: "Fee for case" }).click();
  await page.getByLabel("Fee (£)").fill("310.50");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("link", { name: /Total knee replacement/ }).click();
  await page.waitForURL(/\/case\/[\w-]{22}/);
  return new URL(page.url()).pathname;
}

test("pages of a diary without work are sound", async ({ page, signIn }) => {
  await signIn();
  await expectSound(page, ["/logbook/", "/logbook/undo/", "/logbook/options/", "/job_plans/"]);
});

test("pages of the diary are sound", async ({ page, signIn }) => {
  await signIn();
  const plan = await makePlan(page);
  await addTuesdayList(page, plan);
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "18:00", element: "All-day orthopaedics" });
  await page
    .getByRole("button", { name: /^Log as planned/ })
    .first()
    .click();
  await expect(page.getByText("Session logged").first()).toBeVisible();
  const undo = await page.locator("form[action*='/logbook/undo/']").first().getAttribute("action");
  await page.goto("/logbook/");
  await page
    .getByRole("link", { name: /^\d.*All-day orthopaedics/ })
    .first()
    .click();
  await page.waitForURL(/\/logbook\/session\/[\w-]{22}/);
  const session = new URL(page.url()).pathname;
  const work = await addFilledCase(page, session);
  await page.goto("/logbook/options/");
  const option = (await page.getByRole("link", { name: "My mask" }).getAttribute("href")) as string;
  await expectSound(page, [
    "/",
    "/logbook/",
    "/logbook/?date=31/2/2026",
    "/logbook/week/",
    "/logbook/round-up/",
    "/logbook/round-up/?date=2026-11-09",
    session,
    `${session}delete/`,
    `${session}outcome/`,
    `${session}case/new/?like=last`,
    `${session}cases/`,
    work,
    `${work}delete/`,
    "/logbook/undo/",
    undo as string,
    "/logbook/options/",
    option,
    "/keys/",
    "/help/",
    "/logbook/session/no-such-session/",
    "/password/change/",
    "/logout/",
  ]);
  await postForm(page, "/reports/locks/", { intent: "lock", from: "2026-11-01", until: "2026-11-20" });
  await expectSound(page, ["/logbook/", "/logbook/week/", session, work, "/logbook/session/new/?date=2026-11-17"]);
});

test("forms that came back, and pages that a press leads to, are sound", { tag: "@full" }, async ({ page, signIn }) => {
  test.setTimeout(300_000);
  await signIn();
  const plan = await makePlan(page);
  await addTuesdayList(page, plan);
  const save = page.getByRole("button", { name: "Save", exact: true });

  await page.goto("/logbook/session/new/");
  await page.getByLabel("Recurring", { exact: true }).check();
  await page.locator("summary", { hasText: "Fee for session" }).click();
  await page.getByLabel("Fee (£)").fill("abc");
  await save.click();
  await expect(page).toHaveTitle(/^Error: /);
  await expectSoundNow(page, "a refused session");

  await fillSession(page, { date: "17/11/2026", start: "08:00", end: "18:00", element: "All-day orthopaedics" });
  await page.getByLabel("Notes (optional)").fill("Covered for Mr Brown");
  await save.click();
  await expect(page.getByText("Save anyway: it identifies no patient")).toBeVisible();
  await expectSoundNow(page, "a warning of identifiers");

  await page.getByLabel("Notes (optional)").fill("Hip and knee");
  await page.getByLabel("Recurring", { exact: true }).check();
  await page.getByText("A date", { exact: true }).click();
  await page.getByLabel("Last date").fill("15/12/2026");
  await page.locator("summary", { hasText: "Fee for session" }).click();
  await page.getByLabel("Fee (£)").fill("1200");
  await expect(page.getByText("5 sessions, from").first()).toBeVisible();
  await expectSoundNow(page, "a series before it is saved");
  await save.click();
  await expect(page.getByText(/Added 5 sessions/).first()).toBeVisible();

  await page.goto("/logbook/");
  await page.getByRole("link", { name: /^\d.*All-day orthopaedics/ }).click();
  await page.waitForURL(/\/logbook\/session\/[\w-]{22}/);
  const session = new URL(page.url()).pathname;
  const other = await page.context().newPage();
  await other.goto(session);
  await openFields(other);
  await other.getByLabel("Notes (optional)").fill("From the other tab");
  await other.getByRole("button", { name: "Save", exact: true }).click();
  await expect(other).toHaveURL(/\/logbook\/(\?|$)/);
  await other.close();
  await openFields(page);
  await page.getByLabel("Notes (optional)").fill("From the first tab");
  await save.click();
  await expect(page.getByRole("link", { name: /See what is saved now/ })).toBeVisible();
  await expectSoundNow(page, "a session that was changed elsewhere");
  await expectSound(page, [`${session}delete/`, `${session}delete/?all=warning`]);
  await page.goto("/logbook/search/");
  await page.getByLabel("Words").fill("hip");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page.getByText(/^Found/)).toBeVisible();
  await expectSoundNow(page, "search with results");
});
