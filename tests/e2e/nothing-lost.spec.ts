import { addSession, fillSession, openFields } from "./diary";
import { expect, expectRefused, type Page, test } from "./fixtures";

const LIST = { date: "17/11/2026", start: "08:00", end: "18:00" };

async function expectOneSession(page: Page): Promise<void> {
  await page.goto("/logbook/?date=2026-11-17");
  await expect(page.getByRole("link", { name: /^08:00 – 18:00/ })).toHaveCount(1);
}

/** Opens the one session of the logbook. */
async function openSession(page: Page): Promise<void> {
  await page.getByRole("link", { name: /^08:00 – 18:00/ }).click();
  await page.waitForURL(/\/logbook\/session\/[\w-]{22}\//);
}

function save(page: Page) {
  return page.getByRole("button", { name: "Save", exact: true });
}

test("a double press of Save makes one session", { tag: "@browser" }, async ({ page, signIn }) => {
  await signIn();
  await fillSession(page, LIST);
  await save(page).dblclick();
  await expect(page).toHaveURL(/\/logbook\/(\?|$)/);
  await expectOneSession(page);
});

test("back to the form of a saved session, and Save again, makes no second one", async ({ page, signIn }) => {
  await signIn();
  await fillSession(page, LIST);
  const form = page.locator("form", { has: page.getByLabel("Start time", { exact: true }) });
  const sent = await form.evaluate((element: HTMLFormElement) => {
    return Object.fromEntries([...new FormData(element)].map(([name, value]) => [name, String(value)]));
  });
  await save(page).click();
  await expect(page).toHaveURL(/\/logbook\/(\?|$)/);
  await page.goBack();
  await page.waitForURL(/\/logbook\/session\/new\//);
  await save(page).click();
  // No page is kept by the browser: with script and without, the form is asked for anew and is empty.
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  await expect(page.getByLabel("Start time", { exact: true })).toHaveValue("");
  await expectOneSession(page);

  const again = await page.request.post("/logbook/session/new/", {
    form: sent,
    headers: { Origin: new URL(page.url()).origin },
  });
  expect(await again.text()).toContain("Session added");
  await expectOneSession(page);
});

test("two tabs on one session: the second save leads to what is saved, and replaces it only when it is told to", async ({
  page,
  context,
  signIn,
}) => {
  await signIn();
  await addSession(page, LIST);
  await openSession(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await openFields(other);
  await other.getByLabel("Notes (optional)").fill("From the other tab");
  await save(other).click();
  await expect(other).toHaveURL(/\/logbook\/(\?|$)/);

  await openFields(page);
  await page.getByLabel("Notes (optional)").fill("From the first tab");
  await save(page).click();
  await expectRefused(page, "This session was changed elsewhere after you opened it");
  await expect(page.getByRole("link", { name: /See what is saved now/ })).toBeVisible();
  await expect(page.getByLabel("Notes (optional)")).toHaveValue("From the first tab");
  await other.reload();
  await expect(other.getByRole("link", { name: /^08:00 – 18:00/ })).toContainText("From the other tab");

  await save(page).click();
  await expect(page.getByRole("link", { name: /^08:00 – 18:00/ })).toContainText("From the first tab");
});

test("two tabs on one case: the second save leads to what is saved, and replaces it only when it is told to", async ({
  page,
  context,
  signIn,
}) => {
  await signIn();
  await addSession(page, LIST);
  await openSession(page);
  const session = page.url();
  await page.goto(`${session.replace(/\?.*$/, "")}case/new/`);
  await page.getByLabel("Case description").fill("Total hip replacement");
  await save(page).click();
  await page.getByRole("link", { name: /Total hip replacement/ }).click();
  await page.waitForURL(/\/case\/[\w-]{22}\//);
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByLabel("Case description").fill("Hip, left");
  await save(other).click();
  await expect(other.getByRole("link", { name: /Hip, left/ })).toBeVisible();

  await page.getByLabel("Case description").fill("Hip, revision");
  await save(page).click();
  await expectRefused(page, "This case was changed elsewhere after you opened it");
  await expect(page.getByRole("link", { name: /See what is saved now/ })).toBeVisible();
  await expect(page.getByLabel("Case description")).toHaveValue("Hip, revision");
  await save(page).click();
  await expect(page.getByRole("link", { name: /Hip, revision/ })).toBeVisible();
});

test("a session that another tab deleted keeps what was typed on its page, and is put back with it", async ({
  page,
  context,
  signIn,
  javaScriptEnabled,
}) => {
  await signIn();
  await addSession(page, LIST);
  await openSession(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await openFields(other);
  await other.getByRole("link", { name: "Delete", exact: true }).click();
  const hint = other.getByText(/^To delete, type \d{4}$/);
  await other.getByLabel("Code").fill(/\d{4}/.exec(await hint.innerText())?.[0] as string);
  await other.getByRole("button", { name: "Delete session" }).click();
  await expect(other.getByText("Session deleted").first()).toBeVisible();

  await openFields(page);
  await page.getByLabel("Notes (optional)").fill("Typed for long");
  await save(page).click();
  if (javaScriptEnabled) {
    await expectRefused(page, "This was deleted elsewhere after you opened it");
    await expect(page.getByLabel("Notes (optional)")).toHaveValue("Typed for long");
  } else {
    await expect(page.getByRole("heading", { name: "This was deleted elsewhere and is not saved" })).toBeVisible();
  }
  await expect(page.getByRole("link", { name: "See what can be undone (opens in a new tab)" })).toBeVisible();
  await other.goto("/logbook/undo/");
  await other.getByRole("button", { name: "Undo" }).first().click();
  await expect(other.getByText("Restored: 1 session")).toBeVisible();
  await (javaScriptEnabled ? save(page) : page.getByRole("button", { name: "Send again" })).click();
  await expect(page.getByText(/Session saved/).first()).toBeVisible();
  await page.goto("/logbook/?date=2026-11-17");
  await openSession(page);
  await openFields(page);
  await expect(page.getByLabel("Notes (optional)")).toHaveValue("Typed for long");
});
