import { expect, type Page, test, turningAway } from "./fixtures";
import {
  codeOf,
  expireReauthentication,
  type GuardedPerson,
  logIn,
  openUser,
  PASSWORD,
  signInAsGuarded,
  signInAsNew,
} from "./people";

/** Somebody of level 9, and then the page signed in as an administrator. */
async function adminAndMember(page: Page) {
  const member = await signInAsNew(page);
  await page.context().clearCookies();
  return { member, admin: await signInAsGuarded(page, 10) };
}

test("the panel is reached from the menu, by a new document, and leads to each of its pages", {
  tag: "@browser",
}, async ({ page }) => {
  await signInAsGuarded(page, 10);
  await page.goto("/logbook/");
  const menu = page.getByRole("navigation", { name: "Main" });
  await menu.getByText("Admin", { exact: true }).click();
  await menu.getByRole("link", { name: "Admin Panel" }).click();
  await expect(page).toHaveURL("/admin/");
  await expect(page.getByRole("heading", { name: "Admin Panel" })).toBeVisible();
  // But for the few lines of the menu, which stand in the page.
  expect(await page.locator("script[src]").count()).toBe(0);
  for (const [figure, path, title] of [
    [/^Users: \d+$/, "/admin/users/", "Users"],
    [/^Mail not sent: \d+$/, "/admin/jobs/#failed", "Jobs"],
    [/^Failed jobs: \d+$/, "/admin/jobs/#failed", "Jobs"],
    [/^Backups failed: \d+$/, "/admin/jobs/#failed", "Jobs"],
  ] as const) {
    await page.getByRole("main").getByRole("link", { name: figure }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Admin Panel" }).click();
    await expect(page).toHaveURL("/admin/");
  }
});

test("a user is found by address, gets another level, and both are told where to see it", async ({ page }) => {
  const { member, admin } = await adminAndMember(page);
  await openUser(page, member.email.toUpperCase());
  await expect(page.getByRole("heading", { name: member.username })).toBeVisible();
  await expect(page.getByText("Email verified")).toBeVisible();
  await page.getByLabel("New level").selectOption("4");
  await page.getByRole("button", { name: "Change level" }).click();
  await expect(page.getByRole("status").first()).toContainText(`${member.username} has level 4`);
  await expect(page.getByLabel("New level")).toHaveValue("4");
  const record = page.getByRole("main").getByRole("listitem").first();
  await expect(record).toContainText("An administrator changed the level: from 9 to 4");
  await expect(record).toContainText(admin.username);
  await page.goto("/admin/");
  await expect(page.getByRole("main").getByRole("link", { name: member.username }).first()).toBeVisible();

  // A level below 5 has no reports.
  await page.context().clearCookies();
  await page.goto("/login/");
  await logIn(page, member);
  await expect(page).toHaveURL("/logbook/");
  await page.goto("/reports/");
  await expect(page).toHaveURL("/");
  await page.goto("/admin/");
  await expect(page).toHaveURL("/");
});

test("a level that another administrator changed meanwhile is not changed over", async ({ page }) => {
  const { member } = await adminAndMember(page);
  await openUser(page, member.email);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByLabel("New level").selectOption("4");
  await other.getByRole("button", { name: "Change level" }).click();
  await expect(other.getByRole("status").first()).toContainText("has level 4");
  await other.close();
  await page.getByLabel("New level").selectOption("5");
  await page.getByRole("button", { name: "Change level" }).click();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page.locator("#error-summary")).toContainText("its level is 4 now");
  await expect(page.getByLabel("New level")).toHaveValue("5");
  // Once told, a second press does it.
  await page.getByRole("button", { name: "Change level" }).click();
  await expect(page.getByRole("status").first()).toContainText("has level 5");
});

