import { addSession, addTuesdayList, fillSession, makePlan, openFields } from "../diary";
import { expect, expectRefused, type Page, test } from "../fixtures";

/** What is done without a connection is loaded after the page. */
async function goOffline(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
}

async function expectNotSent(page: Page): Promise<void> {
  const notice = page.getByRole("alert").filter({ hasText: "Not sent: there is no connection." });
  await expect(notice).toBeVisible();
  await expect(notice.locator("..")).toBeFocused();
}

async function sendAgain(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Send again" }).click();
}

/** The next form reaches the server, and its answer never comes. */
async function cutTheNextAnswer(page: Page): Promise<void> {
  let cuts = 1;
  await page.route("**/*.data*", async (route) => {
    if (route.request().method() !== "POST" || cuts-- < 1) return route.continue();
    await route.fetch({ maxRedirects: 0 });
    return route.abort("connectionreset");
  });
}

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
const notes = (page: Page) => page.getByLabel("Notes (optional)");

/** What was typed is asked about first. */
async function leaveWithoutSaving(page: Page) {
  await page.getByRole("button", { name: "Leave without saving" }).click();
}

test("a form that could not be sent stays as it is, is mended, and is sent again, once", async ({ page, signIn }) => {
  await signIn();
  await fillSession(page, { date: "31/2/2026", start: "08:00", end: "18:00" });
  await notes(page).fill("Typed on the ward without signal");
  const steps = await page.evaluate(() => history.length);
  await goOffline(page);
  await save(page).click();
  await expectNotSent(page);
  await expect(notes(page)).toHaveValue("Typed on the ward without signal");
  await notes(page).fill("Typed on the ward, and mended there");
  await page.getByRole("button", { name: "Send again" }).click();
  await expectNotSent(page);
  expect(await page.evaluate(() => history.length)).toBe(steps);
  await sendAgain(page);
  await expectRefused(page, "date");
  await expect(notes(page)).toHaveValue("Typed on the ward, and mended there");
  await page.getByLabel("Date", { exact: true }).fill("17/11/2026");
  await page.context().setOffline(true);
  await save(page).click();
  await expectNotSent(page);
  await sendAgain(page);
  await expect(page.getByRole("link", { name: /^08:00 – 18:00/ })).toContainText("Typed on the ward, and mended there");
});

test("what says that there is no connection goes when there is one, and the form can still be sent", {
  tag: "@full",
}, async ({ page, signIn }) => {
  await signIn();
  await fillSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await goOffline(page);
  await save(page).click();
  await expectNotSent(page);
  await page.context().setOffline(false);
  await expect(page.getByText("there is no connection")).toHaveCount(0);
  await expect(page.getByRole("alert")).toHaveText(
    "There is a connection again. What you entered is not sent yet: send it again.",
  );
  await page.context().setOffline(true);
  await expect(page.getByText("Not sent: there is no connection.")).toBeVisible();
  await page.context().setOffline(false);
  await save(page).click();
  await expect(page.getByRole("link", { name: /^08:00 – 18:00/ })).toHaveCount(1);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a new session that was saved and cut off is there once when it is sent again", { tag: "@full" }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await fillSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await page.waitForLoadState("networkidle");
  await cutTheNextAnswer(page);
  await save(page).click();
  await expectNotSent(page);
  await sendAgain(page);
  await expect(page.getByRole("link", { name: /^08:00 – 18:00/ })).toHaveCount(1);
});

for (const over of ["its own address", "the logbook"]) {
  test(`an edit at ${over} that was saved and cut off shows both versions when it is sent again`, {
    tag: "@full",
  }, async ({ page, signIn }) => {
    await signIn();
    await addSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
    await page.getByRole("link", { name: /^08:00 – 18:00/ }).click();
    await expect(page.getByRole("heading", { name: "Edit Session" })).toBeVisible();
    if (over === "its own address") await page.reload();
    await page.waitForLoadState("networkidle");
    await openFields(page);
    await notes(page).fill("Written in theatre");
    await cutTheNextAnswer(page);
    await save(page).click();
    await expectNotSent(page);
    await expect(notes(page)).toHaveValue("Written in theatre");
    await notes(page).fill("Written in theatre, twice");
    await sendAgain(page);
    await expect(page.locator("#error-summary")).toContainText("changed elsewhere");
    await expect(notes(page)).toHaveValue("Written in theatre, twice");
    await save(page).click();
    await expect(page.getByRole("link", { name: /^08:00 – 18:00/ })).toContainText("Written in theatre, twice");
  });
}