test("a user whose logins are ended has to log in again", async ({ page, browser, baseURL }) => {
  const theirs = await browser.newContext({ baseURL: baseURL as string });
  const elsewhere = await theirs.newPage();
  const member = await signInAsNew(elsewhere);
  await elsewhere.goto("/logbook/");
  await expect(elsewhere).toHaveURL("/logbook/");

  await signInAsGuarded(page, 10);
  await openUser(page, member.email);
  await page.getByRole("button", { name: "End all logins" }).click();
  await expect(page.getByRole("status").first()).toContainText("1 login ended");
  await expect(page.getByText("No active logins.")).toBeVisible();

  await elsewhere.goto(turningAway("/logbook/"));
  await expect(elsewhere).toHaveURL("/login/");
  await theirs.close();
});

test("a suspended user is told why, saves a copy once that is allowed, and is let in again", async ({
  page,
  browser,
  baseURL,
}) => {
  const theirs = await browser.newContext({ baseURL: baseURL as string });
  const elsewhere = await theirs.newPage();
  const member = await signInAsNew(elsewhere);

  await signInAsGuarded(page, 10);
  await openUser(page, member.email);
  await page.getByRole("button", { name: "Suspend account" }).click();
  await expect(page.locator("#error-summary")).toContainText("Choose a reason");
  await page.getByLabel("Reason").selectOption("Somebody else may have access");
  await page.getByRole("button", { name: "Suspend account" }).click();
  await expect(page.getByRole("status").first()).toContainText(`${member.username} is suspended`);

  await elsewhere.goto(turningAway("/logbook/"));
  await expect(elsewhere).toHaveURL("/login/");
  await logIn(elsewhere, member, "not the right password");
  await expect(elsewhere.locator("#error-summary")).toContainText("Please check the details");
  await logIn(elsewhere, member);
  await expect(elsewhere).toHaveURL("/suspended/");
  await expect(elsewhere.getByText("The reason: somebody else may have access to it.")).toBeVisible();
  await expect(elsewhere.getByRole("link", { name: "Save JSON" })).toHaveCount(0);
  await elsewhere.goto("/logbook/");
  await expect(elsewhere).toHaveURL("/suspended/");

  await page.getByRole("button", { name: "Allow a copy of the data" }).click();
  await expect(page.getByRole("status").first()).toContainText("can save a copy of their data for 7 days");
  await elsewhere.goto("/suspended/");
  const file = await elsewhere.getByRole("link", { name: "Save JSON" }).getAttribute("href");
  const saved = await elsewhere.request.get(file as string);
  expect(await saved.text()).toContain(member.username);

  await page.getByRole("button", { name: "Lift the suspension" }).click();
  await expect(page.getByRole("status").first()).toContainText(`${member.username} is no longer suspended`);
  await elsewhere.goto("/suspended/");
  await logIn(elsewhere, member);
  await expect(elsewhere).toHaveURL("/logbook/");
  const mails = await elsewhere.request.get(`/dev/mail/?format=json&to=${encodeURIComponent(member.email)}`);
  const subjects = ((await mails.json()) as { subject: string }[]).map(({ subject }) => subject);
  expect(subjects).toEqual(
    expect.arrayContaining([
      ...["Your Daybook account is suspended", "Save a copy of your Daybook data"],
      "You can use your Daybook account again",
    ]),
  );
  await theirs.close();
});

test("an administrator cannot change their own level", async ({ page }) => {
  const admin = await signInAsGuarded(page, 10);
  await openUser(page, admin.email);
  await expect(page.getByText("ask another administrator to change its level")).toBeVisible();
  await expect(page.getByRole("button", { name: "Change level" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /End all/ })).toHaveCount(0);
});

test("after ten minutes the page is asked for again with password and code, and goes on to where it was", async ({
  page,
}) => {
  const admin: GuardedPerson = await signInAsGuarded(page, 10);
  await page.goto("/admin/jobs/");
  await expect(page).toHaveURL("/admin/jobs/");
  await expireReauthentication(page);
  await page.goto("/admin/jobs/");
  await expect(page).toHaveURL("/account/confirm/?next=%2Fadmin%2Fjobs%2F");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Two FA Code").fill(await codeOf(page, admin));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/admin/jobs/");
  await expect(page.getByRole("heading", { name: "Jobs", level: 1 })).toBeVisible();
});