test("a case that could not be sent stays, and is sent again", { tag: "@full" }, async ({ page, signIn }) => {
  await signIn();
  await addSession(page, { date: "20/11/2026", start: "08:00", end: "18:00" });
  await page.getByRole("link", { name: /^Add case/ }).click();
  await expect(page.getByRole("heading", { name: "Add case" })).toBeVisible();
  await page.getByLabel("Case description").fill("Total hip replacement");
  await goOffline(page);
  await save(page).click();
  await expectNotSent(page);
  await expect(page.getByLabel("Case description")).toHaveValue("Total hip replacement");
  await sendAgain(page);
  await expect(page.getByRole("link", { name: /Total hip replacement/ })).toBeVisible();
});

test("a login without a connection keeps what was typed, and goes on with it", { tag: "@full" }, async ({ page }) => {
  await page.goto("/login/");
  await page.getByLabel("Username").fill("nobody-of-this-name");
  await page.getByLabel("Password").fill("not the password");
  await goOffline(page);
  await page.getByRole("button", { name: "Login" }).click();
  await expectNotSent(page);
  await expect(page.getByLabel("Username")).toHaveValue("nobody-of-this-name");
  await expect(page.getByLabel("Password")).toHaveValue("not the password");
  await sendAgain(page);
  await expect(page.locator("#error-summary")).toBeVisible();
});

test("a page that cannot be loaded leaves the one in front as it is, and is tried again", { tag: "@full" }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto("/logbook/");
  await fillSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await notes(page).fill("Half typed");
  await goOffline(page);
  await page.getByRole("link", { name: "Cancel" }).click();
  await leaveWithoutSaving(page);
  const notice = page.getByRole("alert").filter({ hasText: "Not loaded: there is no connection." });
  await expect(notice).toBeVisible();
  await expect(notice.locator("..")).toBeFocused();
  await expect(notes(page)).toHaveValue("Half typed");
  await expect(page).toHaveURL(/\/session\/new\/$/);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(notice).toBeVisible();
  // The form can still be sent: nothing is in its way.
  await expect(save(page)).toBeEnabled();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page).toHaveURL(/\/logbook\//);
  await expect(page.getByRole("heading", { name: "Add Session" })).toBeHidden();
  await expect(notice).toBeHidden();
});

test("a form that was taken before the connection went is not sent twice", { tag: "@full" }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await fillSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await page.waitForLoadState("networkidle");
  let cuts = 1;
  await page.route("**/*.data*", (route) =>
    route.request().method() === "GET" && cuts-- > 0 ? route.abort("connectionreset") : route.continue(),
  );
  await save(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "Your form was sent" })).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("link", { name: /^08:00 – 18:00/ })).toHaveCount(1);
});

test("a page whose code is not there yet leaves the one in front as it is, too", { tag: "@full" }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await fillSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await notes(page).fill("Half typed");
  await goOffline(page);
  await page.getByRole("link", { name: "Job Plans" }).first().click();
  await leaveWithoutSaving(page);
  await expect(page.getByRole("alert").filter({ hasText: "Not loaded: there is no connection." })).toBeVisible();
  await expect(notes(page)).toHaveValue("Half typed");
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Job plans", level: 1 })).toBeVisible();
});

test("an act whose page's code is not there yet is sent again as a document", { tag: "@full" }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  await page.goto("/logbook/");
  await goOffline(page);
  await page
    .getByRole("button", { name: /^Log as planned/ })
    .first()
    .click();
  await expectNotSent(page);
  await sendAgain(page);
  await expect(page.getByRole("status").getByRole("button", { name: "Undo" })).toBeVisible();
});
